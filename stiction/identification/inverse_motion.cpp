// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/inverse_motion.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// All inputs, then all references, half a sample before each sample and half a sample after the last.
std::vector<std::vector<double>> signals_between(const Resolved& r, const std::vector<double>& p,
                                                 const std::vector<double>& time, double interval) {
  LoopRun run(r.loop, p);
  Branch branch = run.branch();
  std::vector<std::vector<double>> all(r.loop->input_signals);
  for (std::size_t i = 0; i <= time.size(); ++i) {
    const double t = i < time.size() ? time[i] - 0.5 * interval : time.back() + 0.5 * interval;
    branch[0] = std::max(t, r.run.start_time);
    run.set_branch(branch);  // the pieces of signals that hold at t
    for (std::size_t k = 0; k < all.size(); ++k)
      all[k].push_back(run.input_signal(r.loop->first_input_signal + k, branch[0]));
  }
  return all;
}

Log log_of(const OutputRecord& record, bool from_position, const std::vector<double>& force) {
  const bool fine = !record.fine_time.empty();
  Log log{.name = record.name, .columns = {}};
  log.columns.push_back({"time", "", fine ? record.fine_time : record.time});
  log.columns.push_back({from_position ? "position" : "velocity", "", fine ? record.fine_measured : record.measured});
  log.columns.push_back({"force", "", force});
  return log;
}

/// Positions from velocities, for plants whose forces depend on the place.
void integrate_position(Recording& r, double first) {
  r.position.assign(r.size(), first);
  for (std::size_t i = 1; i < r.size(); ++i)
    r.position[i] = r.position[i - 1] + 0.5 * (r.velocity[i] + r.velocity[i - 1]) * (r.time[i] - r.time[i - 1]);
}

}  // namespace

void read_drive(const Resolved& resolved, const std::vector<double>& p, InverseMotion& m) {
  const Loop& loop = *resolved.loop;
  const auto first = p.begin() + static_cast<std::ptrdiff_t>(loop.sampled_parameters);
  const std::vector<double> numbers(first, p.begin() + static_cast<std::ptrdiff_t>(loop.initial_plant));
  if (!m.inputs.empty() && numbers == m.signal_numbers) return;
  m.signal_numbers = numbers;
  const double interval = m.motion.sample_time;
  const auto all = signals_between(resolved, p, m.motion.time, interval);
  const std::size_t plant = number_total(loop.plant().inputs);
  m.inputs.clear(), m.input_rates.clear(), m.references.clear(), m.reference_rates.clear();
  for (std::size_t i = 0; i < m.motion.size(); ++i)
    for (std::size_t k = 0; k < all.size(); ++k) {
      const double before = all[k][i], after = all[k][i + 1];
      (k < plant ? m.inputs : m.references).push_back(0.5 * (before + after));
      (k < plant ? m.input_rates : m.reference_rates).push_back((after - before) / interval);
    }
}

InverseMotion inverse_motion(const ResolvedRecord& one, bool from_position) {
  const Resolved& r = one.resolved;
  const OutputRecord& record = *one.record;
  const std::vector<double>& time = record.fine_time.empty() ? record.time : record.fine_time;
  // Break-away is looked for where what drives the body changes: the sum of all signals, whatever they are.
  std::vector<double> force(time.size(), 0.0);
  const double interval = (time.back() - time.front()) / static_cast<double>(time.size() - 1);
  for (const std::vector<double>& signal : signals_between(r, r.p, time, interval))
    for (std::size_t i = 0; i < force.size(); ++i) force[i] += 0.5 * (signal[i] + signal[i + 1]);
  InverseMotion made{.motion = prepared(log_of(record, from_position, force), {})};
  if (!from_position) {
    double first = 0;
    for (std::size_t k = 0; k < r.loop->plant_states; ++k)
      if (r.loop->signals()[k].role == Role::position) first = r.p[r.loop->initial_plant + k];
    integrate_position(made.motion, first);
  }
  read_drive(r, r.p, made);
  return made;
}

std::vector<double> needed_friction(const Loop& loop, const std::vector<double>& p, const InverseMotion& m,
                                    Recording& contact) {
  const PlantPart& plant = loop.plant();
  const ControllerPart* const controller = loop.parts().controller;
  const double* const numbers = p.data() + loop.plant_parameters;
  const std::size_t inputs = number_total(plant.inputs), references = loop.input_signals - inputs;
  std::size_t moving = 0;
  for (std::size_t k = 0; k < loop.plant_states; ++k)
    if (loop.signals()[k].role == Role::velocity) moving = k;
  std::vector<double> x(loop.plant_states), u(inputs), free(x.size()), braked(x.size()), needed(m.motion.size());
  const double none = 0, one = 1;
  for (std::size_t i = 0; i < needed.size(); ++i) {
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = k == moving ? m.motion.velocity[i] : m.motion.position[i];
    std::copy_n(m.inputs.data() + i * inputs, inputs, u.data());
    const double* const rates = m.input_rates.data() + i * inputs;
    if (controller != nullptr) {
      double seen[2];
      plant.tables.plain.measured(numbers, x.data(), seen);
      u[plant.drive] += controller->tables.plain.output(
          p.data() + loop.controller_parameters, x.data(),  // it has no states to read
          m.references.data() + i * references, m.reference_rates.data() + i * references, seen);
    }
    Contact<double> touching{};
    plant.tables.plain.contacts(numbers, x.data(), u.data(), rates, &touching);
    contact.velocity[i] = touching.velocity;
    if (touching.normal_force != 0) {
      contact.normal_force.resize(needed.size());
      contact.normal_force[i] = touching.normal_force;
    }
    plant.tables.plain.rate(numbers, x.data(), u.data(), rates, &none, free.data());
    plant.tables.plain.rate(numbers, x.data(), u.data(), rates, &one, braked.data());
    needed[i] = (m.motion.acceleration[i] - free[moving]) / (braked[moving] - free[moving]);  // (1)
  }
  return needed;
}

}  // namespace stiction
