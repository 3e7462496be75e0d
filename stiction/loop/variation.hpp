// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/loop_run.hpp"

namespace stiction {

/// The matrices of the variational equations of a run, \f$ f_y \f$ and \f$ f_p \f$, by parts.
class PartsVariation {
 public:
  explicit PartsVariation(const LoopRun& run) : run_(run) {}

  /// Writes rows (f_y, f_p), one per state, as `LinearCollocation` takes them: each half of a row padded to a whole
  /// number of fours.
  void at(double t, const double* y, const SlopeColumns& columns, double* rows) const {
    run_.variation(t, y, columns, rows);
  }

 private:
  const LoopRun& run_;
};

}  // namespace stiction
