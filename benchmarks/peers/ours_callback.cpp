// SPDX-License-Identifier: BSD-3-Clause
#include <functional>

#include "benchmarks/peers/grid_recorder.hpp"
#include "benchmarks/peers/solvers.hpp"

namespace stiction::peers {
namespace {

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

Run ours_callback(Problem problem, double tolerance) {
  return with_plant(problem, [&](auto plant) {
    using Plant = decltype(plant);
    using State = Vector<Plant::size>;
    const Ode<Plant> ode;
    CallbackSystem<Plant> system{[ode](const State& y) { return ode.rates(y); },
                                 [jacobian = Jacobian<Plant>{}](const State& y) { return jacobian(y); }, ode.scales()};
    return solve_on_grid(system, Plant::span, tolerance, row_count<Plant>,
                         [&](double t, const State& y) -> Row { return {Plant::position(t, y), ode.friction(y)}; });
  });
}

}  // namespace stiction::peers
