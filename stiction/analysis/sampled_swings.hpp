// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/limit_cycle_map.hpp"

/// Swings of a motion that is watched: which state swings, how long and how far, and whether it repeats.
namespace stiction::detail {

/// Motions smaller than this, in natural sizes of the states, count as none: a servo may hunt by a step of its encoder.
inline constexpr double smallest_swing = 1e-6;

/// A state that goes to and fro.
struct Swing {
  std::size_t state = 0;
  double middle = 0, range = 0;
  double period = 0;  ///< about [s]
};

/// States while it looks on, in about a thousand samples however long that is.
class SwingSamples final : public LoopObserver {
 public:
  bool step(const LoopStep& step) override;
  void event(const LoopRun& run, double t, std::span<const char> fired, std::span<const double> y) override {
    if (other) other->event(run, t, fired, y);
  }
  void segment_ends() override {
    if (other) other->segment_ends();
  }

  /// The largest range of a state in its natural size; of states of plant and laws.
  double largest_range(const LoopRun& run) const;
  /// The range of the force that a sampled controller has held [N].
  double force_range() const { return highest_force_ - lowest_force_; }
  /// The state of the plant that has swung the farthest, for its size, at least twice in the second half.
  std::optional<Swing> best_swing(const LoopRun& run) const;
  LoopObserver* other = nullptr;  ///< looks on too

 private:
  std::vector<double> low_{}, high_{};
  std::vector<std::pair<double, std::vector<double>>> samples_{};  ///< time [s], states
  std::size_t every_ = 1, passed_ = 0;
  double lowest_force_ = 0, highest_force_ = 0;
};

/// What the last swings have in common.
struct SwingEvidence {
  double period = 0, shortest = 0, longest = 0;    ///< mean and extremes [s]
  double period_spread = 0, amplitude_spread = 0;  ///< largest less smallest, per mean
  double trend = 0;                                ///< of the amplitude, per period and its size
};

/// Swings one after the other.
class Swings {
 public:
  /// Runs one with lap(), which returns false when there was none; keeps its length and the ranges of the plant.
  template <class Lap>
  bool add(const double& time, Lap&& lap, const StateRanges& ranges, const CycleMoment& m) {
    const double begin = time;
    if (!lap()) return false;
    periods_.push_back(time - begin);
    std::vector<double> own;
    for (std::size_t n = 0; n < m.core.loop().plant_states; ++n) own.push_back(ranges.high[n] - ranges.low[n]);
    ranges_.push_back(std::move(own));
    return true;
  }
  std::size_t count() const { return periods_.size(); }
  double longest() const;
  SwingEvidence evidence(std::size_t last) const;
  /// How far the ranges of swing k are from those of another motion, as the largest fraction of them.
  double difference(std::size_t k, const Swings& other, std::size_t last) const;
  /// The last ones agree, and what differs is no trend: a decay looks regular from one period to the next.
  bool repeats(std::size_t last) const;

 private:
  std::vector<double> periods_{};
  std::vector<std::vector<double>> ranges_{};
};

}  // namespace stiction::detail
