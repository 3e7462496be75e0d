// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/output_runs.hpp"
#include "stiction/identification/recording.hpp"

/// The recorded motion of a plant with one body, as its own equation of motion reads it.
namespace stiction {

/// One record: what moves, and what drives it, sample by sample. Inputs and references are means over the samples'
/// intervals, as central differences are: an input that is held is half a sample late otherwise.
struct InverseMotion {
  Recording motion;
  std::vector<double> inputs{}, input_rates{};          ///< of the plant, one row per sample
  std::vector<double> references{}, reference_rates{};  ///< of the controller
  std::vector<double> signal_numbers{};                 ///< with which they were read
};

/// Throws InvalidInput where motion or drive never change, or too few samples are left.
InverseMotion inverse_motion(const ResolvedRecord& one, bool from_position);

/// Reads inputs and references with the numbers of signals in `p`, unless they were read with the same before.
void read_drive(const Resolved& resolved, const std::vector<double>& p, InverseMotion& m);

/// The friction that each sample needs for its acceleration, (1) of inverse_start.hpp, with the numbers p of the loop.
/// Velocity and load of the contact are written to `contact`, a copy of the motion.
std::vector<double> needed_friction(const Loop& loop, const std::vector<double>& p, const InverseMotion& m,
                                    Recording& contact);

}  // namespace stiction
