// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/assembly/assembled_solve.hpp"

namespace stiction {

SolveResult solve(AssembledCore& core, std::vector<double>& y, double t, double end, const SolveOptions& options,
                  AssembledObserver& observer) {
  const std::size_t states = core.state_count();
  const auto run = states <= 4 && core.guard_count() <= AssemblyLimits::small_guards ? &detail::solve_padded<4>
                   : states <= 8                                                     ? &detail::solve_padded<8>
                   : states <= 16                                                    ? &detail::solve_padded<16>
                                                                                     : &detail::solve_padded<24>;
  return run(core, y, t, end, options, observer);
}

}  // namespace stiction
