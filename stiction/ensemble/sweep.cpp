// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/ensemble/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/catalogue/lane_solvers.hpp"
#include "stiction/loop/run_violations.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

/// With the work of friction and inputs among its signals where something asks for it.
Resolved resolved_for(const NamedExperiment& experiment, const std::vector<Measure>& measures,
                      const std::vector<SweepBand>& bands) {
  Resolved plain = resolve(experiment);
  const auto knows = [&](const std::string& text) {
    if (text.empty()) return true;
    const SignalName signal(text);
    const auto& rows = plain.loop->signals();
    const auto has = [&](const std::string& name) {
      return name.empty() || std::any_of(rows.begin(), rows.end(), [&](const LoopRow& r) { return r.name == name; });
    };
    return has(signal.name) && has(signal.less);
  };
  const bool enough = std::all_of(measures.begin(), measures.end(),
                                  [&](const Measure& m) { return knows(m.signal) && knows(m.x) && knows(m.of); }) &&
                      std::all_of(bands.begin(), bands.end(), [&](const SweepBand& b) { return knows(b.signal); });
  return enough ? plain : resolve(experiment, true);
}

std::vector<Measure> usual_measures(const Loop& loop) {
  std::vector<Measure> all;
  for (std::size_t n = 0; n < loop.plant_states; ++n)
    for (const std::string what : {"final", "minimum", "maximum"}) {
      Measure m{.key = what, .what = what, .signal = loop.signals()[n].name};
      m.key += "_", m.key += m.signal;
      all.push_back(std::move(m));
    }
  return all;
}

}  // namespace

Sweep::Sweep(const NamedExperiment& experiment, SweepPlan plan, std::vector<Measure> measures)
    : base_(resolved_for(experiment, measures, plan.bands)), plan_(std::move(plan)), measures_(std::move(measures)) {
  require_valid(plan_);
  cases_ = plan_.cases();
  if (measures_.empty()) measures_ = usual_measures(*base_.loop);
  for (const SweepAxis& axis : plan_.axes) {
    places_.push_back(base_.find(axis.path));
    columns_.push_back({base_.row(places_.back()).name, base_.row(places_.back()).unit});
  }
  all_measures_ = measures_;
  for (std::size_t b = 0; b < plan_.bands.size(); ++b)
    for (std::uint64_t i = 0; i < plan_.bands[b].points; ++i) {
      const double t = band_time(b, i);
      all_measures_.push_back({.key = plan_.bands[b].signal + " at " + rounded_text(t) + " s",
                               .what = "value",
                               .signal = plan_.bands[b].signal,
                               .at = t});
    }
  const LoopRun run = base_.start();
  const Measurements probe(run, all_measures_);
  const auto units = probe.units();
  for (std::size_t k = 0; k < all_measures_.size(); ++k) columns_.push_back({all_measures_[k].key, units[k]});
  columns_.push_back({"status", "1"});
  // Lanes go by the implicit method of fifth order.
  const SolveMethod method = base_.run.solver.method;
  if (method == SolveMethod::rodas5p || method == SolveMethod::automatic)
    lanes_ = find_lane_solver(*base_.loop, &why_no_lanes_);
  else
    why_no_lanes_ = "the file asks for another method than rodas5p";
}

std::string Sweep::note() const {
  if (lanes_) return "";
  const std::string all = std::to_string(cases_);
  return all + " of " + all + " cases one by one: " + why_no_lanes_;
}

/// Cases one after the other: made when their turn comes, written into their rows when they have ended.
class Sweep::Cases final : public LaneTasks {
 public:
  Cases(const Sweep& sweep, std::uint64_t first, std::uint64_t count, double* rows,
        const std::function<bool()>& interrupt, std::string* reason)
      : sweep_(sweep), at_(first), end_(first + count), row_(rows), interrupt_(interrupt), reason_(reason) {}

