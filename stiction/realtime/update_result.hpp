// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

namespace stiction {

/// How a sample was used.
enum class UpdateStatus : unsigned char {
  ok,       ///< the contact has moved, the force is new
  missing,  ///< no sample came: the force is held
  invalid,  ///< the sample, the sample time or the force they lead to is no usable number: the force is held
};

/// Result of one sample.
template <class Real>
struct UpdateResult {
  Real force;  ///< friction force [N], positive when it opposes a positive velocity
  UpdateStatus status;
};

namespace detail {
/// The sample time [s], or 0 for one that is not a positive finite number: every sample is then invalid.
template <class Real>
Real usable_time(Real sample_time) noexcept {
  return std::isfinite(sample_time) && sample_time > Real(0) ? sample_time : Real(0);
}
}  // namespace detail

}  // namespace stiction
