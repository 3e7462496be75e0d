// SPDX-License-Identifier: BSD-3-Clause
// One solver, one problem, for counting its instructions. What is counted is `counted_run` alone, without output.
//
//     instruction_count available            which solvers there are
//     instruction_count tolerances ERROR     solver, problem, tolerance and error, line by line: the loosest tolerance
//                                            that keeps the error, and whose tighter neighbour does too
//     instruction_count run SOLVER PROBLEM TOLERANCE
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "benchmarks/peers/sweep.hpp"

using namespace stiction::peers;

/// A name without namespace or arguments, never inlined: the tool that counts is told to count inside it.
extern "C" [[gnu::noinline]] void counted_run(const Solver& solve, double tolerance) {
  if (solve(tolerance).position.empty()) std::exit(1);
}

namespace {

using Prepare = Solver (*)(Problem, Output);

std::map<std::string, Prepare> solvers() {
  std::map<std::string, Prepare> all;
  all["ours"] = [](Problem problem, Output output) -> Solver {
    return [=](double tolerance) { return ours(problem, tolerance, output); };
  };
#ifdef STICTION_HAS_SUNDIALS
  all["cvode"] = prepare_cvode;
#endif
  return all;
}

/// Eighths of decades, so that all solvers come equally close to the error from below.
void print_tolerances(double error) {
  const auto references = checked_references();
  for (const auto& [name, prepare] : solvers())
    for (const Problem problem : all_problems) {
      std::vector<Sweep> sweep{{name, problem, prepare(problem, Output::every_row), tolerances(3, 10, 8)}};
      measure(sweep, references, 1);
      const auto& points = sweep[0].points;
      for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        if (points[i].position_error > error || points[i + 1].position_error > error) continue;
        std::printf("%s %s %.17g %.3g\n", name.c_str(), name_of(problem).data(), points[i].tolerance,
                    points[i].position_error);
        break;
      }
    }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  const auto known = solvers();
  if (mode == "available") {
    for (const auto& solver : known) std::printf("%s\n", solver.first.c_str());
    return 0;
  }
  if (mode == "tolerances" && argc == 3) {
    print_tolerances(std::atof(argv[2]));
    return 0;
  }
  if (mode == "run" && argc == 5 && known.count(argv[2]) == 1) {
    for (const Problem problem : all_problems)
      if (name_of(problem) == argv[3]) {
        const Solver solve = known.at(argv[2])(problem, Output::last_row);
        // The first run of a program resolves symbols and fills tables, whoever solves: it is not counted.
        if (solve(std::atof(argv[4])).position.empty()) return 1;
        counted_run(solve, std::atof(argv[4]));
      }
    return 0;
  }
  std::fputs("usage: instruction_count available | tolerances ERROR | run SOLVER PROBLEM TOLERANCE\n", stderr);
  return 2;
}
