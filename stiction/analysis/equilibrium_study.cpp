// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/equilibrium_study.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/analysis/equilibrium_search.hpp"
#include "stiction/analysis/hidden_directions.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

void judge_stability(EquilibriumStudy& e, const detail::EquilibriumSlope& here, const Loop& loop,
                     const std::vector<double>& scale) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < here.free.size(); ++i)
    if (here.free[i]) kept.push_back(i);
  const std::vector<bool> is_of_motion = detail::states_of_motion(loop);
  std::vector<bool> kept_is_of_motion;
  std::vector<double> part;
  DenseMatrix even(kept.size(), kept.size());  // in units of the states, rows of like size
  for (std::size_t a = 0; a < kept.size(); ++a) {
    kept_is_of_motion.push_back(is_of_motion[kept[a]]);
    double largest = 0;
    for (std::size_t b = 0; b < kept.size(); ++b) {
      part.push_back(here.jacobian[kept[a] * here.free.size() + kept[b]]);
      even(a, b) = part.back() * scale[kept[b]];
      largest = std::max(largest, std::abs(even(a, b)));
    }
    for (std::size_t b = 0; b < kept.size() && largest > 0; ++b) even(a, b) /= largest;
  }
  e.hidden = detail::hidden_directions(even, kept_is_of_motion).count;
  e.stability = linear_stability(kept.size(), part, e.hidden);
}

/// A contact at true rest, or inside its zero-velocity band (Karnopp), that holds what pulls it.
bool is_held(const LoopRun& core, std::size_t i) {
  const ContactPart& law = core.loop().contact(i);
  return (law.holds_at_rest || law.holds_back_velocity) &&
         law.hold(&core.branch()[core.loop().contact_branch[i]]) == Hold::balanced;
}

/// Whether no element of a law with modes bears more than it can before it slips. Elements that stick share a load in
/// any proportion, and Newton's method may choose one that no motion leads to.
bool elements_bear(detail::EquilibriumSearch& search, const std::vector<double>& y) {
  const Loop& l = search.core().loop();
  for (std::size_t i = 0; i < l.contacts(); ++i)
    for (std::size_t k = 0; k < number_total(l.contact(i).states) && l.contact(i).law_guard_count > 0; ++k)
      if (const std::size_t n = l.first_state[i] + k; std::abs(y[n]) > (1 + 1e-6) * search.scale()[n]) return false;
  return true;
}

}  // namespace

std::vector<bool> states_that_matter(const LoopRun& core, double t, const double* y) {
  const std::size_t n = core.loop().state_count;
  std::vector<bool> matters(n, false);
  std::vector<Slopes> moving(n), rates(n), guards(core.loop().guard_count);
  for (std::size_t first = 0; first < n; first += 4) {
    for (std::size_t i = 0; i < n; ++i) {
      moving[i] = Slopes(y[i]);
      if (i >= first && i < first + 4) set_slope(moving[i], i - first, 1);
    }
    core.rates(Slopes(t), moving.data(), rates.data());
    core.guards(Slopes(t), moving.data(), guards.data());
    for (std::size_t j = first; j < std::min(first + 4, n); ++j) {
      for (std::size_t i = 0; i < n; ++i) matters[j] = matters[j] || slope_along(rates[i], j - first) != 0;
      // The last guard is the section, which is not a property of the system.
      for (std::size_t i = 0; i + 1 < core.loop().guard_count; ++i)
        matters[j] = matters[j] || slope_along(guards[i], j - first) != 0;
    }
  }
  return matters;
}

EquilibriumStudy study_equilibrium(const LoopRun& assembly, std::vector<double> guess, double t) {
  detail::EquilibriumSearch search(assembly, t);
  const std::vector<double> given = guess;
  detail::EquilibriumSlope here = search.solve(guess);
  for (const std::vector<double>& start : {given, assembly.initial_state()})
    for (const double direction : {0.0, 1.0, -1.0}) {
      if (here.is_solution() && elements_bear(search, guess)) break;
      std::vector<double> other = search.sliding_guess(start, direction);
      detail::EquilibriumSlope there = search.solve(other);
      if (there.is_solution() && (!here.is_solution() || elements_bear(search, other)))
        guess = std::move(other), here = std::move(there);
    }
  EquilibriumStudy e;
  e.found = here.is_solution();
  e.state = std::move(guess);
  LoopRun& core = search.core();
  search.at(e.state);  // on its branch
  for (std::size_t i = 0; i < core.loop().contacts(); ++i) e.resting = e.resting || is_held(core, i);
  if (!e.found) {
    e.sentence = "no equilibrium found from this guess: the rates stay at " + rounded_text(here.residual) +
                 " natural sizes per second";
    return e;
  }
  judge_stability(e, here, core.loop(), search.scale());
  double fastest = 0, slowest = 1e300;
  for (const auto& value : e.stability.eigenvalues)
    fastest = std::max(fastest, std::abs(value)), slowest = std::min(slowest, std::abs(value));
  e.marginal = !e.resting && !e.stability.eigenvalues.empty() && slowest < 1e-10 * fastest;
  e.sentence = e.resting ? "a state of rest, held by stiction" : "an equilibrium: " + e.stability.sentence;
  if (e.hidden > 0 && !e.resting)
    e.sentence += "; elements that stick can share the force in other ways, which the motion does not depend on";
  return e;
}

}  // namespace stiction
