// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/control/measurement.hpp"

#include <gtest/gtest.h>

#include "tests/support/random_cases.hpp"

namespace stiction {
namespace {

// An encoder gives whole steps, never more than half a step off, and is true at every whole step.
TEST(Sensor, ReadsWholeStepsOfItsEncoder) {
  testing::RandomCases random(3);
  for (int round = 0; round < 1000; ++round) {
    const double q = random.log_uniform(1e-6, 1e-3), x = random.uniform(-1, 1), read = quantised(x, q);
    EXPECT_LE(std::abs(read - x), 0.5 * q * (1 + 1e-9));
    EXPECT_NEAR(read / q, std::round(read / q), 1e-9);
  }
  EXPECT_EQ(quantised(0.75, 0.25), 0.75);
  EXPECT_EQ(quantised(0.87, 0.25), 0.75);
  EXPECT_EQ(quantised(-0.88, 0.25), -1.0);
  EXPECT_EQ(quantised(0.123456, 0.0), 0.123456);
}

// A ramp through the velocity filter: backward Euler of T v' + v = s gives s (1 - (T/(T+h))^k), exactly.
TEST(Sensor, FiltersDifferencesOfPositions) {
  const double h = 1e-3, filter = 4e-3, slope = 0.3;
  const SampledOptions options{.sample_time = h, .velocity_filter = filter};
  SensorMemory memory;
  for (int k = 0; k <= 50; ++k) {
    const auto measured = read_sensor(options, memory, slope * k * h, 99);
    EXPECT_NEAR(measured[1], slope * (1 - std::pow(filter / (filter + h), k)), 1e-12);
  }
}

// With a sensor of velocity and no faults the truth is read.
TEST(Sensor, ReadsTheTruthByDefault) {
  SensorMemory memory;
  EXPECT_EQ(read_sensor({}, memory, 0.1, -0.2), (Measured<double>{0.1, -0.2}));
}

// Noise is normal: mean 0, deviation 1, 68.27 % within one deviation, 4.55 % beyond two; successive numbers are not
// correlated.
TEST(GaussianNoise, IsNormallyDistributed) {
  GaussianNoise noise(42);
  const int count = 200'000;
  double sum = 0, squares = 0, products = 0, last = 0;
  int within_one = 0, beyond_two = 0;
  for (int i = 0; i < count; ++i) {
    const double x = noise();
    sum += x, squares += x * x, products += x * last, last = x;
    within_one += std::abs(x) < 1, beyond_two += std::abs(x) > 2;
  }
  const double n = count;
  EXPECT_NEAR(sum / n, 0, 0.01);
  EXPECT_NEAR(squares / n, 1, 0.015);
  EXPECT_NEAR(products / n, 0, 0.01);
  EXPECT_NEAR(within_one / n, 0.6827, 0.005);
  EXPECT_NEAR(beyond_two / n, 0.0455, 0.003);
}

// The same seed gives the same noise, another seed another; each sensor has its own.
TEST(Sensor, RepeatsItsNoiseForTheSameSeed) {
  const SampledOptions noisy{.position_noise = 1e-3, .velocity_noise = 1e-2, .seed = 7};
  SampledOptions other = noisy;
  other.seed = 8;
  SensorMemory a, b, c;
  for (int k = 0; k < 100; ++k) {
    const auto first = read_sensor(noisy, a, 0, 0);
    EXPECT_EQ(first, read_sensor(noisy, b, 0, 0));
    EXPECT_NE(first, read_sensor(other, c, 0, 0));
  }
}

// A pulse comes out after whole samples of delay, or is shared between two samples by the part of a sample.
TEST(Drive, DelaysByWholeAndPartsOfSamples) {
  for (const double delay : {0.0, 1.0, 3.0, 64.0, 2.25, 0.5}) {
    const SampledOptions options{.sample_time = 1e-3, .delay = delay * 1e-3};
    DriveMemory memory;
    const int whole = static_cast<int>(delay);
    const double part = delay - whole;
    for (int k = 0; k < 100; ++k) {
      const double out = drive_force(options, memory, k == 0 ? 1.0 : 0.0);
      EXPECT_NEAR(out, k == whole ? 1 - part : k == whole + 1 ? part : 0.0, 1e-9) << delay << " " << k;
    }
  }
}

// The limit holds either way and touches nothing below it.
TEST(Drive, LimitsItsForce) {
  const SampledOptions options{.force_limit = 5};
  DriveMemory memory;
  EXPECT_EQ(drive_force(options, memory, 7), 5);
  EXPECT_EQ(drive_force(options, memory, -7), -5);
  EXPECT_EQ(drive_force(options, memory, 4.5), 4.5);
}

// Options out of range are found, with the rule on the length of the delay.
TEST(SampledOptions, KnowTheirRanges) {
  EXPECT_TRUE(is_valid(SampledOptions{}));
  EXPECT_FALSE(is_valid(SampledOptions{.sample_time = 0}));
  EXPECT_FALSE(is_valid(SampledOptions{.delay = 0.065}));
  EXPECT_TRUE(is_valid(SampledOptions{.delay = 0.064}));
}

}  // namespace
}  // namespace stiction
