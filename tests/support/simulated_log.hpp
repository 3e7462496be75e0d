// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <random>

#include "stiction/identification/fit_parameters.hpp"
#include "stiction/identification/law_prediction.hpp"

/// Logs of a known law along a known motion: presliding reversals of growing size, then sliding at many speeds.
namespace stiction {

struct SimulatedLog {
  std::string law = "lugre";
  double duration = 4, sample_time = 1e-3;
  double noise = 0.02;              ///< of the force [N]
  double quantum = 0;               ///< of the position [m]
  double slow = 4e-5, fast = 2e-2;  ///< size of presliding [m], speed of sliding [m/s]
  double mass = 0, offset = 0.1;
  std::uint64_t seed = 1;

  /// Position of the motion; smooth, so that its derivatives are known.
  double position(double t) const {
    const double grow = t / duration;
    return slow * grow * std::sin(2 * M_PI * 6 * t) + fast / (2 * M_PI) * std::pow(grow, 3) * std::sin(2 * M_PI * t);
  }
  double velocity(double t) const { return (position(t + 1e-6) - position(t - 1e-6)) / 2e-6; }
  double acceleration(double t) const { return (velocity(t + 1e-5) - velocity(t - 1e-5)) / 2e-5; }

  /// The log a measuring program would write. The force comes from the law at samples forty times finer.
  Log log(const std::vector<double>& p) const {
    const std::size_t finer = 40, count = static_cast<std::size_t>(duration / sample_time);
    Recording motion;
    motion.sample_time = sample_time / static_cast<double>(finer);
    for (std::size_t i = 0; i < count * finer; ++i) {
      const double t = static_cast<double>(i) * motion.sample_time;
      motion.time.push_back(t), motion.position.push_back(position(t)), motion.velocity.push_back(velocity(t));
    }
    motion.pieces = {0, motion.time.size()};
    std::vector<double> force(motion.size());
    find_law_prediction(law).force(p, motion, force.data());
    std::mt19937_64 chance(seed);
    std::normal_distribution<double> normal(0, noise);
    Log made{"simulated.csv", {{"time", "s", {}}, {"position", "m", {}}, {"force", "N", {}}}, {}};
    for (std::size_t i = 0; i < count; ++i) {
      const double t = motion.time[i * finer], x = position(t);
      made.columns[0].values.push_back(t);
      made.columns[1].values.push_back(quantum > 0 ? quantum * std::round(x / quantum) : x);
      made.columns[2].values.push_back(force[i * finer] + mass * acceleration(t) + offset + normal(chance));
    }
    return made;
  }
};

}  // namespace stiction
