// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/free_space.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {

FreeSpace::FreeSpace(double width, double height)
    : width_(width),
      height_(height),
      columns_(static_cast<std::size_t>(width / cell) + 1),
      rows_(static_cast<std::size_t>(height / cell) + 1),
      taken_(columns_ * rows_, 0) {}

std::size_t FreeSpace::column(double x) const {
  return static_cast<std::size_t>(std::clamp(x / cell, 0.0, static_cast<double>(columns_ - 1)));
}
std::size_t FreeSpace::row(double y) const {
  return static_cast<std::size_t>(std::clamp(y / cell, 0.0, static_cast<double>(rows_ - 1)));
}

void FreeSpace::take(const Polyline& line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Point a = line[i == 0 ? 0 : i - 1], b = line[i];
    const int parts = 1 + static_cast<int>(std::hypot(b.x - a.x, b.y - a.y));  // steps of at most one pixel
    for (int k = 0; k <= parts; ++k) {
      const Point p{a.x + (b.x - a.x) * k / parts, a.y + (b.y - a.y) * k / parts};
      taken_[row(p.y) * columns_ + column(p.x)] = 1;
    }
  }
}

void FreeSpace::take(const Box& box) {
  for (std::size_t j = row(box.top); j <= row(box.bottom); ++j)
    for (std::size_t i = column(box.left); i <= column(box.right); ++i) taken_[j * columns_ + i] = 1;
}

bool FreeSpace::is_free(const Box& box) const {
  if (box.left < 0 || box.top < 0 || box.right > width_ || box.bottom > height_) return false;
  constexpr double line_width = 2;
  for (std::size_t j = row(box.top - line_width); j <= row(box.bottom + line_width); ++j)
    for (std::size_t i = column(box.left - line_width); i <= column(box.right + line_width); ++i)
      if (taken_[j * columns_ + i] != 0) return false;
  return true;
}

std::optional<Box> FreeSpace::corner(double width, double height) const {
  constexpr double gap = 8;
  const double left = gap, right = width_ - gap - width, centre = (width_ - width) / 2;
  const double top = gap, bottom = height_ - gap - height, middle = (height_ - height) / 2;
  for (const Point p : {Point{right, top},
                        {left, top},
                        {right, bottom},
                        {left, bottom},
                        {centre, top},
                        {centre, bottom},
                        {right, middle},
                        {left, middle}})
    if (const Box box{p.x, p.y, p.x + width, p.y + height}; is_free(box)) return box;
  return std::nullopt;
}

}  // namespace stiction
