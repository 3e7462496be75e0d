// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/figure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "stiction/schema/number_text.hpp"

namespace stiction {
namespace {

// Okabe and Ito's colours, with the yellow left out: it cannot be seen on white paper.
constexpr std::array colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"};
constexpr double panel_width = 440, panel_height = 300, left = 68, right = 16, top = 34, bottom = 52, legend_row = 18,
                 legend_top = 14;

std::string pixels(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", x);
  return text;
}

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else
      safe += c;
  }
  return safe;
}

/// The span of all finite numbers; a single value gets room on both sides.
struct Span {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void include(double x) {
    if (std::isfinite(x)) low = std::min(low, x), high = std::max(high, x);
  }
  void settle(double margin) {
    if (!(low <= high)) low = 0, high = 1;
    const double room = high > low ? margin * (high - low) : std::max(std::abs(high) * 0.1, 1e-12);
    low -= room, high += room;
  }
};

double on_scale(double x, Scale scale) { return scale == Scale::logarithmic ? std::log10(x) : x; }

/// One panel, drawn with its corner at (x0, 0).
class Drawing {
 public:
  Drawing(const Panel& panel, double x0) : panel_(panel), x0_(x0) {
    for (const Curve& c : panel.curves) {
      for (const double x : c.x) x_.include(on_scale(x, panel.x_scale));
      for (const double y : c.y) y_.include(y);
    }
    x_.settle(panel.x_scale == Scale::logarithmic ? 0.0 : 0.03);
    y_.settle(0.05);
  }

  std::string svg() {
    draw_axes();
    for (std::size_t i = 0; i < panel_.curves.size(); ++i) draw_curve(panel_.curves[i], i);
    draw_legend();
    return out_;
  }

 private:
  double x_pixel(double x) const {
    return x0_ + left + (x - x_.low) / (x_.high - x_.low) * (panel_width - left - right);
  }
  double y_pixel(double y) const {
    return panel_height - bottom - (y - y_.low) / (y_.high - y_.low) * (panel_height - top - bottom);
  }
  void line(double x1, double y1, double x2, double y2, const char* kind) {
    out_ += "<line class=\"" + std::string(kind) + "\" x1=\"" + pixels(x1) + "\" y1=\"" + pixels(y1) + "\" x2=\"" +
            pixels(x2) + "\" y2=\"" + pixels(y2) + "\"/>\n";
  }
  void text(double x, double y, const std::string& words, const std::string& attributes) {
    out_ += "<text x=\"" + pixels(x) + "\" y=\"" + pixels(y) + "\" " + attributes + ">" + escaped(words) + "</text>\n";
  }

  void draw_axes() {
    const double x1 = x0_ + left, x2 = x0_ + panel_width - right, y1 = panel_height - bottom;
    const bool decades = panel_.x_scale == Scale::logarithmic;
    for (const double t : decades ? decade_ticks() : round_ticks(x_.low, x_.high, 5)) {
      line(x_pixel(t), top, x_pixel(t), y1, "grid");
      text(x_pixel(t), y1 + 16, number_text(decades ? std::pow(10.0, t) : t), "text-anchor=\"middle\"");
    }
    for (const double t : round_ticks(y_.low, y_.high, 6)) {
      line(x1, y_pixel(t), x2, y_pixel(t), "grid");
      text(x1 - 6, y_pixel(t) + 4, number_text(t), "text-anchor=\"end\"");
    }
    out_ += "<rect class=\"frame\" x=\"" + pixels(x1) + "\" y=\"" + pixels(top) + "\" width=\"" + pixels(x2 - x1) +
            "\" height=\"" + pixels(y1 - top) + "\"/>\n";
    text((x1 + x2) / 2, top - 12, panel_.title, "class=\"title\" text-anchor=\"middle\"");
    text((x1 + x2) / 2, y1 + 36, panel_.x_label, "text-anchor=\"middle\"");
    const std::string turn = "transform=\"rotate(-90 " + pixels(x0_ + 16) + " " + pixels((top + y1) / 2) + ")\"";
    text(x0_ + 16, (top + y1) / 2, panel_.y_label, "text-anchor=\"middle\" " + turn);
  }
  std::vector<double> decade_ticks() const {
    std::vector<double> ticks;
    for (double t = std::ceil(x_.low - 1e-9); t <= x_.high + 1e-9; t += 1) ticks.push_back(t);
    return ticks;
  }

