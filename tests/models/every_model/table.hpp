// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Promises that every friction model keeps; a new model is tested here the moment it joins AllModels.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "stiction/models/preset.hpp"
#include "stiction/schema/named_values.hpp"
#include "tests/models/every_model/family.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction {
namespace {

template <class Model>
struct EveryModel : ::testing::Test {};
TYPED_TEST_SUITE(EveryModel, testing::FamilyUnderTest, testing::NameOfModel);

bool mentions_text(const std::vector<Violation>& broken, std::string_view part) {
  for (const Violation& v : broken)
    if (v.text.find(part) != std::string::npos) return true;
  return false;
}

TYPED_TEST(EveryModel, SaysWhatItIs) {
  static_assert(FrictionModel<TypeParam>);
  EXPECT_FALSE(TypeParam::info.description.empty());
  EXPECT_FALSE(TypeParam::info.source.empty());
  EXPECT_EQ(TypeParam::info.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789"), std::string_view::npos);
}

TYPED_TEST(EveryModel, HasATableOfUniqueNamesKnownUnitsAndSentences) {
  std::set<std::string_view> names;
  const auto check = [&](const auto& row) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name << " stands twice";
    EXPECT_TRUE(parse_unit(row.unit).has_value()) << row.name << " has the unknown unit " << row.unit;
    EXPECT_TRUE(row.doc.ends_with(".")) << row.name;
  };
  for_each_row<ParametersOf<TypeParam>>(check);
  for_each_row<StateOf<TypeParam>>(check);
  for_each_row<ModeOf<TypeParam>>(check);
}

TYPED_TEST(EveryModel, DefaultsAndPresetsAreValid) {
  for (const Violation& v : violations(ParametersOf<TypeParam>{})) ADD_FAILURE() << v.text;
  for_each_preset<TypeParam>([](const auto& one) {
    for (const Violation& v : violations(preset<TypeParam>(one.name))) ADD_FAILURE() << one.name << ": " << v.text;
    EXPECT_FALSE(one.source.empty());
  });
}

TYPED_TEST(EveryModel, ReportsEveryNumberThatIsOutOfRange) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  ParametersOf<TypeParam> p;
  for_each_field(p, [&](const auto& row, double& x, std::size_t) {
    const double good = x;
    for (const double bad : {nan, infinity, -infinity, row.range.low - 1, row.range.high + 1}) {
      if (row.range.contains(bad)) continue;
      x = bad;
      EXPECT_TRUE(mentions_text(violations(p), std::string(row.name))) << row.name << " = " << bad;
    }
    x = good;
  });
}

// Rules are hit by random parameters that keep to their ranges only.
TYPED_TEST(EveryModel, ReportsEveryRuleThatIsBroken) {
  testing::RandomCases random(1);
  for_each_rule<ParametersOf<TypeParam>>([&](const auto& rule) {
    bool reported = false;
    for (int i = 0; i < 10000 && !reported; ++i) {
      const auto p = random.any_parameters<TypeParam>(1.0);
      if (!rule.holds(p)) reported = mentions_text(violations(p), rule.text);
    }
    EXPECT_TRUE(reported) << rule.text;
  });
}

TYPED_TEST(EveryModel, SurvivesTheRoundTripThroughNames) {
  testing::RandomCases random(2);
  const auto p = random.parameters<TypeParam>(2.0);
  auto back = with_values(ParametersOf<TypeParam>{}, named_values(p), TypeParam::info.name);
  for_each_pair(back, p, [](const auto& row, double x, double y) { EXPECT_EQ(x, y) << row.name; });
}

TYPED_TEST(EveryModel, HasAPositiveCoulombLevelAndStateScales) {
  testing::RandomCases random(3);
  for (int i = 0; i < 300; ++i) {
    const auto p = random.parameters<TypeParam>(6.0);
    EXPECT_GT(TypeParam::template coulomb_level<double>(p), 0);
    auto scale = TypeParam::template state_scale<double>(p);
    for_each_field(scale, [](const auto& row, double x, std::size_t) { EXPECT_GT(x, 0) << row.name; });
  }
}

}  // namespace
}  // namespace stiction
