// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/figure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "tests/report/markup_reader.hpp"

namespace stiction {
namespace {

using testing::Element;
using testing::path_points;
using testing::read_markup;

Element drawn(const Panel& panel) { return read_markup(to_svg({.title = "t", .panels = {panel}})); }

std::vector<std::string> words(const Element& svg) {
  std::vector<std::string> all;
  for (const Element& text : svg.all("text")) all.push_back(text.text);
  return all;
}
bool says(const Element& svg, const std::string& wanted) {
  const std::vector<std::string> all = words(svg);
  return std::find(all.begin(), all.end(), wanted) != all.end();
}
Polyline curve_points(const Element& svg) {
  Polyline all;
  for (const Element& path : svg.all("path", "curve"))
    for (const Polyline& piece : path_points(path.attribute("d"))) all.insert(all.end(), piece.begin(), piece.end());
  return all;
}
std::vector<double> range(std::size_t count, double step) {
  std::vector<double> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = step * static_cast<double>(i);
  return all;
}

// Everything a reader needs is there as text, whatever signs it holds.
TEST(Figure, NamesAxesAndCurves) {
  const Element svg = drawn({.title = "panel",
                             .x_label = "time [s]",
                             .y_label = "force [N]",
                             .curves = {{"a < b & \"c\"", {0, 1}, {2, 3}}, {"bad \xff\x01 bytes", {0, 1}, {3, 2}}}});
  for (const char* wanted : {"time [s]", "force [N]", "panel", "a < b & \"c\"", "bad \uFFFD\uFFFD bytes"})
    EXPECT_TRUE(says(svg, wanted)) << wanted;
  EXPECT_EQ(svg.all("title").front().text, "t");
  EXPECT_NE(svg.all("desc").front().text.find("force [N] against time [s]"), std::string::npos);
}

// A NaN lifts the pen: one path, two pieces; no NaN reaches the file.
TEST(Figure, BreaksALineAtNaN) {
  const std::string text = to_svg({.panels = {{.curves = {{"c", {0, 1, 2, 3, 4}, {1, 2, std::nan(""), 3, 4}}}}}});
  EXPECT_EQ(path_points(read_markup(text).all("path", "curve").at(0).attribute("d")).size(), 2u);
  EXPECT_EQ(text.find("nan"), std::string::npos);
}

// A million points with a thousand spikes of one sample each: the file is small and every spike reaches its full
// height.
TEST(Figure, KeepsEveryPeakOfAMillionPoints) {
  const std::size_t count = 1000000, spikes = 150;
  std::vector<double> t = range(count, 1e-6), y(count);
  for (std::size_t i = 0; i < count; ++i) y[i] = 0.1 * std::sin(1e3 * t[i]);
  std::mt19937_64 random(4);
  std::vector<std::size_t> where;
  for (std::size_t k = 0; k < spikes; ++k) {
    where.push_back(k * (count / spikes) + random() % 1000);
    y[where.back()] = 1 + static_cast<double>(k) / spikes;
  }
  const std::string text =
      to_svg({.panels = {{.curves = {{"", t, y}}, .x_limits = Limits{0, 1}, .y_limits = Limits{-1, 3}}}});
  EXPECT_LT(text.size(), 100000u);
  const Element svg = read_markup(text), plot = svg.all("svg", "plot").at(0);
  const double width = plot.number("width"), height = plot.number("height");
  const Polyline points = curve_points(svg);
  for (const std::size_t i : where) {
    const double x = width * t[i], expected = height * (3 - y[i]) / 4;
    EXPECT_TRUE(std::any_of(points.begin(), points.end(), [&](const Point& p) {
      return std::abs(p.x - x) < 0.02 && std::abs(p.y - expected) < 0.02;
    })) << i;
  }
}

// Legends inside cover no part of a curve; where no corner is free the legend stands below the axes.
TEST(Figure, LegendsCoverNothing) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int inside = 0, below = 0;
  for (int k = 0; k < 60; ++k) {
    const double frequency = 12 * std::abs(uniform(random)), phase = 3 * uniform(random), slope = 2 * uniform(random);
    Curve a{.label = "one curve"}, b{.label = "another"};
    for (const double t : range(400, 0.0025)) {
      a.x.push_back(t), a.y.push_back(std::sin(frequency * t + phase) + slope * t);
      b.x.push_back(t), b.y.push_back(slope * t);
    }
    const Element svg = drawn({.curves = {a, b}});
    const std::vector<Element> boxes = svg.all("rect", "legend");
    EXPECT_TRUE(says(svg, "another"));
    boxes.empty() ? ++below : ++inside;
    if (boxes.empty()) continue;
    const double left = boxes[0].number("x"), top = boxes[0].number("y");
    const double right = left + boxes[0].number("width"), bottom = top + boxes[0].number("height");
    for (const Element& path : svg.all("path", "curve"))
      for (const Polyline& piece : path_points(path.attribute("d")))
        EXPECT_TRUE(clipped(piece, {left, top, right, bottom}).empty()) << k;
  }
  EXPECT_GT(inside, 10);
  EXPECT_GT(below, 2);
}

// One curve needs no legend: the axes say what it is.
TEST(Figure, OneCurveNeedsNoLegend) { EXPECT_FALSE(says(drawn({.curves = {{"only", {0, 1}, {0, 1}}}}), "only")); }

// Panels with the same curves share one legend.
TEST(Figure, EqualLegendsAreDrawnOnce) {
  const Panel panel{.curves = {{"a", {0, 1}, {0, 1}}, {"b", {0, 1}, {1, 0}}}};
  const std::vector<std::string> all = words(read_markup(to_svg({.panels = {panel, panel, panel}})));
  EXPECT_EQ(std::count(all.begin(), all.end(), "a"), 1);
}

// Nothing to draw is said, with a frame; so are a figure without panels and a curve that has no point.
TEST(Figure, SaysThatThereIsNoData) {
  EXPECT_TRUE(says(drawn({}), "no data"));
  EXPECT_TRUE(says(drawn({.curves = {{"none", {}, {}}, {"flat", {1, 2}, {5, 5}}}}), "none (no data)"));
  EXPECT_TRUE(says(drawn({.curves = {{"", {NAN}, {1}}}}), "no data"));
  EXPECT_TRUE(says(drawn({.curves = {{"", {-1, -2}, {1, 1}}}, .x_scale = Scale::logarithmic}), "no data"));
  EXPECT_NO_THROW(read_markup(to_svg({})));
}

// Odd numbers give a well-formed file without "nan" and "inf".
TEST(Figure, SurvivesOddNumbers) {
  const double huge = 1.7e308, nan = std::nan("");
  for (const std::vector<double>& y : {std::vector{5.0, 5.0, 5.0},
                                       {-huge, huge, 0.0},
                                       {1e-310, 0.0, 2e-310},
                                       {nan, nan, 1.0},
                                       {INFINITY, 1.0, 2.0},
                                       {1e6, 1e6 + 1e-9, 1e6}})
    for (const Scale scale : {Scale::linear, Scale::logarithmic}) {
      const std::string text = to_svg({.panels = {{.curves = {{"", {1, 2, 3}, y}, {"", y, {1, 2, 3}}},
                                                   .x_scale = scale,
                                                   .y_scale = scale,
                                                   .horizontal_lines = {{y[0], "line"}}}}});
      EXPECT_NO_THROW(read_markup(text));
      EXPECT_EQ(text.find("nan"), std::string::npos);
      EXPECT_EQ(text.find("inf"), std::string::npos);
    }
}

// Text stays on the paper: by the estimate of its width no word is cut.
TEST(Figure, WordsStayOnThePaper) {
  const std::string lengthy(200, 'x');
  const Element svg = drawn({.title = lengthy,
                             .x_label = lengthy,
                             .y_label = lengthy,
                             .curves = {{lengthy, {0, 1}, {0, 1}}, {"b", {0, 1}, {1, 0}}}});
  for (const std::string& text : words(svg))
    EXPECT_LT(7.0 * static_cast<double>(text.size()), svg.number("width")) << text;
}

// Panels fill rows; with a shared x only the last row names it, and all columns begin and end at the same time.
TEST(Figure, SharesTheAxisOfAColumn) {
  Figure figure{.columns = 2, .shared_x = true};
  for (int k = 1; k <= 6; ++k) figure.panels.push_back({.x_label = "time [s]", .curves = {{"", {0, 1.0 * k}, {0, 1}}}});
  const Element svg = read_markup(to_svg(figure));
  const std::vector<std::string> all = words(svg);
  EXPECT_EQ(std::count(all.begin(), all.end(), "time [s]"), 2);
  const std::vector<Element> curves = svg.all("path", "curve");
  ASSERT_EQ(curves.size(), 6u);
  const auto length = [&](std::size_t i) {
    const Polyline p = path_points(curves[i].attribute("d")).at(0);
    return p.back().x - p.front().x;
  };
  EXPECT_NEAR(length(0) / length(4), 1.0 / 5.0, 1e-3);
  EXPECT_NEAR(length(1) / length(5), 2.0 / 6.0, 1e-3);
}

// Figures carry no id, so any number of them fits on one page; nothing is loaded from elsewhere.
TEST(Figure, CanStandOnAnyPage) {
  const std::string text = to_svg({.panels = {{.curves = {{"", {0, 1}, {0, 1}}},
                                               .vertical_lines = {{0.5, "half"}},
                                               .shadings = {{"stick", {{0.2, 0.4}}}}}}});
  for (const char* unwanted : {" id=", "href", "url(", "@import", "<script"})
    EXPECT_EQ(text.find(unwanted), std::string::npos);
  EXPECT_NE(text.find("prefers-color-scheme:dark"), std::string::npos);
}

}  // namespace
}  // namespace stiction
