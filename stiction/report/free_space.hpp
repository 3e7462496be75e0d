// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "stiction/report/polyline.hpp"

namespace stiction {

/// Which parts of a panel are taken, so that legends and words go where they cover nothing.
class FreeSpace {
 public:
  FreeSpace(double width, double height);

  void take(const Polyline& line);
  void take(const Box& box);
  bool is_free(const Box& box) const;
  /// The first of the corners, then of the middles of the sides, with room for a box of this size.
  std::optional<Box> corner(double width, double height) const;

 private:
  static constexpr double cell = 3;  // [px]
  std::size_t column(double x) const;
  std::size_t row(double y) const;

  double width_, height_;
  std::size_t columns_, rows_;
  std::vector<char> taken_;
};

}  // namespace stiction
