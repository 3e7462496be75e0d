// SPDX-License-Identifier: BSD-3-Clause
#include "benchmarks/peers/grid_recorder.hpp"
#include "benchmarks/peers/solvers.hpp"
#include "stiction/solvers/callback_system.hpp"

namespace stiction::peers {

/// Right-hand side and Jacobian known at run time only, as CVODE gets them.
Run ours_callback(Problem problem, double tolerance) {
  return with_plant(problem, [&](auto plant) {
    using Plant = decltype(plant);
    using State = Vector<Plant::size>;
    const Ode<Plant> ode;
    CallbackSystem<Plant::size> system{
        .rates_of = [ode](double, const State& y) { return ode.rates(y); },
        .sizes = ode.scales(),
        .jacobian_of = [jacobian = Jacobian<Plant>{}](double, const State& y) { return jacobian(y); },
        .driven = false};
    return solve_on_grid(system, Plant::span, tolerance, row_count<Plant>,
                         [&](double t, const State& y) -> Row { return {Plant::position(t, y), ode.friction(y)}; });
  });
}

}  // namespace stiction::peers
