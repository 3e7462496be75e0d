// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/sampled_cycle.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/analysis/equilibrium_study.hpp"
#include "stiction/analysis/limit_cycle_record.hpp"
#include "stiction/analysis/limit_cycle_section.hpp"
#include "stiction/analysis/motion_scale.hpp"
#include "stiction/analysis/sampled_form.hpp"
#include "stiction/analysis/sampled_map.hpp"
#include "stiction/analysis/sampled_swings.hpp"
#include "stiction/schema/number_text.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of this search

std::string percent(double fraction) { return rounded_text(100 * fraction, 2) + " %"; }

class ObservedCycle {
 public:
  ObservedCycle(const CycleMoment& start, const CycleOptions& options)
      : options_(options), m_(start), parts_(m_.core.loop().parts()) {
    LoopRun smooth = continuous_form(m_.core);
    const std::vector<double> y = smooth.initial_state();
    smooth.start(m_.t, y.data());
    natural_ = natural_time(smooth, m_.t, y);
    matters_ = states_that_matter(smooth, m_.t, y.data());
    if (parts_.sampled) natural_ = std::max(natural_, 20 * sampling_of(m_.core).sample_time);
    map_.emplace(options_, natural_);
    if (!(options.time_limit > 0)) map_->time_limit = 150 * std::max(natural_, options.period);
    // A search must end; laws with memory take steps as short as their corners, which cost much.
    options_.solver.step_limit =
        std::min<std::size_t>(options_.solver.step_limit, m_.core.loop().has_memory ? 200'000 : 3'000'000);
    map_->ranges.clear(m_.y);
  }

  LimitCycle find() {
    const std::string reason =
        options_.period > 0 ? problem_with_period(continuous_form(m_.core), options_.period, m_.t) : "";
    if (!reason.empty())
      say(CycleVerdict::not_possible, reason);
    else
      search();
    result_.simulated = map_->simulated, result_.searched = map_->simulated, result_.laps = map_->laps;
    return std::move(result_);
  }

 private:
  void say(CycleVerdict verdict, std::string sentence) {
    result_.verdict = verdict, result_.sentence = std::move(sentence);
  }
  void search() {
    double window = 2 * natural_;
    for (int attempt = 0; attempt < 12; ++attempt, window *= 1.5) {
      SwingSamples samples;
      const double begin = m_.t;
      const LapEnd end = map_->run(m_, options_.period > 0 ? std::max(window, options_.period) : window, samples);
      if (end != LapEnd::complete) return broken(end);
      if (options_.period > 0) return static_cast<void>(follow());
      if (is_still(samples, m_.t - begin)) return say_settled();
      swing_ = samples.best_swing(m_.core);
      if (swing_ && follow()) return;
      // A fast vibration was taken for the motion. A longer look shows the slow one.
      if (swing_) window = std::max(2 * window, 4 * swings_.longest());
      if (map_->simulated > map_->time_limit)
        return result_.sentence.empty() ? say_unsettled(samples, m_.t - begin) : void();
    }
    if (!result_.sentence.empty()) return;
    say(CycleVerdict::none_found, "no cycle: no state has swung to and fro twice in " + rounded_text(map_->simulated) +
                                      " s of motion, and it has not come to rest");
  }

  /// From swing to swing until six in a row agree. False: what was followed are swings of many lengths, or a fast
  /// vibration (of a velocity that an encoder tells in steps) whose size changes with a slower motion.
  bool follow() {
    constexpr std::size_t needed = 6;
    const int most = std::min(options_.lap_limit, 60);
    swings_ = {}, result_ = {};
    if (swing_ && !meet_swing()) return true;
    bool mixed = false;
    for (int lap = 0; lap < most && !mixed && map_->simulated < map_->time_limit; ++lap) {
      const std::vector<double> before = m_.y;
      if (!swings_.add(m_.t, [&] { return one_lap(nullptr); }, map_->ranges, m_)) return true;
      if (swings_.count() < needed) continue;
      const SwingEvidence last = swings_.evidence(needed);
      mixed = swing_ && swings_.count() >= 2 * needed && last.longest > 4 * last.shortest;
      if (!swings_.repeats(needed)) continue;
      if (swing_ && has_moved_on(before)) {
        mixed = true;
        if (++slower_ <= 2) natural_ *= 4, map_->time_limit *= 4;  // these were of the vibration, not of the motion
        continue;
      }
      if (static_cast<double>(needed) * last.period >= natural_ || lasts(needed)) return measure(needed), true;
      if (!result_.sentence.empty()) return true;
      mixed = true;
    }
    if (swings_.count() == 0)
      return say(CycleVerdict::none_found,
                 "no cycle seen in " + rounded_text(map_->simulated) + " s of motion, and no state has come to rest"),
             true;
    const SwingEvidence seen = swings_.evidence(std::min(swings_.count(), needed));
    mixed = mixed || (swing_ && static_cast<double>(swings_.count()) * seen.period < natural_);  // seen too briefly
    const std::string many = std::to_string(swings_.count()) + " periods of " + rounded_text(seen.shortest) + " to " +
                             rounded_text(seen.longest) + " s";
    if (std::abs(seen.trend) > 2 * seen.amplitude_spread / static_cast<double>(needed) && swings_.count() >= needed)
      say(CycleVerdict::none_found, "no cycle yet: after " + rounded_text(map_->simulated) +
                                        " s of motion the swings still " + (seen.trend > 0 ? "grow" : "shrink") +
                                        " by " + percent(std::abs(seen.trend)) + " a period");
    else
      say(CycleVerdict::none_found,
          "no regular cycle: " + many + " were seen, whose amplitudes differ by " + percent(seen.amplitude_spread));
    return !mixed;
  }

  /// A state has not come back in the last swing: a vibration upon a slower motion (a load that rings in its bristles
  /// while a spring is drawn).
  bool has_moved_on(const std::vector<double>& before) const {
    for (std::size_t n = 0; n < m_.core.loop().plant_states; ++n) {
      const double range = map_->ranges.high[n] - map_->ranges.low[n];
      if (matters_[n] && range > smallest_swing * m_.core.scale()[n] && std::abs(m_.y[n] - before[n]) > 0.2 * range)
        return true;
    }
    return false;
  }
  /// A vibration far faster than the loop is a cycle only if it is the same after the loop's own time.
  bool lasts(std::size_t needed) {
    const Swings before = swings_;
    SwingSamples samples;
    const double begin = m_.t;
    if (const LapEnd end = map_->run(m_, natural_, samples); end != LapEnd::complete) return broken(end), false;
    if (is_still(samples, m_.t - begin)) return say_settled(), false;
    if (!meet_swing()) return false;
    swings_ = {};
    for (std::size_t k = 0; k < needed; ++k)
      if (!swings_.add(m_.t, [&] { return one_lap(nullptr); }, map_->ranges, m_)) return false;
    const double spread = std::max(before.evidence(needed).amplitude_spread, swings_.evidence(needed).amplitude_spread);
    return swings_.repeats(needed) && swings_.difference(needed - 1, before, needed) < std::max(1e-3, 3 * spread);
  }

  /// One swing, or one period of the inputs; false: it did not come, and what that means was said.
  bool one_lap(LoopObserver* observer) {
    map_->ranges.clear(m_.y);
    map_->ranges.other = observer;
    ++map_->laps;
    if (options_.period > 0) {
      const LapEnd end = map_->run(m_, options_.period, map_->ranges);
      if (end != LapEnd::complete) broken(end);
      return end == LapEnd::complete;
    }
    return meet_swing();
  }
  /// To the far side first, so that the steps of an encoder are not taken for swings; then up through the middle.
  bool meet_swing() {
    for (const Section& next : {Section{swing_->state, swing_->middle - 0.2 * swing_->range, -1, 0},
                                Section{swing_->state, swing_->middle, 1, 0}}) {
      m_.core.set_section(next);
      const double begin = m_.t;
      const double patience = std::max(8 * swings_.longest(), 4 * std::max(natural_, swing_->period));
      for (double until = patience;; until *= 2) {
        SwingSamples samples;  // of this stretch alone: the last of a decay was motion, what follows it is rest
        samples.other = &map_->ranges;
        const double since = m_.t;
        const LapEnd end = map_->solve_to(m_, begin + until, samples);
        if (end == LapEnd::complete) break;
        if (end != LapEnd::missed) return broken(end), false;
        if (is_still(samples, m_.t - since)) return say_settled(), false;
        if (map_->simulated > map_->time_limit)
          return say(CycleVerdict::none_found, "no cycle: after " + std::to_string(swings_.count()) +
                                                   " swings there was none for " + rounded_text(m_.t - begin) + " s"),
                 false;
      }
    }
    return true;
  }

  /// Nothing has moved, and a force that changes while the load sticks (an integral that winds up) would not break it
  /// away within the time there is.
  bool is_still(const SwingSamples& samples, double lasted) const {
    if (samples.largest_range(m_.core) > smallest_swing || !(lasted > 0)) return false;
    return samples.force_range() * map_->time_limit / lasted < 0.1 * m_.core.contact_scale(0).force;
  }

  void say_settled() {
    std::vector<double> values(m_.core.loop().signals().size());
    m_.core.signals(m_.t, m_.y.data(), values.data());
    result_.state = m_.y, result_.time = m_.t;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const LoopRow& row = m_.core.loop().signals()[i];
      result_.signals.push_back({row.name, row.unit, values[i], values[i], values[i]});
    }
    const auto touching = m_.core.contacts_at(m_.t, m_.y.data());
    bool rests = true;
    for (std::size_t i = 0; i < touching.size(); ++i) {
      const double size = named_speed(m_.core, i);
      rests = rests && std::abs(m_.core.output_velocity(i, touching[i])) <= 1e-3 * (size > 0 ? size : 1e-3);
    }
    say(CycleVerdict::equilibrium, std::string("equilibrium reached: ") + (rests ? "at rest" : "steady sliding") +
                                       " after " + rounded_text(m_.t) + " s, and nothing changes any more");
  }
  /// The time is up and nothing has swung twice.
  void say_unsettled(const SwingSamples& samples, double lasted) {
    const std::string time = rounded_text(lasted) + " s";
    if (samples.largest_range(m_.core) <= smallest_swing)
      return say(CycleVerdict::none_found,
                 "no cycle seen: stuck for the last " + time + ", while the force changes by " +
                     rounded_text(samples.force_range() / lasted) + (m_.core.loop().turns() ? " N.m/s" : " N/s") +
                     ": it breaks away later than the search lasts");
    say(CycleVerdict::none_found, "no cycle: no state has swung to and fro twice in the last " + time +
                                      " of motion, and it has not come to rest");
  }
  void broken(LapEnd end) {
    if (end == LapEnd::stopped) return say(CycleVerdict::stopped, "stopped before a verdict");
    std::string advice;
    if (end == LapEnd::failed && parts_.sampled && m_.t > 1e5 * sampling_of(m_.core).sample_time)
      advice =
          "; a motion so much slower than its samples takes longer than this search: choose a longer "
          "controller.sampled.sample_time, or a continuous controller";
    say(CycleVerdict::none_found, "no cycle found: " + map_->failure + advice);
  }

