// SPDX-License-Identifier: BSD-3-Clause
// What the scores of a comparison mean: ranks, and words.
#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/analysis/cure_comparison.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction::detail {
namespace {

constexpr int digits = 3;

bool assumes_friction(const Cure& c) {
  const NamedValues& values = c.controller().values;
  return std::any_of(values.begin(), values.end(),
                     [](const auto& value) { return value.first.starts_with("friction_"); });
}

void find_spread(Cure& c) {
  c.least_error = c.worst_error = c.nominal.error;
  for (const RobustnessScore& r : c.moved) {
    const std::string name = r.parameter + (r.change > 0 ? " +" : " -") + rounded_text(100 * std::abs(r.change)) + " %";
    if (!r.score.problem.empty()) {
      c.worst_error = std::numeric_limits<double>::infinity(), c.worst_parameter = name;
      continue;
    }
    c.least_error = std::min(c.least_error, r.score.error);
    if (r.score.error > c.worst_error) c.worst_error = r.score.error, c.worst_parameter = name;
    if (c.nominal.hunts || !r.score.hunts) continue;
    if (c.hunts_when.empty()) c.hunts_when = name;
    c.over_compensates = c.over_compensates || (r.less_friction && assumes_friction(c));
  }
}

std::string words(const Cure& c, const std::string& unit) {
  if (!c.ran()) return "did not run: " + c.nominal.problem;
  std::string text = c.nominal.hunts ? "hunts at a set-point, " + rounded_text(c.nominal.swing, digits) + " " + unit +
                                           " from end to end"
                                     : "comes to rest";
  if (c.over_compensates)
    text += ", but hunts with less friction than it assumes: it over-compensates";
  else if (!c.hunts_when.empty())
    text += ", but hunts with " + c.hunts_when;
  if (c.over_budget > 0) text += "; exceeds the budget by " + rounded_text(100 * c.over_budget, 2) + " %";
  if (!c.complete) text += "; stopped before all was computed";
  return text;
}

/// The sound cure with the smallest number; none where there is none.
template <class Measure>
const Cure* least(const CureComparison& all, Measure measure) {
  const Cure* best = nullptr;
  for (const Cure& c : all.cures)
    if (c.is_sound() && (!best || measure(c) < measure(*best))) best = &c;
  return best;
}

/// "5.1 times less than as given", "2.4 % more than as given": a loop that hunts may follow better than all that rest.
std::string beside_given(double error, double given) {
  if (given >= 1.1 * error) return rounded_text(given / error, 2) + " times less than as given";
  return rounded_text(100 * std::abs(1 - error / given), 2) + " % " + (error < given ? "less" : "more") +
         " than as given";
}

/// What is left at rest; numbers that are rounding beside the error in motion are none.
std::string at_rest(const CureComparison& all, double error) {
  const double none = 1e-9 * error;
  std::string without;
  for (const Cure& c : all.cures)
    if (c.is_sound() && c.nominal.rest_error <= none) without += (without.empty() ? "" : ", ") + c.label;
  if (!without.empty()) return "no error at rest: " + without;
  const Cure* rests = least(all, [](const Cure& c) { return c.nominal.rest_error; });
  return "least error at rest: " + rests->label + ", " + rounded_text(rests->nominal.rest_error, digits) + " " +
         all.position_unit();
}

std::string verdict(const CureComparison& all) {
  const std::string unit = all.position_unit();
  const Cure* follows = least(all, [](const Cure& c) { return c.nominal.error; });
  std::string hunting;
  for (const Cure& c : all.cures)
    if (c.ran() && c.nominal.hunts) hunting += (hunting.empty() ? "" : ", ") + c.label;
  if (!follows)
    return hunting.empty() ? "no loop could be run within the budget"
                           : "none comes to rest within the budget; hunting: " + hunting;
  std::string text = "least tracking error: " + follows->label + ", " + rounded_text(follows->nominal.error, digits) +
                     " " + unit + " rms";
  const auto given = std::find_if(all.cures.begin(), all.cures.end(), [](const Cure& c) { return c.numbers.empty(); });
  if (given != all.cures.end() && given->ran() && &*given != follows && follows->nominal.error > 0)
    text += ", " + beside_given(follows->nominal.error, given->nominal.error);
  text += "; " + at_rest(all, follows->nominal.error);
  const Cure* cheap = least(all, [](const Cure& c) { return c.nominal.effort; });
  text += "; least effort: " + cheap->label + ", " + rounded_text(cheap->nominal.effort, digits) + " " +
          all.force_unit() + " rms";
  const Cure* steady = least(all, [](const Cure& c) { return c.worst_error; });
  text += "; least error whatever the friction: " + steady->label + ", at most " +
          rounded_text(steady->worst_error, digits) + " " + unit + " rms";
  return text + (hunting.empty() ? "; none hunts" : "; hunting: " + hunting);
}

}  // namespace

void judge_cures(CureComparison& all) {
  for (Cure& c : all.cures) find_spread(c);
  std::stable_sort(all.cures.begin(), all.cures.end(), [](const Cure& a, const Cure& b) {
    const auto key = [](const Cure& c) { return std::pair(c.is_sound() ? 0 : c.ran() ? 1 : 2, c.nominal.error); };
    return key(a) < key(b);
  });
  int rank = 0;
  for (Cure& c : all.cures) {
    if (c.is_sound()) c.rank = ++rank;
    c.sentence = words(c, all.position_unit());
    c.efficient =
        c.ran() && std::none_of(all.cures.begin(), all.cures.end(), [&](const Cure& other) {
          return other.ran() && other.nominal.error < c.nominal.error && other.nominal.effort < c.nominal.effort;
        });
  }
  all.sentence = verdict(all);
}

}  // namespace stiction::detail
