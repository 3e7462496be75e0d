// SPDX-License-Identifier: BSD-3-Clause
// A force a little above static friction breaks a contact away for good, at any sample time.
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/models/generalized_kinetic.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/realtime/coupled_step.hpp"

namespace stiction {
namespace {

// F_C = 1 N, F_S = 1.5 N, 0.4 N.s/m, 1 kg: sliding ends at v = (u - F_C)/sigma_2, here within e^{-12} after 30 s.
template <class Law>
void expect_breakaway(double surplus, double h, double direction) {
  const double force = direction * 1.5 * (1 + surplus);
  CoupledStep<MassOnSurface, Law> step({}, {}, h);
  for (int k = 0; k < 40 / h; ++k) {
    ASSERT_EQ(step.step({.force = force}), UpdateStatus::ok);
    ASSERT_GE(direction * step.plant().velocity, 0) << Law::info.name << ", h = " << h;
  }
  EXPECT_NEAR(step.plant().velocity, direction * (std::abs(force) - 1) / 0.4, 1e-4)
      << Law::info.name << ", surplus " << surplus << ", h = " << h;
}
TEST(CoupledStepBreakaway, TustinBreaksAwayFromTheStaticLimit) {
  for (const double direction : {1.0, -1.0})
    for (const double h : {1e-3, 1e-2, 0.1, 0.5})
      for (const double surplus : {1e-9, 1e-6, 1e-3, 0.1}) expect_breakaway<Tustin>(surplus, h, direction);
}
// The Gaussian curve is flat at rest: drag alone holds a surplus below sigma_2^2 v_s^2 / (4 (F_S - F_C)) = 8e-8 N.
TEST(CoupledStepBreakaway, TheGaussianCurveBreaksAwayAboveWhatDragHolds) {
  for (const double h : {1e-3, 1e-2, 0.1, 0.5})
    for (const double surplus : {1e-6, 1e-3, 0.1}) expect_breakaway<GeneralizedKinetic>(surplus, h, 1);
}
TEST(CoupledStepBreakaway, ExponentsBelowOneBreakAwayToo) {
  GeneralizedKinetic::Parameters<double> p;
  p.stribeck_exponent = 0.5;
  for (const double h : {1e-3, 1e-2, 0.1}) {
    CoupledStep<MassOnSurface, GeneralizedKinetic> step({}, p, h);
    for (int k = 0; k < 40 / h; ++k) step.step({.force = 1.5 * (1 + 1e-9)});
    EXPECT_NEAR(step.plant().velocity, 1.25, 1e-4) << h;
  }
}

}  // namespace
}  // namespace stiction
