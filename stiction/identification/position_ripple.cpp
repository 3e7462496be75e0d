// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/position_ripple.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiction {
namespace {

/// Least squares by one wave number, over every so many rows.
PositionRipple ripple_of(const std::vector<double>& residual, const std::vector<double>& position, std::size_t rows,
                         std::size_t every, double wave) {
  double ss = 0, sc = 0, cc = 0, sr = 0, cr = 0, rr = 0;
  for (std::size_t i = 0; i < rows; i += every) {
    const double s = std::sin(wave * position[i]), c = std::cos(wave * position[i]), r = residual[i];
    ss += s * s, sc += s * c, cc += c * c, sr += s * r, cr += c * r, rr += r * r;
  }
  PositionRipple made{.period = 2 * std::numbers::pi / wave};
  const double determinant = ss * cc - sc * sc;
  if (!(determinant > 1e-6 * ss * cc) || !(rr > 0)) return made;
  made.sine = (cc * sr - sc * cr) / determinant, made.cosine = (ss * cr - sc * sr) / determinant;
  made.explained = (made.sine * sr + made.cosine * cr) / rr;
  return made;
}

}  // namespace

double PositionRipple::at(double position) const {
  const double angle = 2 * std::numbers::pi * position / period;
  return sine * std::sin(angle) + cosine * std::cos(angle);
}

double PositionRipple::amplitude() const { return std::hypot(sine, cosine); }

PositionRipple strongest_ripple(const std::vector<double>& residual, const std::vector<double>& position,
                                std::size_t rows) {
  PositionRipple best;
  if (rows < 20) return best;
  const auto [low, high] = std::minmax_element(position.begin(), position.begin() + static_cast<std::ptrdiff_t>(rows));
  const double travel = *high - *low, once = 2 * std::numbers::pi / travel;  // one period in the whole travel
  if (!(travel > 0)) return best;
  const std::size_t every = rows / 4000 + 1;
  double found = 0;
  for (double cycles = 1.5; cycles < 200; cycles += 0.25)
    if (const PositionRipple one = ripple_of(residual, position, rows, every, cycles * once);
        one.explained > best.explained)
      best = one, found = cycles;
  // The peak is about one cycle wide: it is closed in from both sides, over all rows at last.
  for (double step = 0.125; step > 1e-3; step *= 0.5)
    for (const double cycles : {found - step, found + step})
      if (const PositionRipple one = ripple_of(residual, position, rows, every, cycles * once);
          one.explained > best.explained)
        best = one, found = cycles;
  return found > 0 ? ripple_of(residual, position, rows, 1, found * once) : best;
}

}  // namespace stiction
