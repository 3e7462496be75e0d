// SPDX-License-Identifier: BSD-3-Clause
// How long do we and others take for the same error? Measures every solver that is installed and writes its sweeps as
// JSON; benchmarks/peers/compare.py runs it, adds what is written in Python, and prints the table.
//
//     peers FOLDER [ROUNDS]      writes FOLDER/sweeps.json and the references FOLDER/P1.reference ...
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "benchmarks/peers/sweep.hpp"

namespace {

using namespace stiction::peers;

std::vector<Sweep> all_sweeps() {
  std::vector<Sweep> sweeps;
  for (const Problem problem : all_problems) {
    const auto add = [&](const char* solver, Solver solve, double loosest, double tightest) {
      sweeps.push_back({solver, problem, std::move(solve), tolerances(loosest, tightest)});
    };
    add("ours", [=](double tolerance) { return ours(problem, tolerance); }, 2, 9);
    add("ours by name", [=](double tolerance) { return ours_by_name(problem, tolerance, false); }, 2, 9);
    add("ours by parts", [=](double tolerance) { return ours_by_name(problem, tolerance, true); }, 2, 9);
    add("ours without events", [=](double tolerance) { return ours_without_events(problem, tolerance); }, 2, 9);
    add("ours with a callback", [=](double tolerance) { return ours_callback(problem, tolerance); }, 3, 7);
#ifdef STICTION_HAS_SUNDIALS
    add("CVODE", prepare_cvode(problem), 2, 10);
    add("CVODE with a callback", prepare_cvode_callback(problem), 4, 8);
#endif
#ifdef STICTION_HAS_ARKODE
    add("ARKODE", prepare_arkode(problem), 2, 9);
#endif
#ifdef STICTION_HAS_GSL
    add("GSL", prepare_gsl(problem), 2, 8);
#endif
#ifdef STICTION_HAS_ODEINT
    add("Boost.odeint", prepare_odeint(problem), 1, 9);
#endif
  }
  return sweeps;
}

void write_json(std::ostream& out, const std::vector<Sweep>& sweeps, int rounds) {
  out << "{\n \"compiler\": \"" << STICTION_COMPILER << "\",\n \"rounds\": " << rounds << ",\n \"sweeps\": [";
  const char* comma = "";
  for (const Sweep& sweep : sweeps) {
    out << comma << "\n  {\"solver\": \"" << sweep.solver << "\", \"problem\": \"" << name_of(sweep.problem)
        << "\", \"points\": [";
    const char* inner = "";
    for (const auto& p : sweep.points) {
      if (!(p.position_error < 1)) continue;  // the solver gave up, or never left the ground
      out << inner << "\n   {\"tolerance\": " << p.tolerance << ", \"error\": " << p.position_error
          << ", \"force_error\": " << p.force_error << ", \"microseconds\": " << 1e6 * p.seconds << "}";
      inner = ",";
    }
    out << "]}";
    comma = ",";
  }
  out << "]\n}\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: peers FOLDER [ROUNDS]\n", stderr);
    return 2;
  }
  const std::string folder = argv[1];
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 15;
  const std::vector<Reference> references = checked_references();
  for (const Problem problem : all_problems) {
    const auto& position = references[static_cast<std::size_t>(problem)].run.position;
    std::ofstream file(folder + "/" + std::string(name_of(problem)) + ".reference");
    file.precision(17);
    for (const double x : position) file << x << '\n';
  }
  std::vector<Sweep> sweeps = all_sweeps();
  measure(sweeps, references, rounds);
  std::ofstream file(folder + "/sweeps.json");
  write_json(file, sweeps, rounds);
  return file ? 0 : 1;
}
