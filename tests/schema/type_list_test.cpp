// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/schema/type_list.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <vector>

namespace stiction {
namespace {

using Numbers = TypeList<char, double, char>;

template <class Type>
struct Boxed {};

TEST(TypeList, KnowsItsSize) {
  EXPECT_EQ(TypeList<>::size, 0U);
  EXPECT_EQ(Numbers::size, 3U);
}

TEST(TypeList, HandsItsTypesToAnotherTemplate) {
  EXPECT_TRUE((std::is_same_v<Numbers::apply<std::tuple>, std::tuple<char, double, char>>));
  EXPECT_TRUE((std::is_same_v<TypeList<>::apply<std::tuple>, std::tuple<>>));
}

// Joining keeps the order, and an empty list adds nothing.
TEST(TypeList, IsJoinedWithOthersInOrder) {
  static_assert(
      std::is_same_v<JoinedList<TypeList<char>, TypeList<>, TypeList<double, int>>, TypeList<char, double, int>>);
  EXPECT_EQ((JoinedList<TypeList<char, char>, TypeList<double>>::size), 3u);
}

TEST(TypeList, IsVisitedInOrder) {
  std::vector<std::size_t> sizes;
  Numbers::for_each([&]<class Type>() { sizes.push_back(sizeof(Type)); });
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1, sizeof(double), 1}));

  TypeList<>::for_each([&]<class Type>() { sizes.clear(); });
  EXPECT_EQ(sizes.size(), 3U);
}

TEST(TypeList, IsVisitedAtCompileTime) {
  constexpr std::size_t bytes = [] {
    std::size_t sum = 0;
    Numbers::for_each([&]<class Type>() { sum += sizeof(Type); });
    return sum;
  }();
  EXPECT_EQ(bytes, 2 + sizeof(double));
}

}  // namespace
}  // namespace stiction
