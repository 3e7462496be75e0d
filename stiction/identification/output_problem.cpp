// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/output_problem.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/identification/residual_tests.hpp"
#include "stiction/loop/slope_recorder.hpp"

namespace stiction {
namespace {

/// Places beyond those of any experiment: numbers of the channel through which the signal was recorded.
constexpr std::size_t delay_place = ~std::size_t{1}, filter_place = ~std::size_t{0};
std::size_t channel_place(const std::string& path) {
  return path == "measured.delay" ? delay_place : path == "measured.filter" ? filter_place : 0;
}

// Of a coordinate. Runs are exact to 1e-8; a law whose bonds snap at random has to pass many of them.
constexpr double plain_step = 1e-3, step_of_random_laws = 2e-2;

}  // namespace

bool is_of_channel(const std::string& path) { return channel_place(path) != 0; }

OutputProblem::OutputProblem(const NamedExperiment& e, std::string_view signal,
                             const std::vector<OutputRecord>& records, const std::vector<FittedNumber>& numbers)
    : signal_(signal), records_(resolve_records(e, signal, records)), numbers_(numbers) {
  const LoopRun run = records_.front().resolved.start();
  // The first number is one of the plant: what stands in its way stands in the way of all.
  why_differences_ = LoopSensitivity::obstacle(run, 0);
  difference_step_ = plain_step;
  for (const ContactPart* part : run.loop().parts().contacts)
    if (part->info->random) difference_step_ = step_of_random_laws;
  std::vector<Violation> wrong;
  for (const FittedNumber& number : numbers)
    if (const std::size_t place = channel_place(number.paths.front()); place != 0)
      add_channel_number(number, place);
    else
      add_number(number, run, wrong);
  if (!wrong.empty()) throw InvalidInput("fit", std::move(wrong));
  for (const OutputRecord& r : records) rows_ += r.time.size();
  problem_.residuals = rows_;
  problem_.evaluate = [this](const std::vector<double>& x, double* residual, double* jacobian) {
    return evaluate(x, residual, jacobian);
  };
}

void OutputProblem::add_number(const FittedNumber& number, const LoopRun& run, std::vector<Violation>& wrong) {
  const Resolved& first = records_.front().resolved;
  std::vector<std::size_t> places;
  for (const std::string& path : number.paths) {
    const std::size_t place = first.find(path);
    places.push_back(place);
    if (place >= first.p.size())
      return wrong.push_back({path, path + " says how the run is made, not what is simulated; it cannot be fitted"});
    if (path.ends_with(".seed"))
      return wrong.push_back({path, path + " chooses random numbers; no recording tells one seed from another"});
    if (why_differences_.empty())
      if (std::string why = LoopSensitivity::obstacle(run, place); !why.empty())
        return wrong.push_back({path, why.insert(0, ": ").insert(0, path)});
    // What a controller assumes of the plant goes with it.
    for (const Resolved::Follower& f : first.followers)
      if (f.leader == place) places.push_back(f.follower);
  }
  const LoopRow& row = first.row(places.front());
  const double value = first.value(places.front());
  const bool logarithm = row.range.low == 0 && !row.range.low_allowed && !std::isfinite(row.range.high) && value > 0;
  places_.push_back(places), logarithm_.push_back(logarithm);
  size_.push_back(value != 0 ? std::abs(value) : 1.0);  // a number that begins at zero has no size of its own
  x0_.push_back(logarithm ? std::log(value) : value / size_.back());
  const double low = std::max(number.lower, row.range.low), high = std::min(number.upper, row.range.high);
  problem_.lower.push_back(logarithm                            ? (low > 0 ? std::log(low) : x0_.back() - 7)
                           : std::isfinite(low) && low > -1e300 ? low / size_.back()
                                                                : -1e300);
  problem_.upper.push_back(logarithm                             ? (high < 1e300 ? std::log(high) : x0_.back() + 7)
                           : std::isfinite(high) && high < 1e300 ? high / size_.back()
                                                                 : 1e300);
}

/// Begins at zero, and is searched in sample times.
void OutputProblem::add_channel_number(const FittedNumber& number, std::size_t place) {
  const double interval = records_.front().resolved.run.record.interval;
  places_.push_back({place}), logarithm_.push_back(false), size_.push_back(interval);
  x0_.push_back(0.0);
  const double low = place == filter_place ? std::max(number.lower, 0.0) : number.lower;
  problem_.lower.push_back(low > -1e300 ? low / interval : -1e300);
  problem_.upper.push_back(number.upper < 1e300 ? number.upper / interval : 1e300);
}

double OutputProblem::value(const std::vector<double>& x, std::size_t k) const {
  return logarithm_[k] ? std::exp(x[k]) : x[k] * size_[k];
}
double OutputProblem::slope(const std::vector<double>& x, std::size_t k) const {
  return logarithm_[k] ? std::exp(x[k]) : size_[k];
}
std::string OutputProblem::unit(std::size_t k) const {
  const Resolved& first = records_.front().resolved;
  return places_[k].front() < first.p.size() ? std::string(first.row(places_[k].front()).unit) : std::string("s");
}

MeasuredChannel OutputProblem::channel(const std::vector<double>& x) const {
  MeasuredChannel made;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (places_[k].front() == delay_place) made.delay = value(x, k);
    if (places_[k].front() == filter_place) made.filter = value(x, k);
  }
  return made;
}

std::vector<std::vector<double>> OutputProblem::by_record(const std::vector<double>& residual) const {
  std::vector<std::vector<double>> all;
  auto from = residual.begin();
  for (const ResolvedRecord& r : records_) {
    const auto until = from + static_cast<std::ptrdiff_t>(r.record->time.size());
    all.emplace_back(from, until), from = until;
  }
  return all;
}

