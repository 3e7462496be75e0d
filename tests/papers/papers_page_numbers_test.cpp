// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/papers_page_numbers.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

FigureResult of(std::vector<MeasuredNumber> numbers) {
  FigureResult result;
  result.measurements = std::move(numbers);
  return result;
}
MeasuredNumber number(const std::string& key, double value) { return {.key = key, .unit = "N.s/m", .value = value}; }
MeasuredNumber judged(const std::string& key, double value, double reference, double deviation) {
  return {.key = key, .unit = "N", .value = value, .reference = reference, .deviation = deviation};
}

// A failed number is never folded away, nor is one that could not be measured.
TEST(PapersPageNumbers, FailuresAreSeen) {
  MeasuredNumber lost = number("lost", 0);
  lost.holds = false, lost.missing = "never slipped";
  const FigureResult r = of({lost, number("fine", 1)});
  ASSERT_EQ(judged_numbers(r).rows.size(), 1u);
  EXPECT_EQ(judged_numbers(r).rows[0].at(1).text, "never slipped");
  EXPECT_EQ(further_numbers(r).rows.size(), 1u);
}

// Noise next to the size it is a remainder of is "about zero", with that size named and all digits kept.
TEST(PapersPageNumbers, NoiseIsNotPrintedInDigits) {
  const HtmlTable t =
      judged_numbers(of({judged("rest", 1e-16, 0, 1e-14), judged("small", 3.215444e-7, 3.215144e-7, 3e-9)}));
  EXPECT_EQ(t.columns.at(5).heading, "relative to");
  EXPECT_EQ(t.rows[0].at(1).text, "\u2248 0");
  EXPECT_EQ(t.rows[0].at(1).whole, "1e-16");
  EXPECT_EQ(t.rows[0].at(2).text, "0");
  EXPECT_NEAR(std::stod(t.rows[0].at(5).text), 0.01, 1e-12);
  EXPECT_EQ(t.rows[1].at(1).text, "3.2154e-07");  // of 0.01: 1e-11 counts
  EXPECT_NEAR(std::stod(t.rows[1].at(5).text), 0.01, 1e-12);
}

// Cases get a column; bars in their names, of a unit and of a quotient stay.
TEST(PapersPageNumbers, VariantsGetAColumn) {
  const auto in = [](const std::string& its_case, const std::string& quantity) {
    MeasuredNumber n = number(its_case + "/" + quantity, 1);
    n.its_case = its_case;
    return n;
  };
  const HtmlTable t = further_numbers(
      of({in("P5_V=vc/sqrt2", "work_done"), number("slip at 0.1 m/s", 1), number("z / z_ss", 1), in("1", "at 2 m/s")}));
  const auto row = [&](std::size_t i) { return t.rows[i].at(0).text + "|" + t.rows[i].at(1).text; };
  EXPECT_EQ(row(0), "work done|P5 V=vc/sqrt2");
  EXPECT_EQ(row(1), "slip at 0.1 m/s|");
  EXPECT_EQ(row(2), "z / z_ss|");
  EXPECT_EQ(row(3), "at 2 m/s|1");
}

}  // namespace
}  // namespace stiction
