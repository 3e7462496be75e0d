// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/output_error.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "stiction/ensemble/parallel.hpp"
#include "stiction/identification/least_squares.hpp"
#include "stiction/identification/output_runs.hpp"
#include "stiction/identification/residual_tests.hpp"
#include "stiction/loop/slope_recorder.hpp"

namespace stiction {
namespace {

/// Places beyond those of any experiment: numbers of the channel through which the signal was recorded.
constexpr std::size_t delay_place = ~std::size_t{1}, filter_place = ~std::size_t{0};
std::size_t channel_place(const std::string& path) {
  return path == "measured.delay" ? delay_place : path == "measured.filter" ? filter_place : 0;
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
      if (const std::size_t place = channel_place(number.paths.front()); place != 0) {
        add_channel_number(number, place);
        continue;
      }
      std::vector<std::size_t> places;
      for (const std::string& path : number.paths) {
        const std::size_t place = first.find(path);
        places.push_back(place);
        if (place >= first.p.size()) {
          wrong.push_back({path, path + " says how the run is made, not what is simulated; it cannot be fitted"});
          continue;
        }
        if (std::string why = LoopSensitivity::obstacle(run, place); !why.empty())
          wrong.push_back({path, why.insert(0, ": ").insert(0, path)});
        // What a controller assumes of the plant goes with it.
        for (const Resolved::Follower& f : first.followers)
          if (f.leader == place) places.push_back(f.follower);
      }
      if (!wrong.empty()) continue;
      const LoopRow& row = first.row(places.front());
      const double value = first.value(places.front());
      const bool positive = row.range.low == 0 && !row.range.low_allowed && !std::isfinite(row.range.high) && value > 0;
      c_.places.push_back(places), c_.logarithm.push_back(positive);
      c_.size.push_back(value != 0 ? std::abs(value) : 1.0);  // a number that begins at zero has no size of its own
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
    for (const OutputRecord& r : records) rows_ += r.time.size();
    problem_.residuals = rows_;
    problem_.evaluate = [this](const std::vector<double>& x, double* residual, double* jacobian) {
      return evaluate(x, residual, jacobian);
    };
  }

  OutputErrorFit fit(const FitOptions& options) {
    const std::size_t starts = std::max<std::size_t>(options.starts, 1);
    const LeastSquaresOptions local{
        .iterations = std::min(options.iterations, 60), .tolerance = 1e-8, .stop = options.stop};
    const auto cheaper = [](const auto& a, const auto& b) { return a.cost < b.cost; };
    std::vector<LeastSquaresSolution> ends(starts);
    // Half of the starts lie about the experiment, the others about the best end so far: stick instants that jump make
    // many minima, and the better ones lie together.
    const std::size_t first = (starts + 1) / 2;
    std::vector<double> centre = x0_;
    const auto search_from = [&](std::size_t k) {
      std::vector<double> x = centre;
      std::mt19937_64 chance(options.seed * 1000003 + k);
      std::normal_distribution<double> spread(0, k < first ? 0.15 : 0.05);
      for (std::size_t j = 0; k > 0 && j < x.size(); ++j)
        x[j] += c_.logarithm[j] ? spread(chance) : spread(chance) * std::max(std::abs(x[j]), 0.1);
      ends[k] = minimise(problem_, x, local);
    };
    const auto progress_from = [&](double done, double fraction) -> std::function<bool(double)> {
      if (!options.progress) return {};
      return [&options, done, fraction](double part) { return options.progress(done + fraction * part); };
    };
    const double part = static_cast<double>(first) / static_cast<double>(starts);
    if (for_each_parallel(first, options.threads, search_from, progress_from(0, part)) && first < starts) {
      const auto nearest = std::min_element(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(first), cheaper);
      if (nearest->cost < 1e300) centre = nearest->x;
      for_each_parallel(
          starts - first, options.threads, [&](std::size_t k) { search_from(first + k); },
          progress_from(part, 1 - part));
    }
    auto best = std::min_element(ends.begin(), ends.end(), cheaper);
    OutputErrorFit fit;
    fit.starts = starts;
    if (best->cost >= 1e300) {
      fit.problem = "no start of the search gave a run to the end";
      return fit;
    }
    if (options.robust > 0 && limit_outliers(best->x, options.robust)) {
      for_each_parallel(starts, options.threads, [&](std::size_t k) {
        if (ends[k].cost < 1e300) ends[k] = minimise(problem_, ends[k].x, local);
      });
      best = std::min_element(ends.begin(), ends.end(), cheaper);
    }
    for (const LeastSquaresSolution& s : ends)
      if (s.cost < 1.01 * best->cost) ++fit.agreeing;
    // With outliers out of the way the limit is smaller.
    for (int round = 0; round < 3 && problem_.robust_limit > 0; ++round)
      if (limit_outliers(best->x, options.robust)) *best = minimise(problem_, best->x, local);
    if (weigh_priors(best->x)) *best = minimise(problem_, best->x, local);
    fit.converged = best->converged;
    describe(best->x, fit);
    return fit;
  }

