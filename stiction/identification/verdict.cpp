// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/identification/law_residuals.hpp"
#include "stiction/identification/profile_interval.hpp"
#include "stiction/identification/recording_advice.hpp"
#include "stiction/identification/residual_tests.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

constexpr double two_sided = 1.959964;  // of 95 %

/// Factors by which the variance of each coordinate grows because neighbouring residuals are alike: means over blocks
/// longer than their memory are taken as independent (sandwich of the scores).
std::vector<double> variance_inflation(const std::vector<double>& jacobian, const InformationAnalysis& information,
                                       const LawFit& fit, std::size_t rows, std::size_t count) {
  std::vector<double> factor(count, 1.0);
  const std::size_t memory = memory_of(fit.residual, rows);
  if (memory == 0) return factor;
  const std::size_t length = std::min(std::max<std::size_t>(2 * memory, 2), std::max<std::size_t>(rows / 20, 1));
  std::vector<double> meat(count * count, 0.0);
  for (std::size_t from = 0; from < rows; from += length) {
    std::vector<double> score(count, 0.0);
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t i = from; i < std::min(from + length, rows); ++i)
        score[k] += jacobian[k * rows + i] * fit.residual[i];
    for (std::size_t a = 0; a < count; ++a)
      for (std::size_t b = 0; b < count; ++b) meat[a * count + b] += score[a] * score[b];
  }
  const std::vector<double>& inverse = information.inverse;
  for (std::size_t k = 0; k < count; ++k) {
    double sandwich = 0;
    for (std::size_t a = 0; a < count; ++a)
      for (std::size_t b = 0; b < count; ++b)
        sandwich += inverse[k * count + a] * meat[a * count + b] * inverse[b * count + k];
    const double plain = inverse[k * count + k] * fit.noise * fit.noise;
    if (plain > 0) factor[k] = std::max(1.0, sandwich / plain);
  }
  return factor;
}

/// The data's, and what was known beforehand.
InformationAnalysis information_of(const std::vector<double>& jacobian, const ForceData& data, const LawFit& fit,
                                   std::size_t count) {
  const std::size_t rows = data.train_rows(), law_count = fit.x.size();
  const FitParameters::Priors known = fit.prior_noise > 0 ? fit.parameters->priors_at(fit.x) : FitParameters::Priors{};
  const std::size_t priors = known.residual.size();
  if (priors == 0) return analyse_information(jacobian, rows, count, 1e-6);
  std::vector<double> all;
  for (std::size_t k = 0; k < count; ++k) {
    const auto column = jacobian.begin() + static_cast<std::ptrdiff_t>(k * rows);
    all.insert(all.end(), column, column + static_cast<std::ptrdiff_t>(rows));
    for (std::size_t i = 0; i < priors; ++i)
      all.push_back(k < law_count ? fit.prior_noise * known.slopes[i * law_count + k] : 0);
  }
  return analyse_information(all, rows + priors, count, 1e-6);
}

/// The fitted numbers whose slopes are differences of predictions.
std::string differenced_names(const FitParameters& parameters) {
  const std::vector<bool>& differenced = find_law_prediction(parameters.law()).differenced;
  std::string names;
  for (std::size_t j = 0; j < differenced.size(); ++j)
    if (differenced[j] && parameters.numbers()[j].fitted)
      names += (names.empty() ? "" : ", ") + parameters.numbers()[j].name;
  return names;
}

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// The data say nothing about how large it is.
void leave_open(EstimatedNumber& e, const Range& range) { e.lower = range.low, e.upper = range.high; }

/// Which rows move with a coordinate.
enum class Source : unsigned char { any, breakaway, held };
Source source_of(const ForceData& data, const std::vector<double>& jacobian, std::size_t k) {
  double held = 0, breakaway = 0, all = 0;
  for (std::size_t i = 0; i < data.train_rows(); ++i) {
    const double size = std::abs(jacobian[k * data.train_rows() + i]);
    all += size;
    if (breakaway_direction(data.row_evidence()[i]) != 0) breakaway += size;
  }
  for (const ForceData::HeldRow& one : data.held_rows()) held += std::abs(jacobian[k * data.train_rows() + one.row]);
  if (held > 0 && held >= all * (1 - 1e-9)) return Source::held;
  return breakaway > 0 && breakaway >= all * (1 - 1e-9) ? Source::breakaway : Source::any;
}

}  // namespace

