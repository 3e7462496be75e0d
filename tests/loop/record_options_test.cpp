// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/record_options.hpp"

#include <gtest/gtest.h>

namespace stiction::record_options_test {
namespace {

double interval_over(double duration) {
  RecordOptions options;
  options.interval = RecordOptions::automatic;
  return options.interval_over(duration);
}

// 10 ms from 10 s on; below, the longest of 1, 2 or 5 times a power of ten that gives a thousand samples.
TEST(RecordOptions, ShortRunsAreSampledMoreOften) {
  EXPECT_EQ(interval_over(1e5), 0.01);
  EXPECT_EQ(interval_over(10), 0.01);
  EXPECT_EQ(interval_over(9.99), 5e-3);
  EXPECT_EQ(interval_over(5), 5e-3);
  EXPECT_EQ(interval_over(4.99), 2e-3);
  EXPECT_EQ(interval_over(1.5), 1e-3);
  EXPECT_EQ(interval_over(0.05), 5e-5);
  for (double duration = 0.05; duration < 10; duration *= 1.37) {
    const double samples = duration / interval_over(duration);
    EXPECT_GE(samples, 1000 * (1 - 1e-9)) << duration;
    EXPECT_LT(samples, 2500.001) << duration;
  }
}

// Short ones every 50 us, and the shortest twenty times: what is kept must not cost more than the run.
TEST(RecordOptions, VeryShortRunsHaveFewSamples) {
  EXPECT_EQ(interval_over(0.019), 5e-5);
  EXPECT_EQ(interval_over(1e-3), 5e-5);
  EXPECT_EQ(interval_over(1e-4), 5e-6);
  EXPECT_EQ(interval_over(1e-9), 5e-11);
}

// An interval that was given is kept, whatever the duration; so is one sample for every step.
TEST(RecordOptions, AGivenIntervalIsKept) {
  EXPECT_EQ(RecordOptions{.interval = 0.3}.interval_over(1e-3), 0.3);
  EXPECT_EQ(RecordOptions{.interval = 0}.interval_over(1e-3), 0);
  EXPECT_EQ(RecordOptions{}.interval_over(0.05), 0.01);
}

}  // namespace
}  // namespace stiction::record_options_test
