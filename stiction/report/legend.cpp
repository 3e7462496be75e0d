// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/legend.hpp"

#include <algorithm>

#include "stiction/report/markup_text.hpp"
#include "stiction/report/svg_parts.hpp"

namespace stiction {

Legend::Legend(std::vector<LegendEntry> entries, FreeSpace& space, double width, double height, double room)
    : entries_(std::move(entries)), room_(room) {
  if (entries_.empty()) return;
  double widest = 0;
  for (const LegendEntry& e : entries_) widest = std::max(widest, entry_width(e));
  const double box_width = widest + 2 * gap, box_height = row_height * static_cast<double>(entries_.size()) + gap;
  if (box_width < 0.8 * width && box_height < 0.7 * height) inside_ = space.corner(box_width, box_height);
  if (inside_) {
    space.take(*inside_);
    return;
  }
  lay_out_below();
}

Legend::Legend(std::vector<LegendEntry> entries, double room) : entries_(std::move(entries)), room_(room) {
  lay_out_below();
}

/// In one row, else in as many columns of the same width as fit: names stand below one another.
void Legend::lay_out_below() {
  double widest = 0, all = 0;
  for (const LegendEntry& e : entries_) {
    places_.push_back({all, 0});
    widest = std::max(widest, entry_width(e));
    all += entry_width(e) + 2 * gap;
  }
  if (all <= room_ + 2 * gap) return;
  places_.clear();
  const double step = widest + 2 * gap;
  const auto columns = std::max<std::size_t>(1, static_cast<std::size_t>((room_ + 2 * gap) / step));
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const std::size_t column = i % columns, row = i / columns;
    places_.push_back({step * static_cast<double>(column), row_height * static_cast<double>(row)});
  }
}

double Legend::entry_width(const LegendEntry& entry) const {
  return std::min(sample_width + gap + text_width(entry.label), room_);
}

double Legend::height_below() const { return places_.empty() ? 0 : places_.back().y + row_height + gap; }

std::string Legend::entry_svg(const LegendEntry& entry, Point left_middle) const {
  const auto [x, y] = left_middle;
  std::string svg;
  if (!entry.area_style.empty()) svg += svg_box({x, y - 6, x + sample_width, y + 6}, entry.area_style);
  if (!entry.line_style.empty()) svg += svg_line({x, y}, {x + sample_width, y}, entry.line_style);
  svg += svg_path(path_commands(entry.marker, {x + sample_width / 2, y}), entry.mark_style);
  return svg + svg_text({x + sample_width + gap, y + 4}, Anchor::start, entry.label, "", room_ - sample_width - gap);
}

std::string Legend::svg_inside() const {
  if (!inside_) return "";
  std::string svg = svg_box(*inside_, "legend");
  for (std::size_t i = 0; i < entries_.size(); ++i)
    svg += entry_svg(entries_[i],
                     {inside_->left + gap, inside_->top + gap / 2 + row_height * (static_cast<double>(i) + 0.5)});
  return svg;
}

std::string Legend::svg_below(Point corner) const {
  std::string svg;
  for (std::size_t i = 0; i < places_.size(); ++i)
    svg += entry_svg(entries_[i], {corner.x + places_[i].x, corner.y + places_[i].y + row_height / 2});
  return svg;
}

}  // namespace stiction
