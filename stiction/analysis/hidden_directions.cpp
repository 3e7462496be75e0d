// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/hidden_directions.hpp"

#include <cmath>

namespace stiction::detail {

std::vector<bool> states_of_motion(const Loop& loop) {
  std::vector<bool> is_of_motion(loop.state_count, true);
  for (std::size_t i = 0; i < loop.contacts(); ++i)
    for (std::size_t k = 0; k < number_total(loop.contact(i).states); ++k)
      is_of_motion[loop.first_state[i] + k] = false;
  return is_of_motion;
}

HiddenDirections hidden_directions(const DenseMatrix& a, const std::vector<bool>& is_of_motion) {
  // Below A, a row for each state of the motion: the kernel of both is what is looked for.
  const std::size_t n = a.columns;
  DenseMatrix both(a.rows + n, n);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < a.rows; ++i) both(i, k) = a(i, k);
    if (is_of_motion[k]) both(a.rows + k, k) = 1;
  }
  HiddenDirections found{DenseMatrix(n, n), 0};
  double trace = 0;
  for (std::size_t k = 0; k < n; ++k) {
    std::vector<double> image(both.rows);
    for (std::size_t i = 0; i < both.rows; ++i) image[i] = both(i, k);
    const std::vector<double> seen = least_squares(both, image, 1e-9);
    for (std::size_t i = 0; i < n; ++i) found.projection(i, k) = (i == k ? 1 : 0) - seen[i];
    trace += found.projection(k, k);
  }
  found.count = static_cast<std::size_t>(std::lround(trace));
  return found;
}

}  // namespace stiction::detail
