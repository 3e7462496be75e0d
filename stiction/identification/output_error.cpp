// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/output_error.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "stiction/ensemble/parallel.hpp"
#include "stiction/identification/least_squares.hpp"
#include "stiction/loop/slope_recorder.hpp"

namespace stiction {
namespace {

/// One record, resolved once: a search only sets numbers.
struct ResolvedRecord {
  Resolved resolved;
  const OutputRecord* record;
};

std::vector<ResolvedRecord> resolve_records(const NamedExperiment& experiment, std::string_view signal,
                                            const std::vector<OutputRecord>& records) {
  std::vector<ResolvedRecord> all;
  for (const OutputRecord& record : records) {
    if (record.time.size() < 2 || record.time.size() != record.measured.size())
      throw InvalidInput(record.name, {{"", "needs as many measured values as times, two at least"}});
    NamedExperiment e = experiment;
    for (const auto& [name, s] : record.inputs) e.inputs.insert_or_assign(name, s);
    for (const auto& [name, s] : record.references) e.references.insert_or_assign(name, s);
    for (const auto& [name, value] : record.initial) e.plant.initial.insert_or_assign(name, value);
    e.run.start_time = record.time.front(), e.run.duration = record.time.back() - record.time.front();
    e.run.record.interval = e.run.duration / static_cast<double>(record.time.size() - 1);
    e.run.record.signals = {std::string(signal)};
    all.push_back({resolve(e), &record});
  }
  return all;
}

/// Measured less simulated. A run that ended early has no answer after that. False: it ended early.
bool residual_of(const ResolvedRecord& r, const std::vector<double>& simulated, double* residual) {
  const std::size_t n = r.record->time.size();
  if (simulated.size() < n) return false;
  for (std::size_t i = 0; i < n; ++i) residual[i] = r.record->measured[i] - simulated[i];
  return true;
}

struct FittedCoordinates {
  std::vector<FittedNumber> numbers;
  std::vector<std::vector<std::size_t>> places;
  std::vector<bool> logarithm;
  std::vector<double> size;

  double value(const std::vector<double>& x, std::size_t k) const {
    return logarithm[k] ? std::exp(x[k]) : x[k] * size[k];
  }
  double slope(const std::vector<double>& x, std::size_t k) const { return logarithm[k] ? std::exp(x[k]) : size[k]; }
};

class OutputErrorSearch {
 public:
  OutputErrorSearch(const NamedExperiment& e, std::string_view signal, const std::vector<OutputRecord>& records,
                    const std::vector<FittedNumber>& numbers)
      : signal_(signal), records_(resolve_records(e, signal, records)) {
    const Resolved& first = records_.front().resolved;
    const LoopRun run = first.start();
    c_.numbers = numbers;
    std::vector<Violation> wrong;
    for (const FittedNumber& number : numbers) {
      std::vector<std::size_t> places;
      for (const std::string& path : number.paths) {
        const std::size_t place = first.find(path);
        places.push_back(place);
        if (std::string why = LoopSensitivity::obstacle(run, place); !why.empty())
          wrong.push_back({path, why.insert(0, ": ").insert(0, path)});
        // What a controller assumes of the plant goes with it.
        for (const Resolved::Follower& f : first.followers)
          if (f.leader == place) places.push_back(f.follower);
      }
      const LoopRow& row = first.row(places.front());
      const double value = first.value(places.front());
      const bool positive = row.range.low == 0 && !row.range.low_allowed && !std::isfinite(row.range.high) && value > 0;
      c_.places.push_back(places), c_.logarithm.push_back(positive),
          c_.size.push_back(std::max(std::abs(value), 1e-12));
      x0_.push_back(positive ? std::log(value) : value / c_.size.back());
      const double low = std::max(number.lower, row.range.low), high = std::min(number.upper, row.range.high);
      problem_.lower.push_back(positive                             ? (low > 0 ? std::log(low) : x0_.back() - 7)
                               : std::isfinite(low) && low > -1e300 ? low / c_.size.back()
                                                                    : -1e300);
      problem_.upper.push_back(positive                              ? (high < 1e300 ? std::log(high) : x0_.back() + 7)
                               : std::isfinite(high) && high < 1e300 ? high / c_.size.back()
                                                                     : 1e300);
    }
    if (!wrong.empty()) throw InvalidInput("fit", std::move(wrong));
    for (const OutputRecord& r : records) problem_.residuals += r.time.size();
    problem_.evaluate = [this](const std::vector<double>& x, double* residual, double* jacobian) {
      return evaluate(x, residual, jacobian);
    };
  }

