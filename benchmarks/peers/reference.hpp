// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "benchmarks/peers/run.hpp"

namespace stiction::peers {

/// The solution every solver is measured against, and where it changes direction.
struct Reference {
  struct Reversal {
    double time, position;
  };
  Run run;
  std::vector<Reversal> reversals;
};

/// Explicit, order 8, 80-bit numbers, direction held between located reversals, steps that end on the output grid.
/// Takes less than a second. `tolerance` is that of one step, relative to the natural size of each state.
Reference compute_reference(Problem problem, long double tolerance = 1e-15L);

/// What is wrong with it, in words: where it differs by more than 1e-9 from numbers that other programs, other methods
/// and another coding of the law gave. Empty when it agrees.
std::string fault_of(Problem problem, const Reference& reference);

/// The references of all problems, computed side by side. Ends the program with a message if one of them is wrong.
std::vector<Reference> checked_references();

}  // namespace stiction::peers
