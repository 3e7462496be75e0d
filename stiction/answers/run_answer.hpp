// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/energy_audit.hpp"
#include "stiction/io/accuracy_check.hpp"
#include "stiction/io/json.hpp"

namespace stiction {

/// Where the energy of a run went; none for a plant that keeps no account.
std::optional<EnergyAudit> energies_of(const Trajectory& t);

/// Numbers by key: value (null where there is none), unit, and why it is missing.
Json measured_json(const std::vector<MeasuredValue>& values);

/// How a run ended: status, counters, events, the last values, energies, accuracy where it was checked, and
/// the sentence of a contact that was lost.
Json run_answer(const NamedExperiment& experiment, const Trajectory& t, const std::optional<AccuracyCheck>& check = {},
                const std::string& contact_lost = {});

}  // namespace stiction
