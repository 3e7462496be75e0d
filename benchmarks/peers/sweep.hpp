// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "benchmarks/peers/reference.hpp"
#include "benchmarks/peers/solvers.hpp"

namespace stiction::peers {

/// One solver on one problem over its tolerances.
struct Sweep {
  struct Point {
    double tolerance;
    double position_error = 0, force_error = 0;  // largest over the output grid, over the largest reference value
    double seconds = 0;                          // CPU time of the fastest run
  };
  std::string solver;
  Problem problem;
  Solver solve;
  std::vector<Point> points;
};

/// Runs every point of every sweep once per round, one after the other, and keeps the fastest time of each: what
/// disturbs the machine for a while disturbs all solvers alike, and the minimum forgets it.
void measure(std::vector<Sweep>& sweeps, const std::vector<Reference>& references, int rounds);

/// Half decades from 10^-loosest to 10^-tightest.
std::vector<Sweep::Point> tolerances(double loosest, double tightest, int per_decade = 2);

}  // namespace stiction::peers
