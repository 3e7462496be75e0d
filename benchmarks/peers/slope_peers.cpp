// SPDX-License-Identifier: BSD-3-Clause
// What slopes by six parameters of LuGre friction cost: beside the same run without them, and beside CVODES at equal
// error of the slopes at the end of the run.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "benchmarks/peers/slope_run.hpp"

namespace stiction::peers {
namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Largest deviation of a slope, relative to the largest effect that any parameter's own size has on that state.
double slope_error(Problem problem, const std::vector<double>& s, const std::vector<double>& truth) {
  if (s.size() != truth.size()) return INFINITY;
  auto law = with_plant(problem, [](auto plant) { return preset<LuGre>(plant.preset_name); });
  std::array<double, slope_names.size()> sizes{};
  for (std::size_t k = 0; k < sizes.size(); ++k) sizes[k] = *slope_parameters(law)[k];
  double worst = 0;
  for (std::size_t n = 0; n < truth.size() / sizes.size(); ++n) {
    double size = 0, deviation = 0;
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      size = std::max(size, std::abs(truth[n * sizes.size() + k] * sizes[k]));
      deviation = std::max(deviation, std::abs((s[n * sizes.size() + k] - truth[n * sizes.size() + k]) * sizes[k]));
    }
    worst = std::max(worst, deviation / size);
  }
  return worst;
}

/// Fastest of several runs [us].
double best_time(const SlopeRun& run, double tolerance, int rounds) {
  double best = INFINITY;
  for (int r = 0; r < rounds; ++r) {
    const double begin = cpu_seconds();
    run(tolerance);
    best = std::min(best, cpu_seconds() - begin);
  }
  return 1e6 * best;
}

/// The loosest tolerance, a third of a decade apart, from which on the error stays below the goal.
double tolerance_for(Problem problem, const SlopeRun& run, const std::vector<double>& truth, double goal) {
  double found = 0;
  for (double tolerance = 1e-12; tolerance < 2e-3; tolerance *= 2.154434690031884) {
    if (!(slope_error(problem, run(tolerance), truth) <= goal)) break;
    found = tolerance;
  }
  return found;
}

/// Goals that were met, of all.
struct Goals {
  int met = 0, all = 0;
  const char* judge(bool good) {
    met += good ? 1 : 0, ++all;
    return good ? "yes" : "NO";
  }
};

void compare(Problem problem, int rounds, Goals& goals) {
  const SlopeRun ours = prepare_our_slopes(problem, false), plain = prepare_plain_run(problem, false);
  const SlopeRun parts = prepare_our_slopes(problem, true), plain_parts = prepare_plain_run(problem, true);
  const SlopeRun cvodes = prepare_cvodes(problem);
  // Two solvers that share nothing but the law must agree before anything is measured.
  const std::vector<double> truth = ours(1e-12);
  const double doubt = slope_error(problem, cvodes(1e-12), truth);
  const auto name = name_of(problem);
  const double error = slope_error(problem, ours(1e-8), truth);
  std::printf("%.*s  at tolerance 1e-12 CVODES and we agree to %.1e; at 1e-8 our error is %.1e, goal 1e-6: %s\n",
              static_cast<int>(name.size()), name.data(), doubt, error, goals.judge(error <= 1e-6));
  for (const double tolerance : {1e-6, 1e-8}) {
    const double with = best_time(ours, tolerance, rounds), without = best_time(plain, tolerance, rounds);
    const double with_parts = best_time(parts, tolerance, rounds);
    const double without_parts = best_time(plain_parts, tolerance, rounds);
    std::printf(
        "    tolerance %.0e: with slopes %.0f us, without %.0f us: %.2f times, goal 3: %s; by parts %.0f, %.0f us: "
        "%.2f times\n",
        tolerance, with, without, with / without, goals.judge(with <= 3 * without), with_parts, without_parts,
        with_parts / without_parts);
  }
  for (const double goal : {1e-4, 1e-6}) {
    const double loose = tolerance_for(problem, ours, truth, goal),
                 theirs = tolerance_for(problem, cvodes, truth, goal);
    const double own = best_time(ours, loose, rounds), peer = best_time(cvodes, theirs, std::max(1, rounds / 5));
    std::printf(
        "    error %.0e: ours %.0f us (tolerance %.1e), CVODES %.0f us (%.1e): %.1f times as fast, goal 15: %s\n", goal,
        own, loose, peer, theirs, peer / own, goals.judge(peer >= 15 * own));
  }
}

}  // namespace
}  // namespace stiction::peers

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 15;
  stiction::peers::Goals goals;
  for (const auto problem : stiction::peers::all_problems) stiction::peers::compare(problem, rounds, goals);
  std::printf("%d of %d goals met\n", goals.met, goals.all);
  return goals.met == goals.all ? 0 : 1;
}
