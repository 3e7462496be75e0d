// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "stiction/models/friction_model.hpp"
#include "stiction/schema/number_text.hpp"

namespace stiction {

/// Watches a contact and tells, for every while in which it hardly moved, whether it was held or crept, how far, and
/// whether its law is one that creeps.
///
///     RestMonitor rests(1e-3);          // below 1 mm/s counts as rest
///     simulate(experiment, rests);
///     for (const auto& rest : rests.rests) std::puts(rests.sentence(rest).c_str());
template <std::size_t ContactIndex = 0>
class RestMonitor {
 public:
  struct Rest {
    double from = 0, to = 0;  ///< [s]
    double drift = 0;         ///< net displacement [m]
    bool held = true;         ///< the velocity was exactly zero throughout

    double rate() const { return drift / (to - from); }  ///< [m/s]
  };

  /// A contact rests while it is slower than `speed` [m/s] for at least `duration` [s].
  explicit RestMonitor(double speed, double duration = 0.1) : speed_(speed), duration_(duration) {}

  std::vector<Rest> rests;

  template <class System>
  void watch(const System&) {
    using Law = typename System::template Law<ContactIndex>;
    info_ = &Law::info;
    rests.clear();
    resting_ = false;
  }
  bool step(const auto& system, const auto& view) {
    std::array<double, 5> v;
    double fastest = 0;
    for (std::size_t k = 0; k < v.size(); ++k) {
      const double fraction = 0.25 * static_cast<double>(k);
      const auto c = system.contacts_at(view.start + fraction * view.length, view.at(fraction))[ContactIndex];
      // Inside a zero-velocity band (Karnopp) a body keeps its momentum and does not move.
      v[k] = system.run().output_velocity(ContactIndex, c);
      fastest = std::max(fastest, std::abs(v[k]));
    }
    if (!(fastest < speed_)) {
      end_rest();
      return true;
    }
    if (!resting_) current_ = {view.start, view.start, 0, true};
    resting_ = true;
    current_.to = view.end();
    current_.held = current_.held && fastest == 0;
    current_.drift += view.length / 90 * (7 * (v[0] + v[4]) + 32 * (v[1] + v[3]) + 12 * v[2]);  // Boole's rule
    keep();
    return true;
  }

  /// What happened, in words.
  std::string sentence(const Rest& rest) const {
    const std::string when = "at rest from " + number_text(rest.from) + " s to " + number_text(rest.to) + " s: ";
    if (rest.held) return when + "held, velocity exactly zero";
    std::string text =
        when + "moved by " + number_text(rest.drift) + " m, " + number_text(rest.rate()) + " m/s on average";
    if (info_->phenomena.true_stick) return text;
    const std::string name(info_->name);
    return text + (info_->phenomena.non_drifting_presliding
                       ? "; " + name + " gives way elastically but does not creep inside its elastic range"
                       : "; " + name +
                             " has no true rest and creeps under load: see elasto_plastic, or a law with true_stick");
  }

 private:
  void end_rest() { resting_ = false; }
  /// A rest is listed once it has lasted long enough, and grows while it goes on.
  void keep() {
    if (current_.to - current_.from < duration_) return;
    if (rests.empty() || rests.back().from != current_.from)
      rests.push_back(current_);
    else
      rests.back() = current_;
  }

  double speed_, duration_;
  const ModelInfo* info_ = nullptr;
  Rest current_;
  bool resting_ = false;
};

}  // namespace stiction
