// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/cure_comparison.hpp"

#include <algorithm>
#include <mutex>
#include <optional>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/ensemble/parallel.hpp"

namespace stiction {
namespace {

struct MovedFriction {
  RobustnessScore what;
  Frictions frictions;
};

/// A law with one parameter moved; none where no contact can have it: less static than sliding friction, say.
std::optional<NamedPart> with_moved(const NamedPart& law, std::string_view parameter, double change) {
  NamedPart moved = law;
  const auto value = moved.values.find(parameter);
  if (value == moved.values.end() || value->second.numbers.size() != 1) return {};
  value->second.numbers.front() *= 1 + change;
  if (value->second.numbers == law.values.find(parameter)->second.numbers) return {};
  try {
    find_model(moved.model).resolve("", moved.values);
  } catch (const InvalidInput&) {
    return {};
  }
  return moved;
}

/// Frictions with one parameter of one contact moved, less and more.
std::vector<MovedFriction> moved_frictions(const ServoTask& task, double mismatch) {
  std::vector<MovedFriction> all;
  for (std::size_t i = 0; i < task.frictions().size(); ++i) {
    const NamedPart& law = task.frictions()[i];
    for (const FieldInfo& row : find_model(law.model).parameters)
      for (const double change : {-mismatch, mismatch})
        if (const std::optional<NamedPart> moved = with_moved(law, row.name, change)) {
          const bool less = change < 0 && row.role == Role::force_level;
          all.push_back({{task.contact_prefix(i) + std::string(row.name), change, less, {}}, task.frictions()});
          all.back().frictions[i] = *moved;
        }
  }
  return all;
}

class Comparison {
 public:
  Comparison(const NamedExperiment& servo, const CompareOptions& options)
      : task_(servo),
        options_(options),
        candidates_(cure_candidates(task_)),
        frictions_(moved_frictions(task_, options.mismatch)) {
    const auto candidates = static_cast<double>(candidates_.size());
    // In units of one loop scored at the tolerance of tuning; the last scores take about four times as long.
    total_ = 4 + candidates * (options.evaluations + 4) + (candidates + 1) * static_cast<double>(frictions_.size());
  }

  CureComparison result() {
    all_.turns = task_.turns(), all_.sampled = task_.is_sampled();
    all_.cures.push_back(cure("as given", task_.controller()));
    score(all_.cures.front());
    set_budget(all_.cures.front().nominal);
    for (const CureCandidate& candidate : candidates_) {
      all_.cures.push_back(cure(candidate.label, candidate.controller));
      all_.cures.back().numbers = candidate.numbers;
      all_.cures.back().nominal.problem = "stopped before it was tried", all_.cures.back().nominal.stopped = true;
    }
    for_each_parallel(candidates_.size(), options_.threads, [&](std::size_t i) { tune(i); });
    examine_robustness();
    for (Cure& one : all_.cures) one.over_budget = excess(one.nominal);
    all_.complete = !stopped();
    detail::judge_cures(all_);
    return std::move(all_);
  }

 private:
  bool stopped() const { return options_.stop && options_.stop(); }
  double tolerance() const { return task_.servo().run.solver.tolerance; }

  Cure cure(std::string label, const NamedPart& controller) const {
    Cure c{.label = std::move(label),
           .experiment = task_.with_controller(controller),
           .set_point = task_.at_set_point(controller)};
    c.experiment.title = c.label, c.set_point.title = c.label + ", at a set-point";
    return c;
  }
  void score(Cure& c) {
    ErrorCurve curve;
    LoopScore s = task_.score(c.controller(), task_.frictions(),
                              {.tolerance = tolerance(), .patient = true, .stop = options_.stop}, &curve);
    if (s.set_point_time > 0) c.set_point.run.duration = s.set_point_time;
    if (!s.stopped) c.nominal = std::move(s), c.curve = std::move(curve);
    advance(4);
  }
  void set_budget(const LoopScore& given) {
    const double level = task_.force_level(), turning_time = 0.1;  // [s]
    all_.budget.effort = options_.budget * std::max(given.effort, level);
    all_.budget.chatter = options_.budget * std::max(given.chatter, level * task_.sample_time() / turning_time);
  }
  double excess(const LoopScore& s) const {
    const double most = std::max(s.effort / all_.budget.effort, s.chatter / all_.budget.chatter);
    return s.problem.empty() && most > 1.02 ? most - 1 : 0;  // tuning solves less closely
  }

  void tune(std::size_t i) {
    Cure& c = all_.cures[i + 1];
    TuningOptions tuning{.budget = all_.budget, .evaluations = options_.evaluations, .mismatch = options_.mismatch};
    tuning.stop = options_.stop, tuning.evaluated = [&] { advance(1); };
    const TunedCure found = tune_cure(task_, candidates_[i], tuning);
    c.evaluations = found.evaluations;
    if (found.controller.model.empty()) return;
    const std::vector<TunedNumber> numbers = std::move(c.numbers);
    c = cure(c.label, found.controller);
    c.numbers = numbers, c.evaluations = found.evaluations, c.nominal = found.score;
    score(c);
  }

  void examine_robustness() {
    struct Job {
      Cure* cure;
      const Frictions* frictions;
      double tolerance;
      RobustnessScore result;
    };
    std::vector<Job> jobs;
    for (std::size_t i = 0; i < all_.cures.size(); ++i)  // the first is as given
      for (const MovedFriction& moved : frictions_)
        if (all_.cures[i].ran())
          jobs.push_back({&all_.cures[i], &moved.frictions,
                          std::max(tolerance(), i > 0 ? candidates_[i - 1].tolerance : 1e-6), moved.what});
    for_each_parallel(jobs.size(), options_.threads, [&](std::size_t i) {
      if (stopped()) return;
      jobs[i].result.score = task_.score(jobs[i].cure->controller(), *jobs[i].frictions,
                                         {.tolerance = jobs[i].tolerance, .stop = options_.stop});
      advance(1);
    });
    for (Cure& c : all_.cures) c.complete = !stopped();
    for (Job& job : jobs)
      if (!job.result.score.stopped && job.result.score.effort > 0) job.cure->moved.push_back(std::move(job.result));
  }

  /// Progress is told by one thread at a time.
  void advance(double work) {
    const std::lock_guard lock(progress_lock_);
    done_ += work;
    if (options_.progress) options_.progress(std::min(1.0, done_ / total_));
  }

  ServoTask task_;
  const CompareOptions& options_;
  std::vector<CureCandidate> candidates_;
  std::vector<MovedFriction> frictions_;
  CureComparison all_{};
  std::mutex progress_lock_;
  double done_ = 0, total_ = 1;
};

}  // namespace

CureComparison compare_cures(const NamedExperiment& servo, const CompareOptions& options) {
  return Comparison(servo, options).result();
}

}  // namespace stiction
