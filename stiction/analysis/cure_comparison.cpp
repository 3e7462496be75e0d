// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/cure_comparison.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>

#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/ensemble/parallel.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

double gain_in(const NamedPart& controller, std::string_view name, double fallback) {
  const auto found = controller.values.find(name);
  return found == controller.values.end() ? fallback : found->second.numbers.front();
}

double root_mean_square(const std::vector<double>& values) {
  double sum = 0;
  for (const double x : values) sum += x * x;
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(values.size(), 1)));
}

/// The same loop, its reference held where it is largest: does the load come to rest?
NamedExperiment at_set_point(NamedExperiment e) {
  const Signal reference = make_signal(e.references["reference"], "m");
  SignalCursor cursor(reference);
  double largest = 0;
  for (int k = 0; k <= 1000; ++k) {
    const double t = e.run.start_time + e.run.duration * k / 1000;
    cursor.move_to(t);
    if (std::abs(cursor.value(t)) > std::abs(largest)) largest = cursor.value(t);
  }
  e.references["reference"] = NamedSignal(largest);
  e.run.duration *= 3;  // hunting is slower than what is followed
  return e;
}

class Comparison {
 public:
  Comparison(const NamedExperiment& servo, const CompareOptions& options) : options_(options), servo_(resolved(servo)) {
    if (!servo_.controller || !servo_.references.contains("reference"))
      throw InvalidInput("compare", {{"", "a comparison needs a [controller] with gains and a [reference] to follow"}});
    if (servo_.friction.size() != 1)
      throw InvalidInput("compare", {{"", "a comparison needs a plant with one contact"}});
    if (!servo_.sampled) servo_.sampled = named_values(SampledOptions{});
    sample_time_ = servo_.sampled->find("sample_time")->second.numbers.front();
    resolution_ = servo_.sampled->find("encoder_resolution")->second.numbers.front();
    servo_.run.record = {.interval = std::max(sample_time_, servo_.run.duration / 20000)};
    servo_.run.solver.tolerance = std::max(servo_.run.solver.tolerance, 1e-6);
    servo_.run.solver.seconds_limit = 20;
  }

  CureComparison result() {
    CureComparison all;
    all.unit = assemble(servo_).loop().turns() ? "rad" : "m";
    std::vector<Cure> cures = candidates();
    const double work =
        static_cast<double>(cures.size() + 1) * static_cast<double>(1 + 2 * moved_parameters().size()) + 90;
    total_ = work;
    for_each(cures, [&](Cure& cure) { cure.nominal = score(cure.controller, &cure); });
    // The budget of the tuned PID: what the costliest of those that know the friction spends on force and on noise.
    // Dither and knocks shake on purpose and set no example.
    for (const Cure& cure : cures) {
      const std::string& model = cure.controller.model;
      if (!cure.nominal.problem.empty() || model == "pid" || model == "dither" || model == "knocker") continue;
      all.effort_budget = std::max(all.effort_budget, cure.nominal.effort);
      all.chatter_budget = std::max(all.chatter_budget, cure.nominal.chatter);
    }
    Cure tuned = tuned_pid(all.effort_budget, all.chatter_budget);
    cures.push_back(std::move(tuned));
    examine_robustness(cures);
    std::stable_sort(cures.begin(), cures.end(), [](const Cure& a, const Cure& b) {
      const auto rank = [](const Cure& c) { return c.nominal.problem.empty() ? c.nominal.error : 1e300; };
      return rank(a) < rank(b);
    });
    for (Cure& cure : cures) judge(cure);
    all.cures = std::move(cures);
    all.sentence = verdict(all);
    return all;
  }

 private:
  // --- who takes part ---

  std::vector<Cure> candidates() const {
    const NamedPart& given = *servo_.controller;
    const double kv = gain_in(given, "velocity_gain", 6), kp = gain_in(given, "position_gain", 3);
    const double ki = gain_in(given, "integral_gain", 0);
    const double level = assemble(servo_).contact_scale(0).force;
    const NamedValues pid = {{"velocity_gain", kv}, {"position_gain", kp}, {"integral_gain", ki}};
    const NamedValues pd = {{"velocity_gain", kv}, {"position_gain", kp}, {"integral_gain", 0.0}};
    const auto with = [](NamedValues values, const NamedValues& more) {
      for (const auto& [name, value] : more) values.insert_or_assign(name, value);
      return values;
    };
    std::vector<Cure> all;
    const auto add = [&](const char* label, const std::string& model, NamedValues values) {
      Cure cure{.label = label, .controller = {.model = model, .values = std::move(values)}, .nominal = {}};
      NamedExperiment e = servo_;
      e.controller = cure.controller;
      cure.controller.values = resolved(e).controller->values;  // what it believes is written out and stays
      all.push_back(std::move(cure));
    };
    add("PID, as given", "pid", pid);
    add("PD, as given", "pid", pd);
    add("feed-forward of friction", "feed_forward", pid);
    add("dither", "dither", with(pid, {{"dither_amplitude", 1.5 * level}}));
    add("knocker", "knocker", with(pd, {{"pulse_height", 2 * level}}));
    add("disturbance observer", "disturbance_observer", pd);
    const std::string law = servo_.friction.front().model;
    for (const ControllerEntry& e : controller_catalogue())
      if (e.info.name == "friction_observer_" + law) add("friction observer", std::string(e.info.name), pd);
    if (law == "lugre")
      add("adaptive friction", "adaptive_lugre",
          {{"sliding_gain", kv}, {"error_rate", std::clamp(kp / std::max(kv, 1e-9), 1e-3, 1e3)}});
    return all;
  }

