// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/cure_tuning.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/catalogue/model_catalogue.hpp"

namespace stiction {
namespace {

constexpr double off = -7;  ///< logarithm below which a number is switched off: a thousandth of its size

/// A point of the search: logarithms of the numbers, in their sizes, and what the loop with them is worth.
struct Point {
  std::vector<double> logs{};
  NamedPart controller{};
  LoopScore score{};
  double over = 1e300;  ///< by how much it fails what is asked for: excess over the budget, hunting
  double cost = 1e300;  ///< error [m]

  /// What is asked for comes first, then the error.
  bool better_than(const Point& other) const { return std::pair(over, cost) < std::pair(other.over, other.cost); }
};

class Tuning {
 public:
  Tuning(const ServoTask& task, const CureCandidate& candidate, const TuningOptions& options)
      : task_(task), candidate_(candidate), options_(options) {}

  TunedCure result() {
    for (const auto& [bandwidth, compensation] :
         {std::pair(1.0, 1.0), {4.0, 1.0}, {0.25, 1.0}, {1.0, 0.01}, {4.0, 0.01}})
      try_point(start(bandwidth, compensation));
    search();
    return {best_.controller, best_.score, spent_, spent_ >= options_.evaluations && !stopped()};
  }

 private:
  bool stopped() const { return options_.stop && options_.stop(); }

  /// The gains that were given, at a multiple of their bandwidth and with a fraction of what is added to feedback.
  std::vector<double> start(double bandwidth, double compensation) const {
    std::vector<double> logs;
    for (const TunedNumber& n : candidate_.numbers) {
      const double moved = n.order * std::log(bandwidth) + (n.order == 0 ? std::log(compensation) : 0.0);
      logs.push_back(n.start > 0 ? std::log(n.start / n.size) + moved : off - 1);
    }
    return logs;
  }
  double value(std::size_t i, double log) const {
    const TunedNumber& n = candidate_.numbers[i];
    if (log < off && n.range.contains(0)) return 0;
    return std::min(n.size * std::exp(log), std::isfinite(n.range.high) ? n.range.high : 1e300);
  }

  /// True when it is the best so far.
  bool try_point(std::vector<double> logs) {
    if (spent_ >= options_.evaluations || stopped()) return false;
    Point p{.logs = std::move(logs), .controller = candidate_.controller};
    for (std::size_t i = 0; i < p.logs.size(); ++i)
      p.controller.values.insert_or_assign(candidate_.numbers[i].name, value(i, p.logs[i]));
    evaluate(p);
    ++spent_;
    if (options_.evaluated) options_.evaluated();
    if (p.score.stopped || !(spent_ == 1 || p.better_than(best_))) return false;
    best_ = std::move(p);
    return true;
  }

  /// Fraction by which effort or chatter exceed the budget.
  double excess(const LoopScore& s) const {
    return std::max({0.0, s.effort / options_.budget.effort - 1, s.chatter / options_.budget.chatter - 1});
  }

  void evaluate(Point& p) const {
    ScoreOptions how{.tolerance = std::max(candidate_.tolerance, task_.servo().run.solver.tolerance),
                     .stop = options_.stop};
    how.goes_on = [this](const LoopScore& s) { return best_.over > 0 || (excess(s) == 0 && s.error <= best_.cost); };
    p.score = task_.score(p.controller, task_.frictions(), how);
    if (!p.score.problem.empty()) return;
    p.over = excess(p.score) + (p.score.hunts ? 1.0 : 0.0);
    p.cost = p.score.error + p.score.rest_error;
    if (p.over > 0 || (best_.over == 0 && p.cost > best_.cost)) return;  // it cannot win any more
    how.goes_on = [this](const LoopScore& s) { return best_.over > 0 || s.error <= best_.cost; };
    const LoopScore less = task_.score(p.controller, with_force_levels(task_.frictions(), 1 - options_.mismatch), how);
    how.set_point = false;
    const LoopScore more = task_.score(p.controller, with_force_levels(task_.frictions(), 1 + options_.mismatch), how);
    if (!less.problem.empty() || !more.problem.empty() || less.hunts) p.over = 0.5;
    p.cost = std::max({p.score.error, less.error, more.error}) + std::max(p.score.rest_error, less.rest_error);
  }

  void search() {
    const std::size_t n = candidate_.numbers.size();
    // Each number by itself, and last the bandwidth of the loop, which moves all of them.
    std::vector<double> steps(n + 1, std::log(3.0)), switched(n, 0.0);
    steps[n] = std::log(1.5);
    for (bool any = true; any && spent_ < options_.evaluations && !stopped();) {
      any = false;
      for (std::size_t i = 0; i <= n && spent_ < options_.evaluations && !stopped(); ++i) {
        std::vector<double> logs = best_.logs;
        if (i < n && value(i, logs[i]) == 0) {  // switched on at its size, then lower
          if (switched[i] < off + 1) continue;
          logs[i] = switched[i], switched[i] -= 2;
          any = true;
          try_point(std::move(logs));
          continue;
        }
        if (std::abs(steps[i]) < 0.02) continue;
        for (std::size_t k = 0; k < n; ++k)
          logs[k] += i == n ? candidate_.numbers[k].order * steps[n] : k == i ? steps[i] : 0;
        any = true;
        steps[i] *= try_point(std::move(logs)) ? 1.6 : -0.5;
      }
    }
    // What is left is spent on smaller steps along all numbers at once, so that every candidate has the same chances.
    for (int k = 0; spent_ < options_.evaluations && !stopped(); ++k) {
      std::vector<double> logs = best_.logs;
      for (std::size_t i = 0; i < n; ++i) logs[i] += 0.3 * std::sin(1.0 + 2.4 * k + 1.7 * static_cast<double>(i));
      try_point(std::move(logs));
    }
  }

  const ServoTask& task_;
  const CureCandidate& candidate_;
  const TuningOptions& options_;
  Point best_{};
  int spent_ = 0;
};

}  // namespace

Frictions with_force_levels(const Frictions& laws, double factor) {
  Frictions moved = laws;
  for (NamedPart& law : moved)
    for (const FieldInfo& row : find_model(law.model).parameters)
      if (const auto found = law.values.find(row.name); row.role == Role::force_level && found != law.values.end())
        for (double& x : found->second.numbers) x *= factor;
  return moved;
}

TunedCure tune_cure(const ServoTask& task, const CureCandidate& candidate, const TuningOptions& options) {
  return Tuning(task, candidate, options).result();
}

}  // namespace stiction
