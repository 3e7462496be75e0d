// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

namespace stiction {

/// Tells motion that grows without bound from motion that is far or fast.
///
/// An unstable loop multiplies its motion by ten in equal times. Whatever a force drives, however strongly, grows like
/// a power of time: each factor of ten takes longer than the one before, by 10^(1/n).
class GrowthWatch {
 public:
  /// Below it, motion that leaves an unstable equilibrium may do so exponentially, and rightly.
  static constexpr double first_border = 1e8;

  /// Now and then: the largest state in multiples of a usual size. True when three factors of ten took no more
  /// than half again as long as the three before, in steps short enough to tell.
  bool grows_without_bound(double time, std::size_t step, double size) {
    if (!(size > next_)) return false;
    for (; size > next_ && next_ < 1e300; next_ *= 10) {
      for (std::size_t i = 0; i + 1 < passed_.size(); ++i) passed_[i] = passed_[i + 1];
      passed_.back() = {time, step};
      ++passes_;
    }
    if (passes_ < passed_.size()) return false;
    const auto& [first, middle, last] = std::array{passed_[0], passed_[3], passed_[6]};
    return middle.step - first.step >= few && last.step - middle.step >= few &&
           last.time - middle.time <= 1.5 * (middle.time - first.time);
  }

 private:
  static constexpr std::size_t few = 12;
  struct Passed {
    double time = 0;
    std::size_t step = 0;
  };
  std::array<Passed, 7> passed_{};  ///< the last borders passed
  std::size_t passes_ = 0;
  double next_ = first_border;
};

}  // namespace stiction
