// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <complex>
#include <optional>
#include <vector>

#include "stiction/linear/routh_hurwitz.hpp"

namespace stiction {

/// What a Jacobian says of the motion nearby.
struct LinearStability {
  Polynomial characteristic{};  ///< det(s - J), leading coefficient 1
  RouthHurwitz routh{};
  std::vector<std::complex<double>> eigenvalues{};  ///< by real part, rising [1/s]
  double growth_rate = 0;                           ///< largest real part [1/s]
  double frequency = 0;                             ///< imaginary part that belongs to it [rad/s]
  bool stable = false;
  std::string sentence{};
};

/// The matrix row after row. It is balanced first, so that units do not matter. Coefficients are sums of principal
/// minors, in which nothing cancels that need not. Of the eigenvalues `hidden` zeros are left out
/// (hidden_directions.hpp).
LinearStability linear_stability(std::size_t size, const std::vector<double>& jacobian, std::size_t hidden = 0);

/// The shortest step x with J x = -f, in states measured by `scale`; states on which nothing depends stay.
std::vector<double> newton_step(const std::vector<double>& jacobian, const std::vector<double>& f,
                                const std::vector<double>& scale);
/// The state after a step. What rounding alone keeps from zero is zero: its sign would choose the side of a velocity at
/// rest.
inline double moved_state(double y, double step, double scale) {
  return std::abs(y + step) < 1e-15 * scale ? 0 : y + step;
}

}  // namespace stiction
