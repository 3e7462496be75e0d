// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "stiction/report/polyline.hpp"

namespace stiction {

/// A picture of characters. A fine one has 2 x 4 dots of braille in each.
class CharacterCanvas {
 public:
  struct Cell {
    unsigned dots = 0;  ///< bits of U+2800
    int curve = -1;     ///< the last one that passed
  };

  CharacterCanvas(std::size_t columns, std::size_t rows, bool fine);

  /// Of the dots: the first is at 0, the last at width() and height().
  double width() const { return static_cast<double>(columns_ * (fine_ ? 2 : 1)) - 1; }
  double height() const { return static_cast<double>(rows_ * (fine_ ? 4 : 1)) - 1; }

  void draw(const Polyline& line, int curve);
  const Cell& cell(std::size_t column, std::size_t row) const { return cells_[row * columns_ + column]; }

 private:
  void set(double x, double y, int curve);

  std::size_t columns_, rows_;
  bool fine_;
  std::vector<Cell> cells_;
};

/// The character of these dots.
std::string braille(unsigned dots);

}  // namespace stiction
