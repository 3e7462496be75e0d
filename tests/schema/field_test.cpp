// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/schema/field.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "stiction/scalar/dual_number.hpp"
#include "tests/support/sample_struct.hpp"

namespace stiction {
namespace {

using testing::Sample;

struct Empty {
  static constexpr auto fields() { return Table<>{}; }
};

// Sample holds 1 + 3 + 1 numbers in three rows.
TEST(Field, CountsNumbersAndRows) {
  EXPECT_EQ(field_count<Sample<double>>, 5u);
  EXPECT_EQ(field_count<Empty>, 0u);
  int rows = 0;
  for_each_row<Sample<double>>([&](const auto&) { ++rows; });
  EXPECT_EQ(rows, 3);
  EXPECT_EQ(number_count(Sample<double>::fields().row<1>()), 3u);
}

// Numbers come in the order of the table, arrays entry by entry, and can be changed in place.
TEST(Field, VisitsEveryNumberInOrder) {
  Sample<double> s;
  std::string seen;
  for_each_field(s, [&](const auto& row, double& x, std::size_t i) {
    seen += std::string(row.name) + std::to_string(i) + " ";
    x *= 2;
  });
  EXPECT_EQ(seen, "stiffness0 limit0 limit1 limit2 share0 ");
  EXPECT_EQ(s.stiffness, 200);
  EXPECT_EQ(s.limit, (std::array{2.0, 4.0, 6.0}));
  EXPECT_EQ(s.share, 1.0);
}

// A role is said only where it differs from plain.
TEST(Field, CarriesItsRole) {
  EXPECT_EQ(Sample<double>::fields().row<0>().role, Role::plain);
  EXPECT_EQ(Sample<double>::fields().row<1>().role, Role::force_level);
}

// Rules are visited in order; a struct without rules has none.
TEST(Rule, AreVisitedInOrder) {
  std::vector<std::string_view> texts;
  for_each_rule<Sample<double>>([&](const auto& rule) { texts.push_back(rule.text); });
  EXPECT_EQ(texts, (std::vector<std::string_view>{"limit ascending", "share < stiffness"}));
  for_each_rule<Empty>([](const auto&) { ADD_FAILURE(); });
}

// Pairs match by place: a += 10 b number by number, over two number types.
TEST(ForEachPair, MatchesNumbersByTheirPlace) {
  Sample<double> a;
  Sample<float> b;
  b.limit = {4, 5, 6};
  for_each_pair(a, b, [](const auto&, double& x, float y) { x += 10.0 * static_cast<double>(y); });
  EXPECT_EQ(a.stiffness, 1100);
  EXPECT_EQ(a.limit, (std::array{41.0, 52.0, 63.0}));
  EXPECT_EQ(a.share, 5.5);
}

// 0.1 rounded to float and back is 0.100000001490116; dual numbers get the value and no slope.
TEST(Convert, ChangesTheNumberTypeOnly) {
  Sample<double> s;
  s.share = 0.1;
  s.limit[2] = 7;
  const auto narrow = convert<Sample<float>>(s);
  EXPECT_EQ(narrow.share, 0.1f);
  EXPECT_EQ(convert<Sample<double>>(narrow).share, 0.100000001490116119384765625);
  const auto dual = convert<Sample<Dual<double, 2>>>(s);
  EXPECT_EQ(dual.limit[2].value, 7);
  EXPECT_EQ(dual.limit[2].slope, (std::array{0.0, 0.0}));
  EXPECT_TRUE((exactly(dual.share, 0.1)));
}

// Tables are known at compile time, so validity can be too.
TEST(IsValid, IsDecidedAtCompileTime) {
  static_assert(is_valid(Sample<double>{}));
  static_assert(!is_valid(Sample<double>{.stiffness = -1}));
  static_assert(!is_valid(Sample<double>{.share = 0}));
  static_assert(is_valid(Sample<double>{.share = 1}));
  static_assert(!is_valid(Sample<double>{.limit = {3, 2, 1}}));
  static_assert(is_valid(Empty{}));
}

}  // namespace
}  // namespace stiction
