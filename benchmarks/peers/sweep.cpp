// SPDX-License-Identifier: BSD-3-Clause
#include "benchmarks/peers/sweep.hpp"

#include <cmath>
#include <ctime>
#include <limits>

namespace stiction::peers {
namespace {

/// CPU time of this thread: it stands still while another process has the core.
double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

std::vector<Sweep::Point> tolerances(double loosest, double tightest, int per_decade) {
  std::vector<Sweep::Point> points;
  const int count = static_cast<int>(std::lround((tightest - loosest) * per_decade));
  for (int i = 0; i <= count; ++i) points.push_back({std::pow(10.0, -loosest - static_cast<double>(i) / per_decade)});
  return points;
}

void measure(std::vector<Sweep>& sweeps, const std::vector<Reference>& references, int rounds) {
  for (int round = 0; round < rounds; ++round)
    for (Sweep& sweep : sweeps)
      for (Sweep::Point& point : sweep.points) {
        const double start = cpu_seconds();
        const Run run = sweep.solve(point.tolerance);
        const double seconds = cpu_seconds() - start;
        if (round == 0) {
          const Run& reference = references[static_cast<std::size_t>(sweep.problem)].run;
          point = {point.tolerance, largest_error(run.position, reference.position),
                   largest_error(run.force, reference.force), std::numeric_limits<double>::infinity()};
        }
        point.seconds = std::fmin(point.seconds, seconds);
      }
}

}  // namespace stiction::peers