 private:
  /// Begins at zero, and is searched in sample times.
  void add_channel_number(const FittedNumber& number, std::size_t place) {
    const double interval = records_.front().resolved.run.record.interval;
    c_.places.push_back({place}), c_.logarithm.push_back(false), c_.size.push_back(interval);
    x0_.push_back(0.0);
    const double low = place == filter_place ? std::max(number.lower, 0.0) : number.lower;
    problem_.lower.push_back(low > -1e300 ? low / interval : -1e300);
    problem_.upper.push_back(number.upper < 1e300 ? number.upper / interval : 1e300);
  }
  MeasuredChannel channel(const std::vector<double>& x) const {
    MeasuredChannel made;
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (c_.places[k].front() == delay_place) made.delay = c_.value(x, k);
      if (c_.places[k].front() == filter_place) made.filter = c_.value(x, k);
    }
    return made;
  }
  /// From here on residuals far beyond those at x count in proportion, not squared. False: there are none.
  bool limit_outliers(const std::vector<double>& x, double deviations) {
    std::vector<double> residual(rows_);
    if (evaluate(x, residual.data(), nullptr)) problem_.robust_limit = outlier_limit(std::move(residual), deviations);
    return problem_.robust_limit > 0;
  }
  /// What is known beforehand counts as residuals of the size of the noise; neighbours that are alike count as one.
  bool weigh_priors(const std::vector<double>& x) {
    const auto priors = std::count_if(c_.numbers.begin(), c_.numbers.end(), [](const auto& n) { return n.prior; });
    std::vector<double> residual(rows_);
    if (priors == 0 || !evaluate(x, residual.data(), nullptr)) return false;
    double sum = 0;
    for (const double r : residual) sum += r * r;
    const double memory = static_cast<double>(memory_of(residual, rows_));
    prior_noise_ = std::sqrt(sum / static_cast<double>(rows_) * (2 * memory + 1));
    problem_.residuals = rows_ + static_cast<std::size_t>(priors);
    return true;
  }
  void add_priors(const std::vector<double>& x, double* residual, double* jacobian) const {
    std::size_t row = rows_;
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (!c_.numbers[k].prior) continue;
      const auto& [mean, deviation] = *c_.numbers[k].prior;
      residual[row] = prior_noise_ * (mean - c_.value(x, k)) / deviation;
      for (std::size_t m = 0; jacobian != nullptr && m < x.size(); ++m)
        jacobian[m * problem_.residuals + row] = m == k ? -prior_noise_ * c_.slope(x, k) / deviation : 0;
      ++row;
    }
  }
  void set(Resolved& r, const std::vector<double>& x) const {
    for (std::size_t k = 0; k < x.size(); ++k)
      for (const std::size_t place : c_.places[k])
        if (place < r.p.size()) r.p[place] = c_.value(x, k);
  }
  bool evaluate(const std::vector<double>& x, double* residual, double* jacobian) const {
    std::size_t first = 0;
    for (const ResolvedRecord& one : records_) {
      Resolved r = one.resolved;
      set(r, x);
      if (!r.loop->violations(r.p.data()).empty()) return false;
      const std::size_t n = one.record->time.size();
      LoopRun run = r.start();
      const MeasuredChannel late = channel(x);
      const double interval = r.run.record.interval;
      if (jacobian == nullptr) {
        std::vector<double> shown = run_loop(run, r.run)[signal_];
        if (!late.is_ideal() && shown.size() > 1) late.pass(shown, interval);
        if (!residual_of(one, shown, residual + first)) return false;
      } else {
        std::vector<std::size_t> places;
        for (const auto& some : c_.places)
          for (const std::size_t place : some)
            if (place < r.p.size()) places.push_back(place);
        SlopeRecorder slopes(run, places, r.run.record, r.run.start_time);
        LoopObserver* const observers[] = {&slopes};
        Trajectory t = run_loop(run, r.run, observers);
        slopes.add_to(t);
        std::vector<double> shown = t[signal_], by_delay, by_filter;
        if (shown.size() < n) return false;
        late.pass(shown, interval, &by_delay, &by_filter);
        if (!residual_of(one, shown, residual + first)) return false;
        for (std::size_t k = 0; k < x.size(); ++k) {
          double* const column = jacobian + k * problem_.residuals + first;
          std::fill_n(column, n, 0.0);
          for (const std::size_t place : c_.places[k]) {
            std::vector<double> own = place == delay_place    ? by_delay
                                      : place == filter_place ? by_filter
                                                              : t["d " + signal_ + "/d " + r.row(place).name];
            if (place < r.p.size() && !late.is_ideal()) late.pass(own, interval);
            for (std::size_t i = 0; i < n; ++i) column[i] -= c_.slope(x, k) * own[i];
          }
        }
      }
      first += n;
    }
    if (prior_noise_ > 0) add_priors(x, residual, jacobian);
    return true;
  }
  void describe(const std::vector<double>& x, OutputErrorFit& fit) const {
    std::vector<double> residual(problem_.residuals), jacobian(problem_.residuals * x.size());
    if (!evaluate(x, residual.data(), jacobian.data())) {
      fit.problem = "the run at the numbers found did not reach its end";
      return;
    }
    double sum = 0;
    for (std::size_t i = 0; i < rows_; ++i) sum += residual[i] * residual[i];
    const double n = static_cast<double>(rows_);
    fit.error = std::sqrt(sum / n), fit.channel = channel(x);
    const InformationAnalysis information = analyse_information(jacobian, residual.size(), x.size());
    const Resolved& first = records_.front().resolved;
    for (std::size_t k = 0; k < x.size(); ++k) {
      fit.names.push_back(c_.numbers[k].paths.front()),
          fit.units.push_back(c_.places[k].front() < first.p.size() ? first.row(c_.places[k].front()).unit
                                                                    : std::string("s"));
      fit.values.push_back(c_.value(x, k));
      fit.deviations.push_back(c_.slope(x, k) * std::sqrt(sum / std::max(n - static_cast<double>(x.size()), 1.0) *
                                                          information.inverse[k * x.size() + k]));
    }
    for (std::size_t a = 0; a < x.size(); ++a) {
      for (std::size_t b = 0; b < x.size(); ++b) {
        const double size = std::sqrt(information.inverse[a * x.size() + a] * information.inverse[b * x.size() + b]);
        fit.correlation.push_back(size > 0 ? information.inverse[a * x.size() + b] / size : a == b ? 1 : 0);
      }
      fit.near.push_back(hardly_told_from(information, fit.names, a));
    }
    fit.null_directions = null_directions(information, fit.names, 1e-9 * std::sqrt(n) * fit.error);
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
  std::size_t rows_ = 0;    ///< of the records, before those of priors
  double prior_noise_ = 0;  ///< 0: priors do not count yet
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

OutputErrorFit fit_output_error(const NamedExperiment& experiment, std::string_view signal,
                                const std::vector<OutputRecord>& records, const std::vector<FittedNumber>& numbers,
                                const FitOptions& options) {
  if (records.empty() || numbers.empty())
    throw InvalidInput("fit", {{"", "output error needs a record and a number to fit"}});
  for (const OutputRecord& record : records)
    for (const FittedNumber& number : numbers)
      for (const std::string& path : number.paths)
        if (record.known.contains(path))
          throw InvalidInput(record.name, {{path, path + " is read from the recording and cannot be fitted as well"}});
  OutputErrorFit fit = OutputErrorSearch(experiment, signal, records, numbers).fit(options);
  fit.experiment = experiment;
  for (std::size_t k = 0; k < fit.values.size(); ++k)
    for (const std::string& path : numbers[k].paths)
      if (channel_place(path) == 0) assign_unchecked(fit.experiment, path, fit.values[k]);
  fit.experiment = resolved(fit.experiment);  // checks them all together: rules may tie one to another
  return fit;
}

}  // namespace stiction
