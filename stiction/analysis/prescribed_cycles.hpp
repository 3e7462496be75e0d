// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <numbers>

#include "stiction/analysis/loops.hpp"
#include "stiction/loop/simulate.hpp"
#include "stiction/plants/prescribed_motion.hpp"
#include "stiction/schema/rounded_text.hpp"

/// The response of a law to a periodic motion, in its periodic state: hysteresis, lag, dependence on rate.
namespace stiction {

/// One period, sampled evenly from half a sample after v rises through its mean; the end is not repeated.
struct ForcedCycle {
  double period = 0;                        ///< [s]
  std::vector<double> velocity{}, force{};  ///< [m/s], [N]
  std::vector<double> displacement{};       ///< since the start of the period [m]
};

/// The cycle after `settling` periods of the velocity `bias + amplitude sin(wt)`.
template <class Law>
ForcedCycle forced_cycle(const ParametersOf<Law>& p, double amplitude, double angular_frequency, double bias = 0,
                         int settling = 4, std::size_t samples = 2000, double tolerance = 1e-10) {
  Experiment<PrescribedVelocity, Law> run;
  const double frequency = angular_frequency / (2 * std::numbers::pi);
  run.friction() = p;
  // Samples lie half a step beside the reversals, where a force may jump.
  run.inputs.velocity = Signal::sine(amplitude, frequency, std::numbers::pi / static_cast<double>(samples), bias);
  run.duration = (settling + 1) / frequency;
  run.solver.tolerance = tolerance;
  run.record = {.interval = 1 / (frequency * static_cast<double>(samples)),
                .signals = {"travelled", "friction_force", "velocity"}};
  const Trajectory t = simulate(run);
  if (!t.result.finished()) throw InvalidInput("forced cycle", {{"", "the run did not finish: " + t.result.reason}});
  const auto last = [&](const char* name) {
    const auto first = t[name].begin() + static_cast<std::ptrdiff_t>(samples) * settling;
    return std::vector<double>(first, first + static_cast<std::ptrdiff_t>(samples));
  };
  ForcedCycle cycle{1 / frequency, last("velocity"), last("friction_force"), last("travelled")};
  for (double& x : cycle.displacement) x -= t["travelled"][samples * static_cast<std::size_t>(settling)];
  return cycle;
}

/// Largest difference of force between the same sinusoidal displacement [m] at several frequencies [rad/s], relative to
/// the force.
template <class Law>
double rate_dependence(const ParametersOf<Law>& p, double amplitude, const std::vector<double>& angular_frequencies) {
  std::vector<std::vector<double>> forces;
  for (const double w : angular_frequencies) forces.push_back(forced_cycle<Law>(p, amplitude * w, w).force);
  return rate_dependence(forces);
}

/// How far friction lags behind its steady curve in sliding with a velocity that varies but keeps its sign.
struct FrictionalLag {
  LoopMeasure loop{};     ///< of force over velocity; positive area: more force while velocity rises
  double time_shift = 0;  ///< by which the force comes after that of the steady curve [s]
  std::string sentence{};
};
template <class Law>
  requires HasSteadyForce<Law>
FrictionalLag frictional_lag(const ParametersOf<Law>& p, double mean_velocity, double amplitude,
                             double angular_frequency, int settling = 12) {
  if (!(amplitude > 0 && amplitude < mean_velocity))
    throw InvalidInput("frictional lag", {{"amplitude", "0 < amplitude < mean_velocity must hold"}});
  const ForcedCycle cycle = forced_cycle<Law>(p, amplitude, angular_frequency, mean_velocity, settling);
  std::vector<double> steady;
  for (const double v : cycle.velocity) steady.push_back(Law::steady_force(p, contact(v)));
  FrictionalLag lag{.loop = measure_loop(cycle.velocity, cycle.force)};
  lag.time_shift = time_shift(steady, cycle.force).fraction_of_period * cycle.period;
  lag.sentence = "friction lags " + rounded_text(lag.time_shift) + " s behind its steady curve";
  return lag;
}

}  // namespace stiction
