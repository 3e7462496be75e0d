// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/limit_cycle_search.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/analysis/equilibrium_study.hpp"
#include "stiction/analysis/limit_cycle_section.hpp"
#include "stiction/analysis/motion_scale.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction::detail {

CycleSearch::CycleSearch(const CycleMoment& start, const CycleOptions& options)
    : options_(options), m_(start), map_(options_, natural_time(m_.core, m_.t, m_.y)) {}

LimitCycle CycleSearch::run() {
  if (possible() && reach_section()) follow_laps();
  return finished();
}

bool CycleSearch::possible() {
  const LoopParts& parts = m_.core.loop().parts();
  std::string reason;
  for (const ContactPart* part : parts.contacts)
    if (part->has_memory)
      reason = std::string(part->info->name) + " remembers its path outside of any state, so no map can be made of it";
  if (parts.sampled) reason = "a sampled controller keeps numbers outside of any state, so no map can be made of it";
  if (!reason.empty()) return say(CycleVerdict::not_possible, reason);
  if (options_.period > 0)
    if (std::string problem = problem_with_period(m_.core, options_.period, m_.t); !problem.empty())
      return say(CycleVerdict::not_possible, std::move(problem));
  return true;
}

bool CycleSearch::say(CycleVerdict verdict, std::string sentence) {
  result_.verdict = verdict;
  result_.sentence = std::move(sentence);
  return false;
}

bool CycleSearch::broken(LapEnd end) {
  if (end == LapEnd::still && judge_small_motion()) return false;
  if (end == LapEnd::stopped) return say(CycleVerdict::stopped, "stopped before a verdict");
  if (end == LapEnd::failed) return say(CycleVerdict::none_found, "no cycle found: " + map_.failure);
  if (is_settled(m_, map_.natural_time)) return say_settled();
  return say(CycleVerdict::none_found, "no cycle found in " + rounded_text(map_.simulated) + " s of motion");
}

/// Settled. Where an extrapolation has led to an equilibrium that the motion itself would leave, the motion is taken
/// up again where it was left.
bool CycleSearch::say_settled() {
  if (left_) {
    const EquilibriumStudy e = study_equilibrium(m_.core, m_.y, m_.t);
    if (e.found && !e.resting && !e.marginal && e.stability.growth_rate > 0) {
      m_ = *left_;
      left_.reset();
      options_.shooting = false;
      return first_lap();
    }
  }
  const auto touching = m_.core.contacts_at(m_.t, m_.y.data());
  double speed = 0;
  for (std::size_t i = 0; i < m_.core.loop().contacts(); ++i)
    speed = std::max(speed, std::abs(m_.core.output_velocity(i, touching[i])));
  double size = 0;
  for (std::size_t i = 0; i < m_.core.loop().contacts(); ++i) size = std::max(size, named_speed(m_.core, i));
  const bool rests = speed <= 1e-3 * (size > 0 ? size : 1e-3);
  note_equilibrium(m_.y);
  // Led to it by an extrapolation: the motion itself comes nearer for ever, as with an integral and Coulomb friction.
  const std::string how = left_ ? "equilibrium approached from lap to lap: " : "equilibrium reached: ";
  return say(CycleVerdict::equilibrium, how + (rests ? "at rest" : "steady sliding") +
                                            (left_ ? " in the end, as seen after " : " after ") + rounded_text(m_.t) +
                                            " s");
}

void CycleSearch::note_equilibrium(const std::vector<double>& y) {
  std::vector<double> values(m_.core.loop().signals().size());
  m_.core.signals(m_.t, y.data(), values.data());
  result_.state = y, result_.time = m_.t;
  result_.signals.clear();
  for (std::size_t i = 0; i < values.size(); ++i)
    result_.signals.push_back(
        {m_.core.loop().signals()[i].name, m_.core.loop().signals()[i].unit, values[i], values[i], values[i]});
}

bool CycleSearch::judge_small_motion() {
  const EquilibriumStudy e = study_equilibrium(m_.core, m_.y, m_.t);
  if (!e.found || !(e.stability.stable || e.resting)) return false;
  note_equilibrium(e.state);
  say(CycleVerdict::decays, "no cycle: the motion decays to " + e.sentence);
  return true;
}

bool CycleSearch::reach_section() {
  map_.ranges.clear(m_.y);
  if (options_.period > 0) return true;
  LapEnd end = LapEnd::complete;
  for (int attempt = 0; attempt < 8; ++attempt) {
    end = LapEnd::complete;
    if (options_.section)
      map_.section = options_.section;
    else
      end = choose_section(map_, m_);
    if (end == LapEnd::complete) end = map_.go_to_section(m_);
    if (end == LapEnd::complete) return true;
    if (end != LapEnd::missed || is_settled(m_, map_.natural_time) || map_.simulated > map_.time_limit) break;
    map_.natural_time *= 4;  // this motion is slower than its roots say
  }
  return broken(end);
}

LimitCycle CycleSearch::finished() {
  result_.simulated = map_.simulated;
  if (!result_.found()) result_.searched = map_.simulated;
  result_.laps = map_.laps;
  result_.section = map_.section;
  result_.passes = map_.passes;
  return std::move(result_);
}

}  // namespace stiction::detail
