// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/coupled_system.hpp"
#include "stiction/loop/run_loop.hpp"
#include "stiction/loop/run_violations.hpp"

namespace stiction {

/// A run as plain data: a plant, one law per contact, inputs, a start, a duration. Everything has a default. `Plant`
/// may be `ClosedLoop<Plant, Controller>`, and `WithWork` around either.
template <class Plant, class... Laws>
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

/// A step as monitors see it: states in an array.
template <std::size_t N>
class ArrayStepView {
 public:
  using State = Vector<N>;
  static constexpr std::size_t size = N;
  explicit ArrayStepView(const LoopStep& step) : start(step.start), length(step.length), step_(step) {
    std::copy_n(step.from.begin(), N, from.begin());
    std::copy_n(step.to.begin(), N, to.begin());
  }
  const double start, length;  ///< [s]
  State from, to;
  double end() const { return start + length; }
  std::array<double, 3> terms(std::size_t n) const { return step_.terms(n); }
  State at(double theta) const {
    State y;
    step_.state(theta, y.data());
    return y;
  }

 private:
  const LoopStep& step_;
};

/// A monitor (monitor.hpp) as an observer.
template <class System, class Monitor>
class MonitorObserver final : public LoopObserver {
 public:
  MonitorObserver(const System& system, Monitor& monitor) : system_(system), monitor_(monitor) {
    monitor_.watch(system_);
  }
  bool step(const LoopStep& step) override {
    monitor_.step(system_, ArrayStepView<System::size>(step));
    return true;
  }

 private:
  const System& system_;
  Monitor& monitor_;
};

template <bool LocateEvents, class Plant, class... Laws, class... Monitors>
Trajectory simulate(const LoopSolver& solver, const Experiment<Plant, Laws...>& e, Monitors&... monitors) {
  require_valid_experiment(e);
  using System = BasicCoupledSystem<LocateEvents, Plant, Laws...>;
  System system(e.plant, e.laws, e.inputs, e.initial, e.initial_laws);
  std::tuple<MonitorObserver<System, Monitors>...> observers{MonitorObserver<System, Monitors>(system, monitors)...};
  const std::array<LoopObserver*, sizeof...(Monitors)> list =
      std::apply([](auto&... o) { return std::array<LoopObserver*, sizeof...(Monitors)>{&o...}; }, observers);
  return run_loop(system.run(), {e.start_time, e.duration, e.solver, e.record}, list, solver);
}

}  // namespace detail

/// Runs an experiment. Wrong input throws InvalidInput; numerics that fail come back in `result`, with the trajectory
/// so far. Monitors (monitor.hpp), if any, observe.
template <class Plant, class... Laws, class... Monitors>
Trajectory simulate(const Experiment<Plant, Laws...>& experiment, Monitors&... monitors) {
  return detail::simulate<true>(&solve_fixed<true, KernelOf<true, Plant, Laws...>>, experiment, monitors...);
}

/// The same as a plain script would do it, without locating anything: to see what events are worth.
template <class Plant, class... Laws, class... Monitors>
Trajectory simulate_without_events(const Experiment<Plant, Laws...>& experiment, Monitors&... monitors) {
  return detail::simulate<false>(&solve_fixed<false, KernelOf<false, Plant, Laws...>>, experiment, monitors...);
}

/// The same with another solver behind the same interface: `simulate_with(CvodeSolver{}, experiment)`.
template <class Solver, class Plant, class... Laws, class... Monitors>
Trajectory simulate_with(const Solver& solver, const Experiment<Plant, Laws...>& experiment, Monitors&... monitors) {
  using System = FixedLoopSystem<true, KernelOf<true, Plant, Laws...>>;
  const auto solve_with = [&](LoopRun& run, std::vector<double>& y, double t, double end, const SolveOptions& options,
                              LoopObserver& observer) {
    System system(run);
    Vector<System::size> state;
    std::copy(y.begin(), y.end(), state.begin());
    detail::ForwardingObserver<> forwarding{run, observer, options.tolerance};
    SolveResult result = solver(system, state, t, end, options, forwarding);
    std::copy(state.begin(), state.end(), y.begin());
    return result;
  };
  return detail::simulate<true>(solve_with, experiment, monitors...);
}

}  // namespace stiction
