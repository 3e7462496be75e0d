// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "stiction/analysis/limit_cycle_search.hpp"
#include "stiction/linear/dense_algebra.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction::detail {
namespace {

constexpr double neutral_band = 1e-6;  ///< around 1: multipliers are known to about 1e-8

/// From s, whose image is g, to the fixed point of the linear map with these slopes.
std::vector<double> step_to_fixed_point(DenseMatrix slopes, const std::vector<double>& s,
                                        const std::vector<double>& g) {
  std::vector<double> move(s.size());
  for (std::size_t i = 0; i < s.size(); ++i) slopes(i, i) -= 1, move[i] = s[i] - g[i];
  return least_squares(slopes, move);
}

}  // namespace

bool CycleSearch::newton() {
  CycleMoment at = *start_;
  for (int k = 0; k < 8; ++k) {
    const std::vector<double> s = map_.point(at), g = map_.point(m_);
    const auto slopes = map_.jacobian(at);
    if (!slopes || !try_step(at, step_to_fixed_point({s.size(), s.size(), *slopes}, s, g))) return false;
    extrapolation_.clear();
    if (opening() < options_.closure && size_of_motion() > std::max(smallest_motion, 1e-3 * first_size_)) {
      if (!next_lap(true)) return true;
      const bool closed = record_ && opening() < 10 * options_.closure;
      if (closed) measure();
      return closed;
    }
  }
  return false;
}

/// The step, or a part of it, if that closes the lap better.
bool CycleSearch::try_step(CycleMoment& at, const std::vector<double>& step) {
  const std::vector<double> s = map_.point(at);
  const double open = opening();
  for (double fraction = 1; fraction > 0.1; fraction *= 0.5) {
    CycleMoment from = at;
    std::vector<double> there = s;
    for (std::size_t i = 0; i < s.size(); ++i) there[i] += fraction * step[i];
    map_.put(there, from);
    CycleMoment end = from;
    if (map_.lap(end) != LapEnd::complete) continue;
    if (!(distance(map_.point(from), map_.point(end)) < (1 - 0.3 * fraction) * open)) continue;
    at = from, start_ = std::move(from), m_ = std::move(end);
    return true;
  }
  return false;
}

void CycleSearch::measure() {
  result_.closure = opening();
  record_->finish(result_);
  result_.period = m_.t - start_->t;
  result_.state = start_->y, result_.time = start_->t;
  note_drifts();
  if (polished_ == 0) result_.searched = map_.simulated;
  const bool known = !options_.multipliers || map_.states.empty() || (polished_ > 0 && distance_ < 1e-4);
  if (!known && !note_multipliers() && polished_++ < 3) return polish();
  conclude();
}

/// Positions that nothing depends on are no part of the map. What they gain in a period is told, where it is more than
/// the map may stay open by.
void CycleSearch::note_drifts() {
  result_.drifts.clear();
  const Loop& l = m_.core.loop();
  for (std::size_t n = 0; n < l.plant_states; ++n) {
    const bool in_map = std::find(map_.states.begin(), map_.states.end(), n) != map_.states.end();
    if (l.signals()[n].role != Role::position || in_map || (map_.section && map_.section->state == n)) continue;
    const double gained = m_.y[n] - start_->y[n], range = map_.ranges.high[n] - map_.ranges.low[n];
    if (std::abs(gained) > 100 * options_.closure * range)
      result_.drifts.push_back({l.signals()[n].name, l.signals()[n].unit, gained});
  }
}

bool CycleSearch::note_multipliers() {
  result_.multipliers.clear();
  CycleMoment end = *start_;
  if (map_.lap(end) != LapEnd::complete) return true;
  const std::vector<double> s = map_.point(*start_), g = map_.point(end);
  const auto columns = map_.jacobian(*start_);
  if (!columns) return true;
  const DenseMatrix slopes(s.size(), s.size(), *columns);
  bool family = false;
  for (const std::complex<double>& one : eigenvalues(slopes)) {
    result_.multipliers.push_back(map_.centre.empty() ? one : one * one);  // two halves make a period
    family = family || std::abs(one - 1.0) < neutral_band;
  }
  result_.hidden_multipliers = map_.hidden_multipliers(*start_, *columns);
  std::sort(result_.multipliers.begin(), result_.multipliers.end(),
            [](const auto& a, const auto& b) { return std::abs(a - 1.0) < std::abs(b - 1.0); });
  result_.multipliers.erase(result_.multipliers.begin(),
                            result_.multipliers.begin() + static_cast<std::ptrdiff_t>(result_.hidden_multipliers));
  std::sort(result_.multipliers.begin(), result_.multipliers.end(),
            [](const auto& a, const auto& b) { return std::abs(a) > std::abs(b); });
  if (family)
    return true;  // every neighbour closes as well: a step along the family would leave the motion of the start
  better_ = s;
  const std::vector<double> step = step_to_fixed_point(slopes, s, g);
  for (std::size_t i = 0; i < s.size(); ++i) better_[i] += step[i];
  distance_ = distance(s, better_);
  return !(distance_ > 0.1 * options_.closure);
}

void CycleSearch::polish() {
  CycleMoment from = *start_;
  map_.put(better_, from);
  CycleMoment end = from;
  CycleRecord record(end.core);
  if (map_.whole_lap(end, &record) != LapEnd::complete) return conclude();
  if (!(distance(map_.point(from), map_.point(end)) <= std::max(result_.closure, options_.closure))) return conclude();
  record_.emplace(std::move(record));
  start_ = std::move(from), m_ = std::move(end);
  measure();
}

void CycleSearch::conclude() {
  // One on the unit circle means that neighbouring orbits stay where they are.
  if (!result_.multipliers.empty() && std::abs(std::abs(result_.multipliers.front()) - 1) < neutral_band) {
    say(CycleVerdict::neutral, "a neutral orbit with period " + rounded_text(result_.period) +
                                   " s, one of a family: the motion neither grows nor decays, and its size is that of "
                                   "the start");
    return;
  }
  const bool stable = result_.multipliers.empty() || std::abs(result_.multipliers.front()) < 1;
  if (stable && !result_.drifts.empty()) {
    std::string sentence = "a stable periodic motion with period " + rounded_text(result_.period) + " s that drifts";
    for (const CycleDrift& drift : result_.drifts)
      sentence += ": " + drift.name + " moves by " + rounded_text(drift.per_period) + " " + drift.unit +
                  " per period, " + rounded_text(drift.per_period / result_.period) + " " + drift.unit + "/s";
    say(CycleVerdict::drifting, std::move(sentence));
    return;
  }
  std::string sentence = std::string(stable ? "a stable" : "an unstable") + " limit cycle with period " +
                         rounded_text(result_.period) + " s";
  if (result_.rest_fraction > 0)
    sentence += ", at rest " + rounded_text(100 * result_.rest_fraction, 3) + " % of the time";
  if (result_.hidden_multipliers > 0)
    sentence += "; elements that stick can share the force in other ways, which the motion does not depend on";
  else if (result_.multipliers.empty() && !map_.states.empty())
    sentence += "; stable, as its laps draw together";
  say(stable ? CycleVerdict::stable_cycle : CycleVerdict::unstable_cycle, std::move(sentence));
}

}  // namespace stiction::detail
