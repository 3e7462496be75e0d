// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/character_canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace stiction {

CharacterCanvas::CharacterCanvas(std::size_t columns, std::size_t rows, bool fine)
    : columns_(columns), rows_(rows), fine_(fine), cells_(columns * rows) {}

void CharacterCanvas::draw(const Polyline& line, int curve) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Point a = line[i == 0 ? 0 : i - 1], b = line[i];
    const double parts = std::ceil(std::max({1.0, std::abs(b.x - a.x), std::abs(b.y - a.y)}));
    for (double k = 0; k <= parts; k += 1) set(a.x + (b.x - a.x) * k / parts, a.y + (b.y - a.y) * k / parts, curve);
  }
}

void CharacterCanvas::set(double x, double y, int curve) {
  if (!(x > -0.5 && x < width() + 0.5 && y > -0.5 && y < height() + 0.5)) return;
  const auto i = static_cast<std::size_t>(std::lround(x)), j = static_cast<std::size_t>(std::lround(y));
  // Unicode numbers the dots of a column 1, 2, 3 and 7 from above, those of the next one 4, 5, 6 and 8.
  constexpr std::array<std::array<unsigned, 2>, 4> bits = {{{1, 8}, {2, 16}, {4, 32}, {64, 128}}};
  Cell& cell = cells_[fine_ ? j / 4 * columns_ + i / 2 : j * columns_ + i];
  cell.dots |= bits[fine_ ? j % 4 : 0][fine_ ? i % 2 : 0];
  cell.curve = curve;
}

std::string braille(unsigned dots) {
  return {'\xE2', static_cast<char>(0xA0U | dots >> 6U), static_cast<char>(0x80U | (dots & 0x3FU))};
}

}  // namespace stiction
