// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/contact_loss.hpp"

#include "stiction/schema/rounded_text.hpp"

namespace stiction {

bool ContactLoss::step(const LoopStep& step) {
  for (const double fraction : {0.25, 0.5, 0.75, 1.0}) {
    const double t = step.start + fraction * step.length;
    const auto touching = step.run.contacts_at(t, step.at(fraction).data());
    for (std::size_t i = 0; i < touching.size(); ++i) {
      if (!(touching[i].normal_force < smallest_)) continue;
      if (!lost()) first_ = t, contact_ = step.run.loop().plant().contact_names[i];
      smallest_ = touching[i].normal_force;
    }
  }
  return true;
}

std::string ContactLoss::sentence() const {
  if (!lost()) return {};
  return "contact lost: the normal force at the " + contact_ + " turns negative at t = " + rounded_text(first_) +
         " s and falls to " + rounded_text(smallest_) +
         " N; the body would lift off, and the motion computed from there on is not that of the body";
}

}  // namespace stiction
