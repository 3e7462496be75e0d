// SPDX-License-Identifier: BSD-3-Clause
// How an update answers: good, missing and broken samples, rest, saved memory, single precision.
#include "stiction/realtime/friction_update.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>

#include "stiction/models/bristle_models.hpp"
#include "stiction/models/load_dependence.hpp"
#include "stiction/models/memoryless_models.hpp"

namespace stiction::friction_update_test {
namespace {

constexpr double h = 1e-3;
constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

double velocity(int k) { return 2e-3 * std::sin(2 * std::numbers::pi * 3 * k * h); }

// Table I at a constant 0.1 m/s: F_C + sigma_2 v = 1.04 N, from velocities and from displacements.
TEST(FrictionUpdate, SettlesAtTheSlidingForce) {
  FrictionUpdate<LuGre> by_velocity({}, h), by_displacement({}, h);
  for (int k = 0; k < 5; ++k) by_velocity.update_velocity(0.1), by_displacement.update_displacement(0.1 * h);
  EXPECT_NEAR(by_velocity.update_velocity(0.1).force, 1.04, 1e-14);
  EXPECT_NEAR(by_displacement.update_displacement(0.1 * h).force, 1.04, 1e-14);
}

// A displacement bends the bristles by exactly itself while little slips: Dahl's spring, z = x - x^2/(2 x_C) + ...
TEST(FrictionUpdate, SeesTheWholeDisplacement) {
  FrictionUpdate<Dahl> update({}, h);
  const double length = 1e-5, x = 1e-7;
  EXPECT_NEAR(update.update_displacement(x).force, -std::expm1(-x / length), 1e-15);
  EXPECT_NEAR(update.update_displacement(-x).force, -1 + (2 - std::exp(-x / length)) * std::exp(-x / length), 1e-15);
}

// The first velocity has no past: it moves nothing.
TEST(FrictionUpdate, DoesNotMoveAtTheFirstSample) {
  FrictionUpdate<LuGre> update({}, h);
  update.update_velocity(0.5);
  EXPECT_EQ(update.save().state.deflection, 0);
  update.update_velocity(0.5);
  EXPECT_NE(update.save().state.deflection, 0);
}

// What is no number is reported, leaves the state alone and holds the force.
TEST(FrictionUpdate, HoldsTheForceWhereASampleIsNoNumber) {
  FrictionUpdate<LuGre> update({}, h);
  for (int k = 0; k < 50; ++k) update.update_velocity(velocity(k));
  const auto before = update.save();
  for (const double broken : {nan, infinity, -infinity}) {
    for (const auto& result : {update.update_velocity(broken), update.update_displacement(broken),
                               update.update_velocity(0.1, {.applied_force = broken})}) {
      EXPECT_EQ(result.status, UpdateStatus::invalid);
      EXPECT_EQ(result.force, before.force);
    }
  }
  EXPECT_EQ(update.miss_sample().status, UpdateStatus::missing);
  EXPECT_EQ(update.miss_sample().force, before.force);
  EXPECT_EQ(update.save().state.deflection, before.state.deflection);
  EXPECT_EQ(update.update_velocity(0.0).status, UpdateStatus::ok);
}

// A speed whose drag overflows is refused as a whole.
TEST(FrictionUpdate, RefusesASampleWhoseForceOverflows) {
  LuGre::Parameters<double> p;
  p.viscous_damping = 1e10;
  FrictionUpdate<LuGre> update(p, h);
  update.update_velocity(1e-3);
  const auto before = update.save();
  EXPECT_EQ(update.update_velocity(1e300).status, UpdateStatus::invalid);
  EXPECT_EQ(update.save().state.deflection, before.state.deflection);
}

// After a gap the next good sample covers the way of all: a constant velocity is followed as if nothing was missing.
TEST(FrictionUpdate, BridgesAGap) {
  FrictionUpdate<Dahl> whole({}, h), broken({}, h), increments({}, h);
  const double v = 1e-3;
  for (int k = 0; k <= 10; ++k) {
    whole.update_velocity(v);
    if (k == 4 || k == 5)
      broken.update_velocity(nan), increments.miss_sample();
    else
      broken.update_velocity(v), increments.update_displacement(k == 0 ? 0.0 : k == 6 ? 3 * v * h : v * h);
  }
  EXPECT_NEAR(broken.save().force, whole.save().force, 1e-14);
  EXPECT_NEAR(increments.save().force, whole.save().force, 1e-14);
}

// A restored update goes on with the same bits.
TEST(FrictionUpdate, GoesOnFromSavedMemoryBitByBit) {
  const ElastoPlastic::Parameters<double> p;
  FrictionUpdate<ElastoPlastic> first(p, h);
  for (int k = 0; k < 100; ++k) first.update_velocity(velocity(k));
  FrictionUpdate<ElastoPlastic> second(p, h);
  second.restore(first.save());
  for (int k = 100; k < 300; ++k) {
    const double a = first.update_velocity(velocity(k)).force, b = second.update_velocity(velocity(k)).force;
    ASSERT_EQ(std::memcmp(&a, &b, sizeof a), 0);
  }
}

// Single precision follows double precision to a few of its own roundings of F_S.
TEST(FrictionUpdate, InSinglePrecisionFollowsDouble) {
  FrictionUpdate<LuGre> exact({}, h);
  FrictionUpdate<LuGre, float> coarse({}, 1e-3f);
  for (int k = 0; k < 2000; ++k) {
    const double a = exact.update_velocity(velocity(k)).force;
    const float b = coarse.update_velocity(static_cast<float>(velocity(k))).force;
    EXPECT_NEAR(a, static_cast<double>(b), 2e-5) << k;
  }
}

/// How often the force of Coulomb friction changes its sign under velocity noise of +-1e-4 m/s about rest.
int sign_changes_under_noise(double rest_velocity) {
  FrictionUpdate<Coulomb> update({}, h, rest_velocity);
  int changes = 0;
  double last = 0;
  for (int k = 0; k < 1000; ++k) {
    const double force = update.update_velocity((k % 3 - 1) * 1e-4, {.applied_force = 0.3}).force;
    if (force * last < 0) ++changes;
    last = force;
  }
  return changes;
}

// True rest: below the resolution friction balances the applied force; without a resolution it chatters.
TEST(FrictionUpdate, DoesNotChatterAtRest) {
  EXPECT_EQ(sign_changes_under_noise(2e-4), 0);
  EXPECT_GT(sign_changes_under_noise(0.0), 300);
}

// Noise at the border of rest changes the mode once, not at every sample: rest is left above the border and entered
// below half of it.
TEST(FrictionUpdate, HasAWideBorderOfRest) {
  FrictionUpdate<Coulomb> update({}, h, 1e-3);
  int changes = 0;
  bool resting = true;
  for (int k = 0; k < 1000; ++k) {
    update.update_velocity(1e-3 * (1 + 0.3 * std::sin(k)));
    changes += update.save().resting != resting;
    resting = update.save().resting;
  }
  EXPECT_EQ(changes, 1);
  EXPECT_EQ(update.update_velocity(0.4e-3, {.applied_force = 0.2}).force, 0.2);
}

// Karnopp's band is the law's own rest: inside friction balances up to F_S, outside it slides.
TEST(FrictionUpdate, FollowsKarnoppsBand) {
  FrictionUpdate<Karnopp> update({}, h);
  const Karnopp::Parameters<double> p;
  EXPECT_EQ(update.update_velocity(0.5 * p.band_velocity, {.applied_force = 0.4}).force, 0.4);
  EXPECT_EQ(update.update_velocity(0.5 * p.band_velocity, {.applied_force = 99}).force, p.static_force);
  const double v = 2 * p.band_velocity;
  EXPECT_EQ(update.update_velocity(v, {.applied_force = 0.4}).force, p.coulomb_force + p.viscous_damping * v);
  EXPECT_EQ(update.update_velocity(0, {.applied_force = 0.4}).force, 0.4);
}

// A load across the contact reaches the law: twice the load, twice the sliding force.
TEST(FrictionUpdate, PassesTheLoadOn) {
  NormalLoad<Dahl>::Parameters<double> p;
  FrictionUpdate<NormalLoad<Dahl>> update(p, h);
  for (int k = 0; k < 10; ++k) update.update_velocity(1.0, {.normal_force = 2 * p.nominal_normal_force});
  EXPECT_NEAR(update.save().force, 2 * p.coulomb_force, 1e-14);
}

}  // namespace
}  // namespace stiction::friction_update_test
