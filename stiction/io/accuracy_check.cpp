// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/accuracy_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

std::string two_digits(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", x);
  return text;
}

/// `range`: at least this; widened to what the signal itself covers.
SignalDifference difference(const TrajectorySignal& a, const TrajectorySignal& b, const std::vector<double>& time,
                            double& range) {
  SignalDifference d{.name = a.name, .unit = a.unit};
  const std::size_t count = std::min(a.values.size(), b.values.size());
  auto [low, high] = a.range();  // between samples too, where that is known
  for (std::size_t k = 0; k < count; ++k) {
    low = std::min({low, a.values[k], b.values[k]}), high = std::max({high, a.values[k], b.values[k]});
    const double apart = std::abs(a.values[k] - b.values[k]);
    if (apart > d.largest) d.largest = apart, d.time = time[k];
  }
  range = std::max(range, high - low);
  if (d.largest > 0) d.relative = d.largest / range;
  return d;
}

void judge(AccuracyCheck& check) {
  const SignalDifference* worst = nullptr;
  for (const SignalDifference& d : check.signals)
    if (d.state && (!worst || d.relative > worst->relative)) worst = &d;
  check.worst = worst ? worst->relative : 0;
  check.verdict = check.worst <= good_below ? "good" : check.worst <= loose_below ? "loose" : "differs";
  check.sentence = "a run at tolerance " + two_digits(check.tolerance) + " agrees to " + two_digits(check.worst) +
                   " of the range of every state";
  if (worst && check.worst > 0)
    check.sentence += ", worst in " + worst->name + " at t = " + rounded_text(worst->time) + " s";
  if (check.verdict == "loose") check.sentence += "; for more digits choose a smaller --tolerance";
  if (check.verdict == "differs")
    check.sentence +=
        "; do not rely on numbers after that: choose a smaller --tolerance, and if that does not help the "
        "motion depends on its start so strongly that only its statistics mean something";
}

}  // namespace

AccuracyCheck check_accuracy(const NamedExperiment& experiment, const Trajectory& first,
                             const std::function<bool(double)>& interrupt) {
  RunOptions options = experiment.run;
  options.record.signals.clear();
  // Samples at the same instants in both runs, not one per step.
  const bool again = options.record.interval == 0;
  if (again) options.record.interval = options.duration / 1000;
  AccuracyCheck check{.tolerance = std::max(0.1 * options.solver.tolerance, 1e-14)};
  const auto run = [&](double tolerance, double begun, double fraction) {
    options.solver.tolerance = tolerance;
    if (interrupt)
      options.solver.interrupt = [&, begun, fraction](double t) {
        return interrupt(begun + fraction * (t - options.start_time) / options.duration);
      };
    return run_loop(assemble(experiment, true), options);
  };
  const Trajectory repeated = again ? run(experiment.run.solver.tolerance, 0, 0.3) : Trajectory{};
  const Trajectory& rough = again ? repeated : first;
  const Trajectory fine = run(check.tolerance, again ? 0.3 : 0, again ? 0.7 : 1);
  if (!rough.result.finished() || !fine.result.finished()) {
    const SolveResult& early = rough.result.finished() ? fine.result : rough.result;
    check.verdict = "no second run";
    check.sentence = "a run at tolerance " + two_digits(check.tolerance) + " did not finish: " + early.reason;
    return check;
  }
  const LoopRun probe = assemble(experiment, true);
  const std::size_t states = probe.loop().state_count;
  // Works are parts of one balance: what friction takes may be rounding of what is supplied.
  double balance = 0;
  for (std::size_t i = probe.loop().first_work; i < states; ++i)
    difference(rough.signals[i], fine.signals[i], fine.time, balance);
  for (std::size_t i = 0; i < fine.signals.size(); ++i) {
    const bool is_work = i >= probe.loop().first_work && i < states;
    double range = is_work ? balance : 0;
    check.signals.push_back(difference(rough.signals[i], fine.signals[i], fine.time, range));
    check.signals.back().state = i < states;
  }
  judge(check);
  return check;
}

}  // namespace stiction
