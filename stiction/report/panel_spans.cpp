// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/panel_spans.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/report/value_map.hpp"

namespace stiction {
namespace {

bool has_place(double x, Scale scale) { return std::isfinite(x) && (scale == Scale::linear || x > 0); }

}  // namespace

PanelSpans panel_spans(const Panel& panel) {
  PanelSpans spans;
  for (const Curve& c : panel.curves)
    for (std::size_t i = 0; i < std::min(c.x.size(), c.y.size()); ++i) {
      if (!has_place(c.x[i], panel.x_scale) || !has_place(c.y[i], c.right ? Scale::linear : panel.y_scale)) continue;
      spans.x.include(c.x[i]);
      // What lies beside the limits of x is not seen, so y need not make room for it.
      if (!panel.x_limits || (c.x[i] >= panel.x_limits->first && c.x[i] <= panel.x_limits->second))
        (c.right ? spans.right : spans.y).include(c.y[i]);
    }
  if (panel.map) {
    for (const double x : cell_borders(panel.map->x, panel.x_scale)) spans.x.include(x);
    for (const double y : cell_borders(panel.map->y, panel.y_scale)) spans.y.include(y);
  }
  for (const ReferenceLine& r : panel.vertical_lines)
    if (has_place(r.value, panel.x_scale)) spans.x.include(r.value);
  for (const ReferenceLine& r : panel.horizontal_lines)
    if (has_place(r.value, panel.y_scale)) spans.y.include(r.value);
  return spans;
}

}  // namespace stiction
