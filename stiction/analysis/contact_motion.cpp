// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/contact_motion.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {

bool ContactMotion::step(const LoopStep& step) {
  std::array<double, 5> v;
  double fastest = 0;
  for (std::size_t k = 0; k < v.size(); ++k) {
    const double fraction = 0.25 * static_cast<double>(k);
    const auto touching = step.run.contacts_at(step.start + fraction * step.length, step.at(fraction).data());
    v[k] = step.run.output_velocity(contact_, touching[contact_]);
    fastest = std::max(fastest, std::abs(v[k]));
  }
  // Boole's rule, exact for the velocity's dense output.
  const double distance = step.length / 90 * (7 * (v[0] + v[4]) + 32 * (v[1] + v[3]) + 12 * v[2]);
  if (!pieces_.empty() && step.end() - pieces_.back().from < interval_) {
    Piece& last = pieces_.back();
    last.to = step.end(), last.fastest = std::max(last.fastest, fastest), last.distance += distance;
  } else {
    pieces_.push_back({step.start, step.end(), fastest, distance});
  }
  return true;
}

StickCertificate ContactMotion::rests(const ModelInfo& law, double duration, std::string_view unit) const {
  double fastest = 0;
  for (const Piece& piece : pieces_) fastest = std::max(fastest, piece.fastest);
  std::vector<RestVerdict> found;
  bool resting = false;
  for (const Piece& piece : pieces_) {
    const bool slow = piece.fastest <= 1e-3 * fastest;
    if (slow && resting)
      found.back().to = piece.to, found.back().drift += piece.distance;
    else if (slow)
      found.push_back({piece.from, piece.to, piece.distance});
    resting = slow;
  }
  std::erase_if(found, [&](const RestVerdict& rest) { return rest.to - rest.from < duration; });
  return stick_certificate(std::move(found), law, RestCriteria{}.allowed_drift, unit);
}

}  // namespace stiction
