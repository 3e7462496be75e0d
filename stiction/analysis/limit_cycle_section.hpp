// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/limit_cycle_map.hpp"

namespace stiction::detail {

/// The loop as its contacts slide, well beyond the fall of a Stribeck curve, its laws on the branch of that, and its
/// controller following.
struct SlidingState {
  LoopRun run;
  std::vector<double> y, jacobian;  ///< the latter row by row
};
SlidingState sliding_state(const LoopRun& core, double t, std::vector<double> y);

/// A time in which the loop answers while its contacts slide: the slowest root of the sliding loop that is not zero.
double natural_time(const LoopRun& core, double t, std::vector<double> y);

/// Does nothing move any more, but for states on which nothing depends?
bool is_settled(const CycleMoment& m, double natural_time);

/// A section for laps, from a short run on: a state of the plant passes its value at the equilibrium around which it
/// moves, or, where there is none, the middle of its range, and passes it quickly while a contact slides.
///
/// Runs on until there is one (`complete`), until hardly anything moves around a stable equilibrium (`still`), until
/// all is settled or the time is up (`missed`).
LapEnd choose_section(ReturnMap& map, CycleMoment& m);

}  // namespace stiction::detail
