// SPDX-License-Identifier: BSD-3-Clause
#include "benchmarks/peers/our_problems.hpp"
#include "benchmarks/peers/solvers.hpp"

namespace stiction::peers {

Run ours(Problem problem, double tolerance, Output output) {
  return with_plant(problem, [&](auto plant) { return run_problem<true>(plant, tolerance, output); });
}

}  // namespace stiction::peers
