// SPDX-License-Identifier: BSD-3-Clause
// The problems as an experiment file gives them: names and numbers, resolved at run time.
#include "benchmarks/peers/solvers.hpp"
#include "stiction/catalogue/named_experiment.hpp"

namespace stiction::peers {
namespace {

template <class Problem>
NamedExperiment experiment(const Problem&) {
  NamedExperiment e;
  e.plant.model = "pulled_mass";
  e.inputs.insert_or_assign("pull_speed", NamedSignal(Problem::pulling_speed));
  return e;
}
NamedExperiment experiment(const Hunting&) {
  NamedExperiment e;
  NamedPart pid;
  pid.model = "pid";
  e.controller = pid;
  e.references.insert_or_assign("reference", NamedSignal(1.0));
  return e;
}

template <class Problem>
Run run_named(const Problem& problem, double tolerance, bool by_parts) {
  NamedExperiment e = experiment(problem);
  e.friction.front().preset = std::string(Problem::preset_name);
  e.run.duration = Problem::span;
  e.run.solver.tolerance = tolerance;
  constexpr bool pulled = requires { Problem::pulling_speed; };
  e.run.record = {.interval = output_interval, .signals = {pulled ? "elongation" : "position", "friction_force"}};
  LoopRun run = assemble(e);
  Trajectory t = run_loop(run, e.run, {}, by_parts ? LoopSolver(&solve_by_parts) : LoopSolver());
  if (!t.result.finished()) return {};
  Run result{std::move(t.signals[0].values), std::move(t.signals[1].values)};
  if constexpr (pulled)
    for (std::size_t i = 0; i < result.position.size(); ++i)
      result.position[i] = Problem::pulling_speed * (static_cast<double>(i) * output_interval) - result.position[i];
  return result;
}

}  // namespace

Run ours_by_name(Problem problem, double tolerance, bool by_parts) {
  return with_plant(problem, [&](auto plant) { return run_named(plant, tolerance, by_parts); });
}

}  // namespace stiction::peers
