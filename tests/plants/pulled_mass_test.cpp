// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/plants/pulled_mass.hpp"

#include <numbers>

#include "stiction/models/coulomb.hpp"
#include "tests/plants/motion_log.hpp"

namespace stiction {
namespace {

// Stick-slip with F_S at rest and F_C in motion. Sticking lasts 2 (F_S - F_C)/(k v_p); a slip is an oscillation about
// F_C/k that begins and ends with l' = v_p, so it lasts (2 pi - 2 phi)/w with tan phi = w (F_S - F_C)/(k v_p).
TEST(PulledMass, SticksAndSlipsWithThePeriodOfItsClosedForm) {
  StictionCoulombViscous::Parameters<double> law;
  law.coulomb_force = 1.0, law.static_force = 1.5, law.viscous_damping = 0;
  const PulledMass::Parameters<double> p{.mass = 1.5, .spring_stiffness = 2.0};
  const double pull = 0.1, w = std::sqrt(p.spring_stiffness / p.mass), drop = 0.5 / p.spring_stiffness;
  CoupledSystem<PulledMass, StictionCoulombViscous> system(p, {law}, {.pull_speed = pull});
  Vector<2> y{};
  const auto log = testing::run(system, y, 60.0);

  const double slip = (2 * std::numbers::pi - 2 * std::atan(w * drop / pull)) / w, stick = 2 * drop / pull;
  double expected = 1.5 / p.spring_stiffness / pull;  // the spring is relaxed at first
  ASSERT_GE(log.events.size(), 12u);
  for (std::size_t i = 0; i < log.events.size(); ++i) {
    EXPECT_NEAR(log.events[i].time, expected, 1e-7);
    EXPECT_NEAR(log.events[i].state[0], (i % 2 == 0 ? 1.5 : 0.5) / p.spring_stiffness, 1e-7);
    EXPECT_EQ(log.events[i].state[1], 0.0) << "every slip begins and ends at rest";
    expected += i % 2 == 0 ? slip : stick;
  }
}

}  // namespace
}  // namespace stiction
