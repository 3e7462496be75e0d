// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "stiction/loop/record_options.hpp"
#include "stiction/schema/violation.hpp"
#include "stiction/solvers/solve_result.hpp"

namespace stiction {

/// What is wrong with when a run begins and ends, how it is solved and what is kept of it.
inline std::vector<Violation> run_violations(double start_time, double duration, const SolveOptions& solver,
                                             const RecordOptions& record) {
  std::vector<Violation> broken;
  const auto require = [&](bool holds, const char* name, double value, const char* must) {
    if (!holds) broken.push_back({name, std::string(name) + " = " + number_text(value) + " must " + must});
  };
  require(duration > 0 && std::isfinite(duration), "duration", duration, "be positive and finite");
  require(std::isfinite(start_time), "start_time", start_time, "be finite");
  require(solver.tolerance >= 1e-14 && solver.tolerance <= 0.1, "tolerance", solver.tolerance,
          "be between 1e-14 and 0.1");
  require(solver.largest_step > 0, "largest_step", solver.largest_step, "be positive");
  const double interval = record.interval_over(duration);
  require(interval >= 0 && std::isfinite(interval), "interval", interval, "be 0 or positive, and finite");
  return broken;
}

}  // namespace stiction
