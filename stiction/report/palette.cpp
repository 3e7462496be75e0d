// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace stiction {
namespace {

struct Colours {
  const char *paper, *ink, *grid;
  std::array<const char*, colour_count> curves;
};
// Okabe and Ito 2008, "Color universal design"; yellow cannot be seen on white paper, so black is the seventh.
constexpr Colours light = {
    "#fff", "#222", "#ddd", {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#222"}};
// The same hues, lighter: blue and green would be lost on a dark page.
constexpr Colours dark = {
    "#14161a", "#ddd", "#3a3d44", {"#4aa8e8", "#ff8a3d", "#2bcf9f", "#e6a3cb", "#9ad7fb", "#f7bd4a", "#eee"}};

std::string colour_rules(const std::string& figure, const Colours& c) {
  const auto rule = [&](const char* selector, const std::string& body) {
    return figure + " " + selector + "{" + body + "}";
  };
  std::string css = rule("text", std::string("fill:") + c.ink) + rule(".paper", std::string("fill:") + c.paper) +
                    rule(".grid", std::string("stroke:") + c.grid) + rule(".frame", std::string("stroke:") + c.ink) +
                    rule(".note", std::string("stroke:") + c.paper) +
                    rule(".legend", std::string("fill:") + c.paper + ";stroke:" + c.grid);
  for (std::size_t i = 0; i < colour_count; ++i)
    css += rule((".c" + std::to_string(i)).c_str(), std::string("color:") + c.curves[i]);
  return css;
}

/// Björn Ottosson's Oklab (2020) to sRGB.
std::array<double, 3> srgb(double lightness, double a, double b) {
  const auto cube = [](double x) { return x * x * x; };
  const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
  std::array linear = {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
                       -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                       -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
  for (double& c : linear) {
    c = std::clamp(c, 0.0, 1.0);
    c = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  }
  return linear;
}

}  // namespace

std::string figure_class(Theme theme) {
  return theme == Theme::automatic ? "stiction-figure" : theme == Theme::light ? "stiction-light" : "stiction-dark";
}

std::string style_sheet(Theme theme) {
  const std::string figure = "." + figure_class(theme);
  const auto rule = [&](const char* selector, const char* body) { return figure + " " + selector + "{" + body + "}"; };
  return rule("text", "font:12px Helvetica,Arial,sans-serif") + rule(".title", "font-weight:bold") +
         rule(".frame", "fill:none") +
         rule(".curve", "fill:none;stroke:currentColor;stroke-width:1.8;stroke-linejoin:round") +
         rule(".dashed", "stroke-dasharray:7 4") +
         rule(".dotted", "stroke-dasharray:.1 4;stroke-linecap:round;stroke-width:2.2") +
         rule(".mark", "fill:currentColor;fill-opacity:.75;stroke:currentColor") +
         rule(".area", "fill:currentColor;fill-opacity:.16") + rule(".fill", "fill:currentColor") +
         rule(".region", "opacity:.6") + rule(".reference", "stroke:currentColor;stroke-dasharray:4 3") +
         rule(".note", "paint-order:stroke;stroke-width:4px;stroke-linejoin:round") +
         colour_rules(figure, theme == Theme::dark ? dark : light) +
         (theme == Theme::automatic
              ? "@media screen and (prefers-color-scheme:dark){" + colour_rules(figure, dark) + "}"
              : "");
}

std::string map_colour(double fraction) {
  const double s = std::clamp(fraction, 0.0, 1.0);  // blue and yellow are opposite in Oklab's b: grey lies between them
  const std::array rgb = srgb(0.27 + 0.66 * s, -0.01 * s, -0.11 + 0.25 * s);
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", static_cast<unsigned>(std::lround(255 * rgb[0])) & 255U,
                static_cast<unsigned>(std::lround(255 * rgb[1])) & 255U,
                static_cast<unsigned>(std::lround(255 * rgb[2])) & 255U);
  return text;
}

}  // namespace stiction
