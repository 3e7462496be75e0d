// SPDX-License-Identifier: BSD-3-Clause
// Slopes of what a sampled controller keeps.
#include "stiction/loop/loop_run_parts.hpp"
#include "stiction/loop/sampled_step.hpp"

namespace stiction {
namespace {

/// Registers as they stand in a branch, with slopes.
BasicSampledMemory<Slopes> memory_from(const double* values, const std::vector<Slopes>& r) {
  const SampledMemory plain = sampled_memory(values);
  BasicSampledMemory<Slopes> m;
  m.start = plain.start, m.samples = plain.samples;
  m.sensor.started = plain.sensor.started, m.sensor.drawn = plain.sensor.drawn, m.drive.newest = plain.drive.newest;
  m.asked = r[2], m.force = r[3], m.seen = {r[4], r[5]};
  m.sensor.last = r[6], m.sensor.velocity = r[7];
  std::copy_n(r.begin() + 11, DriveMemory::capacity, m.drive.forces.begin());
  return m;
}
void store(const BasicSampledMemory<Slopes>& m, std::vector<Slopes>& r) {
  r[2] = m.asked, r[3] = m.force, r[4] = m.seen[0], r[5] = m.seen[1];
  r[6] = m.sensor.last, r[7] = m.sensor.velocity;
  std::copy(m.drive.forces.begin(), m.drive.forces.end(), r.begin() + 11);
}
static_assert(sampled_numbers == 11 + DriveMemory::capacity);

}  // namespace

void LoopRun::sample_slopes(const Branch& before, double t, const double* time_slopes, const double* y, const double* s,
                            SlopeColumns& columns) const {
  const Loop& l = *loop_;
  const std::size_t count_of_registers = sampled_numbers + number_total(l.parts().controller->states);
  const double* values = &before[l.sampled_branch];
  std::vector<double> after(count_of_registers * columns.size());
  for_each_four(columns, y, s, [&](std::size_t first, std::size_t count) {
    PartsScratch<Slopes>& now = scratch<Slopes>();
    std::vector<Slopes> registers(values, values + count_of_registers);
    Slopes moving(t);
    for (std::size_t k = 0; k < count; ++k) {
      set_slope(moving, k, time_slopes[first + k]);
      for (std::size_t i = 0; i < count_of_registers; ++i)
        set_slope(registers[i], k, columns.registers[i * columns.size() + first + k]);
    }
    read_signals(moving, now.now);
    l.plant().tables.slopes.measured(p_slopes_.data(), now.y.data(), now.now.measured.data());
    const auto options = unpacked<BasicSampledOptions<Slopes>>(p_slopes_.data() + l.sampled_parameters);
    BasicSampledMemory<Slopes> memory = memory_from(values, registers);
    memory.seen = read_sensor(options, memory.sensor, now.now.measured[0], now.now.measured[1]);
    memory.asked =
        sampled_step(*l.parts().controller, &p_slopes_[l.controller_parameters], registers.data() + sampled_numbers,
                     now.now.references.data(), now.now.reference_rates.data(), memory.seen, options.sample_time);
    memory.force = drive_force(options, memory.drive, memory.asked);
    store(memory, registers);
    for (std::size_t i = 0; i < count_of_registers; ++i)
      for (std::size_t k = 0; k < count; ++k) after[i * columns.size() + first + k] = slope_along(registers[i], k);
  });
  columns.registers = std::move(after);
}

LoopRun LoopRun::with_registers_of(const Branch& other) const {
  LoopRun mixed = *this;
  std::copy(other.begin() + static_cast<std::ptrdiff_t>(loop_->sampled_branch), other.end(),
            mixed.branch_.begin() + static_cast<std::ptrdiff_t>(loop_->sampled_branch));
  ++mixed.signals_version_;
  return mixed;
}

}  // namespace stiction
