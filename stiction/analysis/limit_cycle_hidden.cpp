// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "stiction/analysis/hidden_directions.hpp"
#include "stiction/analysis/limit_cycle_map.hpp"

namespace stiction::detail {
namespace {

/// Carries slopes along a lap and keeps the largest one of a state of the motion, in units of its size.
class LargestSlopeOfMotion final : public LoopObserver {
 public:
  LargestSlopeOfMotion(LoopSensitivity& slopes, const std::vector<bool>& is_of_motion, const std::vector<double>& size)
      : slopes_(slopes), is_of_motion_(is_of_motion), size_(size) {}
  bool step(const LoopStep& step) override {
    slopes_.step(step);
    note();
    return true;
  }
  void event(const LoopRun& run, double t, std::span<const char> fired, std::span<const double> y) override {
    slopes_.event(run, t, fired, y);
    note();
  }
  void segment_ends() override { slopes_.segment_ends(); }
  double largest = 0;

 private:
  void note() {
    const std::vector<double> s = slopes_.slopes();
    const std::size_t columns = slopes_.parameter_count();
    for (std::size_t n = 0; n < size_.size(); ++n)
      for (std::size_t k = 0; k < columns && is_of_motion_[n] && size_[n] > 0; ++k)
        largest = std::max(largest, std::abs(s[n * columns + k]) / size_[n]);
  }
  LoopSensitivity& slopes_;
  const std::vector<bool>& is_of_motion_;
  const std::vector<double>& size_;
};

}  // namespace

std::size_t ReturnMap::hidden_multipliers(const CycleMoment& m, const std::vector<double>& columns) {
  const std::vector<bool> is_of_motion = states_of_motion(m.core.loop());
  std::vector<bool> in_map;
  for (const std::size_t n : states) in_map.push_back(is_of_motion[n]);
  // The mirror at the end of half a period turns a displacement that has stayed into its opposite.
  DenseMatrix open(states.size(), states.size(), columns);
  for (std::size_t i = 0; i < states.size(); ++i) open(i, i) -= centre.empty() ? 1 : -1;
  const HiddenDirections hidden = hidden_directions(open, in_map);
  if (hidden.count == 0) return 0;
  std::vector<double> size(m.y.size());
  for (std::size_t n = 0; n < size.size(); ++n) size[n] = ranges.high[n] - ranges.low[n];
  LoopSensitivity slopes = slopes_from(m, {});
  std::vector<double> start(slopes.slopes().size());
  for (std::size_t i = 0; i < states.size(); ++i)
    for (std::size_t k = 0; k < states.size(); ++k)
      start[states[i] * slopes.parameter_count() + k] = hidden.projection(i, k) * sizes[i];
  slopes.set_slopes(start);
  LargestSlopeOfMotion shown(slopes, is_of_motion, size);
  CycleMoment moved = m;
  return lap(moved, &shown) == LapEnd::complete && shown.largest < 1e-6 ? hidden.count : 0;
}

}  // namespace stiction::detail
