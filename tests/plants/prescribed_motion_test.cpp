// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/plants/prescribed_motion.hpp"

#include <numbers>

#include "stiction/loop/with_work.hpp"
#include "stiction/models/coulomb.hpp"
#include "stiction/models/dahl.hpp"
#include "tests/plants/motion_log.hpp"

namespace stiction {
namespace {

// What came before is forgotten as exp(-4 sigma_0 x_a/F_C) a cycle: after twelve cycles Dahl's loop has closed. Its
// area is 4 F_C x_a - 4 (F_C^2/sigma_0) tanh(sigma_0 x_a/F_C), along a sine, whose reversals must be found, as along a
// triangle, whose velocity jumps.
TEST(PrescribedPosition, DahlLoopHasItsClosedFormArea) {
  const double frequency = 2.0;
  for (const double amplitude : {5e-6, 2e-5, 1e-4})
    for (const Signal& motion : {Signal::sine(amplitude, frequency), Signal::triangle(amplitude, frequency)}) {
      CoupledSystem<WithWork<PrescribedPosition>, Dahl> system({}, {{}}, {.position = motion});
      Vector<4> before{}, after{};
      testing::run(system, before, 12 / frequency);
      testing::run(system, after, 13 / frequency);
      const double area = 4 * amplitude - 4e-5 * std::tanh(1e5 * amplitude);
      EXPECT_NEAR(after[2] - before[2], area, 1e-7 * area);
      EXPECT_NEAR(after[0], 0.0, 1e-12) << "the distance travelled in whole cycles";
      EXPECT_EQ(after[3], after[2]) << "all that is supplied goes into friction";
    }
}

// There, a halt, and back: friction takes F_C times the way and sigma_2 times the integral of v^2, whatever F_S.
TEST(PrescribedVelocity, LawWithTrueRestIsMovedAndHalted) {
  using System = CoupledSystem<WithWork<PrescribedVelocity>, StictionCoulombViscous>;
  StictionCoulombViscous::Parameters<double> law;
  law.coulomb_force = 1.0, law.static_force = 1.5, law.viscous_damping = 0.4;
  const Signal ramps = Signal::polyline({{0, 0}, {1, 1}, {2, 1}, {3, 0}, {4, 0}, {5, -1}, {6, 0}});
  System smooth({}, {law}, {.velocity = ramps}), sudden({}, {law}, {.velocity = Signal::step(1.0, 2.0, -0.5)});
  Vector<3> y{}, z{};
  testing::run(smooth, y, 7.0);
  EXPECT_NEAR(y[0], 1.0, 1e-9);
  EXPECT_NEAR(y[1], 3.0 + 0.4 * 7.0 / 3.0, 1e-8);
  testing::run(sudden, z, 3.0);
  EXPECT_NEAR(z[1], 3.0 + 0.4 * (4.0 + 0.25 * 2), 1e-8);
}

// A sine crosses zero without a halt: in whole cycles the work is F_C 4 x_a and the drag's part.
TEST(PrescribedVelocity, LawWithTrueRestDoesNotHoldASineAtItsReversals) {
  using System = CoupledSystem<WithWork<PrescribedVelocity>, StictionCoulombViscous>;
  StictionCoulombViscous::Parameters<double> law;
  law.coulomb_force = 1.0, law.static_force = 1.5, law.viscous_damping = 0;
  for (const double speed : {1e-4, 1.0}) {
    System system({}, {law}, {.velocity = Signal::sine(speed, 3.0)});
    Vector<3> y{};
    testing::run(system, y, 5 / 3.0);
    const double reach = speed / (2 * std::numbers::pi * 3.0);  // x_a
    EXPECT_NEAR(y[1], 5 * 4 * reach, 1e-11 + 1e-8 * reach);
  }
}

}  // namespace
}  // namespace stiction
