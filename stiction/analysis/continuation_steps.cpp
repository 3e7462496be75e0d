// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/continuation_steps.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/loop/loop_run.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction::detail {
namespace {

/// Where a number changes sign along a step, as closely as the numbers allow.
template <class Number>
std::pair<BranchPoint, BranchPoint> bracketed(BranchProblem& problem, const SolutionCurve& curve, BranchPoint before,
                                              BranchPoint after, double step, Number number) {
  double low = 0, high = step, at_low = number(before), at_high = number(after);
  for (int k = 0; k < 60; ++k) {
    if (high - low < problem.resolution * step) break;
    double middle = (low * at_high - high * at_low) / (at_high - at_low);
    if (k % 3 == 2 || !(middle > low && middle < high)) middle = 0.5 * (low + high);
    auto x = curve.at(middle);
    if (!x) x = curve.at(middle = 0.4 * low + 0.6 * high);
    const auto point = x ? problem.measure(*x) : std::nullopt;
    if (!point) break;
    const double value = number(*point);
    if ((value < 0) == (at_low < 0))
      low = middle, at_low = value, at_high *= 0.5, before = *point;
    else
      high = middle, at_high = value, at_low *= 0.5, after = *point;
  }
  return {before, after};
}

}  // namespace

std::optional<LoopRun> BranchProblem::run_at(double parameter) const {
  try {
    Resolved there = experiment_;
    there.set(place_, parameter);
    there.require_valid();
    return there.start();
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

std::vector<std::size_t> BranchProblem::moving_places() const {
  std::vector<std::size_t> places{place_};
  for (const Resolved::Follower& f : experiment_.followers)
    if (f.leader == place_) places.push_back(f.follower);
  return places;
}

void follow(BranchProblem& problem, std::vector<double> x, const ContinuationOptions& options,
            ContinuationBranch& branch) {
  SolutionCurve curve(problem.equations());
  auto here = problem.measure(x);
  if (!here || !curve.start(x, options.rising ? 1 : -1)) {
    branch.sentence = "the branch could not be set out on: no slopes at its first point";
    return;
  }
  branch.points.push_back(*here);
  double step = options.first_step, turned = curve.tangent().back();
  while (static_cast<int>(branch.points.size()) < options.point_limit) {
    if (options.progress && options.progress(static_cast<double>(branch.points.size()) / options.point_limit)) {
      branch.sentence = "stopped";
      return;
    }
    auto next = curve.at(step);
    // Beyond the range the parameter may not be allowed, and there is no point: where the tangent leads there, the end
    // of the range is tried.
    const double fraction = next ? next->back() : x.back() + step * curve.tangent().back();
    bool leaves = fraction > 1 || fraction < 0;
    if (leaves) {
      const auto end = curve.at_parameter(fraction > 1 ? 1 : 0);
      leaves = end.has_value() || next.has_value();
      next = end;
    }
    auto there = next ? problem.measure(*next) : std::nullopt;
    if (!there) {
      step *= 0.4;
      if (step > options.smallest_step) continue;
      std::string beyond = problem.beyond(*here, curve.tangent().back() < 0 ? -1 : 1);
      branch.sentence = "the branch ends at " + rounded_text(here->parameter) + ": " +
                        (beyond.empty() ? "what is followed ceases to exist here, or to be smooth" : beyond);
      if (beyond.empty()) beyond = "no further point is found";
      branch.special.push_back({SpecialPointKind::ends, here->parameter, std::move(beyond)});
      return;
    }
    const auto number = [&](const BranchPoint& p) { return problem.stability_number(p); };
    if (!leaves && (number(*here) < 0) != (number(*there) < 0)) {
      const auto [below, above] = bracketed(problem, curve, *here, *there, step, number);
      SpecialPoint special = problem.classify(below, above);
      if (std::abs(above.parameter - below.parameter) > 1e-4 * (options.high - options.low))
        special.sentence += "; located no closer than between " + rounded_text(below.parameter) + " and " +
                            rounded_text(above.parameter);
      branch.special.push_back(std::move(special));
    }
    branch.points.push_back(*there);
    if (const auto end = problem.ending(*there)) {
      branch.special.push_back(*end);
      branch.sentence = end->sentence;
      return;
    }
    if (leaves) {
      branch.sentence = "the end of the range is reached";
      return;
    }
    const auto [settled, factors] = problem.settle_on(*next);
    curve.change_units(factors);
    here = there;
    x = settled;
    if (!curve.start(x, 1)) {
      branch.special.push_back({SpecialPointKind::ends, here->parameter, "no slopes are found"});
      branch.sentence = "the branch ends at " + rounded_text(here->parameter) + ": no slopes are found there";
      return;
    }
    const double now = curve.tangent().back();
    const bool turns = (now < 0) != (turned < 0);
    const bool noted = !branch.special.empty() && branch.special.back().kind == SpecialPointKind::fold &&
                       branch.points.size() > 1 &&
                       std::abs(branch.special.back().parameter - here->parameter) <=
                           2 * std::abs(branch.points[branch.points.size() - 2].parameter - here->parameter) +
                               0.05 * (options.high - options.low) * step;
    if (turns && !noted)
      branch.special.push_back(
          {SpecialPointKind::fold, here->parameter, "the branch turns round near " + rounded_text(here->parameter)});
    turned = now;
    step = std::min(step * (curve.bend() > 0.5 ? 0.5 : curve.bend() > 0.2 ? 1.0 : 1.6), options.largest_step);
  }
  branch.sentence = "the limit of points is reached";
}

std::size_t recorded_signal(const LoopRun& core, const ContinuationOptions& options) {
  if (!options.signal.empty()) return core.loop().find_signal(options.signal);
  for (std::size_t i = 0; i < core.loop().plant_states; ++i)
    if (core.loop().signals()[i].role == Role::velocity) return i;
  return 0;
}

void check_continuation(const Resolved& experiment, std::string_view path, const ContinuationOptions& options,
                        ContinuationBranch& branch) {
  const std::size_t place = experiment.find(path);
  const double value = experiment.value(place);
  std::vector<Violation> broken;
  if (!(options.low < options.high)) broken.push_back({"range", "low must be less than high"});
  if (!(value >= options.low && value <= options.high))
    broken.push_back({std::string(path), std::string(path) + " = " + number_text(value) +
                                             " must lie in the range from " + number_text(options.low) + " to " +
                                             number_text(options.high)});
  if (place >= experiment.p.size())
    broken.push_back({std::string(path), std::string(path) + " is no number of the loop: nothing to follow"});
  const LoopRun core = experiment.start();
  if (const Settling inputs = core.inputs_settle(); !inputs.constant || inputs.from > 0)
    broken.push_back({"input",
                      "branches are followed for inputs and references that are constant from the start; a map without "
                      "them studies the loop that inputs settle to"});
  if (!broken.empty()) throw InvalidInput("continuation", std::move(broken));
  branch.path = std::string(path), branch.unit = experiment.row(place).unit;
  const LoopRow& row = core.loop().signals()[recorded_signal(core, options)];
  branch.signal = row.name, branch.signal_unit = row.unit;
}

}  // namespace stiction::detail
