// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/run_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "stiction/io/run_section.hpp"
#include "stiction/loop/loop_run.hpp"

namespace stiction {
namespace {

std::string rounded(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", x);
  return text;
}

/// Ranges of what a command line may have changed after the file was read.
std::vector<Violation> range_violations(const RunOptions& o) {
  RunSection run;
  run.duration = o.duration, run.start_time = o.start_time, run.tolerance = o.solver.tolerance;
  std::vector<Violation> broken = violations(run);
  for (Violation& v : violations(OutputSection{.interval = o.record.interval_over(o.duration)}))
    broken.push_back(std::move(v));
  return broken;
}

}  // namespace

std::vector<Violation> time_violations(const RunOptions& run) {
  const double end = run.start_time + run.duration;
  if (!std::isfinite(end)) return {{"duration", "the run must end at a finite time"}};
  const double latest = std::max(std::abs(run.start_time), std::abs(end));
  const double resolution = std::nextafter(latest, INFINITY) - latest;
  const std::string there = "at t = " + rounded(latest) + " s time advances in steps of " + rounded(resolution) + " s";
  if (run.duration < 1e6 * resolution)
    return {
        {"start_time", there + ", too coarse for a run of " + rounded(run.duration) + " s; let it start nearer to 0"}};
  const double interval = run.record.interval_over(run.duration);
  if (interval > 0 && interval < 2 * resolution)
    return {
        {"interval", there + ", too coarse for samples every " + rounded(interval) + " s; choose a longer interval"}};
  return {};
}

void require_possible_times(const RunOptions& run) {
  std::vector<Violation> broken = range_violations(run);
  if (broken.empty()) broken = time_violations(run);
  if (!broken.empty()) throw InvalidInput("run", std::move(broken));
}

void require_room_for_samples(const NamedExperiment& experiment) {
  const RunOptions& run = experiment.run;
  const double interval = run.record.interval_over(run.duration);
  if (!(interval > 0)) return;  // one sample a step: how many is not known
  // All signals are recorded, whichever are written, and the work done beside them.
  const double columns = 1.0 + static_cast<double>(assemble(experiment, true).loop().signals().size());
  const double samples = run.duration / interval + 2, bytes = 8 * samples * columns;
  const auto limit = static_cast<double>(run.record.memory_limit);
  if (bytes <= limit) return;
  throw InvalidInput("run",
                     {{"interval", rounded(samples) + " samples of " + rounded(columns) + " signals would take " +
                                       rounded(bytes / 1e9) + " GB, more than the limit of " + rounded(limit / 1e9) +
                                       " GB; sample every " + rounded(1.1 * 8 * columns * run.duration / limit) +
                                       " s or more (interval in [output], or --interval), or run for a shorter time"}});
}

}  // namespace stiction