bool OutputProblem::limit_outliers(const std::vector<double>& x, double deviations) {
  std::vector<double> residual(rows_);
  if (evaluate(x, residual.data(), nullptr)) problem_.robust_limit = outlier_limit(std::move(residual), deviations);
  return problem_.robust_limit > 0;
}

bool OutputProblem::weigh_priors(const std::vector<double>& x) {
  const auto priors = std::count_if(numbers_.begin(), numbers_.end(), [](const auto& n) { return n.prior; });
  std::vector<double> residual(rows_);
  if (priors == 0 || !evaluate(x, residual.data(), nullptr)) return false;
  double sum = 0;
  for (const double r : residual) sum += r * r;
  const double memory = static_cast<double>(memory_of(residual, rows_));
  prior_noise_ = std::sqrt(sum / static_cast<double>(rows_) * (2 * memory + 1));
  problem_.residuals = rows_ + static_cast<std::size_t>(priors);
  return true;
}

void OutputProblem::add_priors(const std::vector<double>& x, double* residual, double* jacobian) const {
  std::size_t row = rows_;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!numbers_[k].prior) continue;
    const auto& [mean, deviation] = *numbers_[k].prior;
    residual[row] = prior_noise_ * (mean - value(x, k)) / deviation;
    for (std::size_t m = 0; jacobian != nullptr && m < x.size(); ++m)
      jacobian[m * problem_.residuals + row] = m == k ? -prior_noise_ * slope(x, k) / deviation : 0;
    ++row;
  }
}

bool OutputProblem::resolve_at(const ResolvedRecord& one, const std::vector<double>& x, Resolved& r) const {
  r = one.resolved;
  for (std::size_t k = 0; k < x.size(); ++k)
    for (const std::size_t place : places_[k])
      if (place < r.p.size()) r.p[place] = value(x, k);
  return r.loop->violations(r.p.data()).empty();
}

bool OutputProblem::simulate(const ResolvedRecord& one, const std::vector<double>& x, double* residual) const {
  Resolved r;
  if (!resolve_at(one, x, r)) return false;
  std::vector<double> shown = run_loop(r.start(), r.run)[signal_];
  if (const MeasuredChannel late = channel(x); !late.is_ideal() && shown.size() > 1)
    late.pass(shown, r.run.record.interval);
  return residual_of(one, shown, residual);
}

bool OutputProblem::exact_slopes(const ResolvedRecord& one, const std::vector<double>& x, double* residual,
                                 double* jacobian) const {
  Resolved r;
  if (!resolve_at(one, x, r)) return false;
  std::vector<std::size_t> all;
  for (const auto& some : places_)
    for (const std::size_t place : some)
      if (place < r.p.size()) all.push_back(place);
  LoopRun run = r.start();
  SlopeRecorder slopes(run, all, r.run.record, r.run.start_time);
  LoopObserver* const observers[] = {&slopes};
  Trajectory t = run_loop(run, r.run, observers);
  slopes.add_to(t);
  const std::size_t n = one.record->time.size();
  const double interval = r.run.record.interval;
  const MeasuredChannel late = channel(x);
  std::vector<double> shown = t[signal_], by_delay, by_filter;
  if (shown.size() < n) return false;
  late.pass(shown, interval, &by_delay, &by_filter);
  if (!residual_of(one, shown, residual)) return false;
  for (std::size_t k = 0; k < x.size(); ++k) {
    double* const column = jacobian + k * problem_.residuals;
    std::fill_n(column, n, 0.0);
    for (const std::size_t place : places_[k]) {
      std::vector<double> own = place == delay_place    ? by_delay
                                : place == filter_place ? by_filter
                                                        : t["d " + signal_ + "/d " + r.row(place).name];
      if (place < r.p.size() && !late.is_ideal()) late.pass(own, interval);
      for (std::size_t i = 0; i < n; ++i) column[i] -= slope(x, k) * own[i];
    }
  }
  return true;
}

bool OutputProblem::differences(const ResolvedRecord& one, const std::vector<double>& x, double* residual,
                                double* jacobian) const {
  if (!simulate(one, x, residual)) return false;
  const std::size_t n = one.record->time.size();
  std::vector<double> above(n), below(n), at = x;
  for (std::size_t k = 0; k < x.size(); ++k) {
    // To one side where the other is outside the range of the number.
    const auto moved_by = [&](double h, std::vector<double>& to) {
      at[k] = std::clamp(x[k] + h, problem_.lower[k], problem_.upper[k]);
      const double from = x[k], reached = at[k];
      const bool done = reached != from && simulate(one, at, to.data());
      at[k] = from;
      if (done) return reached - from;
      std::copy_n(residual, n, to.begin());
      return 0.0;
    };
    const double width = moved_by(difference_step_, above) - moved_by(-difference_step_, below);
    if (width == 0) return false;
    for (std::size_t i = 0; i < n; ++i) jacobian[k * problem_.residuals + i] = (above[i] - below[i]) / width;
  }
  return true;
}

bool OutputProblem::evaluate(const std::vector<double>& x, double* residual, double* jacobian) const {
  std::size_t first = 0;
  for (const ResolvedRecord& one : records_) {
    double* const own = residual + first;
    const bool done = jacobian == nullptr        ? simulate(one, x, own)
                      : why_differences_.empty() ? exact_slopes(one, x, own, jacobian + first)
                                                 : differences(one, x, own, jacobian + first);
    if (!done) return false;
    first += one.record->time.size();
  }
  if (prior_noise_ > 0) add_priors(x, residual, jacobian);
  return true;
}

}  // namespace stiction
