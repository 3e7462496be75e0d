// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/loop_score.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/analysis/limit_cycle_section.hpp"
#include "stiction/analysis/loop_meters.hpp"
#include "stiction/analysis/sampled_form.hpp"
#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/followed_number.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"

namespace stiction {
namespace {

/// Lowest and highest value of a reference, as its samples show, and the one of largest size.
struct ReferenceRange {
  double lowest = 0, highest = 0;
  double largest() const { return std::abs(lowest) > std::abs(highest) ? lowest : highest; }

  ReferenceRange(const NamedSignal& named, const RunOptions& run) {
    SignalCursor cursor(make_signal(named, "m"));
    constexpr int samples = 4096;
    for (int k = 0; k <= samples; ++k) {
      const double t = run.start_time + run.duration * k / samples;
      cursor.move_to(t);
      const double value = cursor.value(t);
      lowest = k == 0 ? value : std::min(lowest, value), highest = k == 0 ? value : std::max(highest, value);
    }
  }
};

}  // namespace

ServoTask::ServoTask(const NamedExperiment& servo) : servo_(resolved(servo)) {
  if (!servo_.controller || !servo_.references.contains("reference"))
    throw InvalidInput("compare", {{"", "a comparison needs a [controller] and a [reference] for its position"}});
  const LoopRun run = assemble(servo_);
  (void)PositionLoop(run);  // throws where there is no position to control
  double deflection = 0;
  force_level_ = 0;
  for (std::size_t i = 0; i < servo_.friction.size(); ++i) {
    force_level_ = std::max(force_level_, run.contact_scale(i).force);
    deflection = std::max(deflection, run.contact_scale(i).deflection);
  }
  measured_ = measured_contact(servo_);
  const ReferenceRange range(servo_.references["reference"], servo_.run);
  turns_ = run.loop().turns();
  constant_reference_ = range.lowest == range.highest, set_point_ = range.largest();
  double resolution = 0;
  if (servo_.sampled) {
    sample_time_ = value_in(*servo_.sampled, "sample_time").value_or(1e-3);
    resolution = value_in(*servo_.sampled, "encoder_resolution").value_or(0);
  }
  // Bristles bend to and fro by no more than their deflection; without any, a ten-thousandth of the way counts as
  // still.
  still_ = std::max({2 * resolution, deflection > 0 ? deflection : 1e-4 * std::abs(set_point_), 1e-9});
}

std::string ServoTask::contact_prefix(std::size_t contact) const {
  return servo_.friction.size() > 1 ? find_plant(servo_.plant.model).contacts[contact] + "." : "";
}

NamedExperiment ServoTask::with_controller(const NamedPart& controller) const {
  NamedExperiment e = servo_;
  e.controller = controller;
  const std::vector<FieldInfo>& known = find_controller(controller.model).part(controller.values).inputs;
  std::erase_if(e.references, [&](const auto& reference) {
    return std::none_of(known.begin(), known.end(), [&](const FieldInfo& row) { return row.name == reference.first; });
  });
  return e;
}

NamedExperiment ServoTask::at_set_point(const NamedPart& controller) const {
  NamedExperiment e = with_controller(controller);
  e.references = {{"reference", NamedSignal(set_point_)}};
  e.run.duration *= 3;
  return e;
}

/// Hunting by an integral takes as long as the slowest root of the loop: several such times, of which the second half
/// counts.
template <class Solved>
void ServoTask::look_longer(LoopRun& run, std::vector<double>& y, LoopScore& s, Solved&& solved) const {
  constexpr double periods = 12, most = 20;
  const double begin = servo_.run.start_time;
  LoopRun smooth = continuous_form(run);
  const std::vector<double> start = smooth.initial_state();
  smooth.start(begin, start.data());
  const double natural = detail::natural_time(smooth, begin, start), before = s.set_point_time;
  s.set_point_time = std::clamp(periods * natural, 2 * before, most * before);
  RestMeter rest(run, begin, begin + s.set_point_time);
  if (solved(run, y, begin + before, begin + s.set_point_time, rest)) rest.finish(s, still_);
}

LoopScore ServoTask::score(const NamedPart& controller, const Frictions& frictions, const ScoreOptions& options,
                           ErrorCurve* curve) const {
  LoopScore s;
  const double begin = servo_.run.start_time, end = begin + servo_.run.duration;
  SolveOptions solver = servo_.run.solver;
  solver.tolerance = options.tolerance;
  solver.step_limit = std::min<std::size_t>(solver.step_limit, 3'000'000);
  solver.interrupt = [&](double) { return options.stop && options.stop(); };
  const auto solved = [&](LoopRun& run, std::vector<double>& y, double from, double to, LoopMeter& meter) {
    const SolveResult result = solve(run, y, from, to, solver, meter);
    if (result.finished()) return true;
    s.stopped = result.status == SolveStatus::interrupted;
    const bool diverged = result.status == SolveStatus::diverged;
    s.problem = diverged ? "unstable: the error grows without bound" : result.reason;
    return false;
  };
  const auto started = [&](NamedExperiment e, std::vector<double>& y) {
    e.friction = frictions;
    LoopRun run = assemble(e);
    y = run.initial_state();
    run.start(begin, y.data());
    return run;
  };
  try {
    std::vector<double> y;
    LoopRun run = started(with_controller(controller), y);
    TrackingMeter tracking(run, begin, end, sample_time_);
    if (!solved(run, y, begin, end, tracking)) return s;
    tracking.finish(s, curve);
    if (!options.set_point || (options.goes_on && !options.goes_on(s))) return s;
    double from = end;
    if (!constant_reference_) run = started(at_set_point(controller), y), from = begin;  // else it goes on
    s.set_point_time = 3 * servo_.run.duration;
    RestMeter rest(run, begin, begin + s.set_point_time);
    if (!solved(run, y, from, begin + s.set_point_time, rest)) return s;
    rest.finish(s, still_);
    const bool decided = s.hunts || (s.swing <= still_ && rest.change_of_force() < 1e-3 * force_level_);
    if (options.patient && !decided) look_longer(run, y, s, solved);
  } catch (const InvalidInput& error) {
    s.problem = error.what();
  }
  return s;
}

}  // namespace stiction
