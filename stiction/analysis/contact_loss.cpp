// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/contact_loss.hpp"

#include "stiction/schema/rounded_text.hpp"

namespace stiction {

bool ContactLoss::step(const LoopStep& step) {
  for (std::size_t i = 0; i < step.run.loop().contacts(); ++i) {
    const StepSamples::Row& load = step.samples().normal_force(i);
    for (std::size_t k = 1; k < load.size(); ++k) {
      if (!(load[k] < smallest_)) continue;
      if (!lost()) {
        first_ = step.start + StepSamples::fraction(k) * step.length;
        contact_ = step.run.loop().plant().contact_names[i];
      }
      smallest_ = load[k];
    }
  }
  return true;
}

std::string ContactLoss::sentence() const {
  if (!lost()) return {};
  return "contact lost: the normal force at the " + contact_ + " turns negative at t = " + rounded_text(first_) +
         " s and falls to about " + rounded_text(smallest_, 3) +
         " N; the body would lift off, and the motion computed from there on is not that of the body";
}

}  // namespace stiction
