// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/realtime/position_friction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "stiction/schema/field.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::position_friction_test {
namespace {

constexpr PositionFriction<>::Parameters contact_of_1e5{};  // z_ss = 1e-5 m, z_ba = 0.7169e-5 m
constexpr double z_ss = 1e-5, count = 1e-6;

/// What an encoder of 1 um reads.
double quantised(double x) { return count * std::floor(x / count); }

/// w: where the contact adheres.
double anchor_of(const PositionFriction<>& friction) {
  return friction.save().slip_position - friction.save().slip_deflection;
}

// Inside the elastic range the anchor does not move by a bit, however long the encoder rattles: no drift.
TEST(PositionFriction, DoesNotDriftUnderQuantisationNoise) {
  PositionFriction<> friction(contact_of_1e5);
  testing::RandomCases random(101);
  friction.update_position(quantised(0.1));
  const double anchor = anchor_of(friction);
  for (int k = 0; k < 100000; ++k) friction.update_position(quantised(0.1 + random.uniform(-5, 5) * count));
  EXPECT_EQ(anchor_of(friction), anchor);
  EXPECT_EQ(friction.update_position(quantised(0.1)).force, 0);
}

// Beyond it the anchor follows: the same rattle with an amplitude above z_ba moves it.
TEST(PositionFriction, SlipsBeyondTheElasticRange) {
  PositionFriction<> friction(contact_of_1e5);
  friction.update_position(0.0);
  friction.update_position(0.9 * z_ss);
  EXPECT_GT(anchor_of(friction), 1e-3 * z_ss);
}

// Sliding ends at F_C in both directions, in coarse counts and in one leap.
TEST(PositionFriction, SlidesAtTheCoulombForce) {
  PositionFriction<> friction(contact_of_1e5);
  for (int k = 0; k <= 300; ++k) friction.update_position(k * count);
  EXPECT_NEAR(friction.force(), 1.0, 1e-9);
  for (int k = 300; k >= 0; --k) friction.update_position(k * count);
  EXPECT_NEAR(friction.force(), -1.0, 1e-9);
  EXPECT_NEAR(friction.update_position(1.0).force, 1.0, 1e-9);
}

// No time enters: the force along a path does not depend on how many samples it is cut into.
TEST(PositionFriction, DoesNotDependOnTheSampleTime) {
  const auto force_after_a_swing = [](int samples) {
    PositionFriction<> friction(contact_of_1e5);
    for (int k = 0; k <= samples; ++k)  // three quarters of a period: reversals fall on samples
      friction.update_position(2 * z_ss * std::sin(1.5 * std::numbers::pi * k / samples));
    return friction.force();
  };
  const double at_fine_samples = force_after_a_swing(30000);
  EXPECT_NEAR(force_after_a_swing(3), at_fine_samples, 1e-10);
  EXPECT_NEAR(force_after_a_swing(300), at_fine_samples, 1e-10);
}

// Loading from rest follows the elastoplastic reference curve: z(x) in units of z_ss.
TEST(PositionFriction, FollowsTheElastoplasticLoadingCurve) {
  for (const auto& [x, z] :
       {std::pair{0.5, 0.5}, {0.8, 0.795864694971664}, {1.0, 0.906671092965662}, {2.0, 0.987311002630638}}) {
    PositionFriction<> friction(contact_of_1e5);
    friction.update_position(0.0);
    EXPECT_NEAR(friction.update_position(-x * z_ss).force, -z, 1e-12);
  }
}

// The force stays within F_C for any leap.
TEST(PositionFriction, StaysWithinTheCoulombForce) {
  testing::RandomCases random(102);
  PositionFriction<> friction(contact_of_1e5);
  for (int k = 0; k < 20000; ++k) {
    const double x = random.sign() * random.log_uniform(1e-12, 1.0);
    EXPECT_LE(std::abs(friction.update_position(x).force), 1 + 1e-9);
  }
}

// Broken readings are reported and change nothing; a restored estimator goes on with the same bits; float follows.
TEST(PositionFriction, HoldsThroughBrokenReadings) {
  PositionFriction<> friction(contact_of_1e5), twin(contact_of_1e5);
  PositionFriction<float> coarse({});
  for (int k = 0; k < 100; ++k) {
    const double x = 3 * z_ss * std::sin(0.1 * k);
    const double force = friction.update_position(x).force;
    EXPECT_NEAR(coarse.update_position(static_cast<float>(x)).force, force, 2e-5);
    const auto held = friction.update_position(std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(held.status, UpdateStatus::invalid);
    EXPECT_EQ(held.force, force);
    if (k == 50) twin.restore(friction.save());
    EXPECT_TRUE(k <= 50 || twin.update_position(x).force == force);
  }
}

// In float, positions 1 km from the origin are 61 um apart, six times z_ss. Sliding still costs F_C both ways, and an
// encoder that rattles by one count while sliding has slid.
TEST(PositionFriction, KeepsItsForceFarFromTheOrigin) {
  PositionFriction<float> friction({});
  for (int k = 0; k <= 100; ++k) friction.update_position(1000.0F + 1e-4F * static_cast<float>(k));
  EXPECT_FLOAT_EQ(friction.force(), 1.0F);
  for (int k = 100; k >= 0; --k) friction.update_position(1000.0F + 1e-4F * static_cast<float>(k));
  EXPECT_FLOAT_EQ(friction.force(), -1.0F);
  PositionFriction<> fine(contact_of_1e5);
  for (int k = 0; k <= 300; ++k) fine.update_position(1e9 + k * count);  // 0.1 um apart
  EXPECT_NEAR(fine.force(), 1.0, 1e-9);
}

// Finite positions of any size give a finite force.
TEST(PositionFriction, SurvivesHugePositions) {
  PositionFriction<> friction(contact_of_1e5);
  friction.update_position(0.0);
  double direction = 0;
  for (const double x : {1e308, -1e308, 1.7e308, 0.0, 1e-300, 1.0}) {
    const double last = friction.save().position;
    const auto answer = friction.update_position(x);
    if (std::abs(x - last) > 1e-4) direction = x > last ? 1 : -1;
    EXPECT_EQ(answer.status, UpdateStatus::ok);
    EXPECT_NEAR(answer.force, direction, 1e-9) << x;
  }
}

// Steady sliding is recognised in spite of rounding: the deflection is exactly z_ss from some sample on.
TEST(PositionFriction, SteadySlidingDoesNotFlickerWithRounding) {
  PositionFriction<> friction(contact_of_1e5);
  for (int k = 0; k < 500; ++k) friction.update_position(0.1 + 1.37e-6 * k);
  const double force = friction.force();
  for (int k = 500; k < 20000; ++k) ASSERT_EQ(friction.update_position(0.1 + 1.37e-6 * k).force, force) << k;
}

// Its parameters are described like those of a law.
TEST(PositionFriction, HasAValidTable) { EXPECT_TRUE(is_valid(contact_of_1e5)); }

}  // namespace
}  // namespace stiction::position_friction_test
