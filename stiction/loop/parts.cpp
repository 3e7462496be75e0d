// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/parts.hpp"

#include <cmath>

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

namespace {

/// The distance over which friction would rise to its level if it went on as it begins, F_C / (dF/dx) [m]; 0 where it
/// does not begin as a spring. Of a law whose force depends on the path alone, any speed tells it.
double presliding_length(const ContactPart& law, const double* p) {
  const std::size_t states = number_total(law.states);
  const Contact<double> moving = contact(1.0);
  std::vector<double> branch(law.branch_numbers), z(states), rate(states);
  law.start(branch.data(), default_numbers(law.initial).data(), 0.0);
  law.settle(p, branch.data(), z.data(), moving);
  double force = 0;
  law.tables.plain.evaluate(p, branch.data(), 0.0, z.data(), moving, rate.data(), force);
  std::vector<Slopes> numbers(p, p + number_total(law.parameters)), along(states), unused(states);
  for (std::size_t n = 0; n < states; ++n) along[n] = Slopes(z[n]), set_slope(along[n], 0, rate[n]);
  Slopes rising(0.0);
  law.tables.slopes.evaluate(numbers.data(), branch.data(), Slopes(0.0), along.data(), contact(Slopes(1.0)),
                             unused.data(), rising);
  const double length = law.coulomb_level(p) / slope_along(rising, 0);
  return length > 0 && std::isfinite(length) ? length : 0;
}

}  // namespace

ContactScale ContactPart::scale(const double* p) const {
  ContactScale s{.force = coulomb_level(p), .speed = smallest_speed(p)};
  std::vector<double> sizes(number_total(states));
  state_scale(p, sizes.data());
  std::size_t n = 0;
  for (const FieldInfo& row : states)
    for (std::size_t k = 0; k < row.defaults.size(); ++k, ++n)
      if (row.role == Role::deflection) s.deflection = sizes[n];
  if (s.deflection == 0 && !sizes.empty() && !has_memory && info->phenomena.rate_independent)
    s.deflection = presliding_length(*this, p);
  return s;
}

}  // namespace stiction