std::string_view identified_name(Identified verdict) {
  constexpr std::string_view names[] = {"identified", "weak", "not identifiable", "kept"};
  return names[static_cast<std::size_t>(verdict)];
}

Certainty certainty_of(const ForceData& all, const LawFit& fit, bool profiles) {
  Certainty c;
  const ForceData& data = fit.fitted_to(all);
  const FitParameters& parameters = *fit.parameters;
  const std::size_t rows = data.train_rows(), law_count = fit.x.size(), count = law_count + data.extras().size();
  const std::vector<double> jacobian = prediction_slopes(data, parameters, fit.x);
  // Directions in which a change by its own size moves the prediction by less than a thousandth of the noise are null.
  const InformationAnalysis information = information_of(jacobian, data, fit, count);
  const std::vector<double> factor = variance_inflation(jacobian, information, fit, rows, count);
  const double variance = fit.noise * fit.noise;
  const auto covariance = [&](std::size_t a, std::size_t b) {
    return variance * information.inverse[a * count + b] * std::sqrt(factor[a] * factor[b]);
  };
  std::vector<std::string> names;
  for (std::size_t k = 0; k < law_count; ++k) names.push_back(parameters.numbers()[parameters.number_of(k)].name);
  for (const ExtraTerm& term : data.extras()) names.push_back(term.name);

  c.null_directions = null_directions(information, names, 1e-9 * std::sqrt(static_cast<double>(rows)) * data.scale());
  std::vector<bool> null(count, false);
  for (std::size_t k = 0; k < count; ++k) null[k] = is_part_of(c.null_directions, names[k]);

  const std::vector<double> chain = parameters.slopes_at(fit.x), lower = parameters.lower(), upper = parameters.upper();
  const RecordedSpeeds speeds = speeds_in(data);
  std::size_t open = 0, fitted = 0;
  for (std::size_t j = 0; j < parameters.numbers().size(); ++j) {
    const LawNumber& number = parameters.numbers()[j];
    EstimatedNumber e{number.name, number.symbol, data.unit(number.unit), number.doc};
    e.value = e.lower = e.upper = fit.p[j];
    std::size_t own = law_count;  // the coordinate that stands for it
    for (std::size_t k = 0; k < law_count; ++k)
      if (parameters.number_of(k) == j) own = k;
    if (!number.fitted) {
      e.verdict = Identified::kept;
      if (const auto tie = parameters.wishes().tied.find(number.name); tie != parameters.wishes().tied.end())
        e.reason = "equal to " + tie->second;
      c.numbers.push_back(std::move(e));
      continue;
    }
    ++fitted;
    double square = 0, by_own = 0;
    for (std::size_t a = 0; a < law_count; ++a)
      for (std::size_t b = 0; b < law_count; ++b)
        square += chain[j * law_count + a] * covariance(a, b) * chain[j * law_count + b];
    e.deviation = std::sqrt(std::max(square, 0.0));
    const Source source = own < law_count ? source_of(data, jacobian, own) : Source::any;
    if (source == Source::breakaway) e.deviation = std::hypot(e.deviation, data.breakaway_spread());
    const bool positive_only = number.range.low == 0 && e.value > 0;
    const double relative = e.value != 0 ? e.deviation / std::abs(e.value) : 1e300;
    if (positive_only && !number.range.low_allowed) {  // log-normal: never negative
      e.lower = e.value * std::exp(-two_sided * relative), e.upper = e.value * std::exp(two_sided * relative);
      if (relative > 3) leave_open(e, number.range);  // a factor of hundreds to each side
    } else {
      e.lower = std::max(e.value - two_sided * e.deviation, number.range.low),
      e.upper = std::min(e.value + two_sided * e.deviation, number.range.high);
    }
    bool excess = false, at_edge = false;
    if (own < law_count) {
      by_own = std::sqrt(std::max(covariance(own, own), 0.0));
      if (source == Source::breakaway)
        by_own = std::hypot(by_own, data.breakaway_spread() / std::abs(chain[j * law_count + own]));
      excess = parameters.is_excess(own);
      at_edge = fit.x[own] - lower[own] < 1e-6 || upper[own] - fit.x[own] < 1e-6;
    }
    const bool is_null = own < law_count && null[own];
    if (is_null) {
      e.verdict = Identified::no, e.reason = sentence_about(c.null_directions, e.name);
      leave_open(e, number.range), e.deviation = unbounded;
    } else if (excess && fit.x[own] < two_sided * by_own) {
      e.verdict = Identified::no, e.reason = "its excess over the level it is counted from cannot be told from zero";
    } else if (relative > 0.5) {
      e.verdict = Identified::no;
      e.reason = "its 95 % interval is wider than itself";
    } else if (at_edge) {
      e.verdict = Identified::weak, e.reason = "the fit ends at the edge of its range";
    } else if (relative > 0.1) {
      e.verdict = Identified::weak, e.reason = "its 95 % interval is wider than 20 % to each side";
    }
    if (source == Source::held) {
      e.verdict = Identified::weak, e.upper = unbounded;
      e.reason = "it is at least this: so much was held at rest, and nothing broke away";
    }
    if (own < law_count && !is_null && !excess && number.range.low == 0 && number.range.low_allowed &&
        e.value < two_sided * e.deviation)
      e.verdict = Identified::no, e.reason = "it cannot be told from zero";
    if (own < law_count && !is_null && e.verdict != Identified::yes)
      if (const std::string other = hardly_told_from(information, names, own); !other.empty())
        e.reason += "; it can hardly be told from " + other + " in this log";
    if (e.verdict != Identified::yes) e.advice = recording_advice(e.name, e.unit, number.role, excess, speeds);
    if (e.verdict == Identified::no) ++open;
    if (profiles && e.verdict != Identified::yes && !is_null && source != Source::held && own < law_count &&
        can_minimise())
      e.profile = profile_interval(data, fit, own, by_own, factor[own]);
    c.numbers.push_back(std::move(e));
  }
  for (std::size_t k = 0; k < data.extras().size(); ++k) {
    const ExtraTerm& term = data.extras()[k];
    EstimatedNumber e{term.name, "", data.unit(term.unit), term.doc};
    e.value = term.about + fit.extras[k];
    e.deviation = std::hypot(std::sqrt(std::max(covariance(law_count + k, law_count + k), 0.0)), term.resolution);
    e.lower = e.value - two_sided * e.deviation, e.upper = e.value + two_sided * e.deviation;
    const double relative = e.value != 0 ? e.deviation / std::abs(e.value) : 1e300;
    e.verdict = null[law_count + k] || relative > 0.5 ? Identified::no
                : relative > 0.1                      ? Identified::weak
                                                      : Identified::yes;
    if (e.verdict != Identified::yes) {
      e.reason = e.verdict == Identified::no ? "it cannot be told from zero"
                                             : "its 95 % interval is wider than 20 % to each side";
      if (null[law_count + k]) {
        e.reason = sentence_about(c.null_directions, e.name);
        e.lower = -unbounded, e.upper = unbounded, e.deviation = unbounded;
      } else if (const std::string other = hardly_told_from(information, names, law_count + k); !other.empty())
        e.reason += "; it can hardly be told from " + other + " in this log";
      e.advice = recording_advice(e.name, e.unit, Role::plain, false, speeds);
    }
    c.numbers.push_back(std::move(e));
  }
  c.correlated_names = names;
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = 0; b < count; ++b) {
      const double size = std::sqrt(information.inverse[a * count + a] * information.inverse[b * count + b]);
      c.correlation.push_back(size > 0 ? information.inverse[a * count + b] / size : a == b ? 1 : 0);
    }
  for (const double f : factor) c.inflation = std::max(c.inflation, std::sqrt(f));
  c.informative = fitted == 0 || 2 * open < fitted + 1;
  c.sentence = open == 0 ? "every number of the law is supported by the data"
                         : std::to_string(open) + " of " + std::to_string(fitted) +
                               " numbers of the law cannot be found from this log" +
                               (c.informative ? "" : ": the log is uninformative for this law");
  if (const std::string some = differenced_names(parameters); !some.empty())
    c.sentence += "; slopes by " + some + " are central differences";
  return c;
}

}  // namespace stiction
