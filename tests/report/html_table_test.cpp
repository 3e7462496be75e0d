// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/html_table.hpp"

#include <gtest/gtest.h>

#include <set>

#include "stiction/report/html_number.hpp"
#include "tests/report/markup_reader.hpp"

namespace stiction {
namespace {

using testing::Element;
using testing::read_markup;

// The decimal points of a column stand below one another: what is behind them has one width, also where there is none.
TEST(HtmlTable, DecimalPointsStandBelowOneAnother) {
  const Element table = read_markup(
      table_html({.columns = {{"name"}, {"number", "", true}, {"count", "", true}},
                  .rows = {{"a", "-1.25", "1"}, {"b", "1234", "20"}, {"c", "3.5e-07", "3"}, {"d", "never", "4"}}}));
  std::set<std::string> widths;
  std::string whole, rest;
  for (const Element& row : table.all("tbody").at(0).all("tr")) {
    const Element cell = row.all("td").at(0);
    whole += cell.text + "|";
    rest += cell.all("span", "rest").at(0).text + "|";
    widths.insert(cell.all("span", "rest").at(0).attribute("style"));
    EXPECT_TRUE(row.all("td").at(1).all("span").empty());
  }
  EXPECT_EQ(whole, "\u22121|1234|3|never|");
  EXPECT_EQ(rest, ".25||.5\u00a0\u00d7\u00a010||");
  EXPECT_EQ(widths.size(), 1u);
}

// A rounded number keeps all its digits for who points at it.
TEST(HtmlTable, RoundedNumbersCanBeReadWhole) {
  const HtmlCell cell = HtmlCell::rounded(1.0 / 3, 4);
  EXPECT_EQ(cell.text, "0.3333");
  EXPECT_EQ(cell.whole, "0.3333333333333333");
  EXPECT_EQ(HtmlCell::rounded(0.5, 4).whole, "");
}

// A column in which no row says anything is left out, its heading too; a verdict says something, the first column
// stays.
TEST(HtmlTable, LeavesEmptyColumnsOut) {
  const std::string html = table_html({.columns = {{"name"}, {"nothing"}, {"found"}, {"why"}},
                                       .rows = {{"", "", HtmlCell(Verdict::pass), ""}, {"b", "", "", "because"}}});
  EXPECT_EQ(html.find("nothing"), std::string::npos);
  for (const char* heading : {"name", "found", "why"}) EXPECT_NE(html.find(heading), std::string::npos) << heading;
  EXPECT_NE(html.find("because"), std::string::npos);
}

// A group has its own body and a heading across all columns.
TEST(HtmlTable, GroupsRows) {
  const Element root = read_markup(table_html({.columns = {{"a"}, {"b"}},
                                               .rows = {{"1"}, {"2"}, {"3"}},
                                               .groups = {{"first", 0}, {HtmlCell::link("second", "#x"), 2}}}));
  const std::vector<Element> bodies = root.all("tbody");
  ASSERT_EQ(bodies.size(), 2u);
  EXPECT_EQ(bodies[0].all("tr").size(), 3u);
  EXPECT_EQ(bodies[0].all("th").at(0).text, "first");
  EXPECT_EQ(bodies[1].all("th").at(0).attribute("colspan"), "2");
  EXPECT_EQ(bodies[1].all("a").at(0).attribute("href"), "#x");
}

// Only numbers are set as numbers.
TEST(HtmlNumber, ReadsNumbersOnly) {
  for (const char* words : {"", "never", "1 m", "nan", "inf", "-"}) EXPECT_FALSE(HtmlNumber::read(words)) << words;
  EXPECT_EQ(HtmlNumber::read("-0.5e+10")->rest, ".5\u00a0\u00d7\u00a010<sup>10</sup>");
  EXPECT_EQ(HtmlNumber::read("12")->width, 0);
}

}  // namespace
}  // namespace stiction
