// SPDX-License-Identifier: BSD-3-Clause
#include "benchmarks/peers/our_problems.hpp"
#include "benchmarks/peers/solvers.hpp"

namespace stiction::peers {

Run ours_without_events(Problem problem, double tolerance) {
  return with_plant(problem, [&](auto plant) { return run_problem<false>(plant, tolerance, Output::every_row); });
}

}  // namespace stiction::peers
