// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace stiction {

/// What became of a sample.
enum class UpdateStatus : unsigned char {
  ok,       ///< the contact has moved, the force is new
  missing,  ///< no sample came: the force is held
  invalid,  ///< the sample, or the force it leads to, is not a finite number: the force is held
};

/// The answer to one sample.
template <class Real>
struct UpdateResult {
  Real force;  ///< friction force [N], positive when it opposes a positive velocity
  UpdateStatus status;
};

}  // namespace stiction
