// SPDX-License-Identifier: BSD-3-Clause
// How panels are arranged, and when they share a legend.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "stiction/report/figure.hpp"
#include "tests/report/markup_reader.hpp"

namespace stiction {
namespace {

using testing::Element;
using testing::read_markup;

Curve line(const char* label, std::size_t colour) {
  return {.label = label, .x = {0, 1}, .y = {0, 1}, .colour = colour};
}

/// How many panels stand in each row, from the top.
std::vector<std::size_t> rows(std::size_t panels) {
  std::map<double, std::size_t> count;
  const std::vector<Panel> all(panels, Panel{.curves = {line("c", 0)}});
  for (const Element& g : read_markup(to_svg({.panels = all})).all("g", "panel")) {
    const std::string move = g.attribute("transform");  // translate(x y)
    ++count[std::strtod(move.c_str() + move.find(' '), nullptr)];
  }
  std::vector<std::size_t> sizes;
  for (const auto& [y, size] : count) sizes.push_back(size);
  return sizes;
}

// No panel stands alone below a full row as long as rows of up to three can avoid it.
TEST(FigureGrid, RowsAreBalanced) {
  using Rows = std::vector<std::size_t>;
  EXPECT_EQ(rows(1), (Rows{1}));
  EXPECT_EQ(rows(2), (Rows{2}));
  EXPECT_EQ(rows(3), (Rows{3}));
  EXPECT_EQ(rows(4), (Rows{2, 2}));
  EXPECT_EQ(rows(5), (Rows{3, 2}));
  EXPECT_EQ(rows(6), (Rows{3, 3}));
  EXPECT_EQ(rows(8), (Rows{3, 3, 2}));
  EXPECT_EQ(balanced_columns(0), 1u);
}

long times(const std::vector<Panel>& panels, const char* word) {
  const std::vector<Element> texts = read_markup(to_svg({.panels = panels})).all("text");
  return std::count_if(texts.begin(), texts.end(), [&](const Element& t) { return t.text == word; });
}

// Panels with some of the same curves in the same colours share the longest legend, also where one curve is alone.
TEST(FigureGrid, PartsOfALegendShareIt) {
  const Panel both{.curves = {line("LuGre", 0), line("hybrid", 1)}}, one{.curves = {line("LuGre", 0)}};
  EXPECT_EQ(times({both, both, one}, "LuGre"), 1);
  const Panel three{.curves = {line("LuGre", 0), line("hybrid", 1), line("Dahl", 2)}};
  EXPECT_EQ(times({both, three}, "hybrid"), 1);
}

// A colour that means something else elsewhere, a name that nobody else has: each panel keeps its own legend.
TEST(FigureGrid, WhatDisagreesIsNamedApart) {
  const Panel both{.curves = {line("LuGre", 0), line("hybrid", 1)}};
  EXPECT_EQ(times({both, both, {.curves = {line("another", 0)}}}, "LuGre"), 2);
  EXPECT_EQ(times({both, {.curves = {line("LuGre", 1), line("hybrid", 0)}}}, "LuGre"), 2);
  EXPECT_EQ(times({both, {.curves = {line("LuGre", 0), line("Dahl", 2)}}}, "LuGre"), 2);
}

// Phases that all panels shade are named once, though each shows another curve.
TEST(FigureGrid, PhasesAreNamedOnce) {
  const auto panel = [](const char* name) {
    return Panel{.curves = {line(name, 0)}, .shadings = {{.label = "stick", .spans = {{0, 0.5}}}}};
  };
  EXPECT_EQ(times({panel("x"), panel("v"), panel("F")}, "stick"), 1);
}

}  // namespace
}  // namespace stiction
