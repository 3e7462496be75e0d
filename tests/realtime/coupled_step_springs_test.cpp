// SPDX-License-Identifier: BSD-3-Clause
// Springs much faster than the sample take energy out of a plant that is left alone, in float as in double.
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/models/generalized_maxwell_slip.hpp"
#include "stiction/models/maxwell_slip.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/realtime/coupled_step.hpp"

namespace stiction::coupled_step_springs_test {
namespace {

/// Largest speed of 1 kg on springs of 1e5 N/m, which alone would swing with 50 Hz, over that it began with.
template <class Law, class Real>
double largest_speed(Real step, Real start) {
  CoupledStep<MassOnSurface, Law, Real> block({}, {}, step, {.velocity = start});
  Real most = 0;
  for (int k = 0; k < 2000; ++k) {
    EXPECT_EQ(block.step({}), UpdateStatus::ok);
    most = std::max(most, std::abs(block.plant().velocity));
  }
  return static_cast<double>(most / start);
}

template <class Law>
void expect_no_gain() {
  for (const double step : {1e-4, 1e-3, 0.01, 0.03, 0.1, 1.0, 10.0})
    for (const double start : {1e-9, 1e-5, 1e-3, 0.1, 10.0}) {
      EXPECT_LE((largest_speed<Law, double>(step, start)), 1 + 1e-9) << step << " s, " << start << " m/s";
      EXPECT_LE((largest_speed<Law, float>(static_cast<float>(step), static_cast<float>(start))), 1 + 1e-5)
          << step << " s, " << start << " m/s, float";
    }
}

TEST(CoupledStepSprings, OfMaxwellSlipNeverDriveThePlant) { expect_no_gain<MaxwellSlip>(); }
TEST(CoupledStepSprings, OfGeneralizedMaxwellSlipNeverDriveThePlant) { expect_no_gain<GeneralizedMaxwellSlip>(); }

}  // namespace
}  // namespace stiction::coupled_step_springs_test