  LaneTask* next() override {
    while (at_ < end_ && !interrupted_) {
      double* const row = std::exchange(row_, row_ + sweep_.columns_.size());
      if (Case* const made = make(at_++, row)) return made;
    }
    return nullptr;
  }
  void ended(LaneTask& task) override {
    const auto found = std::find_if(under_way_.begin(), under_way_.end(),
                                    [&](const auto& one) { return one.get() == static_cast<Case*>(&task); });
    write(**found);
    under_way_.erase(found);
  }
  bool interrupted() const { return interrupted_; }

 private:
  struct Case : LaneTask {
    Measurements measured;
    double* row;

    Case(LoopRun started, const RunOptions& how, const std::vector<Measure>& measures, double* to)
        : LaneTask{.run = std::move(started),
                   .y = {},
                   .t = how.start_time,
                   .end = how.start_time + how.duration,
                   .options = how.solver},
          measured(run, measures, end),
          row(to) {
      observer = &measured;
      y = run.initial_state();
      run.start(t, y.data());
    }
  };

  /// Null for numbers that are not allowed.
  Case* make(std::uint64_t index, double* row) {
    std::fill_n(row, sweep_.columns_.size(), std::numeric_limits<double>::quiet_NaN());
    sweep_.plan_.values(index, row);
    row[sweep_.columns_.size() - 1] = case_not_allowed;
    try {
      Resolved one = sweep_.base_;
      for (std::size_t k = 0; k < sweep_.places_.size(); ++k) one.set(sweep_.places_[k], row[k]);
      one.require_valid();
      auto broken = run_violations(one.run.start_time, one.run.duration, one.run.solver, one.run.record);
      if (!broken.empty()) throw InvalidInput("run", std::move(broken));
      if (interrupt_) one.run.solver.interrupt = [this](double) { return interrupt_(); };
      return under_way_.emplace_back(std::make_unique<Case>(one.start(), one.run, sweep_.all_measures_, row)).get();
    } catch (const InvalidInput& error) {
      if (reason_) *reason_ = error.what();
      return nullptr;
    }
  }
  void write(const Case& one) {
    interrupted_ = interrupted_ || one.result.status == SolveStatus::interrupted;
    one.row[sweep_.columns_.size() - 1] = static_cast<double>(one.result.status);
    const auto numbers = one.measured.numbers();
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      if (numbers[k].missing.empty()) one.row[sweep_.places_.size() + k] = numbers[k].value;
      if (reason_ && !numbers[k].missing.empty())
        *reason_ += (reason_->empty() ? "" : "; ") + sweep_.all_measures_[k].key + ": " + numbers[k].missing;
    }
    if (reason_ && !one.result.finished()) *reason_ = one.result.reason;
  }

  const Sweep& sweep_;
  std::uint64_t at_, end_;
  double* row_;
  const std::function<bool()>& interrupt_;
  std::string* reason_;
  std::vector<std::unique_ptr<Case>> under_way_;
  bool interrupted_ = false;
};

std::size_t Sweep::band_column(std::size_t band) const {
  std::size_t column = places_.size() + measures_.size();
  for (std::size_t b = 0; b < band; ++b) column += plan_.bands[b].points;
  return column;
}
double Sweep::band_time(std::size_t band, std::uint64_t point) const {
  const double part = static_cast<double>(point) / static_cast<double>(plan_.bands[band].points - 1);
  return base_.run.start_time + part * base_.run.duration;
}

bool Sweep::compute(std::uint64_t first, std::uint64_t count, double* rows, const std::function<bool()>& interrupt,
                    std::string* reason) const {
  Cases cases(*this, first, count, rows, interrupt, reason);
  if (lanes_) {
    lanes_(cases);
  } else {
    while (LaneTask* const one = cases.next()) {
      one->result = solve(one->run, one->y, one->t, one->end, one->options, *one->observer);
      cases.ended(*one);
      if (cases.interrupted()) return false;
    }
  }
  return !cases.interrupted();
}

std::string Sweep::reason(std::uint64_t index) const {
  std::vector<double> row(columns_.size());
  std::string why;
  compute(index, 1, row.data(), {}, &why);
  return why;
}

bool case_finished(double status) {
  return status == static_cast<double>(SolveStatus::finished) ||
         status == static_cast<double>(SolveStatus::ended_by_event);
}

}  // namespace stiction
