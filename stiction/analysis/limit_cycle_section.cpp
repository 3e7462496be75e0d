// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/limit_cycle_section.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stiction/analysis/equilibrium_study.hpp"
#include "stiction/analysis/followed_motion.hpp"
#include "stiction/analysis/motion_scale.hpp"

namespace stiction::detail {
namespace {

/// States and sliding speeds, several times a step.
class MotionSamples final : public LoopObserver {
 public:
  struct Sample {
    double t = 0, speed = 0;  ///< largest sliding speed of a contact, per its natural one
    std::vector<double> y{};
  };
  std::vector<Sample> samples{};

  bool step(const LoopStep& step) override {
    const std::size_t n = step.run.loop().state_count, contacts = step.run.loop().contacts();
    for (const double theta : {0.25, 0.5, 0.75, 1.0}) {
      Sample s{step.start + theta * step.length, 0, std::vector<double>(n)};
      step.state(theta, s.y.data());
      const auto touching = step.run.contacts_at(s.t, s.y.data());
      for (std::size_t i = 0; i < contacts; ++i) s.speed = std::max(s.speed, std::abs(touching[i].velocity));
      samples.push_back(std::move(s));
    }
    if (samples.size() > 200'000) samples.erase(samples.begin(), samples.begin() + 100'000);
    return true;
  }
};

struct Candidate {
  Section section{};
  double score = 0;  ///< ranges per natural time
};

/// The largest range of a state since a time, in natural sizes.
double size_since(const std::vector<MotionSamples::Sample>& all, double since, const std::vector<double>& scale,
                  const std::vector<bool>& matters) {
  double size = 0;
  for (std::size_t n = 0; n < scale.size(); ++n) {
    double low = 1e300, high = -1e300;
    for (auto s = all.rbegin(); s != all.rend() && s->t >= since; ++s)
      low = std::min(low, s->y[n]), high = std::max(high, s->y[n]);
    if (matters[n]) size = std::max(size, (high - low) / scale[n]);
  }
  return size;
}

Candidate best_crossing(const std::vector<MotionSamples::Sample>& all, std::size_t plant_states,
                        const std::optional<std::vector<double>>& equilibrium, double natural) {
  Candidate best;
  double fastest = 0;
  for (const auto& s : all) fastest = std::max(fastest, s.speed);
  for (std::size_t n = 0; n < plant_states; ++n) {
    // The second half tells where it moves now; a start from afar does not count.
    double low = 1e300, high = -1e300;
    for (std::size_t i = all.size() / 2; i < all.size(); ++i)
      low = std::min(low, all[i].y[n]), high = std::max(high, all[i].y[n]);
    const double level = equilibrium ? (*equilibrium)[n] : 0.5 * (low + high), range = high - low;
    if (!(range > 0)) continue;
    for (std::size_t i = 1; i < all.size(); ++i) {
      const double a = all[i - 1].y[n] - level, b = all[i].y[n] - level;
      if (!(a * b < 0) || !(std::min(all[i].speed, all[i - 1].speed) > 0.03 * fastest)) continue;
      const double score = natural * std::abs(b - a) / (all[i].t - all[i - 1].t) / range;
      if (score > best.score) best = {{.state = n, .level = level, .direction = b > a ? 1.0 : -1.0}, score};
    }
  }
  return best;
}

/// Of the slowest root that is not zero [s].
double slowest_period(const LinearStability& roots) {
  double fastest = 0, slowest = 0;
  for (const auto& root : roots.eigenvalues) fastest = std::max(fastest, std::abs(root));
  for (const auto& root : roots.eigenvalues)
    if (std::abs(root) > 1e-9 * fastest && (slowest == 0 || std::abs(root) < slowest)) slowest = std::abs(root);
  return slowest > 0 ? 2 * std::numbers::pi / slowest : 1;
}

}  // namespace

SlidingState sliding_state(const LoopRun& core, double t, std::vector<double> y) {
  LoopRun sliding = core;
  const Loop& l = core.loop();
  const std::vector<double>& scale = core.scale();
  double speed = 0;
  for (std::size_t n = 0; n < l.plant_states; ++n)
    if (l.signals()[n].role == Role::velocity) speed = std::max(speed, scale[n]);
  for (std::size_t i = 0; i < l.contacts(); ++i) {
    // Well beyond the fall of a Stribeck curve.
    const double own = named_speed(core, i);
    core.set_sliding_velocity(t, y.data(), i, own > 0 ? 20 * own : speed);
  }
  follow_motion(sliding, t, y);
  const std::size_t n = y.size(), first_law = l.first_controller + l.controller_states;
  for (std::size_t i = first_law; i < n; ++i) y[i] = (1 + 1e-6) * scale[i];
  sliding.start(t, y.data());
  // Laws that break loose at a border of their own have passed it.
  for (int k = 0; k < 4; ++k) {
    std::vector<double> guards(l.guard_count);
    std::vector<char> triggered(l.guard_count);
    sliding.guards(t, y.data(), guards.data());
    for (std::size_t i = 0; i < guards.size(); ++i) triggered[i] = guards[i] < 0 ? 1 : 0;
    sliding.transition(triggered.data(), t, y.data());
  }
  std::vector<double> rates(n), jacobian;
  const auto linearise = [&] { jacobian = sliding.jacobian(t, y.data(), rates.data()); };
  // Bristles bend to where they stay at that speed; the logarithm of an age gets there by steps of its size.
  bool moves = true;
  for (int k = 0; k < 50 && moves; ++k) {
    linearise();
    moves = false;
    for (std::size_t i = first_law; i < n; ++i) {
      if (!(jacobian[i * n + i] < 0)) continue;
      const double step = std::clamp(-rates[i] / jacobian[i * n + i], -scale[i], scale[i]);
      y[i] += step, moves = moves || std::abs(step) > 1e-9 * scale[i];
    }
  }
  linearise();
  return {std::move(sliding), std::move(y), std::move(jacobian)};
}

double natural_time(const LoopRun& core, double t, std::vector<double> y) {
  // Where damping is in inverse proportion to speed, no speed stands for the others but that of the equilibrium. Not
  // alone: at an equilibrium of 1e-39 m/s, which a law has from rounding, everything takes 1e-20 s.
  double at_equilibrium = 0;
  for (std::size_t i = 0; i < core.loop().contacts(); ++i)
    if (spans_decades_of_speed(core, i))
      if (const EquilibriumStudy e = study_equilibrium(core, y, t); e.found && !e.stability.eigenvalues.empty())
        at_equilibrium = slowest_period(e.stability);
  const SlidingState sliding = sliding_state(core, t, std::move(y));
  for (const double x : sliding.jacobian)
    if (!std::isfinite(x)) return std::max(at_equilibrium, 1.0);
  return std::max(at_equilibrium, slowest_period(linear_stability(sliding.y.size(), sliding.jacobian)));
}

bool is_settled(const CycleMoment& m, double natural) {
  std::vector<double> rates(m.y.size());
  m.core.rates(m.t, m.y.data(), rates.data());
  const std::vector<double> scale = motion_scale(m.core, m.t, m.y);
  const std::vector<bool> matters = states_that_matter(m.core, m.t, m.y.data());
  for (std::size_t n = 0; n < rates.size(); ++n)
    if (matters[n] && std::abs(rates[n]) * natural > 1e-6 * scale[n]) return false;
  return true;
}

LapEnd choose_section(ReturnMap& map, CycleMoment& m) {
  MotionSamples watch;
  double duration = 2 * map.natural_time;
  while (map.simulated < map.time_limit) {
    const double begin = m.t;
    const LapEnd end = map.run(m, duration, watch);
    if (end != LapEnd::complete) return end;
    if (is_settled(m, map.natural_time)) return LapEnd::missed;
    std::optional<std::vector<double>> level;
    const EquilibriumStudy e = study_equilibrium(m.core, m.y, m.t);
    if (e.found) level = e.state;
    if (e.found && (e.stability.stable || e.resting) &&
        size_since(watch.samples, begin, motion_scale(m.core, m.t, m.y), states_that_matter(m.core, m.t, m.y.data())) <
            smallest_motion)
      return LapEnd::still;
    const std::size_t plant_states = m.core.loop().plant_states;
    Candidate best = best_crossing(watch.samples, plant_states, level, map.natural_time);
    // A load that builds up passes any middle; only a motion that keeps away from its equilibrium for long needs one.
    if (!(best.score > 0.3) && (!e.found || duration > 100 * map.natural_time))
      best = best_crossing(watch.samples, plant_states, std::nullopt, map.natural_time);
    if (best.score > 0.3) {
      map.section = best.section;
      return LapEnd::complete;
    }
    duration *= 2;
  }
  return LapEnd::missed;
}

}  // namespace stiction::detail
