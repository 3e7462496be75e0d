// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/limit_cycle_map.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/analysis/limit_cycle_section.hpp"

namespace stiction::detail {

bool StateRanges::step(const LoopStep& step) {
  for (std::size_t n = 0; n < low.size(); ++n) {
    const std::array<double, 3> terms = step.terms(n);
    for (const double theta : {0.25, 0.5, 0.75, 1.0}) {
      const double y = dense_value(step.from[n], step.to[n], terms, theta);
      low[n] = std::min(low[n], y), high[n] = std::max(high[n], y);
    }
  }
  return other == nullptr || other->step(step);
}

ReturnMap::ReturnMap(const CycleOptions& options, double natural)
    : natural_time(natural),
      time_limit(options.time_limit > 0 ? options.time_limit : 5000 * std::max(natural, options.period)),
      options_(options) {}

bool ReturnMap::asked_to_stop() {
  return options_.progress &&
         options_.progress(std::min(1.0, std::max(simulated / time_limit, 1.0 * laps / options_.lap_limit)));
}

LapEnd ReturnMap::solve_to(CycleMoment& m, double end, LoopObserver& observer) {
  const double begin = m.t;
  SolveOptions solver = options_.solver;
  solver.interrupt = [&](double t) {
    return asked_to_stop() || (options_.solver.interrupt && options_.solver.interrupt(t));
  };
  const SolveResult result = solve(m.core, m.y, m.t, end, solver, observer);
  m.t = result.time;
  simulated += m.t - begin;
  if (result.finished()) return result.status == SolveStatus::ended_by_event ? LapEnd::complete : LapEnd::missed;
  failure = result.reason;
  return result.status == SolveStatus::interrupted ? LapEnd::stopped : LapEnd::failed;
}

LapEnd ReturnMap::run(CycleMoment& m, double duration, LoopObserver& observer) {
  if (asked_to_stop()) return LapEnd::stopped;
  m.core.set_section(std::nullopt);
  const LapEnd end = solve_to(m, m.t + duration, observer);
  return end == LapEnd::missed ? LapEnd::complete : end;
}

LapEnd ReturnMap::go_to_section(CycleMoment& m) {
  if (!section) return LapEnd::complete;
  if (asked_to_stop()) return LapEnd::stopped;
  m.side = 1;
  ranges.other = nullptr;
  return meet(m, *section);
}

LapEnd ReturnMap::meet(CycleMoment& m, const Section& next) {
  m.core.set_section(next);
  const double begin = m.t;
  for (double patience = std::max(20 * natural_time, 6 * longest);; patience *= 2) {
    const LapEnd end = solve_to(m, begin + patience, ranges);
    if (end != LapEnd::missed || simulated > time_limit || !is_loading(m)) return end;
  }
}

bool ReturnMap::is_loading(const CycleMoment& m) const {
  if (is_settled(m, natural_time)) return false;
  const Loop& l = m.core.loop();
  double fastest = 0;
  for (std::size_t n = 0; n < l.plant_states; ++n)
    if (l.signals()[n].role == Role::velocity) fastest = std::max({fastest, ranges.high[n], -ranges.low[n]});
  const auto touching = m.core.contacts_at(m.t, m.y.data());
  for (std::size_t i = 0; i < l.contacts(); ++i)
    if (!(std::abs(m.core.output_velocity(i, touching[i])) <= 0.01 * fastest)) return false;
  return true;
}

LapEnd ReturnMap::lap(CycleMoment& m, LoopObserver* observer) {
  if (asked_to_stop()) return LapEnd::stopped;
  ranges.clear(m.y);
  ranges.other = observer;
  ++laps;
  const double begin = m.t;
  if (!section) {
    const LapEnd end = solve_to(m, m.t + options_.period, ranges);
    return end == LapEnd::missed ? LapEnd::complete : end;
  }
  for (int pass = 0; pass < passes; ++pass) {
    const LapEnd end = meet(m, *next_section(m.side));
    if (end != LapEnd::complete) return end;
  }
  if (!centre.empty()) {
    m.side = -m.side;
    for (std::size_t n = 0; n < m.y.size(); ++n) {  // the other half of the period
      const double low = ranges.low[n], high = ranges.high[n];
      ranges.low[n] = std::min(low, 2 * centre[n] - high), ranges.high[n] = std::max(high, 2 * centre[n] - low);
    }
  }
  longest = std::max(longest, m.t - begin);
  return LapEnd::complete;
}

LapEnd ReturnMap::whole_lap(CycleMoment& m, LoopObserver* observer) {
  const LapEnd end = lap(m, observer);
  return centre.empty() || end != LapEnd::complete ? end : lap(m, observer);
}

std::vector<double> ReturnMap::point(const CycleMoment& m) const {
  std::vector<double> s(states.size());
  for (std::size_t k = 0; k < s.size(); ++k) {
    const double x = m.y[states[k]];
    s[k] = (m.side > 0 ? x : 2 * centre[states[k]] - x) / sizes[k];
  }
  return s;
}

void ReturnMap::put(const std::vector<double>& s, CycleMoment& m) const {
  for (std::size_t k = 0; k < s.size(); ++k) {
    const double x = s[k] * sizes[k];
    m.y[states[k]] = m.side > 0 ? x : 2 * centre[states[k]] - x;
  }
  // The section it stands on: without symmetry there is but one.
  if (section) m.y[section->state] = next_section(-m.side)->level;
  m.core.hold_resting(m.t, m.y.data());
}

/// The section itself, or, for what sets out on side +1 of a symmetric loop, its mirror image.
std::optional<Section> ReturnMap::next_section(double side) const {
  std::optional<Section> next = section;
  if (!centre.empty() && side > 0) {
    next->level = 2 * centre[next->state] - next->level;
    next->direction = -next->direction;
  }
  return next;
}

void ReturnMap::choose_states(const CycleMoment& m, const std::vector<bool>& matters) {
  const std::vector<double>& natural = m.core.scale();
  states.clear(), sizes.clear();
  for (std::size_t n = 0; n < m.y.size(); ++n) {
    const double range = ranges.high[n] - ranges.low[n];
    if (!matters[n] || (section && section->state == n) || range <= 1e-13 * natural[n]) continue;
    states.push_back(n), sizes.push_back(range);
  }
}

LoopSensitivity ReturnMap::slopes_from(const CycleMoment& m, const std::vector<std::size_t>& parameters) const {
  const Loop& l = m.core.loop();
  std::vector<std::size_t> by = LoopSensitivity::initial_states(l);
  by.insert(by.end(), parameters.begin(), parameters.end());
  LoopSensitivity slopes(m.core, by);
  slopes.begin(m.core, m.t, m.y);
  // Contacts at rest stay at rest when the start is moved.
  std::vector<char> resting(l.guard_count, 0);
  for (std::size_t i = 0; i < l.contacts(); ++i)
    if (l.contact(i).holds_at_rest && m.core.direction(i) == 0) resting[l.first_guard[i]] = 1;
  std::vector<double> start = slopes.slopes();
  m.core.transition_slopes(m.core.branch(), resting.data(), m.t, m.y.data(), start.data(), slopes.columns());
  slopes.set_slopes(start);
  return slopes;
}

std::optional<std::vector<double>> ReturnMap::jacobian(const CycleMoment& m,
                                                       const std::vector<std::size_t>& parameters) {
  LoopSensitivity slopes = slopes_from(m, parameters);
  const std::size_t all = slopes.parameter_count(), first_parameter = all - parameters.size();
  CycleMoment moved = m;
  if (lap(moved, &slopes) != LapEnd::complete) return std::nullopt;
  // In units of the sizes, and each end as its own side sees it.
  std::vector<double> columns;
  const std::vector<double> s = slopes.slopes();
  const double sign = (m.side > 0) == (moved.side > 0) ? 1 : -1;
  for (std::size_t k = 0; k < states.size(); ++k)
    for (std::size_t i = 0; i < states.size(); ++i)
      columns.push_back(sign * s[states[i] * all + states[k]] * sizes[k] / sizes[i]);
  for (std::size_t i = 0; i < states.size() && !parameters.empty(); ++i) {
    double sum = 0;
    for (std::size_t k = first_parameter; k < all; ++k) sum += s[states[i] * all + k];
    columns.push_back((moved.side > 0 ? 1 : -1) * sum / sizes[i]);
  }
  return columns;
}

}  // namespace stiction::detail
