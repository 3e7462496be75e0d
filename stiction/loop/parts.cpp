// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/parts.hpp"

namespace stiction {

std::size_t number_total(std::span<const FieldInfo> rows) {
  std::size_t total = 0;
  for (const FieldInfo& row : rows) total += row.defaults.size();
  return total;
}

std::vector<double> default_numbers(std::span<const FieldInfo> rows) {
  std::vector<double> all;
  for (const FieldInfo& row : rows) all.insert(all.end(), row.defaults.begin(), row.defaults.end());
  return all;
}

ContactScale ContactPart::scale(const double* p) const {
  ContactScale s{.force = coulomb_level(p), .speed = smallest_speed(p)};
  std::vector<double> sizes(number_total(states));
  state_scale(p, sizes.data());
  std::size_t n = 0;
  for (const FieldInfo& row : states)
    for (std::size_t k = 0; k < row.defaults.size(); ++k, ++n)
      if (row.role == Role::deflection) s.deflection = sizes[n];
  return s;
}

}  // namespace stiction
