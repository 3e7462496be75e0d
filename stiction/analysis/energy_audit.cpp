// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/energy_audit.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

/// The sum of a signal over all contacts, "friction_work" or "motor.friction_work"; empty where there is none.
std::vector<double> sum_of_signals(const Trajectory& t, const std::string& name) {
  std::vector<double> sum;
  for (const TrajectorySignal& signal : t.signals) {
    if (signal.name != name && !signal.name.ends_with("." + name)) continue;
    sum.resize(signal.values.size());
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += signal.values[i];
  }
  return sum;
}

}  // namespace

EnergyAudit audit_energy(const Trajectory& t, double start, double end) {
  const std::vector<double>& supplied = t["supplied_work"];  // throws, with the names that are there
  const std::vector<double> work = sum_of_signals(t, "friction_work");
  std::vector<double> energy = sum_of_signals(t, "mechanical_energy"), stored = sum_of_signals(t, "stored_energy");
  energy.resize(t.time.size()), stored.resize(t.time.size());
  std::size_t first = 0, last = 0;
  while (first + 1 < t.time.size() && t.time[first] < start) ++first;
  for (last = t.time.size(); last > first + 1 && t.time[last - 1] > end;) --last;
  if (last <= first + 1 || work.empty())
    throw InvalidInput("energy audit", {{"", "two samples at least, and the work of friction, are needed"}});

  EnergyAudit a;
  double highest = -1e300, moved = 0;
  for (std::size_t i = first; i < last; ++i) {
    const double in = supplied[i] - supplied[first], kinetic = energy[i] - energy[first], taken = work[i] - work[first];
    const double lost = taken - (stored[i] - stored[first]);
    a.integration_error = std::max(a.integration_error, std::abs(in - kinetic - taken));
    moved = std::max({moved, std::abs(in), std::abs(kinetic), std::abs(taken)});
    highest = std::max(highest, lost);
    a.largest_given_back = std::max(a.largest_given_back, highest - lost);
    a.supplied = in, a.mechanical = kinetic, a.stored = stored[i] - stored[first], a.dissipated = lost;
  }
  a.relative_error = moved > 0 ? a.integration_error / moved : 0;
  a.sentence = rounded_text(a.supplied) + " J supplied: " + rounded_text(a.dissipated) + " J dissipated, " +
               rounded_text(a.mechanical) + " J in the motion, " + rounded_text(a.stored) +
               " J in the contact; the account closes to " + rounded_text(a.integration_error, 2) + " J";
  if (a.largest_given_back > std::max(10 * a.integration_error, 1e-9 * moved))
    a.sentence += "; friction gave back " + rounded_text(a.largest_given_back) + " J that it had taken: not passive";
  return a;
}

}  // namespace stiction