  OutputErrorFit fit(const FitOptions& options) {
    const std::size_t starts = std::max<std::size_t>(options.starts, 1);
    std::vector<LeastSquaresSolution> ends(starts);
    for_each_parallel(
        starts, options.threads,
        [&](std::size_t k) {
          std::vector<double> x = x0_;
          std::mt19937_64 chance(options.seed * 1000003 + k);
          std::normal_distribution<double> spread(0, 0.1);
          for (std::size_t j = 0; k > 0 && j < x.size(); ++j)
            x[j] += c_.logarithm[j] ? spread(chance) : spread(chance) * std::max(std::abs(x[j]), 0.1);
          ends[k] =
              minimise(problem_, x, {.iterations = std::min(options.iterations, 60), .tolerance = 1e-8, .stop = {}});
        },
        options.progress);
    const auto best =
        std::min_element(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.cost < b.cost; });
    OutputErrorFit fit;
    fit.starts = starts;
    if (best->cost >= 1e300) {
      fit.problem = "no start of the search gave a run to the end";
      return fit;
    }
    for (const LeastSquaresSolution& s : ends)
      if (s.cost < 1.01 * best->cost) ++fit.agreeing;
    fit.converged = best->converged;
    describe(best->x, fit);
    return fit;
  }

 private:
  void set(Resolved& r, const std::vector<double>& x) const {
    for (std::size_t k = 0; k < x.size(); ++k)
      for (const std::size_t place : c_.places[k]) r.p[place] = c_.value(x, k);
  }
  bool evaluate(const std::vector<double>& x, double* residual, double* jacobian) const {
    std::size_t first = 0;
    for (const ResolvedRecord& one : records_) {
      Resolved r = one.resolved;
      set(r, x);
      if (!r.loop->violations(r.p.data()).empty()) return false;
      const std::size_t n = one.record->time.size();
      LoopRun run = r.start();
      if (jacobian == nullptr) {
        if (!residual_of(one, run_loop(run, r.run)[signal_], residual + first)) return false;
      } else {
        std::vector<std::size_t> places;
        for (const auto& some : c_.places) places.insert(places.end(), some.begin(), some.end());
        SlopeRecorder slopes(run, places, r.run.record, r.run.start_time);
        LoopObserver* const observers[] = {&slopes};
        Trajectory t = run_loop(run, r.run, observers);
        slopes.add_to(t);
        if (!residual_of(one, t[signal_], residual + first)) return false;
        for (std::size_t k = 0; k < x.size(); ++k) {
          double* const column = jacobian + k * problem_.residuals + first;
          std::fill_n(column, n, 0.0);
          for (const std::size_t place : c_.places[k]) {
            const std::vector<double>& own = t["d " + signal_ + "/d " + r.row(place).name];
            for (std::size_t i = 0; i < n; ++i) column[i] -= c_.slope(x, k) * own[i];
          }
        }
      }
      first += n;
    }
    return true;
  }
  void describe(const std::vector<double>& x, OutputErrorFit& fit) const {
    std::vector<double> residual(problem_.residuals), jacobian(problem_.residuals * x.size());
    if (!evaluate(x, residual.data(), jacobian.data())) {
      fit.problem = "the run at the numbers found did not reach its end";
      return;
    }
    double sum = 0;
    for (const double r : residual) sum += r * r;
    const double n = static_cast<double>(residual.size());
    fit.error = std::sqrt(sum / n);
    const InformationAnalysis information = analyse_information(jacobian, residual.size(), x.size());
    const Resolved& first = records_.front().resolved;
    for (std::size_t k = 0; k < x.size(); ++k) {
      fit.names.push_back(c_.numbers[k].paths.front()), fit.units.push_back(first.row(c_.places[k].front()).unit);
      fit.values.push_back(c_.value(x, k));
      fit.deviations.push_back(c_.slope(x, k) * std::sqrt(sum / std::max(n - static_cast<double>(x.size()), 1.0) *
                                                          information.inverse[k * x.size() + k]));
    }
    std::size_t from = 0;
    for (const ResolvedRecord& r : records_) {
      fit.residual.emplace_back(residual.begin() + static_cast<std::ptrdiff_t>(from),
                                residual.begin() + static_cast<std::ptrdiff_t>(from + r.record->time.size()));
      from += r.record->time.size();
    }
  }

