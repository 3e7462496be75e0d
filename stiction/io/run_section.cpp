// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/run_section.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/schema/violation.hpp"

namespace stiction {

RunSection run_section(const RunOptions& o) {
  return {.duration = o.duration,
          .start_time = o.start_time,
          .tolerance = o.solver.tolerance,
          .largest_step = std::min(o.solver.largest_step, 1e30),
          .step_limit = static_cast<double>(o.solver.step_limit),
          .seconds_limit = std::min(o.solver.seconds_limit, 1e30)};
}

void set_run_section(RunOptions& o, const RunSection& run) {
  if (run.step_limit != std::floor(run.step_limit))
    throw InvalidInput("run", {{"step_limit", "step_limit = " + number_text(run.step_limit) +
                                                  " must be a whole number: steps are counted"}});
  o.duration = run.duration, o.start_time = run.start_time;
  o.solver.tolerance = run.tolerance, o.solver.largest_step = run.largest_step;
  // A cast of what no size_t holds is undefined; 2^53 steps are no limit either.
  o.solver.step_limit = static_cast<std::size_t>(std::min(run.step_limit, 9007199254740992.0));
  if (run.seconds_limit < 1e30) o.solver.seconds_limit = run.seconds_limit;
}

}  // namespace stiction
