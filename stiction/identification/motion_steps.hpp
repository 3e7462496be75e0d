// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace stiction {

struct Recording;

/// A recorded motion as steps of constant velocity, along which a law's state is carried from sample to sample.
///
/// A step takes the whole displacement between two samples; where the velocity reverses there are two, cut where the
/// straight line through both velocities is zero. A piece that begins in motion, or a sample of steady sliding, begins
/// with a slide that grows longer and longer, so that it forgets how it began whatever the law's own times are; a piece
/// that begins at rest begins in the virgin state. Steps follow from the motion alone: made once, used by every
/// evaluation.
struct MotionSteps {
  std::vector<double> velocity, duration;  ///< [m/s], [s]
  std::vector<double> normal_force;        ///< empty when the log has none [N]
  std::vector<std::size_t> until;          ///< steps before this one have been made at sample k

  bool empty() const { return until.empty(); }
};

MotionSteps motion_steps(const Recording& r);

}  // namespace stiction
