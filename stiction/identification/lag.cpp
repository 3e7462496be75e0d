// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/lag.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/identification/law_score.hpp"
#include "stiction/identification/start_values.hpp"
#include "stiction/identification/zero_phase_filter.hpp"

namespace stiction {
namespace {

std::size_t place_of_lag(const ForceData& data) {
  std::size_t k = 0;
  while (k < data.extras().size() && data.extras()[k].name != "lag") ++k;
  return k;
}

/// Friction and terms beside it along recording n, the lag left out.
std::vector<double> predicted_force(const ForceData& data, const LawFit& fit, std::size_t n) {
  const Recording& r = data.recordings()[n];
  std::vector<double> force(r.size());
  find_law_prediction(fit.law).force(fit.p, r, force.data());
  for (std::size_t k = 0; k < data.extras().size(); ++k)
    if (data.extras()[k].name != "lag")
      for (std::size_t i = 0; i < r.size(); ++i) force[i] += fit.extras[k] * data.extras()[k].columns[n][i];
  return force;
}

/// A smooth signal at times between its samples: cubic pieces with the slopes of central differences.
std::vector<double> cubic_between(const std::vector<double>& t, const std::vector<double>& y,
                                  const std::vector<double>& wanted) {
  const std::vector<double> rate = central_differences(t, y);
  std::vector<double> made;
  made.reserve(wanted.size());
  std::size_t at = 0;  // t[at] <= now <= t[at + 1]
  for (const double now : wanted) {
    while (at + 2 < t.size() && t[at + 1] <= now) ++at;
    const double h = t[at + 1] - t[at], s = (now - t[at]) / h, r = 1 - s;
    made.push_back(r * r * ((1 + 2 * s) * y[at] + s * h * rate[at]) +
                   s * s * ((1 + 2 * r) * y[at + 1] - r * h * rate[at + 1]));
  }
  return made;
}

/// The recording with its motion later by the lag: force and motion then belong together. Motion is smooth, a force
/// that jumps with its direction is not; samples that the motion says nothing about are left out.
Recording with_motion_later(const Recording& measured, double lag) {
  Recording r = measured;
  r.steps = {}, r.force_rate.clear(), r.pieces = {0};
  for (auto* column : {&r.time, &r.position, &r.velocity, &r.acceleration, &r.force, &r.normal_force}) column->clear();
  r.evidence.clear();
  for (std::size_t k = 0; k + 1 < measured.pieces.size(); ++k) {
    const std::size_t from = measured.pieces[k], until = measured.pieces[k + 1];
    const auto piece = [&](const std::vector<double>& column) {
      return std::vector<double>(column.begin() + static_cast<std::ptrdiff_t>(from),
                                 column.begin() + static_cast<std::ptrdiff_t>(until));
    };
    const std::vector<double> t = piece(measured.time);
    std::vector<double> wanted;
    for (std::size_t i = 0, nearest = 0; i < t.size(); ++i) {
      const double now = t[i] - lag;
      if (t.size() < 2 || now < t.front() || now > t.back()) continue;
      while (nearest + 1 < t.size() && std::abs(t[nearest + 1] - now) <= std::abs(t[nearest] - now)) ++nearest;
      wanted.push_back(now), r.time.push_back(t[i]), r.force.push_back(measured.force[from + i]);
      if (!measured.normal_force.empty()) r.normal_force.push_back(measured.normal_force[from + i]);
      if (!measured.evidence.empty()) r.evidence.push_back(measured.evidence[from + nearest]);
    }
    if (wanted.empty()) continue;
    const auto move = [&](const std::vector<double>& column, std::vector<double>& to) {
      if (column.empty()) return;
      const std::vector<double> moved = cubic_between(t, piece(column), wanted);
      to.insert(to.end(), moved.begin(), moved.end());
    };
    move(measured.position, r.position), move(measured.velocity, r.velocity);
    move(measured.acceleration, r.acceleration);
    r.pieces.push_back(r.time.size());
  }
  return r;
}

/// Rates of a predicted force, piece by piece.
std::vector<double> rates_of(const Recording& r, const std::vector<double>& force) {
  std::vector<double> all;
  for (std::size_t k = 0; k + 1 < r.pieces.size(); ++k) {
    const auto from = static_cast<std::ptrdiff_t>(r.pieces[k]), until = static_cast<std::ptrdiff_t>(r.pieces[k + 1]);
    const std::vector<double> own = central_differences({r.time.begin() + from, r.time.begin() + until},
                                                        {force.begin() + from, force.begin() + until});
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

ForceData freed_of_lag(const ForceData& measured, const LawFit& fit, double lag, double resolution = 0) {
  std::vector<Recording> all;
  for (const Recording& r : measured.recordings()) all.push_back(with_motion_later(r, lag));
  ForceDataOptions options = measured.options();
  options.lag_about = lag;
  options.lag_resolution = resolution;
  const ForceData moved(all, options);
  for (std::size_t n = 0; n < all.size(); ++n) all[n].force_rate = rates_of(all[n], predicted_force(moved, fit, n));
  return ForceData(std::move(all), options);
}

/// True: a jump of the predicted force from one sample to the next is larger than its usual size.
bool has_jumps(const std::vector<double>& force) {
  double squares = 0, largest = 0;
  for (std::size_t i = 0; i < force.size(); ++i) {
    squares += force[i] * force[i];
    if (i > 0) largest = std::max(largest, std::abs(force[i] - force[i - 1]));
  }
  return largest * largest * static_cast<double>(force.size()) > squares;
}

/// How far from `lag`, in steps of this sign, the data are explained as well. A jump tells between which two samples it
/// lies, no more: lags between which none of them passes a sample explain the same.
double equally_good_until(const ForceData& data, const LawFit& fit, double lag, double sign) {
  const double sample_time = data.recordings().front().sample_time;
  const auto is_worse = [&](double distance) {
    const ForceData freed = freed_of_lag(data, fit, lag + sign * distance);
    LawFit probe = fit;
    if (probe.counted) probe.counted = std::make_shared<const ForceData>(freed.without_rest());
    score(freed, probe);
    const double rows = static_cast<double>(probe.fitted_to(freed).counted_rows());
    return !probe.found() || rows * (std::pow(probe.noise / fit.noise, 2) - 1) > 4;  // two standard deviations
  };
  double good = 0, bad = 0.05 * sample_time;
  while (bad < 2 * sample_time && !is_worse(bad)) good = bad, bad += 0.05 * sample_time;
  while (bad - good > 5e-3 * sample_time) (is_worse(0.5 * (good + bad)) ? bad : good) = 0.5 * (good + bad);
  return good;
}

}  // namespace

LaggedIdentification identify_with_lag(const ForceData& data, const std::vector<std::string>& laws,
                                       const ParameterWishes& wishes, const FitOptions& options) {
  LaggedIdentification answer{data, identify(data, laws, wishes, options)};
  const std::size_t k = place_of_lag(data);
  if (k >= data.extras().size() || !answer.found.best().found() || answer.found.stopped) return answer;
  FitOptions once = options;
  once.starts = 1, once.progress = {};
  const LawFit first = answer.found.best();
  const double sample_time = data.recordings().front().sample_time;
  LawFit fit = first;
  double lag = 0;
  // A number that ended at zero has no size to be searched with: it begins where it would begin without a lag.
  constexpr double least_start = 1e-3;
  const std::vector<double> first_start = start_numbers(*first.parameters, sizes_in(data), 0, options.seed);
  const auto try_lag = [&](double tried, const LawFit& from, const ParameterWishes& own, double resolution = 0) {
    ForceData freed = freed_of_lag(data, from, tried, resolution);
    LawFit next = fit_law(freed, first.law, own, once);
    // Lags between which no jump passes a sample are equally good, and the middle of them is wanted.
    if (!next.found() || !(next.noise < fit.noise * (1 + (resolution > 0 ? 1e-2 : 1e-6)))) return false;
    next.starts = first.starts, next.agreeing = first.agreeing;
    fit = std::move(next), lag = tried, answer.data = std::move(freed);
    return true;
  };
  // Soft bristles look like a lag, and a force that jumps at every reversal has no rate that shows a lag longer than
  // the jump: lags far apart are tried first, each with the law from its own start.
  const ParameterWishes plain = laws.size() == 1 ? wishes : ParameterWishes{};
  for (const double samples : {0.0, 2.0, -2.0, 4.0, -4.0, 8.0, -8.0, 16.0, -16.0})
    if (!options.stop || !options.stop()) try_lag(samples * sample_time, first, plain);
  const auto near_fit = [&] {
    ParameterWishes near = plain;
    for (std::size_t j = 0; j < fit.p.size(); ++j)
      if (fit.parameters->numbers()[j].fitted && std::abs(fit.p[j]) > least_start * std::abs(first_start[j]))
        near.start[fit.parameters->numbers()[j].name] = fit.p[j];
    return near;
  };
  for (int round = 0; round < 12 && std::abs(fit.extras[k]) > 1e-3 * std::max(std::abs(lag), sample_time); ++round) {
    const ParameterWishes near = near_fit();
    const LawFit from = fit;
    // Half of a step that overshoots.
    if (!try_lag(lag + from.extras[k], from, near) && !try_lag(lag + 0.5 * from.extras[k], from, near)) break;
  }
  if (has_jumps(predicted_force(answer.data, fit, 0))) {
    const double before = equally_good_until(data, fit, lag, -1), after = equally_good_until(data, fit, lag, 1);
    const double width = std::max(before + after, 5e-3 * sample_time);
    try_lag(lag + 0.5 * (after - before), fit, near_fit(), width / std::sqrt(12.0));
  }
  answer.found.fits.front() = std::move(fit);
  answer.found.certainty = certainty_of(answer.data, answer.found.best());
  answer.found.tests = residual_tests(answer.data, answer.found.best());
  return answer;
}

}  // namespace stiction
