// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/panel_drawing.hpp"

#include <algorithm>

#include "stiction/report/markup_text.hpp"
#include "stiction/report/svg_parts.hpp"
#include "stiction/report/value_map.hpp"

namespace stiction {

PanelDrawing::PanelDrawing(const Panel& panel, double plot_height)
    : panel_(&panel), height_(plot_height), spans_(panel_spans(panel)) {
  y_.emplace(panel.y_label, panel.y_scale, spans_.y, panel.map ? 0 : 0.05, Direction::upward, height_, panel.y_limits);
  if (!panel.right_label.empty())
    right_.emplace(panel.right_label, Scale::linear, spans_.right, 0.05, Direction::upward, height_);
  if (panel.map && panel.map->regions.empty()) colours_ = colour_axis(*panel.map, height_);
}

double PanelDrawing::left_margin() const { return (panel_->y_label.empty() ? 12 : 32) + y_->widest_label(); }
double PanelDrawing::right_margin() const {
  if (right_) return 34 + right_->widest_label();
  return colours_ ? 12 + colour_bar_width + 26 + colours_->widest_label() : 16;
}

void PanelDrawing::settle(double plot_width, double left, const Span& x_span, bool named_x, bool named_curves) {
  width_ = plot_width;
  left_ = left;
  named_x_ = named_x;
  x_.emplace(panel_->x_label, panel_->x_scale, x_span, panel_->map ? 0 : 0.02, Direction::across, width_,
             panel_->x_limits);
  contents_ =
      panel_contents(*panel_, {*x_, *y_, right_ ? *right_ : *y_, width_, height_}, colours_, named_curves ? width_ : 0);
}

double PanelDrawing::height_below() const {
  return (named_x_ ? (panel_->x_label.empty() ? 26 : 46) : 10) + contents_.legend.height_below();
}

std::string PanelDrawing::axes_svg() const {
  std::string svg;
  for (const Tick& tick : x_->ticks()) {
    const double at = width_ * x_->place(tick.value);
    svg += svg_line({at, 0}, {at, height_}, "grid");
    if (named_x_) svg += svg_text({at, height_ + 16}, Anchor::middle, tick.label);
  }
  for (const Tick& tick : y_->ticks()) {
    const double at = height_ * (1 - y_->place(tick.value));
    svg += svg_line({0, at}, {width_, at}, "grid") + svg_text({-6, at + 4}, Anchor::end, tick.label);
  }
  if (right_) {
    for (const Tick& tick : right_->ticks()) {
      const double at = height_ * (1 - right_->place(tick.value));
      svg +=
          svg_line({width_, at}, {width_ + 4, at}, "frame") + svg_text({width_ + 8, at + 4}, Anchor::start, tick.label);
    }
    svg += svg_upright_text({width_ + 26 + right_->widest_label(), height_ / 2}, right_->label(), height_ + 40);
  }
  svg += svg_text({width_ / 2, -12}, Anchor::middle, panel_->title, "title", (width_ + 30) / 1.15);  // bold
  if (named_x_) svg += svg_text({width_ / 2, height_ + 36}, Anchor::middle, x_->label(), "", width_ + 30);
  return svg + svg_upright_text({16 - left_, height_ / 2}, y_->label(), height_ + 40);
}

std::string PanelDrawing::frame_svg() const {
  std::string svg = svg_box({0, 0, width_, height_}, "frame");
  for (const double value : x_->minor_ticks()) {
    const double at = width_ * x_->place(value);
    svg += svg_line({at, height_ - 4}, {at, height_}, "frame");
  }
  for (const double value : y_->minor_ticks()) {
    const double at = height_ * (1 - y_->place(value));
    svg += svg_line({0, at}, {4, at}, "frame");
  }
  return svg;
}

std::string PanelDrawing::svg(Point corner) const {
  const std::string size = "width=\"" + pixel_text(width_) + "\" height=\"" + pixel_text(height_) + "\"";
  std::string svg =
      "<g class=\"panel\" transform=\"translate(" + pixel_text(corner.x) + " " + pixel_text(corner.y) + ")\">\n";
  svg += axes_svg();
  // A nested svg cuts what leaves the frame, and needs no id that could collide on a page.
  svg += "<svg class=\"plot\" " + size + ">\n" + contents_.svg + contents_.legend.svg_inside() + "</svg>\n";
  svg += frame_svg();
  if (spans_.empty()) svg += svg_text({width_ / 2, height_ / 2 + 4}, Anchor::middle, "no data");
  if (colours_)
    svg += "<g transform=\"translate(" + pixel_text(width_ + 12) + " 0)\">\n" + colour_bar_svg(*colours_, height_) +
           "</g>\n";
  const double below = height_ + height_below() - contents_.legend.height_below() + 4;
  return svg + contents_.legend.svg_below({0, below}) + "</g>\n";
}

std::string PanelDrawing::spoken() const {
  std::string words = panel_->title.empty() ? "" : panel_->title + ": ";
  words += (panel_->map && !panel_->map->label.empty() ? panel_->map->label + " over " : "") + panel_->y_label +
           (panel_->right_label.empty() ? "" : " and " + panel_->right_label) + " against " + panel_->x_label;
  bool first = true;
  for (const Curve& c : panel_->curves)
    if (!c.label.empty()) words += (first ? "; " : ", ") + c.label, first = false;
  return words + ". ";
}

}  // namespace stiction
