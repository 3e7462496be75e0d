// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/solve_loop.hpp"

#include "stiction/loop/parts_system.hpp"
#include "stiction/solvers/solve.hpp"

namespace stiction {
SolveResult solve_by_parts(LoopRun& run, std::vector<double>& y, double t, double end, const SolveOptions& options,
                           LoopObserver& observer) {
  PartsSystem system(run);
  detail::ForwardingObserver<> forwarding{run, observer, options.tolerance};
  return solve(system, y, t, end, options, forwarding);
}

SolveResult solve(LoopRun& run, std::vector<double>& y, double t, double end, const SolveOptions& options,
                  LoopObserver& observer) {
  const auto fixed = run.loop().parts().fixed_solve;
  return (fixed && !run.has_section() ? fixed : &solve_by_parts)(run, y, t, end, options, observer);
}

}  // namespace stiction
