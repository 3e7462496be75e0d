// SPDX-License-Identifier: BSD-3-Clause
// The same problems from the plants, controllers and laws of the library, as a user puts them together.
#include "benchmarks/peers/solvers.hpp"
#include "stiction/control/pid.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "stiction/simulation/closed_loop.hpp"
#include "stiction/simulation/coupled_system.hpp"
#include "stiction/solvers/solve.hpp"

namespace stiction::peers {
namespace {

/// Writes a row for every point of the output grid, from the solver's own interpolation.
template <class RowOf>
class GridRecorder {
 public:
  GridRecorder(std::size_t rows, RowOf row_of) : rows_(rows), row_of_(row_of) { run.reserve(rows); }

  template <class Step>
  bool step(const StepView<Step>& view) {
    double t = grid_time();
    const double end = view.end() * (1 + 1e-14);
    if (t > end) return true;
    std::array<std::array<double, 3>, Step::size> terms;
    for (std::size_t n = 0; n < Step::size; ++n) terms[n] = view.terms(n);
    for (; t <= end && run.position.size() < rows_; t = grid_time()) {
      typename Step::State y;
      const double share = (t - view.start) / view.length;
      for (std::size_t n = 0; n < Step::size; ++n) y[n] = dense_value(view.from[n], view.to[n], terms[n], share);
      row_of_(run, t, y);
    }
    return true;
  }

  Run run;

 private:
  double grid_time() const { return static_cast<double>(run.position.size()) * output_interval; }

  std::size_t rows_;
  RowOf row_of_;
};

template <class System, class RowOf>
Run solve_on_grid(System& system, double span, double tolerance, std::size_t rows, RowOf row_of) {
  Vector<System::size> y{};
  GridRecorder recorder(rows, row_of);
  recorder.run.reserve(rows);
  row_of(recorder.run, 0.0, y);
  const SolveOptions options{.tolerance = tolerance};
  const SolveResult result = solve(system, y, 0, span, options, recorder);
  return result.finished() ? std::move(recorder.run) : Run{};
}

/// A plant of the library on LuGre friction.
template <bool Events, class Plant, class Problem, class PositionOf>
Run run_coupled(const InputsOf<Plant, Signal>& inputs, double tolerance, PositionOf position_of) {
  using System = BasicCoupledSystem<Events, Plant, LuGre>;
  System system({}, {preset<LuGre>(Problem::preset_name)}, inputs);
  system.start(0, {});
  return solve_on_grid(
      system, Problem::span, tolerance, row_count<Problem>, [&](Run& run, double t, const Vector<System::size>& y) {
        LuGre::State<double> dz;
        run.position.push_back(position_of(t, y));
        run.force.push_back(System::template friction<0, double>(system.laws(), system.modes(), system.memories(),
                                                                 system.contacts_at(t, y)[0], t,
                                                                 System::template law_state<0>(y), dz));
      });
}

template <bool Events>
Run run_problem(Hunting, double tolerance) {
  using Servo = ClosedLoop<MassOnSurface, Pid>;
  InputsOf<Servo, Signal> inputs;
  inputs.reference = 1.0;
  return run_coupled<Events, Servo, Hunting>(inputs, tolerance, [](double, const auto& y) { return y[0]; });
}
template <bool Events, class Problem>
Run run_problem(Problem, double tolerance) {
  InputsOf<PulledMass, Signal> inputs;
  inputs.pull_speed = Problem::pulling_speed;
  return run_coupled<Events, PulledMass, Problem>(
      inputs, tolerance, [](double t, const auto& y) { return Problem::pulling_speed * t - y[0]; });
}

/// Right-hand side and Jacobian known at run time only, as CVODE gets them.
template <class Plant>
struct CallbackSystem {
  static constexpr std::size_t size = Plant::size;
  using State = Vector<size>;
  std::function<State(const State&)> rates_of;
  std::function<Matrix<double, size>(const State&)> slopes_of;
  State sizes;

  State rates(double, const State& y) const { return rates_of(y); }
  void jacobian(double, const State& y, State& f, Matrix<double, size>& slopes) const {
    f = rates_of(y);
    slopes = slopes_of(y);
  }
  State scale() const { return sizes; }
  bool is_driven() const { return false; }
};

}  // namespace

const bool engine_linked = true;

Run ours(Problem problem, double tolerance, bool events) {
  return with_plant(problem, [&](auto plant) {
    return events ? run_problem<true>(plant, tolerance) : run_problem<false>(plant, tolerance);
  });
}

Run ours_callback(Problem problem, double tolerance) {
  return with_plant(problem, [&](auto plant) {
    using Plant = decltype(plant);
    using State = Vector<Plant::size>;
    const Ode<Plant> ode;
    CallbackSystem<Plant> system{[ode](const State& y) { return ode.rates(y); },
                                 [jacobian = Jacobian<Plant>{}](const State& y) { return jacobian(y); }, ode.scales()};
    return solve_on_grid(system, Plant::span, tolerance, row_count<Plant>,
                         [&](Run& run, double t, const State& y) { run.add(ode, t, y); });
  });
}

}  // namespace stiction::peers
