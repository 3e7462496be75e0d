// SPDX-License-Identifier: BSD-3-Clause
#include "tests/reference/reference_values.hpp"

#include <gtest/gtest-spi.h>

namespace stiction::testing::reference_values_test {
namespace {

constexpr const char* experiment = "lugre1995_fig6_stickslip";

// The table is found and read: a value with digits and one that is zero, as they stand in the file.
TEST(ReferenceValues, TableIsRead) {
  const ReferenceTable::Values& values = ReferenceTable::of(experiment);
  ASSERT_EQ(values.size(), 19U);
  EXPECT_EQ(values.at("period").value, 6.36271982106582);
  EXPECT_NEAR(values.at("period").confirmed, 1e-14, 1e-20);
  EXPECT_EQ(values.at("period_change_last").value, 0);
  EXPECT_EQ(values.at("period_change_last").zero_within, 5.6e-12);
}

// A right value passes; a wrong one, an unknown key and a number that is none are failures.
TEST(ReferenceValues, WrongValuesFail) {
  compare(experiment, {{"period", 6.3627}}, 1e-5);
  EXPECT_NONFATAL_FAILURE(compare(experiment, {{"period", 6.3627}}, 1e-6), "period is 6.3627");
  EXPECT_NONFATAL_FAILURE(compare(experiment, {{"periode", 6.3627}}, 1e-6), "has no value periode");
  EXPECT_NONFATAL_FAILURE(compare(experiment, {{"period", std::nan("")}}, 1), "period is nan");
}

// A value that should be zero is judged by its natural scale, and fails beyond it.
TEST(ReferenceValues, ZeroIsJudgedByItsScale) {
  compare(experiment, {{"period_change_last", {5e-9, 6.4}}}, 1e-9);
  EXPECT_NONFATAL_FAILURE(compare(experiment, {{"period_change_last", 5e-9}}, 1e-9), "period_change_last");
}

// A value that is neither measured nor excused is noticed, and so is one that is both.
TEST(ReferenceValues, NothingIsLeftOutSilently) {
  Measurements all;
  for (const auto& [key, value] : ReferenceTable::of(experiment)) all[key] = value.value;
  expect_complete(experiment, all, {});
  EXPECT_NONFATAL_FAILURE(expect_complete(experiment, all, {{"period", "measured all the same"}}), "period");
  all.erase("period");
  EXPECT_NONFATAL_FAILURE(expect_complete(experiment, all, {}), "period");
}

}  // namespace
}  // namespace stiction::testing::reference_values_test
