// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/motion_steps.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/identification/recording.hpp"

namespace stiction {
namespace {

/// From positions, unless they contradict both velocities: then the noise of the position is larger than the motion.
double mean_velocity(const Recording& r, std::size_t k, double h) {
  const double smooth = 0.5 * (r.velocity[k - 1] + r.velocity[k]);
  if (r.position.empty()) return smooth;
  const double mean = (r.position[k] - r.position[k - 1]) / h;
  return mean * smooth < 0 ? smooth : mean;
}

}  // namespace

MotionSteps motion_steps(const Recording& r) {
  MotionSteps s;
  s.velocity.reserve(r.size() + 100), s.duration.reserve(r.size() + 100), s.until.reserve(r.size());
  double fastest = 0;
  for (const double v : r.velocity) fastest = std::max(fastest, std::abs(v));
  for (std::size_t piece = 0; piece + 1 < r.pieces.size(); ++piece)
    for (std::size_t k = r.pieces[piece]; k < r.pieces[piece + 1]; ++k) {
      const auto move = [&](double v, double h) {
        if (!(h > 0)) return;
        s.velocity.push_back(v), s.duration.push_back(h);
        if (!r.normal_force.empty()) s.normal_force.push_back(r.normal_force[k]);
      };
      const double now = r.velocity[k];
      if (k > r.pieces[piece]) {
        const double h = r.time[k] - r.time[k - 1], before = r.velocity[k - 1];
        if (before * now < 0) {
          const double until_reversal = h * before / (before - now);
          move(0.5 * before, until_reversal);
          move(0.5 * now, h - until_reversal);
        } else if (h > 0) {
          move(mean_velocity(r, k, h), h);
        }
      } else if (r.steady || std::abs(now) > 0.05 * fastest) {
        for (int i = 0; i < 50; ++i) move(now, 4 * std::max(r.sample_time, 1e-9) * std::pow(1.5, i));
      }
      s.until.push_back(s.velocity.size());
    }
  return s;
}

}  // namespace stiction
