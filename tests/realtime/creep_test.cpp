// SPDX-License-Identifier: BSD-3-Clause
// A stuck load under vibration: a mass is held by friction against a constant force with a small oscillation on top,
// the experiment of Dupont et al. 2002. What moves on after the load has settled is creep.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stiction/models/coulomb.hpp"
#include "stiction/models/elasto_plastic.hpp"
#include "stiction/models/maxwell_slip.hpp"
#include "stiction/realtime/friction_update.hpp"

namespace stiction::creep_test {
namespace {

/// Displacement of the middle of the vibration from t = 5 s to t = 30 s [m]. Mass 1 kg, load 0.4 N +- 0.2 N at 5 Hz;
/// symplectic Euler around the update, with drag so that the free oscillation of the bristles dies.
template <class Update, class Force>
double creep(Update update, Force force_of_sample) {
  const double h = 1e-4, drag = 300;
  double x = 0, v = 0, at_five = 0, at_thirty = 0;
  for (int k = 0; k < 300000; ++k) {
    const double t = k * h, load = 0.4 * std::min(t, 1.0) + 0.2 * std::sin(2 * std::numbers::pi * 5 * t);
    const double force = force_of_sample(update, v, load);
    v = (v + h * (load - force)) / (1 + h * drag);
    if (v != 0 && std::abs(v) < 1e-18) v = 0;
    x += h * v;
    const double period = 0.2 / h;
    if (k >= 50000 - period && k < 50000) at_five += x / period;
    if (k >= 300000 - period) at_thirty += x / period;
  }
  return std::abs(at_thirty - at_five);
}
constexpr auto by_velocity = [](auto& update, double v, double) { return update.update_velocity(v).force; };

// Theorem 1 of Dupont et al.: |z| stays below z_ba = 0.7169 F_C/sigma_0, so nothing slips; z is 1e-5 m large.
TEST(StuckLoad, DoesNotCreepWithElastoPlasticFriction) {
  EXPECT_LT(creep(FrictionUpdate<ElastoPlastic>({}, 1e-4), by_velocity), 1e-13);
}

// The elements that slip at the first peak of the load only stretch and relax afterwards.
TEST(StuckLoad, DoesNotCreepWithMaxwellSlip) {
  EXPECT_LT(creep(FrictionUpdate<MaxwellSlip>({}, 1e-4), by_velocity), 1e-13);
}

// At true rest friction balances the load: the mass does not move at all.
TEST(StuckLoad, DoesNotMoveWithTrueStick) {
  const auto held = [](auto& update, double v, double load) {
    return update.update_velocity(v, {.applied_force = load}).force;
  };
  EXPECT_EQ(creep(FrictionUpdate<StictionCoulombViscous>({}, 1e-4, 1e-9), held), 0);
}

// LuGre creeps, as the paper says: the measurement sees it.
TEST(StuckLoad, CreepsWithLuGre) { EXPECT_GT(creep(FrictionUpdate<LuGre>({}, 1e-4), by_velocity), 1e-7); }

}  // namespace
}  // namespace stiction::creep_test