  void measure(std::size_t needed) {
    const SwingEvidence seen = swings_.evidence(needed);
    CycleRecord record(m_.core);
    result_.state = m_.y, result_.time = m_.t;
    if (!one_lap(&record)) return;
    record.finish(result_);
    const bool neutral = swing_ && stays_displaced(needed, seen);
    result_.period = seen.period, result_.closure = seen.amplitude_spread;
    result_.periods_seen = static_cast<int>(swings_.count());
    result_.period_spread = seen.period_spread, result_.amplitude_spread = seen.amplitude_spread;
    const std::string closed = parts_.sampled && !neutral ? closed_over_samples() : "";
    std::string words = "a limit cycle with period " + rounded_text(result_.period) +
                        " s, seen in the simulation: " + std::to_string(needed) + " periods in a row differ by " +
                        percent(seen.period_spread) + " in length and " + percent(seen.amplitude_spread) +
                        " in amplitude; at rest " + rounded_text(100 * result_.rest_fraction, 3) + " % of the time";
    if (parts_.sampled) words += closed + small_for_the_encoder();
    for (const ContactPart* part : parts_.contacts)
      if (part->info->random)
        words += "; " + std::string(part->info->name) + " is random, so no period repeats exactly";
    if (neutral)
      return say(CycleVerdict::neutral, "one of a family of orbits, with period " + rounded_text(seen.period) +
                                            " s: displaced a little, the motion stays displaced, and nothing draws it "
                                            "to a cycle of its own");
    say(CycleVerdict::stable_cycle, words);
  }
  /// Displaced outwards or inwards, does it keep the difference? A cycle that attracts loses it on both sides; the
  /// vibration of a contact that sticks keeps it inwards.
  bool stays_displaced(std::size_t laps, const SwingEvidence& seen) {
    return stays_displaced(0.05, laps, seen) || stays_displaced(-0.05, laps, seen);
  }
  bool stays_displaced(double by, std::size_t laps, const SwingEvidence& seen) {
    const CycleMoment kept = m_;
    const LimitCycle found = result_;
    const StateRanges ranges = map_->ranges;
    const double simulated = map_->simulated;
    // In full swing, where the state that swings can be moved by itself.
    m_.core.set_section(Section{swing_->state, swing_->middle + 0.25 * swing_->range, 1, 0});
    map_->ranges.other = nullptr;
    bool goes_on = map_->solve_to(m_, m_.t + 2 * seen.longest, map_->ranges) == LapEnd::complete;
    // Velocities, where there are some: a contact that sticks goes along with a displaced position.
    const auto& rows = m_.core.loop().signals();
    const auto of_plant = rows.begin() + static_cast<std::ptrdiff_t>(m_.core.loop().plant_states);
    const bool moves = std::any_of(rows.begin(), of_plant, [](const LoopRow& r) { return r.role == Role::velocity; });
    for (std::size_t n = 0; n < m_.core.loop().plant_states; ++n)
      if (moves ? rows[n].role == Role::velocity : n == swing_->state)
        m_.y[n] += by * (n == swing_->state ? swing_->range : ranges.high[n] - ranges.low[n]);
    m_.core.hold_resting(m_.t, m_.y.data());
    Swings displaced;
    for (std::size_t k = 0; k < laps && goes_on; ++k)
      goes_on = displaced.add(m_.t, [&] { return one_lap(nullptr); }, map_->ranges, m_);
    m_ = kept, result_ = found, map_->ranges = ranges, map_->simulated = simulated;
    if (!goes_on) return false;
    const double first = displaced.difference(0, swings_, laps), last = displaced.difference(laps - 1, swings_, laps);
    return first > std::max(0.01, 5 * seen.amplitude_spread) && last > 0.9 * first;
  }
  /// Follows the map over samples for as long again as the search has lasted: where it comes back to where it was, the
  /// period is a whole number of samples, and exact. Empty where it does not.
  std::string closed_over_samples() {
    const CycleMoment kept = m_;
    const LimitCycle found = result_;
    const StateRanges ranges = map_->ranges;
    const double simulated = map_->simulated;
    std::vector<SampleMoment> seen;
    std::string words;
    while (words.empty() && seen.size() < 40 && map_->simulated < 2 * simulated) {
      auto next = at_next_sample(m_, *map_);
      if (!next) break;
      for (std::size_t laps = 1; laps <= seen.size() && words.empty(); ++laps) {
        const SampleMoment& before = seen[seen.size() - laps];
        const double open = opening(before, *next, map_->ranges, m_.core.scale());
        if (!(open < closed_below)) continue;
        words = "; the map from sample to sample closes after " + number_text(next->samples - before.samples) +
                " samples, " + std::to_string(laps) + (laps == 1 ? " period" : " periods") + ", to " +
                rounded_text(open, 2) + " of its size";
        result_.period =
            (next->samples - before.samples) * sampling_of(m_.core).sample_time / static_cast<double>(laps);
        result_.closure = open;
      }
      seen.push_back(std::move(*next));
      if (words.empty() && !one_lap(nullptr)) break;
    }
    const double period = result_.period, closure = result_.closure;
    m_ = kept, result_ = found, map_->ranges = ranges, map_->simulated = simulated;
    if (!words.empty()) result_.period = period, result_.closure = closure;
    return words;
  }
  static constexpr double closed_below = 1e-6;

