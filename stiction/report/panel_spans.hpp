// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/report/axis.hpp"

namespace stiction {

/// All that a panel has to show: its points that have a place on both scales, its reference lines, its map.
struct PanelSpans {
  Span x, y, right;
  bool empty() const { return x.empty() || (y.empty() && right.empty()); }
};

PanelSpans panel_spans(const Panel& panel);

}  // namespace stiction
