// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/linear/dense_algebra.hpp"
#include "stiction/loop/loop.hpp"

/// Elements that stick (Maxwell slip, Leuven, GMS) share a force in any proportion. They remember the proportion, and
/// the motion does not depend on it: a zero eigenvalue, or a multiplier of 1, that says nothing about stability.
namespace stiction::detail {

/// True for the states of plant and controller, false for those of friction.
std::vector<bool> states_of_motion(const Loop& loop);

/// The directions w with A w = 0 in which no state of the motion is displaced, as a projection P: its columns span
/// them. States and equations are measured in units in which 1e-9 is nothing.
struct HiddenDirections {
  DenseMatrix projection;
  std::size_t count;
};
HiddenDirections hidden_directions(const DenseMatrix& a, const std::vector<bool>& is_of_motion);

}  // namespace stiction::detail
