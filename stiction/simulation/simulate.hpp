// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/simulation/closed_loop.hpp"
#include "stiction/simulation/recorder.hpp"
#include "stiction/simulation/run_violations.hpp"
#include "stiction/solvers/solve.hpp"

namespace stiction {

/// A run as plain data: a plant, one law per contact, inputs, a start, a duration. Everything has a default.
template <PlantModel Plant, class... Laws>
struct Experiment {
  ParametersOf<Plant> plant{};
  std::tuple<ParametersOf<Laws>...> laws{};
  InputsOf<Plant, Signal> inputs{};
  StateOf<Plant> initial{};                     ///< state of the plant at the start
  std::tuple<StateOf<Laws>...> initial_laws{};  ///< states of the laws at the start
  double start_time = 0;                        ///< [s]
  double duration = 10;                         ///< [s]
  SolveOptions solver{};
  RecordOptions record{};

  /// The law of the first contact; most plants have one.
  auto& friction() { return std::get<0>(laws); }
};

namespace detail {

/// Says everything that is wrong with an experiment, all at once.
template <class Plant, class... Laws>
void require_valid_experiment(const Experiment<Plant, Laws...>& e) {
  std::vector<Violation> broken = violations(e.plant);
  const auto add = [&](std::vector<Violation> more) { broken.insert(broken.end(), more.begin(), more.end()); };
  std::apply([&](const auto&... p) { (add(violations(p)), ...); }, e.laws);
  add(violations(e.initial));
  std::apply([&](const auto&... z) { (add(violations(z)), ...); }, e.initial_laws);
  add(run_violations(e.start_time, e.duration, e.solver, e.record));
  if (!broken.empty()) throw InvalidInput("experiment", std::move(broken));
}

/// A recorder with monitors beside it.
template <class System, class... Monitors>
struct Watched {
  const System& system;
  Recorder<System>& recorder;
  std::tuple<Monitors&...> monitors;

  bool step(const auto& view) {
    std::apply([&](auto&... m) { (m.step(system, view), ...); }, monitors);
    return recorder.step(view);
  }
  void segment_ends() { recorder.segment_ends(); }
  void event(double t, const auto& fired, const auto& y) { recorder.event(t, fired, y); }
};

/// Our own methods, as an object that can be exchanged for another.
struct OwnSolver {
  SolveResult operator()(auto& system, auto& y, double t, double end, const SolveOptions& options,
                         auto& observer) const {
    return solve(system, y, t, end, options, observer);
  }
};

template <bool LocateEvents, class Solver, class Plant, class... Laws, class... Monitors>
Trajectory simulate(const Solver& solver, const Experiment<Plant, Laws...>& e, Monitors&... monitors) {
  require_valid_experiment(e);
  using System = BasicCoupledSystem<LocateEvents, Plant, Laws...>;
  System system(e.plant, e.laws, e.inputs);
  Vector<System::size> y{};
  pack<0>(e.initial, y);
  System::each_contact([&](auto i) {
    if constexpr (MemoryModel<typename System::template Law<i>>)
      std::get<i>(system.memories()).state = std::get<i>(e.initial_laws);
    else
      pack<System::first_state(i)>(std::get<i>(e.initial_laws), y);
  });
  const double end = e.start_time + e.duration;
  Trajectory trajectory;
  Recorder<System> recorder(system, e.record, e.start_time, end, trajectory);
  system.start(e.start_time, y);
  recorder.begin(e.start_time, y);
  (monitors.watch(system), ...);
  Watched<System, Monitors...> observer{system, recorder, {monitors...}};
  trajectory.result = solver(system, y, e.start_time, end, e.solver, observer);
  recorder.finish();
  return trajectory;
}

}  // namespace detail

/// Runs an experiment. Wrong input throws InvalidInput; numerics that fail come back in `result`, with the trajectory
/// so far. Monitors (monitor.hpp), if any, look on.
template <class Plant, class... Laws, class... Monitors>
Trajectory simulate(const Experiment<Plant, Laws...>& experiment, Monitors&... monitors) {
  return detail::simulate<true>(detail::OwnSolver{}, experiment, monitors...);
}

/// The same as a plain script would do it, without locating anything: to see what events are worth.
template <class Plant, class... Laws, class... Monitors>
Trajectory simulate_without_events(const Experiment<Plant, Laws...>& experiment, Monitors&... monitors) {
  return detail::simulate<false>(detail::OwnSolver{}, experiment, monitors...);
}

/// The same with another solver behind the same interface: `simulate_with(CvodeSolver{}, experiment)`.
template <class Solver, class Plant, class... Laws, class... Monitors>
Trajectory simulate_with(const Solver& solver, const Experiment<Plant, Laws...>& experiment, Monitors&... monitors) {
  return detail::simulate<true>(solver, experiment, monitors...);
}

}  // namespace stiction
