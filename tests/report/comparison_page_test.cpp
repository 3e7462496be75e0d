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
  Cure c{.label = label, .experiment = {}, .set_point = {}};
  c.experiment.controller = NamedPart{.model = "pid", .values = {{"velocity_gain", 7.5}}};
  c.nominal = {.error = error, .settling_time = NAN, .effort = 2, .rest_error = 2 * error};
  c.least_error = error, c.worst_error = 3 * error, c.worst_parameter = "coulomb_force -30 %";
  c.sentence = "comes to rest", c.rank = 1;
  c.numbers = {{.name = "velocity_gain", .unit = "N.s/m", .start = 6}};
  c.curve = {{0, 1}, {error, -0.1 * error}};
  return c;
}
Element table_of(const CureComparison& comparison) {
  return read_markup(comparison_page(comparison, {"[plant]"}).html()).all("table").at(0);
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
  EXPECT_EQ(table.all("th").at(2).all("span", "unit").at(0).text, "[\u00b5m]");
  const std::vector<Element> cells = table.all("td");
  EXPECT_EQ(number(cells.at(1)), "5.4");
  EXPECT_EQ(number(cells.at(11)), "230");
  EXPECT_EQ(number(cells.at(3)), "never");
  EXPECT_EQ(cells.at(9).text, "coulomb force \u221230\u00a0%");
}

// A joint turns: its errors are angles and its effort is a torque.
TEST(ComparisonPage, JointsHaveTorques) {
  const Element table = table_of({.cures = {cure("a", 0.004)}, .turns = true});
  EXPECT_EQ(table.all("th").at(2).all("span", "unit").at(0).text, "[mrad]");
  EXPECT_EQ(table.all("th").at(5).all("span", "unit").at(0).text, "[N\u00b7m]");
}

// A cure that hunts or did not run is marked by more than a colour.
TEST(ComparisonPage, HuntingAndFailureAreMarked) {
  Cure hunts = cure("hunts", 1e-5), broken = cure("broken", 0);
  hunts.nominal.hunts = true, broken.nominal.problem = "step too small";
  const Element table = table_of({.cures = {cure("good", 1e-5), hunts, broken}});
  EXPECT_EQ(table.all("span", "pass").size(), 1u);
  EXPECT_EQ(table.all("span", "fail").size(), 2u);
  EXPECT_EQ(table.all("td").at(26).text, " step too small");
}

// The verdict is a sentence, and every gain that was found is on the page.
TEST(ComparisonPage, BeginsWithItsVerdictAndHasTheGains) {
  const Element root = read_markup(comparison_page({.cures = {cure("a", 1)}, .sentence = "dither is best"}, {}).html());
  EXPECT_EQ(root.all("p", "subtitle").at(0).text, "Dither is best.");
  const Element gains = root.all("table").at(1);
  EXPECT_EQ(gains.all("td").at(0).text, "velocity gain");
  EXPECT_EQ(number(gains.all("td").at(2)), "6");
  EXPECT_EQ(number(gains.all("td").at(3)), "7.5");
}

// Error against effort with the budget, and errors on a logarithmic scale on which settling shows.
TEST(ComparisonPage, FiguresShowErrorAgainstEffortAndSettling) {
  Cure settles = cure("settles", 1e-3);
  settles.nominal.settling_time = 0.4;
  const Figure figure = comparison_figure({.cures = {settles, cure("b", 1e-2)}, .budget = {3, 1}});
  ASSERT_EQ(figure.panels.size(), 3U);
  EXPECT_EQ(figure.panels[0].curves.size(), 2U);
  EXPECT_EQ(figure.panels[0].curves[1].x, std::vector<double>{2});
  EXPECT_EQ(figure.panels[0].vertical_lines.at(0).value, 3);
  EXPECT_EQ(figure.panels[1].y_scale, Scale::logarithmic);
  EXPECT_EQ(figure.panels[1].vertical_lines.at(0).value, 0.4);
  EXPECT_EQ(figure.panels[1].curves[0].y, (std::vector<double>{1e-3, 1e-4}));
  EXPECT_TRUE(figure.panels[2].vertical_lines.empty());
}

}  // namespace
}  // namespace stiction
