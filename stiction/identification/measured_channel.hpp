// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace stiction {

/// What lies between a signal of a run and its recording: it comes late, and smoothed by a filter of first order.
///
/// \f[ T \dot y(t) + y(t) = s(t - \tau) \f]
///
/// Samples are equally spaced. Between them s is a cubic through four of them for the delay, and straight for the
/// filter, which is exact for that; the filter begins in the steady state of its first sample.
struct MeasuredChannel {
  double delay = 0;   ///< tau [s]; negative: the inputs were recorded late
  double filter = 0;  ///< T [s]

  bool is_ideal() const { return delay == 0 && filter == 0; }
  /// s -> y in place; slopes by tau and T where they are asked for. The channel is linear: slopes of s by other numbers
  /// pass through it as s does.
  void pass(std::vector<double>& samples, double interval, std::vector<double>* by_delay = nullptr,
            std::vector<double>* by_filter = nullptr) const;
};

}  // namespace stiction
