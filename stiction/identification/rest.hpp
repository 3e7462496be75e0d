// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace stiction {

/// What a sample of a recording says about a law with true rest, such as Coulomb's.
///
/// In motion the law gives one force. At rest it gives a range, |F| <= F_S, and friction is whatever is applied: such a
/// sample bounds the law and says nothing about its sliding force. The last sample before motion begins is one force
/// again, F_S in the direction of that motion.
enum class Evidence : unsigned char {
  motion,
  rest,
  doubtful,  ///< so close to a rest that velocity and acceleration, filtered or differenced, belong to both
  breakaway_forward,
  breakaway_backward
};
constexpr bool is_range(Evidence e) { return e == Evidence::rest || e == Evidence::doubtful; }
/// +1, -1; 0: not at break-away.
constexpr int breakaway_direction(Evidence e) {
  return e == Evidence::breakaway_forward ? 1 : e == Evidence::breakaway_backward ? -1 : 0;
}

/// Samples of one piece of a recording in which rest is looked for.
struct RestSearch {
  const std::vector<double>& time;
  const std::vector<double>& signal;  ///< raw position, or velocity
  const std::vector<double>& force;
  bool is_position = true;
  double noise = 0;         ///< standard deviation of the signal
  double quantum = 0;       ///< step of the encoder [m]; 0: none
  double acceleration = 1;  ///< usual size while the body moves [m/s^2]
  std::size_t margin = 1;   ///< samples beside a rest that are doubtful
};

/// Rest is a stretch in which the signal stays within its noise, does not drift, and which lasts much longer than a
/// reversal with the usual acceleration would take to pass through that noise: slow sliding and turning points are
/// motion. Break-away is taken as known where the force changes little from sample to sample.
std::vector<Evidence> evidence_of(const RestSearch& search);

}  // namespace stiction
