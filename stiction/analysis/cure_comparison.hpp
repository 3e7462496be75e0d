// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/cure_tuning.hpp"

/// Which cure is best: the same plant, friction, sensor, drive and reference for every controller; the given one as it
/// is, every other tuned to the same budget.
namespace stiction {

/// One parameter of the true friction moved while the controller goes on believing the old one.
struct RobustnessScore {
  std::string parameter;
  double change = 0;           ///< fraction of the parameter; +0.3: 30 % more
  bool less_friction = false;  ///< a level of force that was lowered
  LoopScore score;
};

struct Cure {
  std::string label;                   ///< "as given", "friction observer"
  NamedExperiment experiment;          ///< complete: a run of it gives the nominal score
  NamedExperiment set_point;           ///< and of this one, whether it hunts
  std::vector<TunedNumber> numbers{};  ///< that were tuned; none: as given
  int evaluations = 0;
  LoopScore nominal{};
  double over_budget = 0;  ///< fraction by which effort or chatter exceed what is allowed; 0: they do not
  std::vector<RobustnessScore> moved{};
  double least_error = 0, worst_error = 0;  ///< over all moved parameters [m]
  std::string worst_parameter{};            ///< "static_force -30 %"
  std::string hunts_when{};                 ///< the first moved parameter with which it hunts, if it does not at first
  bool over_compensates = false;            ///< so with less friction than it assumes
  int rank = 0;                             ///< by tracking error, of those that neither hunt nor exceed the budget
  bool efficient = false;                   ///< no other has both less error and less effort
  bool complete = false;                    ///< false: stopped before it was tuned and examined
  ErrorCurve curve{};                       ///< of the nominal run
  std::string sentence{};

  const NamedPart& controller() const { return *experiment.controller; }
  bool ran() const { return nominal.problem.empty(); }
  /// It comes to rest and keeps to the budget.
  bool is_sound() const { return ran() && !nominal.hunts && over_budget <= 0; }
};

struct CureComparison {
  std::vector<Cure> cures;  ///< sound ones first, the smallest tracking error first
  CureBudget budget{};      ///< [N]
  bool sampled = false;     ///< chatter is per sample; else per millisecond
  bool turns = false;       ///< positions are angles [rad], forces torques [N.m]
  bool complete = false;
  std::string sentence{};  ///< the best by each measure

  std::string position_unit() const { return turns ? "rad" : "m"; }
  std::string force_unit() const { return turns ? "N.m" : "N"; }
};

struct CompareOptions {
  double mismatch = 0.3;         ///< fraction by which each friction parameter is moved
  double budget = 2;             ///< effort and chatter allowed, in multiples of what the given loop spends
  int evaluations = 40;          ///< of each candidate
  std::size_t threads = 0;       ///< 0: one per core
  std::function<bool()> stop{};  ///< asked by all threads; true: stop, and keep what there is
  std::function<void(double fraction)> progress{};  ///< told by one thread at a time
};

/// Compares cures for a servo. Throws InvalidInput when it cannot be compared.
///
/// The budget is `options.budget` times what the given loop spends; at least as many times the force of friction, which
/// any loop must overcome, and the change of force with which friction turns round within a tenth of a second.
CureComparison compare_cures(const NamedExperiment& servo, const CompareOptions& options = {});

namespace detail {
/// Ranks, worst errors and all sentences, from the scores.
void judge_cures(CureComparison& all);
}  // namespace detail

}  // namespace stiction
