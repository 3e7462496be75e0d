// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/state_samples.hpp"
#include "stiction/loop/simulate.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/schema/rounded_text.hpp"

/// Drift of a resting mass under a steady force with a vibration on top, both below stiction \cite Dupont2002 Figs.
/// 7, 8.
namespace stiction {

/// A force `bias + amplitude sin(2 pi f t)` on a mass at rest. Read torque and inertia for rotation.
struct Vibration {
  double mass = 1;       ///< [kg]
  double bias = 0;       ///< [N]
  double amplitude = 0;  ///< [N]
  double frequency = 1;  ///< [Hz]
  int cycles = 10;
};

struct DriftReport {
  std::vector<double> per_cycle{};  ///< net displacement in each cycle [m]
  double drift = 0;                 ///< in the last cycle [m]
  double resolution = 0;            ///< below this a drift is the solver's
  bool drifts = false;
  /// Largest peak force that is sure not to drift, for slow vibration [N]: 0 for a law that creeps under any.
  double no_drift_bound = 0;
  std::string sentence{};
};

/// The force up to which a law is purely elastic: sigma_0 z_ba of elastoplastic friction \cite Dupont2002 section V.
/// The peak must stay below it on both sides; it is a bound for slow forces, bristle damping raises the true limit.
template <class Law>
double elastic_limit([[maybe_unused]] const ParametersOf<Law>& p) {
  if constexpr (requires { p.bristle_stiffness* Law::breakaway_deflection(p); })
    return p.bristle_stiffness * Law::breakaway_deflection(p);
  else if constexpr (HoldsAtRest<Law>)
    return Law::breakaway_force(p, Contact<double>{.applied_force = 1});
  else
    return 0;
}

/// `start` is the state of the law that carries the bias; a law that starts unbent is carried there in the first
/// cycles.
template <class Law>
DriftReport measure_drift(const ParametersOf<Law>& p, const Vibration& v, const StateOf<Law>& start = {},
                          double tolerance = 1e-11) {
  if (!(v.frequency > 0) || v.cycles < 2)
    throw InvalidInput("drift meter", {{"cycles", "a positive frequency and two cycles at least are needed"}});
  Experiment<MassOnSurface, Law> run;
  run.plant.mass = v.mass;
  run.friction() = p;
  std::get<0>(run.initial_laws) = start;
  run.inputs.force = Signal::sine(v.amplitude, v.frequency, 0, v.bias);
  run.duration = v.cycles / v.frequency;
  run.solver.tolerance = tolerance;
  run.record = {.interval = run.duration, .signals = {"position"}};
  std::vector<double> ends;
  for (int n = 1; n <= v.cycles; ++n) ends.push_back(n / v.frequency);
  StateSamples at(ends);
  const auto result = simulate(run, at).result;
  if (!result.finished()) throw InvalidInput("drift meter", {{"", "the run did not finish: " + result.reason}});

  DriftReport r;
  double before = 0, travelled = 0;
  for (const auto& state : at.states) {
    r.per_cycle.push_back(state[0] - before);
    travelled = std::max(travelled, std::abs(state[0]));
    before = state[0];
  }
  r.drift = r.per_cycle.back();
  // What the solver may have left, of the positions it is the difference of.
  double bend = 0;
  for_each_field(Law::state_scale(p), [&](const auto& row, double z, std::size_t) {
    if (row.role == Role::deflection) bend = std::max(bend, z);
  });
  r.resolution = 100 * tolerance * std::max(travelled, bend);
  r.drifts = std::abs(r.drift) > r.resolution;
  r.no_drift_bound = elastic_limit<Law>(p);
  const double peak = std::abs(v.bias) + std::abs(v.amplitude);
  const std::string name(Law::info.name);
  r.sentence = r.drifts ? name + " drifts by " + rounded_text(r.drift) + " m per cycle" : name + " does not drift";
  if (r.no_drift_bound > 0)
    r.sentence += "; the peak of " + rounded_text(peak) + " N is " + (peak <= r.no_drift_bound ? "within" : "beyond") +
                  " its elastic limit of " + rounded_text(r.no_drift_bound) + " N";
  else
    r.sentence += "; it has no elastic range, so that any vibration about a bias carries it along";
  return r;
}

}  // namespace stiction
