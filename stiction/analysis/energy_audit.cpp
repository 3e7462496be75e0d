// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/energy_audit.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

/// The sum of a signal over all contacts that have it, "friction_work" or "motor.friction_work".
struct SignalSumOverContacts {
  std::vector<double> values;
  int contacts = 0;

  SignalSumOverContacts(const Trajectory& t, const std::string& name) : values(t.time.size()) {
    for (const TrajectorySignal& signal : t.signals) {
      if (signal.name != name && !signal.name.ends_with("." + name)) continue;
      for (std::size_t i = 0; i < values.size(); ++i) values[i] += signal.values[i];
      ++contacts;
    }
  }
};

}  // namespace

EnergyAudit audit_energy(const Trajectory& t, double start, double end, double resolution) {
  const std::vector<double>& supplied = t["supplied_work"];  // throws, with the names that are there
  const SignalSumOverContacts taken_by_friction(t, "friction_work"), in_contacts(t, "stored_energy");
  const std::vector<double>&work = taken_by_friction.values, &stored = in_contacts.values;
  const std::vector<double> energy = SignalSumOverContacts(t, "mechanical_energy").values;
  std::size_t first = 0, last = 0;
  while (first + 1 < t.time.size() && t.time[first] < start) ++first;
  for (last = t.time.size(); last > first + 1 && t.time[last - 1] > end;) --last;
  if (last <= first + 1 || taken_by_friction.contacts == 0)
    throw InvalidInput("energy audit", {{"", "two samples at least, and the work of friction, are needed"}});

  EnergyAudit a{.storage_known = in_contacts.contacts == taken_by_friction.contacts};
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
  if (a.largest_given_back > std::max({10 * a.integration_error, 1e-9 * moved, resolution}))
    a.sentence +=
        "; friction gave back " + rounded_text(a.largest_given_back) + " J that it had taken" +
        (a.storage_known ? " and that its springs did not hold: for a while the law supplied energy"
                         : ": its law keeps no account of what its springs, or the momentum in its zero-velocity band, "
                           "hold, so that nothing follows");
  return a;
}

}  // namespace stiction
