// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/schema/number_text.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

namespace stiction::number_text_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double read_back(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

/// Numbers of every size, from bit patterns drawn at random; NaN and infinity are left out.
template <class Visitor>
void for_random_numbers(int count, Visitor visit) {
  std::mt19937_64 random(1);
  for (int i = 0; i < count;) {
    const double x = std::bit_cast<double>(std::uint64_t{random()});
    if (!std::isfinite(x)) continue;
    visit(x);
    ++i;
  }
}

// Whole numbers and plain decimals are printed the way people write them; an exponent appears only where it is shorter.
TEST(NumberText, IsWhatAPersonWouldWrite) {
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(10), "10");
  EXPECT_EQ(number_text(100), "100");
  EXPECT_EQ(number_text(2900), "2900");
  EXPECT_EQ(number_text(-316.2277660168379), "-316.2277660168379");
  EXPECT_EQ(number_text(1e5), "1e5");
  EXPECT_EQ(number_text(1e-5), "1e-5");
  EXPECT_EQ(number_text(1e100), "1e100");
  EXPECT_EQ(number_text(2.5e-10), "2.5e-10");
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(-0.0), "-0");
}

// 0.1 + 0.2 is not 0.3: the text must tell them apart, with all 17 digits.
TEST(NumberText, TellsNeighboursApart) {
  EXPECT_EQ(number_text(0.3), "0.3");
  EXPECT_EQ(number_text(0.1 + 0.2), "0.30000000000000004");
}

// What is not a number has one name each, whatever its sign bit.
TEST(NumberText, NamesWhatIsNotFinite) {
  EXPECT_EQ(number_text(std::nan("")), "nan");
  EXPECT_EQ(number_text(-std::nan("")), "nan");
  EXPECT_EQ(number_text(infinity), "inf");
  EXPECT_EQ(number_text(-infinity), "-inf");
}

// 100 000 random bit patterns, one in 2000 of them subnormal, come back bit for bit.
TEST(NumberText, ReadsBackAsTheSameNumber) {
  for_random_numbers(100000, [](double x) {
    ASSERT_EQ(std::bit_cast<std::uint64_t>(read_back(number_text(x))), std::bit_cast<std::uint64_t>(x)) << x;
  });
}

// The smallest and largest numbers of either kind come back too.
TEST(NumberText, ReadsBackAtTheEnds) {
  using Limits = std::numeric_limits<double>;
  for (const double x : {Limits::denorm_min(), -Limits::denorm_min(), 1023 * Limits::denorm_min(), Limits::min(),
                         std::nextafter(Limits::min(), 0.0), Limits::max(), Limits::lowest(), Limits::epsilon()})
    EXPECT_EQ(read_back(number_text(x)), x);
  EXPECT_EQ(number_text(Limits::denorm_min()), "5e-324");
}

// std::to_chars promises the fewest digits that read back; with an exponent behind them, number_text is never longer.
TEST(NumberText, IsNeverLongerThanTheFewestDigits) {
  for_random_numbers(100000, [](double x) {
    char shortest[64];
    const auto end = std::to_chars(shortest, shortest + sizeof shortest, x, std::chars_format::scientific).ptr;
    ASSERT_LE(number_text(x).size(), std::string(shortest, end).size()) << x;
  });
}

// Files are read with a decimal point; a locale with a decimal comma must not leak into them.
TEST(NumberText, HasADecimalPointUnderEveryLocale) {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  bool found = false;
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR", "ro_RO.UTF-8"})
    found = found || std::setlocale(LC_NUMERIC, name) != nullptr;
  if (!found) GTEST_SKIP() << "no locale with a decimal comma is installed";
  const std::string text = number_text(-1.5e-7), comma = std::to_string(0.5);
  std::setlocale(LC_NUMERIC, before.c_str());
  EXPECT_EQ(comma, "0,500000") << "the locale should print a comma, else this test shows nothing";
  EXPECT_EQ(text, "-1.5e-7");
}

// The words after "must" for every shape of a range.
TEST(RequirementText, SaysWhatARangeAsksFor) {
  EXPECT_EQ(requirement_text(any_finite), "be finite");
  EXPECT_EQ(requirement_text(positive), "be finite and positive");
  EXPECT_EQ(requirement_text(non_negative), "be finite and not negative");
  EXPECT_EQ(requirement_text(above(2.5)), "be greater than 2.5");
  EXPECT_EQ(requirement_text(at_least(-3)), "be at least -3");
  EXPECT_EQ(requirement_text(Range{.high = 7}), "be at most 7");
  EXPECT_EQ(requirement_text(Range{.high = 7, .high_allowed = false}), "be less than 7");
  EXPECT_EQ(requirement_text(between(0.1, 10)), "lie in [0.1, 10]");
  EXPECT_EQ(requirement_text(Range{0.0, 1.0, false, false}), "lie in (0, 1)");
}

}  // namespace
}  // namespace stiction::number_text_test
