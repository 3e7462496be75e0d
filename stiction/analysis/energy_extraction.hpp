// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "stiction/analysis/state_samples.hpp"
#include "stiction/loop/simulate.hpp"
#include "stiction/loop/with_work.hpp"
#include "stiction/plants/prescribed_motion.hpp"
#include "stiction/schema/rounded_text.hpp"

/// Motions that draw energy from a law that is not passive: a proof by example, in joules.
namespace stiction {

/// A motion of two speeds in turn, for ever. Both of one sign: a slow slide that bends the bristles and a burst that
/// lets them go \cite Astrom2008 Property 3. Of opposite sign: a vibration.
struct TwoSpeedMotion {
  double first_speed = 1e-4, second_speed = 0.1;  ///< [m/s]
  double first_time = 0.2, second_time = 5e-5;    ///< [s]
  double period() const { return first_time + second_time; }
};

/// Work done against friction [J], negative where friction gives energy.
struct MotionWork {
  double after_lead_in = 0;
  std::vector<double> after_cycle{};  ///< since the start
  double of_last_cycle() const {
    const std::size_t n = after_cycle.size();
    return n == 0 ? 0 : after_cycle[n - 1] - (n == 1 ? after_lead_in : after_cycle[n - 2]);
  }
};

/// A lead-in with the first speed for `lead_in` [s], then cycles that begin with the second speed.
template <class Law>
MotionWork work_of(const ParametersOf<Law>& p, const TwoSpeedMotion& motion, double lead_in, int cycles,
                   double tolerance = 1e-10, const StateOf<Law>& start = {}) {
  std::vector<double> corners;
  Experiment<WithWork<PrescribedVelocity>, Law> run;
  std::vector<std::pair<double, double>> speed{{0, motion.first_speed}, {lead_in, motion.first_speed}};
  double t = lead_in;
  if (lead_in > 0) corners.push_back(t);
  for (int i = 0; i < cycles; ++i) {
    const double middle = t + motion.second_time, end = middle + motion.first_time;
    speed.insert(speed.end(), {{t, motion.second_speed},
                               {middle, motion.second_speed},
                               {middle, motion.first_speed},
                               {end, motion.first_speed}});
    corners.push_back(t = end);
  }
  run.inputs.velocity = Signal::polyline(speed);
  run.friction() = p;
  std::get<0>(run.initial_laws) = start;
  run.duration = t;
  run.solver.tolerance = tolerance;
  run.record = {.interval = t, .signals = {"travelled"}};
  StateSamples at(corners);
  const auto result = simulate(run, at).result;
  if (!result.finished()) throw InvalidInput("energy extraction", {{"", "the run did not finish: " + result.reason}});
  MotionWork work;
  for (const auto& state : at.states) work.after_cycle.push_back(state[1 + field_count<RunStateOf<Law>>]);
  if (lead_in > 0) {
    work.after_lead_in = work.after_cycle.front();
    work.after_cycle.erase(work.after_cycle.begin());
  }
  return work;
}

/// The speeds that are allowed when energy is to be drawn from a law.
struct SpeedRange {
  double slow = 1e-4, fast = 0.1;  ///< [unit]
  std::string_view unit = "m/s";   ///< of a law in rotation "rad/s"
};

struct EnergyExtraction {
  TwoSpeedMotion motion{};
  double joules_per_cycle = 0;  ///< drawn from friction, positive
  std::string sentence{};
};

namespace detail {

/// The distance over which the state of a law decays at a speed: one over its largest rate per distance.
template <class Law>
double memory_length(const ParametersOf<Law>& p, double speed) {
  constexpr std::size_t n = field_count<StateOf<Law>>;
  using D = Dual<double, n>;
  StateOf<Law, D> z = convert<StateOf<Law, D>>(Law::state_scale(p));
  std::array<double, n> scale;
  std::size_t place = 0;
  for_each_field(z, [&](const auto&, D& x, std::size_t) {
    scale[place] = x.value;
    x.slope[place++] = 1;
  });
  double fastest = 0;
  place = 0;
  for_each_field(Law::rate(convert<ParametersOf<Law, D>>(p), z, contact(D(speed))),
                 [&](const auto&, const D& rate, std::size_t) {
                   double sum = 0;
                   for (std::size_t k = 0; k < n; ++k) sum += std::abs(rate.slope[k]) * scale[k] / scale[place];
                   fastest = std::max(fastest, sum);
                   ++place;
                 });
  return speed / fastest;
}

}  // namespace detail

/// Work done against friction in the last of several cycles, after a lead-in [s], at a tolerance of the solver [J].
using WorkOfLastCycle = std::function<double(const TwoSpeedMotion&, double lead_in, int cycles, double tolerance)>;

/// The two-speed motion within a range of speeds that draws most energy per cycle, if any does: distances are tried on
/// a coarse grid, in units of the memory length [m], and the best pair refined.
std::optional<EnergyExtraction> extract_energy(double memory_length, const WorkOfLastCycle& work,
                                               const SpeedRange& range = {});

template <class Law>
  requires SmoothModel<Law>
std::optional<EnergyExtraction> extract_energy(const ParametersOf<Law>& p, const SpeedRange& range = {}) {
  return extract_energy(
      detail::memory_length<Law>(p, range.slow),
      [&](const TwoSpeedMotion& motion, double lead_in, int cycles, double tolerance) {
        return work_of<Law>(p, motion, lead_in, cycles, tolerance).of_last_cycle();
      },
      range);
}

}  // namespace stiction
