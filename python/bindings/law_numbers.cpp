// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/law_numbers.hpp"

#include <cmath>
#include <limits>

#include "stiction/catalogue/part_numbers.hpp"

namespace stiction::python {

LawNumbers::LawNumbers(const std::string& name, const std::string& preset, const NamedValues& given)
    : entry_(&find_model(name)),
      values_(entry_->resolve(preset, given)),
      part_(&entry_->part(values_)),
      p_(part_numbers(part_->parameter_rows, part_->parameters, values_, name)),
      states_(number_total(part_->states)) {}

void LawNumbers::refuse(const std::string& why) const { throw InvalidInput(entry_->info.name, {{"", why}}); }

void LawNumbers::evaluate(std::size_t count, const double* velocity, const double* states, const Forces& forces,
                          double* force, double* rates) const {
  if (part_->has_memory)
    refuse("is a law with memory: its force depends on the path; use force_along(velocity, duration), or run it");
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto& table = part_->tables.plain;
  std::vector<double> branch(part_->branch_numbers), none(states_ + 1, 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    const double* z = states ? states + i * states_ : none.data();
    const auto at = [&](const double* all) { return all ? all[i] : 0.0; };
    Contact<double> c{.velocity = velocity[i],
                      .applied_force = at(forces.applied),
                      .normal_force = at(forces.normal),
                      .transmitted_force = at(forces.transmitted)};
    double sum = c.velocity + c.applied_force + c.normal_force + c.transmitted_force;
    for (std::size_t k = 0; k < states_; ++k) sum += z[k];
    force[i] = nan;
    for (std::size_t k = 0; k < states_; ++k) rates[i * states_ + k] = nan;
    if (!std::isfinite(sum)) continue;
    // The branch of a contact that is met in this motion.
    part_->start(branch.data(), none.data(), 0.0);
    part_->settle(p_.data(), branch.data(), z, c);
    part_->find_sides(p_.data(), branch.data(), z, c);
    table.evaluate(p_.data(), branch.data(), 0.0, z, c, rates + i * states_, force[i]);
  }
}

std::vector<double> LawNumbers::steady_force(std::span<const double> velocity) const {
  if (!entry_->steady_force) refuse("has no steady force of its own");
  return entry_->steady_force(values_, velocity);
}

std::vector<double> LawNumbers::force_along(std::span<const double> velocity, double duration) const {
  if (!entry_->force_along) refuse("has no exact step, so its force along a motion needs a run");
  if (!(std::isfinite(duration) && duration > 0)) refuse("needs a positive duration [s], not " + number_text(duration));
  for (const double v : velocity)
    if (!std::isfinite(v)) refuse("moves with finite velocities [m/s] only, not " + number_text(v));
  return entry_->force_along(values_, velocity, duration);
}

}  // namespace stiction::python
