// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/ensemble/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace stiction {
namespace {

// Every index once, for any number of threads; progress rises by equal parts and is told by one thread at a time.
TEST(ForEachParallel, DoesEveryIndexOnce) {
  for (const std::size_t threads : {0U, 1U, 2U, 7U}) {
    std::vector<int> done(1000, 0);
    std::vector<double> told;  // not atomic: a second caller at the same time is a race
    EXPECT_TRUE(for_each_parallel(
        done.size(), threads, [&](std::size_t i) { ++done[i]; },
        [&](double fraction) {
          told.push_back(fraction);
          return false;
        }));
    EXPECT_EQ(done, std::vector<int>(1000, 1));
    ASSERT_EQ(told.size(), 1000U);
    for (std::size_t k = 0; k < told.size(); ++k) EXPECT_DOUBLE_EQ(told[k], static_cast<double>(k + 1) / 1000);
  }
}

TEST(ForEachParallel, StopsWhenAsked) {
  std::atomic<int> done{0};
  EXPECT_FALSE(
      for_each_parallel(100000, 2, [&](std::size_t) { ++done; }, [](double fraction) { return fraction > 0.01; }));
  EXPECT_GE(done, 1000);
  EXPECT_LT(done, 2000);
}

TEST(ForEachParallel, HandsOnTheFirstException) {
  std::atomic<int> done{0};
  EXPECT_THROW(for_each_parallel(10000, 3,
                                 [&](std::size_t i) {
                                   ++done;
                                   if (i == 50) throw std::runtime_error("fifty");
                                   // All of it takes seconds, so that whoever throws has its turn before the end.
                                   if (i > 50) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                 }),
               std::runtime_error);
  EXPECT_LT(done, 10000);
}

TEST(ForEachParallel, HasNothingToDoForNothing) {
  EXPECT_TRUE(for_each_parallel(0, 4, [](std::size_t) { FAIL(); }));
}

}  // namespace
}  // namespace stiction
