// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/loop_score.hpp"

/// Who takes part in a comparison, and which of its numbers are tuned.
namespace stiction {

/// A number of a controller that is tuned.
struct TunedNumber {
  std::string name, unit;
  double start = 0;  ///< from the gains that were given; 0: switched off
  double size = 1;   ///< at which it is switched on, if it is off at the start
  Range range{};     ///< allowed
  int order = 0;     ///< grows with this power of the bandwidth: 1 for damping, 2 for stiffness, 3 for the integral
};

struct CureCandidate {
  std::string label;     ///< "PID", "friction observer"
  NamedPart controller;  ///< complete, with the gains that were given
  std::vector<TunedNumber> numbers{};
  /// At which it is solved while it is tuned. A loop that is shaken loose all the time forgets errors at once and takes
  /// most steps; one that sticks remembers them.
  double tolerance = 1e-6;
};

/// The given controller; a PID that damps the error; everything that compensates friction, with what it assumes of
/// plant and friction. Observers and adaptation take part where there is one for the law of the contact. All begin with
/// the gains that were given, as far as they have them.
std::vector<CureCandidate> cure_candidates(const ServoTask& task);

}  // namespace stiction
