// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstring>
#include <optional>
#include <vector>

#include "stiction/control/measurement.hpp"

namespace stiction {

/// Directions, modes, sides of non-smooth points, memories, sampled registers, the section: plain numbers.
using Branch = std::vector<double>;

/// Where a run is to end: a state passes a level, having been on the near side of it. For return maps and searches.
struct Section {
  std::size_t state = 0;
  double level = 0;
  double direction = 1;   ///< +1: rising, -1: falling
  double armed_from = 0;  ///< not before this time [s]
};

/// What a sampled controller keeps from sample to sample; the states of the controller follow it in the branch.
template <class Real>
struct BasicSampledMemory {
  double start = 0, samples = 0;          ///< time of the first sample [s], samples taken
  Real asked = Real(0), force = Real(0);  ///< of the controller, of the drive [N]
  Measured<Real> seen{};                  ///< position and velocity as they were read
  BasicSensorMemory<Real> sensor{};
  BasicDriveMemory<Real> drive{};
};
using SampledMemory = BasicSampledMemory<double>;

/// The head of a branch; contacts, sides and sampled registers follow it.
struct BranchHead {
  double signal_time = 0;  ///< when the pieces of the signals were chosen [s]
  double has_section = 0, armed = 0;
  double section_state = 0, section_level = 0, section_direction = 1, armed_from = 0;
};
inline constexpr std::size_t branch_head_numbers = sizeof(BranchHead) / sizeof(double);
inline constexpr std::size_t sampled_numbers = sizeof(SampledMemory) / sizeof(double);

constexpr BranchHead branch_head(const double* b) { return {b[0], b[1], b[2], b[3], b[4], b[5], b[6]}; }
inline void set_branch_head(double* b, const BranchHead& head) { std::memcpy(b, &head, sizeof head); }

inline SampledMemory sampled_memory(const double* b) {
  SampledMemory memory;
  std::memcpy(static_cast<void*>(&memory), b, sizeof memory);
  return memory;
}
inline void set_sampled_memory(double* b, const SampledMemory& memory) { std::memcpy(b, &memory, sizeof memory); }
/// Places of `force` and `seen` in it.
inline constexpr std::size_t held_force_place = 3, seen_place = 4;

}  // namespace stiction
