// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/value_map.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "stiction/report/palette.hpp"
#include "tests/report/markup_reader.hpp"

namespace stiction {
namespace {

using testing::Element;
using testing::read_markup;

/// Relative luminance of "#rrggbb" (IEC 61966-2-1).
double luminance(const std::string& colour) {
  const auto channel = [&](std::size_t at) {
    const double c = std::stoi(colour.substr(at, 2), nullptr, 16) / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

// A print in grey and a reader without colour vision see the order: the cube root of luminance, which is close to seen
// lightness, grows evenly.
TEST(MapColour, GrowsEvenlyInLightness) {
  const double first = std::cbrt(luminance(map_colour(0))), last = std::cbrt(luminance(map_colour(1)));
  EXPECT_GT(last - first, 0.6);
  for (int k = 0; k <= 20; ++k)
    EXPECT_NEAR(std::cbrt(luminance(map_colour(k / 20.0))), first + (last - first) * k / 20, 0.035) << k;
}

// Borders lie halfway between the centres, in decades on a logarithmic axis.
TEST(CellBorders, LieBetweenTheCentres) {
  EXPECT_EQ(cell_borders({1, 2, 4}, Scale::linear), (std::vector{0.5, 1.5, 3.0, 5.0}));
  const std::vector<double> log = cell_borders({1, 100}, Scale::logarithmic);
  EXPECT_NEAR(log[0], 0.1, 1e-12);
  EXPECT_NEAR(log[1], 10, 1e-12);
  EXPECT_NEAR(log[2], 1000, 1e-9);
  EXPECT_EQ(cell_borders({7}, Scale::linear), (std::vector{6.5, 7.5}));
}

// Two by two, by hand: the lowest value is the first colour of the bar at the lower left, the highest the last one at
// the upper right; a NaN is left blank.
TEST(ValueMap, PutsColoursWhereTheValuesAre) {
  const ValueMap map{.label = "z [N]", .x = {0, 1}, .y = {0, 1}, .values = {1, NAN, 2, 3}};
  const Axis x("", Scale::linear, {-0.5, 1.5}, 0, Direction::across, 100), y = x, colours = colour_axis(map, 100);
  const Element svg = read_markup(map_cells_svg(map, x, y, &colours, 100, 100));
  ASSERT_EQ(svg.children.size(), 3u);
  const auto path_of = [&](const std::string& colour) {
    for (const Element& path : svg.children)
      if (path.attribute("fill") == colour) return path.attribute("d").substr(0, path.attribute("d").find('h'));
    return std::string();
  };
  EXPECT_EQ(path_of(map_colour(0)), "M0 50");
  EXPECT_EQ(path_of(map_colour(1)), "M50 0");
}

// A map finer than the pixels is sampled: the file does not grow with it.
TEST(ValueMap, DrawsNoMoreCellsThanPixels) {
  ValueMap map{.label = "z"};
  const std::size_t n = 1500;
  for (std::size_t i = 0; i < n; ++i) map.x.push_back(static_cast<double>(i)), map.y.push_back(static_cast<double>(i));
  for (std::size_t i = 0; i < n * n; ++i) map.values.push_back(static_cast<double>(i % 7919));
  EXPECT_LT(to_svg({.panels = {{.map = map}}}).size(), 12000000u);
}

// Regions have names in a legend, and only those that occur; a bar of colours has ticks instead.
TEST(ValueMap, NamesTheRegionsThatOccur) {
  const ValueMap map{.x = {0, 1}, .y = {0}, .values = {0, 2}, .regions = {"settles", "hunts", "sticks"}};
  std::set<std::string> said;
  for (const Element& text : read_markup(to_svg({.panels = {{.map = map}}})).all("text")) said.insert(text.text);
  EXPECT_TRUE(said.contains("settles"));
  EXPECT_FALSE(said.contains("hunts"));
  EXPECT_TRUE(said.contains("sticks"));
}

// One value everywhere, no value at all, and too few of them.
TEST(ValueMap, SurvivesOddMaps) {
  for (const ValueMap& map :
       {ValueMap{.x = {1, 2}, .y = {1}, .values = {3, 3}}, ValueMap{},
        ValueMap{.x = {1, 2}, .y = {1, 2}, .values = {1}}, ValueMap{.x = {1}, .y = {1}, .values = {NAN}}}) {
    const std::string text = to_svg({.panels = {{.map = map}}});
    EXPECT_NO_THROW(read_markup(text));
    EXPECT_EQ(text.find("nan"), std::string::npos);
  }
}

}  // namespace
}  // namespace stiction
