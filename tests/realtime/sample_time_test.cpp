// SPDX-License-Identifier: BSD-3-Clause
// A sample time, or a rest velocity, that cannot be used is answered by a status.
#include <gtest/gtest.h>

#include <limits>

#include "stiction/models/coulomb.hpp"
#include "stiction/models/load_dependence.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/models/maxwell_slip.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "stiction/realtime/coupled_step.hpp"
#include "stiction/realtime/friction_update.hpp"

namespace stiction {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

template <class Update>
void expect_invalid(Update update) {
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(update.update_velocity(0.125).status, UpdateStatus::invalid);
    EXPECT_EQ(update.update_displacement(0.0009765625).status, UpdateStatus::invalid);
    EXPECT_EQ(update.update_velocity(0.125).force, 0);
  }
}
TEST(SampleTime, OfAnUpdateMustBePositive) {
  for (const double h : {0.0, -1e-3, nan, infinity, -infinity}) {
    expect_invalid(FrictionUpdate<LuGre>({}, h));
    expect_invalid(FrictionUpdate<MaxwellSlip>({}, h));
    expect_invalid(FrictionUpdate<Coulomb>({}, h, 1e-3));
    expect_invalid(FrictionUpdate<LuGre, float>({}, static_cast<float>(h)));
  }
  for (const double rest_velocity : {-1e-3, nan}) expect_invalid(FrictionUpdate<Coulomb>({}, 1e-3, rest_velocity));
}

template <class Law>
void expect_step_refused(double h) {
  CoupledStep<PulledMass, Law> step({}, {}, h, {.elongation = 2.0});
  for (int k = 0; k < 3; ++k) EXPECT_EQ(step.step({.force = 5.0}), UpdateStatus::invalid);
  EXPECT_EQ(step.plant().elongation, 2.0);
  EXPECT_EQ(step.plant().velocity, 0.0);
}
TEST(SampleTime, OfACoupledStepMustBePositive) {
  for (const double h : {0.0, -1e-3, nan, infinity}) {
    expect_step_refused<LuGre>(h);
    expect_step_refused<MaxwellSlip>(h);
    expect_step_refused<Coulomb>(h);
  }
}

// A load that is no number is a broken sample, not a parted contact.
TEST(SampleTime, ALoadThatIsNoNumberIsInvalid) {
  FrictionUpdate<NormalLoad<LuGre>> update({}, 1e-3);
  for (int k = 0; k < 20; ++k) update.update_velocity(0.1, {.normal_force = 2.0});
  const double force = update.save().force;
  EXPECT_NEAR(force, 2.04, 1e-12);
  for (const double broken : {nan, infinity}) {
    const auto answer = update.update_velocity(0.1, {.normal_force = broken});
    EXPECT_EQ(answer.status, UpdateStatus::invalid);
    EXPECT_EQ(answer.force, force);
  }
  EXPECT_EQ(update.update_velocity(0.1, {.normal_force = -1.0}).force, 0.0);
}

}  // namespace
}  // namespace stiction
