// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/comparison_page.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/report/markup_reader.hpp"

namespace stiction {
namespace {

using testing::Element;
using testing::read_markup;

Cure cure(const char* label, double error) {
  Cure c{.label = label, .controller = {}, .nominal = {.error = error, .final_error = 2 * error, .settling_time = NAN}};
  c.worst_error = 3 * error, c.worst_parameter = "coulomb_force -30 %", c.sentence = "comes to rest";
  c.time = {0, 1}, c.tracking_error = {error, -error};
  return c;
}
Element table_of(const CureComparison& comparison) {
  return read_markup(comparison_page(comparison, "[plant]").html()).all("table").at(0);
}
/// The number of a cell, put together again.
std::string number(const Element& cell) {
  std::string text = cell.text;
  for (const Element& rest : cell.all("span", "rest")) text += rest.text;
  return text;
}

// 5.4e-06 m is 5.4 um: one prefix for all errors of the table, chosen by the largest.
TEST(ComparisonPage, ErrorsHaveAPrefix) {
  const Element table = table_of({.cures = {cure("a", 5.4e-6), cure("b", 2.3e-4)}});
  EXPECT_EQ(table.all("th").at(1).all("span", "unit").at(0).text, "[\u00b5m]");
  const std::vector<Element> cells = table.all("td");
  EXPECT_EQ(number(cells.at(0)), "5.4");
  EXPECT_EQ(number(cells.at(8)), "230");
  EXPECT_EQ(number(cells.at(2)), "never");
  EXPECT_EQ(cells.at(7).text, "coulomb force \u221230\u00a0%");
}

// A joint turns: its errors are angles and its effort is a torque.
TEST(ComparisonPage, JointsHaveTorques) {
  const Element table = table_of({.cures = {cure("a", 0.004)}, .unit = "rad"});
  EXPECT_EQ(table.all("th").at(1).all("span", "unit").at(0).text, "[mrad]");
  EXPECT_EQ(table.all("th").at(4).all("span", "unit").at(0).text, "[N\u00b7m]");
}

// A cure that hunts or did not run is marked by more than a colour.
TEST(ComparisonPage, HuntingAndFailureAreMarked) {
  Cure hunts = cure("hunts", 1e-5), broken = cure("broken", 0);
  hunts.nominal.hunts = true, broken.nominal.problem = "step too small";
  const Element table = table_of({.cures = {cure("good", 1e-5), hunts, broken}});
  EXPECT_EQ(table.all("span", "pass").size(), 1u);
  EXPECT_EQ(table.all("span", "fail").size(), 2u);
  EXPECT_EQ(table.all("td").at(21).text, " step too small");
}

// The verdict is a sentence, and the page of three sections needs no contents.
TEST(ComparisonPage, BeginsWithItsVerdict) {
  const Element root = read_markup(comparison_page({.cures = {cure("a", 1)}, .sentence = "dither is best"}, "").html());
  EXPECT_EQ(root.all("p", "subtitle").at(0).text, "Dither is best.");
  EXPECT_TRUE(root.all("nav").empty());
}

}  // namespace
}  // namespace stiction
