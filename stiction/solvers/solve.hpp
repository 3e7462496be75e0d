// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/solvers/dormand_prince_step.hpp"
#include "stiction/solvers/integration.hpp"
#include "stiction/solvers/rosenbrock_step.hpp"

namespace stiction {

/// An observer that ignores every step.
struct NoObserver {
  bool step(const auto&) { return true; }
};

/// Integrates a system from t to `end`; y is the state at t before and at the time reached after.
///
/// A system that says `prefers_explicit` starts with the explicit method under `automatic`, and changes to an implicit
/// one when it turns out to be stiff.
template <OdeSystem System, class Observer = NoObserver>
SolveResult solve(System& system, SystemState<System>& y, double t, double end, const SolveOptions& options = {},
                  Observer&& observer = {}) {
  SolveResult result;
  using O = std::remove_reference_t<Observer>;
  double h = 0;
  const auto run = [&]<class Step>() {
    Integration<Step, System, O> integration(system, y, t, options, observer, result);
    integration.set_step_size(h);
    const bool stiff = integration.run(end);
    t = integration.time();
    h = integration.step_size();
    return stiff;
  };
  const auto run_implicit = [&] {
    if (options.method == SolveMethod::rodas4p || (options.method != SolveMethod::rodas5p && options.tolerance >= 1e-5))
      run.template operator()<RosenbrockStep<Rodas4P, System>>();
    else
      run.template operator()<RosenbrockStep<Rodas5P, System>>();
  };
  bool explicit_first = options.method == SolveMethod::dormand_prince;
  if constexpr (requires { system.prefers_explicit(); })
    explicit_first = explicit_first || (options.method == SolveMethod::automatic && system.prefers_explicit());
  if (!explicit_first || run.template operator()<DormandPrinceStep<System>>()) run_implicit();
  return result;
}

}  // namespace stiction
