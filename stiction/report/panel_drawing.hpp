// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/report/panel_contents.hpp"
#include "stiction/report/panel_spans.hpp"

namespace stiction {

/// One panel while it is written as SVG. What has to line up with its neighbours is asked for first (margins, span of
/// x); then `settle` fixes the size, and with it everything inside.
class PanelDrawing {
 public:
  PanelDrawing(const Panel& panel, double plot_height);

  double left_margin() const;   ///< room for ticks and label of y [px]
  double right_margin() const;  ///< room for the colour bar, or for ticks and label of the axis at the right [px]
  double top_margin() const { return panel_->title.empty() ? 14 : 34; }
  const Span& x_span() const { return spans_.x; }

  /// `left` is the margin of the whole column; `named_x` asks for ticks and label below, `named_curves` for a legend.
  void settle(double plot_width, double left, const Span& x_span, bool named_x, bool named_curves);
  double height_below() const;  ///< ticks and label of x, legend [px]
  /// The drawing, the upper left corner of its plot at `corner`.
  std::string svg(Point corner) const;
  /// One sentence: what is against what, and the names of the curves.
  std::string spoken() const;

 private:
  std::string axes_svg() const;
  std::string frame_svg() const;

  const Panel* panel_;
  double width_ = 0, height_, left_ = 0;
  bool named_x_ = true;
  PanelSpans spans_;
  std::optional<Axis> x_, y_, right_, colours_;
  PanelContents contents_;
};

}  // namespace stiction
