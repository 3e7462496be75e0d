// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/passivity.hpp"

namespace stiction {

double smallest_extracting_speed(double bristle_damping, double viscous_damping, double coulomb_force,
                                 double static_force) {
  const double r = static_force / coulomb_force;
  double low = 1 + viscous_damping / bristle_damping, high = r;
  if (!(low < high)) return std::numeric_limits<double>::infinity();
  const auto speed = [&](double xi) {
    return coulomb_force * xi * xi * (r - 1) / ((r - xi) * (bristle_damping * (xi - 1) - viscous_damping));
  };
  // One minimum between two poles: golden sections.
  constexpr double golden = 0.6180339887498949;
  for (int k = 0; k < 100; ++k) {
    const double a = high - golden * (high - low), b = low + golden * (high - low);
    (speed(a) < speed(b) ? high : low) = speed(a) < speed(b) ? b : a;
  }
  return speed(0.5 * (low + high));
}

}  // namespace stiction
