// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/figure.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/report/markup_text.hpp"
#include "stiction/report/palette.hpp"
#include "stiction/report/panel_drawing.hpp"
#include "stiction/report/panel_legend.hpp"
#include "stiction/report/svg_parts.hpp"

namespace stiction {
namespace {

/// Panels in rows and columns: margins of a column and heights of a row are those of its neediest panel, so that axes
/// line up.
class Grid {
 public:
  explicit Grid(const Figure& figure) : figure_(figure) {
    columns_ = figure.columns > 0 ? figure.columns : balanced_columns(figure.panels.size());
    for (const Panel& p : figure.panels) drawings_.emplace_back(p, std::max(40.0, figure.panel_height - 86));
    if (const std::vector<LegendEntry> common = common_legend(figure.panels); !common.empty())
      shared_legend_.emplace(common, figure.panel_width * static_cast<double>(columns_) - 60);
    for (std::size_t c = 0; c < columns_; ++c) settle_column(c);
  }

  std::string svg() const {
    std::string panels, words;
    double x = 0, y = 0, width = 0;
    if (figure_.shows_title && !figure_.title.empty() && !drawings_.empty()) {
      const double whole = figure_.panel_width * static_cast<double>(std::min(columns_, drawings_.size()));
      panels += svg_text({whole / 2, 22}, Anchor::middle, figure_.title, "title", (whole - 20) / 1.15);
      y = 26;
    }
    for (std::size_t first = 0; first < drawings_.size(); first += columns_) {
      const std::size_t last = std::min(first + columns_, drawings_.size());
      double top = 0, below = 0;
      for (std::size_t i = first; i < last; ++i) {
        top = std::max(top, drawings_[i].top_margin());
        below = std::max(below, drawings_[i].height_below());
      }
      x = 0;
      for (std::size_t i = first; i < last; ++i, x += figure_.panel_width)
        panels += drawings_[i].svg({x + left_[i - first], y + top}), words += drawings_[i].spoken();
      width = std::max(width, x);
      y += top + plot_height() + below;
    }
    if (shared_legend_) {
      panels += shared_legend_->svg_below({left_.front(), y + 4});
      y += shared_legend_->height_below();
    }
    if (drawings_.empty()) panels = svg_text({8, 24}, Anchor::start, "no panels"), width = 120, y = 40;
    const std::string size = pixel_text(std::ceil(width)), height = pixel_text(std::ceil(y));
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" class=\"" + figure_class(figure_.theme) +
           "\" viewBox=\"0 0 " + size + " " + height + "\" width=\"" + size + "\" height=\"" + height + "\">\n<title>" +
           markup_text(figure_.title) + "</title>\n<desc>" +
           markup_text(figure_.description.empty() ? words : figure_.description) + "</desc>\n<style>" +
           style_sheet(figure_.theme) + "</style>\n" + svg_box({0, 0, std::ceil(width), std::ceil(y)}, "paper") +
           panels + "</svg>\n";
  }

 private:
  double plot_height() const { return std::max(40.0, figure_.panel_height - 86); }

  void settle_column(std::size_t column) {
    double left = 0, right = 0;
    Span shared;
    for (std::size_t i = column; i < drawings_.size(); i += columns_) {
      left = std::max(left, drawings_[i].left_margin());
      right = std::max(right, drawings_[i].right_margin());
      shared.include(drawings_[i].x_span());
    }
    // Maps beside one another show the same plane: with equal margins they have the same ticks.
    if (std::any_of(figure_.panels.begin(), figure_.panels.end(), [](const Panel& p) { return p.map.has_value(); }))
      for (const PanelDrawing& d : drawings_)
        left = std::max(left, d.left_margin()), right = std::max(right, d.right_margin());
    left_.push_back(left);
    const double plot_width = std::max(40.0, figure_.panel_width - left - right);
    for (std::size_t i = column; i < drawings_.size(); i += columns_) {
      const bool named = !figure_.shared_x || i + columns_ >= drawings_.size();
      drawings_[i].settle(plot_width, left, figure_.shared_x ? shared : drawings_[i].x_span(), named, !shared_legend_);
    }
  }

  const Figure& figure_;
  std::size_t columns_ = 1;
  std::optional<Legend> shared_legend_;
  std::vector<double> left_;
  std::vector<PanelDrawing> drawings_;
};

}  // namespace

std::string to_svg(const Figure& figure) { return Grid(figure).svg(); }

}  // namespace stiction
