// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/papers_page.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "stiction/papers/papers_page_overview.hpp"
#include "tests/report/markup_reader.hpp"

namespace stiction::papers_page_test {
namespace {

using testing::Element;
using testing::read_markup;

FigureResult figure(const std::string& name, std::vector<MeasuredNumber> numbers) {
  const Panel panel{.x_label = "x [m]", .curves = {{"c", {0, 1}, {0, 1}}}};
  return {.name = name,
          .title = "Title of " + name,
          .source = "CanudasDeWit1995, Fig. 6",
          .text = "What it is.",
          .misprint = "(1) lacks a sign.",
          .setup = "[plant]",
          .measurements = std::move(numbers),
          .claims = {{"It slips.", {"fast/period", 4.7}, "=", {"", 4.8}, true}},
          .figure = {.title = "t", .panels = {panel}}};
}
MeasuredNumber number(const std::string& key, double value) { return {.key = key, .unit = "N.s/m", .value = value}; }
MeasuredNumber judged(const std::string& key, double value, double reference, double deviation) {
  return {.key = key, .unit = "N", .value = value, .reference = reference, .deviation = deviation};
}

/// All words inside, in no promised order.
std::string all_text(const Element& root) {
  std::string text;
  root.visit([&](const Element& e) { text += e.text + "\n"; });
  return text;
}
const std::vector<FigureResult>& results() {
  static const std::vector<FigureResult> all = {
      figure("lugre1995/fig6", {number("aside", 3), judged("fast/v_max", 1.23456789012, 1.23456789, 1e-10),
                                judged("rest", 1e-16, 0, 1e-14)}),
      figure("bliman1993/lag", {number("closed", 2)}),
      figure("somewhere/else", {judged("exact", 2, 2, 0)}),
  };
  return all;
}
Element page() { return read_markup(papers_page(results(), "1.0").html()); }
Element section(const std::string& id) {
  for (const Element& s : page().all("section"))
    if (s.attribute("id") == id) return s;
  throw std::runtime_error("no section " + id);
}
std::vector<std::string> overview_row(std::size_t i) {
  std::vector<std::string> cells;
  for (const Element& row : page().all("table").at(0).all("tbody"))
    for (const Element& r : row.all("tr"))
      if (!r.has_class("group")) {
        if (i-- != 0) continue;
        for (const Element& cell : r.children)
          cells.push_back(cell.text + (cell.children.empty() ? "" : cell.children[0].text));
      }
  return cells;
}

// The one overview leads to every figure and paper, every section leads back, and no link leaves the page but to the
// papers themselves.
TEST(PapersPage, EveryAnchorResolves) {
  const Element root = page();
  std::set<std::string> ids, linked;
  root.visit([&](const Element& e) {
    if (e.attributes.contains("id")) ids.insert("#" + e.attribute("id"));
    for (const auto& [key, value] : e.attributes) {
      const bool paper = key == "href" && value.starts_with("https://doi.org/10.");
      EXPECT_TRUE(key == "xmlns" || paper || value.find("://") == std::string::npos) << key << "=" << value;
    }
  });
  for (const Element& a : root.all("a"))
    if (a.attribute("href").starts_with("#")) linked.insert(a.attribute("href"));
  EXPECT_TRUE(std::includes(ids.begin(), ids.end(), linked.begin(), linked.end()));
  for (const FigureResult& r : results()) EXPECT_TRUE(linked.contains(HtmlPage::address(r.name))) << r.name;
  EXPECT_TRUE(linked.contains("#lugre1995"));
  EXPECT_TRUE(root.all("nav").empty());
  for (const Element& s : root.all("section")) EXPECT_FALSE(s.all("a", "up").empty());
}

// Papers stand in the order of their years with title, authors and year; an unknown folder comes last.
TEST(PapersPage, FiguresAreGroupedByPaper) {
  std::vector<std::string> headings;
  for (const Element& row : page().all("tr", "group")) headings.push_back(row.all("a").at(0).text);
  ASSERT_EQ(headings.size(), 3u);
  EXPECT_TRUE(headings[0].starts_with("Bliman and Sorine 1993: Friction modelling"));
  EXPECT_TRUE(headings[1].ends_with("Lischinsky 1995: A new model for control of systems with friction"));
  EXPECT_TRUE(headings[2].starts_with("somewhere"));
  EXPECT_EQ(page().all("h2").at(1).text.substr(0, 11), "A new model");
}

// A zero is one that was measured: without any reference there is a dash.
TEST(PapersPage, NoReferenceIsNoZero) {
  EXPECT_EQ(overview_row(0).at(5), "\u2013");
  EXPECT_EQ(overview_row(2).at(5), "0");
  EXPECT_EQ(overview_row(1).at(3), "2");
  EXPECT_FALSE(results()[1].worst_deviation().has_value());
  EXPECT_EQ(all_text(page()).find("0.0e+00"), std::string::npos);
}

// What it is, the figure, the claims, the numbers, the misprint, the command: in this order.
TEST(PapersPage, SectionsAreOrdered) {
  std::string order;
  for (const Element& block : section("lugre1995-fig6").children)
    order += block.name + (block.attribute("class").empty() ? "" : "." + block.attribute("class")) + " ";
  EXPECT_EQ(order, "h3 p figure ul.checks div.table details p.note pre details.screen ");
}

// Numbers with a reference are seen, those without are folded away and counted.
TEST(PapersPage, NumbersWithoutReferenceAreFolded) {
  const Element s = section("lugre1995-fig6");
  const auto table =
      std::find_if(s.children.begin(), s.children.end(), [](const Element& e) { return e.has_class("table"); });
  EXPECT_EQ(table->all("tbody").at(0).all("tr").size(), 2u);
  EXPECT_EQ(all_text(*table).find("aside"), std::string::npos);
  const Element folded = s.all("details").at(0);
  EXPECT_TRUE(folded.all("summary").at(0).text.starts_with("1 further number,"));
  EXPECT_NE(all_text(folded).find("aside"), std::string::npos);
  EXPECT_NE(all_text(folded).find("N\u00b7s/m"), std::string::npos);
}

// Two numbers that differ are not written as equal, though the claim holds within what it allows.
TEST(PapersPage, NearlyEqualIsNotEqual) {
  EXPECT_EQ(section("lugre1995-fig6").all("small").at(0).text, "period (fast): 4.7 \u2248 4.8");
}

}  // namespace
}  // namespace stiction::papers_page_test
