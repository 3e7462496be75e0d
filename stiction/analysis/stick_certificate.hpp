// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/trajectory.hpp"
#include "stiction/models/friction_model.hpp"

namespace stiction {

/// What counts as rest, and as movement during it.
struct RestCriteria {
  double speed = 1e-3;           ///< slower is at rest [m/s]
  double duration = 0.1;         ///< at least [s]
  double allowed_drift = 1e-12;  ///< less over the whole rest is held [m]
};

/// One phase of rest: held, or crept.
struct RestVerdict {
  double from = 0, to = 0;  ///< [s]
  double drift = 0;         ///< net displacement [m]
  bool held = true;
  double rate() const { return drift / (to - from); }  ///< [m/s]
  std::string sentence{};
};

struct StickCertificate {
  std::vector<RestVerdict> rests{};
  bool all_held = true;
  double fastest_creep = 0;  ///< [m/s]
  std::string sentence{};
};

/// Searches a trajectory for phases in which the signal `velocity` stays below the limit; the drift is that of the
/// signal `position` where it has one, else the integral of the velocity. `law` is that of the contact.
StickCertificate certify_sticking(const Trajectory& trajectory, const ModelInfo& law, const RestCriteria& criteria = {},
                                  std::string_view velocity = "velocity", std::string_view position = "position");

/// The same from what a `RestMonitor` saw at every step of the solver.
template <class Monitor>
StickCertificate certify_sticking(const Monitor& monitor, const ModelInfo& law, double allowed_drift = 1e-12);

/// Joins verdicts whose numbers are known: sentences, and the whole. Lengths are in `unit`.
StickCertificate stick_certificate(std::vector<RestVerdict> rests, const ModelInfo& law, double allowed_drift,
                                   std::string_view unit = "m");

template <class Monitor>
StickCertificate certify_sticking(const Monitor& monitor, const ModelInfo& law, double allowed_drift) {
  std::vector<RestVerdict> rests;
  for (const auto& rest : monitor.rests) rests.push_back({rest.from, rest.to, rest.drift});
  return stick_certificate(std::move(rests), law, allowed_drift);
}

}  // namespace stiction
