// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/assembly/solve_padded.hpp"

namespace stiction::detail {

template SolveResult solve_padded<8>(AssembledCore&, std::vector<double>&, double, double, const SolveOptions&,
                                     AssembledObserver&);

}  // namespace stiction::detail