  /// Says so where the encoder hardly sees the cycle.
  std::string small_for_the_encoder() const {
    const double q = sampling_of(m_.core).encoder_resolution;
    if (!(q > 0)) return "";
    for (std::size_t n = 0; n < m_.core.loop().plant_states; ++n)
      if (m_.core.loop().signals()[n].role == Role::position)
        if (const double range = map_->ranges.high[n] - map_->ranges.low[n]; range < 4 * q)
          return "; it spans " + rounded_text(range / q, 2) + " steps of the encoder";
    return "";
  }

  CycleOptions options_;
  CycleMoment m_;
  const LoopParts& parts_;
  double natural_ = 1;
  int slower_ = 0;               ///< how often the motion was found to be slower than its natural time
  std::vector<bool> matters_{};  ///< states of the plant that anything depends on
  std::optional<ReturnMap> map_{};
  std::optional<Swing> swing_{};
  Swings swings_{};
  LimitCycle result_{};
};

}  // namespace

LimitCycle find_observed_cycle(const detail::CycleMoment& start, const CycleOptions& options) {
  return ObservedCycle(start, options).find();
}

std::string beside_continuous(const LoopRun& sampled, const LimitCycle& seen, const CycleOptions& options) {
  const Loop& l = sampled.loop();
  if (!l.parts().sampled || l.has_memory || seen.verdict == CycleVerdict::stopped) return "";
  CycleOptions briefly = options;  // a remark beside the answer is not worth a long search
  briefly.lap_limit = std::min(options.lap_limit, 20), briefly.multipliers = false;
  briefly.time_limit = seen.found() ? 12 * seen.period : std::max(seen.simulated, 1.0);
  const LimitCycle smooth = find_limit_cycle(continuous_form(sampled), briefly);
  if (smooth.verdict == CycleVerdict::stopped || smooth.verdict == CycleVerdict::none_found) return "";
  if (seen.found() && smooth.found())
    return "; with a continuous controller its period is " + rounded_text(smooth.period) + " s, at rest " +
           rounded_text(100 * smooth.rest_fraction, 3) + " % of the time";
  if (seen.found() != smooth.found()) return "; with a continuous controller: " + smooth.sentence;
  return "";
}

}  // namespace stiction