  std::string signal_;
  std::vector<ResolvedRecord> records_;
  FittedCoordinates c_;
  std::vector<double> x0_;
  LeastSquaresProblem problem_;
};

/// Numbers are set one after the other, and a rule between two of them may not hold in between.
void assign_unchecked(NamedExperiment& e, const std::string& path, double value) {
  const std::size_t dot = path.find('.');
  const std::string section = path.substr(0, dot), name = dot == std::string::npos ? "" : path.substr(dot + 1);
  if (section == "plant" && name.find('.') == std::string::npos)
    e.plant.values.insert_or_assign(name, value);
  else if (section == "friction" && e.friction.size() == 1 && name.find('.') == std::string::npos)
    e.friction.front().values.insert_or_assign(name, value);
  else if (section == "controller" && e.controller && name.find('.') == std::string::npos)
    e.controller->values.insert_or_assign(name, value);
  else
    set_value(e, path, value);
}

}  // namespace

NamedSignal measured_signal(const std::vector<double>& time, const std::vector<double>& values, Between between) {
  NamedSignal::Term term{.kind = "lines"};
  for (std::size_t i = 0; i < time.size(); ++i) {
    if (between == Between::held && i > 0 && values[i] != values[i - 1])
      term.points.emplace_back(time[i], values[i - 1]);
    term.points.emplace_back(time[i], values[i]);
  }
  return NamedSignal(std::vector<NamedSignal::Term>{std::move(term)});
}

double output_error(const NamedExperiment& experiment, std::string_view signal,
                    const std::vector<OutputRecord>& records, std::vector<std::vector<double>>* residual) {
  double sum = 0, count = 0;
  for (const ResolvedRecord& r : resolve_records(experiment, signal, records)) {
    std::vector<double> own(r.record->time.size());
    const Trajectory t = run_loop(r.resolved.start(), r.resolved.run);
    if (!residual_of(r, t[signal], own.data()))
      throw InvalidInput(r.record->name, {{"", "the run ended early: " + t.result.reason}});
    for (const double x : own) sum += x * x, ++count;
    if (residual != nullptr) residual->push_back(std::move(own));
  }
  return std::sqrt(sum / std::max(count, 1.0));
}

OutputErrorFit fit_output_error(const NamedExperiment& experiment, std::string_view signal,
                                const std::vector<OutputRecord>& records, const std::vector<FittedNumber>& numbers,
                                const FitOptions& options) {
  if (records.empty() || numbers.empty())
    throw InvalidInput("fit", {{"", "output error needs a record and a number to fit"}});
  OutputErrorFit fit = OutputErrorSearch(experiment, signal, records, numbers).fit(options);
  fit.experiment = experiment;
  for (std::size_t k = 0; k < fit.values.size(); ++k)
    for (const std::string& path : numbers[k].paths) assign_unchecked(fit.experiment, path, fit.values[k]);
  fit.experiment = resolved(fit.experiment);  // checks them all together: rules may tie one to another
  return fit;
}

}  // namespace stiction
