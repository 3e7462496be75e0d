// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "stiction/analysis/equilibrium_study.hpp"
#include "stiction/analysis/limit_cycle_search.hpp"
#include "stiction/analysis/limit_cycle_section.hpp"
#include "stiction/analysis/limit_cycle_symmetry.hpp"
#include "stiction/analysis/motion_scale.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction::detail {

/// Laps that stay open by less than this, from first to last, are those of a cycle that is known no better: events that
/// follow one another closely (GMS) are located to the tolerance each.
constexpr double nearly_closed = 1e-4;

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

double CycleSearch::opening() const { return distance(map_.point(*start_), map_.point(m_)); }

void CycleSearch::follow_laps() {
  if (!first_lap()) return;
  first_size_ = size_of_motion();
  bool extrapolated = false;
  double last = 0, open = 0;
  while (map_.laps < options_.lap_limit && map_.simulated < map_.time_limit) {
    open = opening();
    const bool small = map_.section && size_of_motion() < std::max(smallest_motion, 1e-4 * first_size_);
    if (record_ && open < options_.closure && !small) return measure();
    if (small && judge_small_motion()) return;
    // A guess that made things worse, or a lap of another length, is no basis for the next guess.
    if ((extrapolated && last > 0 && open > 0.7 * last) || (record_ && !map_.centre.empty())) extrapolation_.clear();
    if (extrapolated) trail_.clear();
    extrapolation_.add(map_.point(*start_), map_.point(m_));
    trail_.push_back(map_.point(m_));
    if (open > 0.01 && look_for_other_laps(open)) {
      if (!go_on_from_section()) return;
      continue;
    }
    if (options_.shooting && map_.laps > 12 && map_.laps % 8 == 4 && open < 0.3 && newton()) return;
    extrapolated = extrapolate(open);
    // What this lap and the one before promise of the next, which is measured if it is likely to be the last.
    const double promised = open * (extrapolated ? std::min(1.0, open + 0.01) : open < last ? open / last : 1.0);
    last = open;
    if (!next_lap(promised < 30 * options_.closure)) return;
  }
  // The flow alone, without extrapolation: what draws the laps together is the motion. Slopes are known no better.
  bool stays = last < nearly_closed && open < nearly_closed;
  for (int k = 0; k < 6 && stays; ++k) {
    if (!next_lap(k == 5)) return;
    stays = opening() < nearly_closed, last = std::max(last, opening());
  }
  if (stays && record_) {
    options_.multipliers = false;
    measure();
    result_.sentence += "; its laps stay open by up to " + rounded_text(last, 2) + " of its size";
    return;
  }
  say(CycleVerdict::none_found, "no cycle found in " + std::to_string(map_.laps) + " laps, " +
                                    rounded_text(map_.simulated) + " s of motion: the last one stayed open by " +
                                    rounded_text(open, 2) + " of its size");
}

/// Without shooting, only where what is left is no more than a refinement.
bool CycleSearch::extrapolate(double open) {
  constexpr double refinement = 1e-3;
  if (!(open < (options_.shooting ? 0.2 : refinement))) return false;
  const auto better = extrapolation_.fixed_point();
  if (!better) return false;
  if (open > refinement) left_ = m_;
  map_.put(*better, m_);
  return true;
}

bool CycleSearch::first_lap() {
  const std::vector<bool> before = states_that_matter(m_.core, m_.t, m_.y.data());
  map_.centre.clear();
  if (map_.section && may_be_symmetric_)
    if (auto centre = centre_of_symmetry(m_, map_.ranges)) map_.centre = std::move(*centre);
  trail_.clear();
  start_ = m_;
  record_.reset();
  const LapEnd end = map_.lap(m_);
  if (end == LapEnd::missed) return again();
  if (end != LapEnd::complete) return broken(end);
  std::vector<bool> matters = states_that_matter(m_.core, m_.t, m_.y.data());
  for (std::size_t n = 0; n < matters.size(); ++n) matters[n] = matters[n] || before[n];
  map_.choose_states(m_, matters);
  extrapolation_.clear();
  return true;
}

bool CycleSearch::again() {
  if (is_settled(m_, map_.natural_time)) return say_settled();
  if (++lost_ > 6 || options_.section || map_.simulated > map_.time_limit) return broken(LapEnd::missed);
  map_.natural_time *= 1.5;  // more patience, in case that it just came too early
  return reach_section() && first_lap();
}

/// A cycle that passes the section several times closes only then; one that is not its own mirror image only after a
/// whole period. True: laps are longer from now on.
bool CycleSearch::look_for_other_laps(double open) {
  if (!map_.section) return false;
  for (std::size_t k = 2; k <= 4 && trail_.size() > k + 2; ++k) {
    const auto apart = [&](std::size_t back) {
      return distance(trail_[trail_.size() - 1 - back], trail_[trail_.size() - 1 - back - k]);
    };
    if (!(apart(0) < 0.1 * open && apart(1) < 0.1 * open)) continue;
    if (!map_.centre.empty())
      may_be_symmetric_ = false;
    else if (map_.passes == 1)
      map_.passes = static_cast<int>(k);
    else
      return false;
    return true;
  }
  const bool stays_open = !map_.centre.empty() && trail_.size() > 16;
  if (stays_open) may_be_symmetric_ = false;
  return stays_open;
}

bool CycleSearch::go_on_from_section() {
  const LapEnd end = map_.go_to_section(m_);
  if (end == LapEnd::missed) return again();
  return end == LapEnd::complete ? first_lap() : broken(end);
}

bool CycleSearch::next_lap(bool measured) {
  start_ = m_;
  record_.reset();
  if (measured) record_.emplace(m_.core);
  const LapEnd end = measured ? map_.whole_lap(m_, &*record_) : map_.lap(m_);
  if (end == LapEnd::missed) return again();
  if (end != LapEnd::complete) return broken(end);
  return keep_section_inside();
}

/// A section near the edge of the motion is soon lost: it is moved to the middle.
bool CycleSearch::keep_section_inside() {
  if (!map_.section || options_.section) return true;
  const double low = map_.ranges.low[map_.section->state], high = map_.ranges.high[map_.section->state];
  const double place = (map_.section->level - low) / (high - low);
  if (place > 0.1 && place < 0.9) return true;
  map_.section->level = 0.5 * (low + high);
  return go_on_from_section();
}

double CycleSearch::size_of_motion() const {
  const std::vector<double> scale = motion_scale(m_.core, m_.t, m_.y);
  double size = 0;
  for (const std::size_t n : map_.states) size = std::max(size, (map_.ranges.high[n] - map_.ranges.low[n]) / scale[n]);
  return size;
}

}  // namespace stiction::detail
