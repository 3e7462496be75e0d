// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/schema/nearest_name.hpp"

#include <gtest/gtest.h>

#include <array>

namespace stiction::nearest_name_test {
namespace {

// Known distances: 3 letters for kitten -> sitting, 3 for Saturday -> Sunday, one swap for neighbours.
TEST(EditDistance, CountsInsertionsRemovalsChangesAndSwaps) {
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("saturday", "sunday"), 3u);
  EXPECT_EQ(edit_distance("lugre", "lurge"), 1u);
  EXPECT_EQ(edit_distance("ab", "ba"), 1u);
  EXPECT_EQ(edit_distance("ca", "abc"), 3u) << "a swapped pair is not edited again";
  EXPECT_EQ(edit_distance("dahl", "dahl"), 0u);
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("", "dahl"), 4u);
  EXPECT_EQ(edit_distance("dahl", ""), 4u);
}

// LuGre and lugre are the same name to a reader.
TEST(EditDistance, IgnoresCase) { EXPECT_EQ(edit_distance("LuGre", "lugre"), 0u); }

// A distance is the same both ways and obeys the triangle inequality.
TEST(EditDistance, IsSymmetric) {
  constexpr std::array<std::string_view, 5> words{"coulomb", "columb", "dahl", "lugre", "lugree"};
  for (const auto a : words)
    for (const auto b : words) {
      EXPECT_EQ(edit_distance(a, b), edit_distance(b, a));
      for (const auto c : words) EXPECT_LE(edit_distance(a, c), edit_distance(a, b) + edit_distance(b, c));
    }
}

constexpr std::array<std::string_view, 4> known{"coulomb_force", "static_force", "viscous_damping", "lugre"};

// A slip of the keyboard finds the name that was meant; the nearest of several, not the first.
TEST(NearestName, FindsTheNameThatWasMeant) {
  EXPECT_EQ(nearest_name("lugree", known), "lugre");
  EXPECT_EQ(nearest_name("LuGre", known), "lugre");
  EXPECT_EQ(nearest_name("columb_force", known), "coulomb_force");
  EXPECT_EQ(nearest_name("statc_force", known), "static_force");
}

// Of names equally near the first listed is taken; two letters are near, three of six are not.
TEST(NearestName, HasALimitAndAnOrder) {
  constexpr std::array<std::string_view, 2> twins{"dahl", "dahm"};
  EXPECT_EQ(nearest_name("dahn", twins), "dahl");
  constexpr std::array<std::string_view, 1> sitting{"sitting"};
  EXPECT_EQ(nearest_name("sitten", sitting), "sitting");
  EXPECT_EQ(nearest_name("kitten", sitting), "");
}

// A piece of a name is a hint although many letters are missing.
TEST(NearestName, TakesAPieceOfANameAsAHint) {
  EXPECT_EQ(nearest_name("viscous", known), "viscous_damping");
  EXPECT_EQ(nearest_name("vi", known), "") << "two letters are no hint";
}

// A name that nothing resembles gets no suggestion, which would only mislead.
TEST(NearestName, IsEmptyWhereNothingIsNear) {
  EXPECT_EQ(nearest_name("temperature", known), "");
  EXPECT_EQ(nearest_name("lugre", {}), "");
}

// The sentence a user reads, with and without a suggestion.
TEST(UnknownNameText, SuggestsAndLists) {
  constexpr std::array<std::string_view, 3> laws{"coulomb", "dahl", "lugre"};
  EXPECT_EQ(unknown_name_text("friction model", "lugree", laws),
            "unknown friction model \"lugree\"; did you mean \"lugre\"? Known: coulomb dahl lugre");
  EXPECT_EQ(unknown_name_text("friction model", "preisach", laws),
            "unknown friction model \"preisach\"; Known: coulomb dahl lugre");
}

}  // namespace
}  // namespace stiction::nearest_name_test
