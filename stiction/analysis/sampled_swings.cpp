// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/sampled_swings.hpp"

#include <algorithm>
#include <cmath>

namespace stiction::detail {

bool SwingSamples::step(const LoopStep& step) {
  const Loop& l = step.run.loop();
  const double force = l.parts().sampled ? step.run.branch()[l.sampled_branch + held_force_place] : 0;
  if (low_.empty()) {
    low_.assign(step.from.begin(), step.from.end()), high_ = low_;
    lowest_force_ = highest_force_ = force;
  }
  lowest_force_ = std::min(lowest_force_, force), highest_force_ = std::max(highest_force_, force);
  for (std::size_t n = 0; n < low_.size(); ++n)
    low_[n] = std::min(low_[n], step.to[n]), high_[n] = std::max(high_[n], step.to[n]);
  if (++passed_ % every_ == 0) {
    samples_.emplace_back(step.end(), std::vector<double>(step.to.begin(), step.to.end()));
    if (samples_.size() >= 4000) {  // every other one is enough from now on
      for (std::size_t k = 0; 2 * k < samples_.size(); ++k) samples_[k] = std::move(samples_[2 * k]);
      samples_.resize(samples_.size() / 2);
      every_ *= 2;
    }
  }
  return other == nullptr || other->step(step);
}

double SwingSamples::largest_range(const LoopRun& run) const {
  double largest = 0;
  const Loop& l = run.loop();
  for (std::size_t n = 0; n < low_.size() && n < l.first_work; ++n)
    largest = std::max(largest, (high_[n] - low_[n]) / run.scale()[n]);
  return largest;
}

std::optional<Swing> SwingSamples::best_swing(const LoopRun& run) const {
  std::optional<Swing> best;
  double farthest = smallest_swing;
  const std::size_t half = samples_.size() / 2;
  for (std::size_t n = 0; n < run.loop().plant_states && samples_.size() > 8; ++n) {
    double low = 1e300, high = -1e300;
    for (std::size_t k = half; k < samples_.size(); ++k)
      low = std::min(low, samples_[k].second[n]), high = std::max(high, samples_[k].second[n]);
    const double middle = 0.5 * (low + high), range = high - low;
    bool below = false;
    std::vector<double> rises;
    for (std::size_t k = half; k < samples_.size(); ++k) {
      const double x = samples_[k].second[n];
      if (x < middle - 0.2 * range) below = true;
      if (below && x > middle) rises.push_back(samples_[k].first), below = false;
    }
    const double size = range / run.scale()[n];
    if (rises.size() < 2 || !(size > farthest)) continue;
    farthest = size;
    best = {n, middle, range, (rises.back() - rises.front()) / static_cast<double>(rises.size() - 1)};
  }
  return best;
}

double Swings::longest() const { return periods_.empty() ? 0 : *std::max_element(periods_.begin(), periods_.end()); }

SwingEvidence Swings::evidence(std::size_t last) const {
  SwingEvidence e;
  if (last == 0) return e;
  const auto first = static_cast<std::ptrdiff_t>(periods_.size() - last);
  const auto [shortest, longest] = std::minmax_element(periods_.begin() + first, periods_.end());
  e.shortest = *shortest, e.longest = *longest;
  for (auto p = periods_.begin() + first; p != periods_.end(); ++p) e.period += *p / static_cast<double>(last);
  e.period_spread = (e.longest - e.shortest) / e.period;
  for (std::size_t n = 0; n < ranges_.front().size(); ++n) {
    double low = 1e300, high = 0, mean = 0, slope = 0, square = 0;
    for (std::size_t k = 0; k < last; ++k) {
      const double x = ranges_[periods_.size() - last + k][n];
      const double place = static_cast<double>(k) - 0.5 * static_cast<double>(last - 1);
      low = std::min(low, x), high = std::max(high, x), mean += x / static_cast<double>(last);
      slope += place * x, square += place * place;
    }
    if (!(mean > 0)) continue;
    e.amplitude_spread = std::max(e.amplitude_spread, (high - low) / mean);
    if (const double trend = square > 0 ? slope / square / mean : 0; std::abs(trend) > std::abs(e.trend))
      e.trend = trend;
  }
  return e;
}

double Swings::difference(std::size_t k, const Swings& other, std::size_t last) const {
  double largest = 0;
  for (std::size_t n = 0; n < ranges_[k].size(); ++n) {
    double mean = 0;
    for (std::size_t i = other.count() - last; i < other.count(); ++i)
      mean += other.ranges_[i][n] / static_cast<double>(last);
    if (mean > 0) largest = std::max(largest, std::abs(ranges_[k][n] - mean) / mean);
  }
  return largest;
}

bool Swings::repeats(std::size_t last) const {
  const SwingEvidence e = evidence(last);
  constexpr double irregular = 0.05, exact = 1e-4;
  if (e.period_spread > irregular || e.amplitude_spread > irregular) return false;
  if (e.amplitude_spread < exact) return true;
  // Over the swings looked at, a trend would have made most of the difference.
  return std::abs(e.trend) * static_cast<double>(last - 1) < 0.5 * e.amplitude_spread;
}

}  // namespace stiction::detail
