// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/linear_stability.hpp"
#include "stiction/loop/loop_run.hpp"

/// Where an assembly rests or slides steadily, and what it does nearby.
namespace stiction {

struct EquilibriumStudy {
  bool found = false;
  std::vector<double> state{};  ///< of the assembly; those on which nothing depends keep their guess
  bool resting = false;   ///< a contact rests, held by its stiction: stable against all that does not break it away
  bool marginal = false;  ///< at rest bristles hold any force: there is a whole line of equilibria
  LinearStability stability{};  ///< of the states on which anything depends
  std::size_t hidden = 0;       ///< zero eigenvalues left out of it: ways to share the force that no motion depends on
  std::string sentence{};
};

/// States that some rate or event depends on, at y; a state that is only carried along, such as the position of a free
/// mass or a work, is left out.
std::vector<bool> states_that_matter(const LoopRun& core, double t, const double* y);

/// Newton's method from a guess, on the branch that belongs to each iterate; where it ends without an equilibrium, from
/// steady sliding with the velocities that keep the positions. Inputs are held as they are at t.
EquilibriumStudy study_equilibrium(const LoopRun& assembly, std::vector<double> guess, double t = 0);

}  // namespace stiction