  // --- a loop and what it is worth ---

  LoopScore score(const NamedPart& controller, Cure* keep = nullptr, const NamedPart* friction = nullptr) const {
    NamedExperiment e = servo_;
    e.controller = controller;
    if (friction) e.friction = {*friction};
    LoopScore s;
    try {
      const Trajectory run = run_loop(assemble(e), e.run);
      if (!run.result.finished()) throw InvalidInput("run", {{"", run.result.reason}});
      measure(run, s, keep);
      const Trajectory held = run_loop(assemble(at_set_point(e)), e.run);
      if (held.result.finished()) look_for_hunting(held, s);
    } catch (const InvalidInput& error) {
      s.problem = error.what();
    }
    return s;
  }
  void measure(const Trajectory& run, LoopScore& s, Cure* keep) const {
    const std::vector<double>& x = position(run);
    const std::vector<double>&r = run["reference"], &u = run["control"];
    std::vector<double> error(x.size()), change;
    double largest = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      error[k] = x[k] - r[k];
      largest = std::max(largest, std::abs(error[k]));
      if (k > 0) change.push_back(u[k] - u[k - 1]);
    }
    s.error = root_mean_square(error), s.effort = root_mean_square(u), s.chatter = root_mean_square(change);
    s.settling_time = run.time.front();
    for (std::size_t k = 0; k < error.size(); ++k) {
      if (std::abs(error[k]) > 0.05 * largest) s.settling_time = run.time[k];
      if (k >= error.size() * 4 / 5) s.final_error = std::max(s.final_error, std::abs(error[k]));
    }
    if (s.settling_time >= run.time.back() - 1e-9) s.settling_time = std::numeric_limits<double>::quiet_NaN();
    if (keep) keep->time = run.time, keep->tracking_error = error;
  }
  static const std::vector<double>& position(const Trajectory& run) {
    for (const TrajectorySignal& signal : run.signals)
      if (signal.role == Role::position) return signal.values;
    throw InvalidInput("compare", {{"", "this plant has no position"}});
  }
  /// In the second half of the run the load must lie still: it hunts if it swings to both sides again and again.
  void look_for_hunting(const Trajectory& held, LoopScore& s) const {
    const std::vector<double>& x = position(held);
    const std::size_t first = x.size() / 2;
    const auto [low, high] = std::minmax_element(x.begin() + static_cast<std::ptrdiff_t>(first), x.end());
    s.swing = *high - *low;
    const double middle = 0.5 * (*high + *low), band = 0.25 * s.swing;
    int turns = 0, side = 0;
    for (std::size_t k = first; k < x.size(); ++k) {
      const int now = x[k] > middle + band ? 1 : x[k] < middle - band ? -1 : side;
      if (side != 0 && now != side) ++turns;
      side = now;
    }
    const double still = std::max({2 * resolution_, 1e-6, 1e-4 * std::abs(held["reference"].back())});
    s.hunts = turns >= 2 && s.swing > still;
  }

  // --- the baseline ---

  /// Gains by steps along their logarithms, halved when none helps: the smallest error within the budget.
  Cure tuned_pid(double effort, double chatter) {
    const NamedPart& given = *servo_.controller;
    std::array<double, 3> at = {
        std::log(std::max(gain_in(given, "velocity_gain", 6), 1e-3)),
        std::log(std::max(gain_in(given, "position_gain", 3), 1e-3)),
        std::log(std::max(gain_in(given, "integral_gain", 0), 0.1 * gain_in(given, "position_gain", 3)))};
    const auto part = [](const std::array<double, 3>& g) {
      return NamedPart{
          .model = "pid",
          .values = {
              {"velocity_gain", std::exp(g[0])}, {"position_gain", std::exp(g[1])}, {"integral_gain", std::exp(g[2])}}};
    };
    const auto cost = [&](const std::array<double, 3>& g) {
      const LoopScore s = score(part(g));
      advance(1);
      if (!s.problem.empty()) return 1e300;
      const double over = std::max(0.0, s.effort / effort - 1) + std::max(0.0, s.chatter / chatter - 1);
      return (s.error + (s.hunts ? 0.1 * s.swing : 0)) * (1 + 100 * over);
    };
    double lowest = cost(at), step = 1.6;
    for (int spent = 1; spent < 90 && step > 0.1 && !stopped_;) {
      std::array<std::array<double, 3>, 6> trials;
      std::array<double, 6> costs;
      for (std::size_t d = 0; d < 6; ++d) {
        trials[d] = at;
        trials[d][d / 2] += d % 2 == 0 ? step : -step;
      }
      in_parallel(6, [&](std::size_t d) { costs[d] = cost(trials[d]); });
      spent += 6;
      const auto best = static_cast<std::size_t>(std::min_element(costs.begin(), costs.end()) - costs.begin());
      if (costs[best] < lowest)
        lowest = costs[best], at = trials[best];
      else
        step *= 0.5;
    }
    Cure cure{.label = "PID, tuned to the same budget", .controller = part(at), .nominal = {}};
    cure.nominal = score(cure.controller, &cure);
    return cure;
  }

  // --- robustness ---

  std::vector<std::string> moved_parameters() const {
    std::vector<std::string> names;
    for (const FieldInfo& row : find_model(servo_.friction.front().model).parameters)
      if (row.defaults.size() == 1) names.emplace_back(row.name);
    return names;
  }
  void examine_robustness(std::vector<Cure>& cures) {
    struct Job {
      Cure* cure;
      NamedPart friction;
      RobustnessScore result;
    };
    std::vector<Job> jobs;
    const NamedPart& truth = servo_.friction.front();
    for (Cure& cure : cures)
      for (const std::string& name : moved_parameters())
        for (const double share : {-options_.share, options_.share}) {
          NamedPart moved = truth;
          for (double& x : moved.values.find(name)->second.numbers) x *= 1 + share;
          try {
            find_model(moved.model).resolve("", moved.values);
          } catch (const InvalidInput&) {
            continue;  // less static than sliding friction, say: no such contact
          }
          if (moved.values.find(name)->second.numbers != truth.values.find(name)->second.numbers)
            jobs.push_back({&cure, std::move(moved), {name, share, {}}});
        }
    in_parallel(jobs.size(), [&](std::size_t i) {
      Job& job = jobs[i];
      if (job.cure->nominal.problem.empty()) job.result.score = score(job.cure->controller, nullptr, &job.friction);
      advance(1);
    });
    for (Job& job : jobs) job.cure->moved.push_back(std::move(job.result));
  }

  // --- words ---

  void judge(Cure& cure) const {
    for (const RobustnessScore& r : cure.moved) {
      if (!r.score.problem.empty()) continue;
      if (r.score.error > cure.worst_error) {
        cure.worst_error = r.score.error;
        cure.worst_parameter = r.parameter + (r.share > 0 ? " +" : " -") + rounded_text(100 * std::abs(r.share)) + " %";
      }
      if (r.share < 0 && r.score.hunts && !cure.nominal.hunts && cure.controller.model != "pid")
        cure.over_compensates = true;
    }
    if (!cure.nominal.problem.empty())
      cure.sentence = "did not run: " + cure.nominal.problem;
    else if (cure.nominal.hunts)
      cure.sentence = "hunts at a set-point, " + rounded_text(cure.nominal.swing) + " from end to end";
    else if (cure.over_compensates)
      cure.sentence = "comes to rest, but hunts when there is less friction than it believes: it over-compensates";
    else
      cure.sentence = "comes to rest";
  }
  std::string verdict(const CureComparison& all) const {
    if (all.cures.empty() || !all.cures.front().nominal.problem.empty()) return "no loop could be run";
    const Cure& best = all.cures.front();
    std::string text = best.label + " follows best";
    const auto baseline = std::find_if(all.cures.begin(), all.cures.end(),
                                       [](const Cure& c) { return c.label.starts_with("PID, tuned"); });
    if (baseline != all.cures.end() && &*baseline != &best)
      text += ", with " + rounded_text(baseline->nominal.error / best.nominal.error) +
              " times less error than a PID tuned to the same force and the same noise";
    return text + "; it " + best.sentence;
  }

  // --- work ---

  template <class Work>
  void in_parallel(std::size_t count, Work&& work) {
    for_each_parallel(count, std::max(1U, options_.threads), work, [&](double) { return stopped_.load(); });
  }
  template <class Work>
  void for_each(std::vector<Cure>& cures, Work&& work) {
    in_parallel(cures.size(), [&](std::size_t i) {
      work(cures[i]);
      advance(1);
    });
  }
  /// Progress is told by one thread at a time.
  void advance(double jobs) {
    const std::lock_guard lock(progress_lock_);
    done_ += jobs;
    if (options_.progress && options_.progress(std::min(1.0, done_ / total_))) stopped_ = true;
  }

  const CompareOptions& options_;
  NamedExperiment servo_;
  double sample_time_ = 1e-3, resolution_ = 0, total_ = 1;
  std::mutex progress_lock_;
  double done_ = 0;
  std::atomic<bool> stopped_{false};
};

}  // namespace

CureComparison compare_cures(const NamedExperiment& servo, const CompareOptions& options) {
  return Comparison(servo, options).result();
}

}  // namespace stiction
