// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/solve_loop.hpp"

namespace stiction {

/// Watches the load across the contacts of a run. A plant holds its body on the surface: where the load would have to
/// pull it there, the body lifts off in reality, and the computed motion is no longer that of the body.
class ContactLoss final : public LoopObserver {
 public:
  bool step(const LoopStep& step) override;

  bool lost() const { return smallest_ < 0; }
  /// What happened, where and when; empty while every contact is pressed together.
  std::string sentence() const;

 private:
  std::string contact_{};
  double first_ = 0, smallest_ = 0;  ///< when the load turned negative [s]; smallest load [N]
};

}  // namespace stiction
