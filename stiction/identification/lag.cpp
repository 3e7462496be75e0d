// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/lag.hpp"

#include <algorithm>
#include <cmath>

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

/// A piece of a recording: its force earlier by the lag, and the rate of the predicted force.
void free_of_lag(const Recording& measured, Recording& r, std::size_t from, std::size_t until, double lag,
                 const std::vector<double>& predicted) {
  const auto begin = static_cast<std::ptrdiff_t>(from), end = static_cast<std::ptrdiff_t>(until);
  const std::vector<double> t(r.time.begin() + begin, r.time.begin() + end);
  const std::vector<double> rate = central_differences(t, {predicted.begin() + begin, predicted.begin() + end});
  std::copy(rate.begin(), rate.end(), r.force_rate.begin() + begin);
  std::size_t at = 0;  // t[at] <= now < t[at + 1]
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double now = std::clamp(t[i] + lag, t.front(), t.back());
    while (at + 2 < t.size() && t[at + 1] <= now) ++at;
    const double part = (now - t[at]) / (t[at + 1] - t[at]);
    r.force[from + i] = (1 - part) * measured.force[from + at] + part * measured.force[from + at + 1];
  }
}

ForceData freed_of_lag(const ForceData& measured, const LawFit& fit, double lag) {
  std::vector<Recording> all = measured.recordings();
  for (std::size_t n = 0; n < all.size(); ++n) {
    const std::vector<double> predicted = predicted_force(measured, fit, n);
    all[n].force_rate.resize(all[n].size());
    for (std::size_t k = 0; k + 1 < all[n].pieces.size(); ++k)
      free_of_lag(measured.recordings()[n], all[n], all[n].pieces[k], all[n].pieces[k + 1], lag, predicted);
  }
  ForceDataOptions options = measured.options();
  options.lag_about = lag;
  return ForceData(std::move(all), options);
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
  const auto try_lag = [&](double tried, const LawFit& from, const ParameterWishes& own) {
    ForceData freed = freed_of_lag(data, from, tried);
    LawFit next = fit_law(freed, first.law, own, once);
    if (!next.found() || !(next.noise < fit.noise * (1 + 1e-6))) return false;
    next.starts = first.starts, next.agreeing = first.agreeing;
    fit = std::move(next), lag = tried, answer.data = std::move(freed);
    return true;
  };
  // Soft bristles look like a lag, and a force that jumps at every reversal has no rate that shows a lag longer than
  // the jump: lags far apart are tried first, each with the law from its own start.
  const ParameterWishes plain = laws.size() == 1 ? wishes : ParameterWishes{};
  for (const double samples : {0.0, 2.0, -2.0, 4.0, -4.0, 8.0, -8.0, 16.0, -16.0})
    if (!options.stop || !options.stop()) try_lag(samples * sample_time, first, plain);
  for (int round = 0; round < 12 && std::abs(fit.extras[k]) > 1e-3 * std::max(std::abs(lag), sample_time); ++round) {
    ParameterWishes near = plain;
    for (std::size_t j = 0; j < fit.p.size(); ++j)
      if (fit.parameters->numbers()[j].fitted && std::abs(fit.p[j]) > least_start * std::abs(first_start[j]))
        near.start[fit.parameters->numbers()[j].name] = fit.p[j];
    const LawFit from = fit;
    // Half of a step that overshoots.
    if (!try_lag(lag + from.extras[k], from, near) && !try_lag(lag + 0.5 * from.extras[k], from, near)) break;
  }
  answer.found.fits.front() = std::move(fit);
  answer.found.certainty = certainty_of(answer.data, answer.found.best());
  answer.found.tests = residual_tests(answer.data, answer.found.best());
  return answer;
}

}  // namespace stiction