  void draw_curve(const Curve& curve, std::size_t index) {
    std::string path;
    bool pen_is_down = false;
    for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i) {
      const double x = on_scale(curve.x[i], panel_.x_scale);
      if (!std::isfinite(x) || !std::isfinite(curve.y[i])) {
        pen_is_down = false;
        continue;
      }
      path += (pen_is_down ? "L" : "M") + pixels(x_pixel(x)) + " " + pixels(y_pixel(curve.y[i]));
      pen_is_down = true;
    }
    if (!path.empty())
      out_ += "<path class=\"curve\" stroke=\"" + std::string(colour(index)) + "\" d=\"" + path + "\"/>\n";
  }
  void draw_legend() {
    for (std::size_t i = 0; i < panel_.curves.size(); ++i) {
      const double y = panel_height + legend_top + legend_row * static_cast<double>(i);
      out_ += "<line class=\"curve\" stroke=\"" + std::string(colour(i)) + "\" x1=\"" + pixels(x0_ + left) +
              "\" y1=\"" + pixels(y - 4) + "\" x2=\"" + pixels(x0_ + left + 24) + "\" y2=\"" + pixels(y - 4) + "\"/>\n";
      text(x0_ + left + 32, y, panel_.curves[i].label, "");
    }
  }
  static const char* colour(std::size_t index) { return colours[index % colours.size()]; }

  const Panel& panel_;
  double x0_;
  Span x_, y_;
  std::string out_;
};

}  // namespace

std::vector<double> round_ticks(double low, double high, int count) {
  const double raw = (high - low) / count, power = std::pow(10.0, std::floor(std::log10(raw)));
  const double step = power * (raw / power < 1.5 ? 1 : raw / power < 3.5 ? 2 : raw / power < 7.5 ? 5 : 10);
  std::vector<double> ticks;
  for (double k = std::ceil(low / step - 1e-9); k * step <= high * (1 + 1e-12) + 1e-9 * step; k += 1) {
    char text[32];  // 3 * 0.1 is not the double that prints as 0.3
    std::snprintf(text, sizeof text, "%.10g", k * step);
    ticks.push_back(std::strtod(text, nullptr));
  }
  return ticks;
}

std::string to_svg(const Figure& figure) {
  std::size_t rows = 0;
  for (const Panel& p : figure.panels) rows = std::max(rows, p.curves.size());
  const double width = panel_width * static_cast<double>(figure.panels.size());
  const double height = panel_height + legend_top + legend_row * static_cast<double>(rows);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 " + pixels(width) + " " +
                    pixels(height) + "\" width=\"" + pixels(width) + "\" height=\"" + pixels(height) + "\">\n" +
                    "<title>" + escaped(figure.title) + "</title>\n" +
                    "<style>text{font:12px sans-serif;fill:#222}.title{font-weight:bold}"
                    ".grid{stroke:#ddd}.frame{fill:none;stroke:#222}.curve{fill:none;stroke-width:1.8}"
                    "@media(prefers-color-scheme:dark){text{fill:#ddd}.grid{stroke:#444}.frame{stroke:#ddd}}</style>\n";
  for (std::size_t i = 0; i < figure.panels.size(); ++i)
    svg += Drawing(figure.panels[i], panel_width * static_cast<double>(i)).svg();
  return svg + "</svg>\n";
}

}  // namespace stiction
