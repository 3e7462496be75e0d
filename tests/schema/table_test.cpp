// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/schema/table.hpp"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

namespace stiction {
namespace {

// Rows keep their types and their order; two rows of one type are two rows.
TEST(Table, KeepsRowsInOrder) {
  constexpr Table table{1, 2.5, 1};
  static_assert(table.size == 3);
  static_assert(table.row<0>() == 1 && table.row<1>() == 2.5 && table.row<2>() == 1);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(table.row<1>())>, double>);
  std::string seen;
  table.for_each([&](auto row) { seen += std::to_string(row).substr(0, 3) + " "; });
  EXPECT_EQ(seen, "1 2.5 1 ");
}

// Joined tables stand one behind the other, an empty one adds nothing.
TEST(Table, JoinsInOrder) {
  constexpr auto joined = join(Table{1, 2.5}, Table<>{}, Table{'c'});
  static_assert(joined.size == 3);
  static_assert(joined.row<0>() == 1 && joined.row<1>() == 2.5 && joined.row<2>() == 'c');
  Table<>{}.for_each([](auto) { ADD_FAILURE(); });
  EXPECT_EQ(joined.apply([](int a, double b, char c) { return a + b + c; }), 3.5 + 'c');
}

}  // namespace
}  // namespace stiction
