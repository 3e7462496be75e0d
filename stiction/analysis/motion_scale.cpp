// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/motion_scale.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {

double named_speed(const LoopRun& run, std::size_t contact) {
  const Loop& l = run.loop();
  double smallest = 0;
  std::size_t place = l.contact_parameters[contact];
  for (const FieldInfo& row : l.contact(contact).parameters)
    for (std::size_t k = 0; k < row.defaults.size(); ++k, ++place)
      if (const double speed = run.parameters()[place]; row.role == Role::velocity && speed > 0)
        smallest = smallest > 0 ? std::min(smallest, speed) : speed;
  return smallest;
}

bool spans_decades_of_speed(const LoopRun& run, std::size_t contact) {
  return run.contact_scale(contact).speed < 1e-3 * named_speed(run, contact);
}

std::vector<double> motion_scale(const LoopRun& run, double t, const std::vector<double>& y) {
  double speed = 0;
  const auto touching = run.contacts_at(t, y.data());
  for (std::size_t i = 0; i < touching.size(); ++i)
    if (spans_decades_of_speed(run, i)) speed = std::max({speed, named_speed(run, i), std::abs(touching[i].velocity)});
  std::vector<double> scale = run.scale();
  for (std::size_t n = 0; n < run.loop().plant_states; ++n)
    if (run.loop().signals()[n].role == Role::velocity) scale[n] = std::max(scale[n], speed);
  return scale;
}

}  // namespace stiction
