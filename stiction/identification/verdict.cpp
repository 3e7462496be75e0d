// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/identification/least_squares.hpp"
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

/// What to record so that a number of this unit and role becomes visible.
std::string advice_for(const EstimatedNumber& n, Role role, bool excess, const ForceData& data) {
  std::vector<double> speeds;
  for (std::size_t i = 0; i < data.train_rows(); ++i)
    if (const double v = std::abs(data.row_velocity()[i]); v > 0) speeds.push_back(v);
  std::sort(speeds.begin(), speeds.end());
  const double fast = speeds.empty() ? 1 : speeds[speeds.size() * 99 / 100];
  const double slow = speeds.empty() ? 1e-3 : std::max(speeds[speeds.size() / 20], 0.01 * fast);
  const auto speed = [](double v) { return rounded_text(v, 2) + " m/s"; };
  if (excess || role == Role::velocity || n.unit == "m/s")
    return "record ten constant speeds from " + speed(slow / 30) + " to " + speed(fast) +
           ", evenly spread on a logarithmic scale, and slow ramps of force until it breaks away";
  if (n.unit == "N/m" || n.unit == "m" || role == Role::deflection)
    return "record slow reversals that stay below break-away, with an encoder that resolves a tenth of the presliding "
           "distance";
  if (n.unit == "N.s/m")
    return "record constant speeds up to several times " + speed(fast) +
           ", and quick small reversals for damping before sliding";
  if (n.unit == "N/s") return "record sudden changes of speed while sliding, sampled faster than the force follows";
  if (n.name == "inertia") return "record stronger accelerations, in both directions";
  if (n.unit == "1") return "record presliding reversals of several sizes, from a tenth of break-away up to sliding";
  return "record motion in both directions at several speeds, with reversals";
}

LeastSquaresProblem with_one_held(const ForceData& data, const FitParameters& parameters, std::size_t held, double at) {
  LeastSquaresProblem problem;
  problem.residuals = data.train_rows();
  problem.lower = parameters.lower(), problem.upper = parameters.upper();
  problem.lower.erase(problem.lower.begin() + static_cast<std::ptrdiff_t>(held));
  problem.upper.erase(problem.upper.begin() + static_cast<std::ptrdiff_t>(held));
  problem.evaluate = [&data, &parameters, held, at](const std::vector<double>& others, double* residual,
                                                    double* jacobian) {
    std::vector<double> x = others;
    x.insert(x.begin() + static_cast<std::ptrdiff_t>(held), at);
    const std::size_t rows = data.train_rows();
    std::vector<double> all(jacobian != nullptr ? rows * x.size() : 0);
    if (!projected_residuals(data, parameters, x, residual, jacobian != nullptr ? all.data() : nullptr)) return false;
    for (std::size_t k = 0, to = 0; jacobian != nullptr && k < x.size(); ++k)
      if (k != held) std::copy_n(all.data() + k * rows, rows, jacobian + to++ * rows);
    return true;
  };
  return problem;
}

/// Where the sum of squares, the others fitted anew, has grown by as much as 95 % of all cases do. Walks outwards from
/// the best point; a side that never gets there is open.
std::pair<double, double> profile_interval(const ForceData& data, const LawFit& fit, std::size_t k, double deviation,
                                           double inflation) {
  const FitParameters& parameters = *fit.parameters;
  const double allowed = 0.5 * two_sided * two_sided * fit.noise * fit.noise * inflation;
  const double best = 0.5 * fit.noise * fit.noise * static_cast<double>(data.train_rows() - fit.unknowns);
  const double low_end = parameters.lower()[k], high_end = parameters.upper()[k];
  std::pair<double, double> interval;
  for (const double side : {-1.0, 1.0}) {
    std::vector<double> others = fit.x;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
    double step = std::clamp(deviation, 0.02, 1.0), at = fit.x[k], inside = at;
    bool closed = false;
    for (int i = 0; i < 7 && !closed; ++i, step *= 2) {
      at = std::clamp(fit.x[k] + side * step, low_end, high_end);
      const LeastSquaresSolution s =
          minimise(with_one_held(data, parameters, k, at), others, {.iterations = 15, .tolerance = 1e-8, .stop = {}});
      closed = s.cost > best + allowed;
      if (!closed) inside = at, others = s.x;
      if (at <= low_end || at >= high_end) break;
    }
    for (int i = 0; i < 4 && closed; ++i) {  // between the last point inside and the first one outside
      const double middle = 0.5 * (inside + at);
      const LeastSquaresSolution s = minimise(with_one_held(data, parameters, k, middle), others,
                                              {.iterations = 15, .tolerance = 1e-8, .stop = {}});
      (s.cost > best + allowed ? at : inside) = middle;
    }
    std::vector<double> x = fit.x;
    x[k] = at;
    const double value = parameters.numbers_at(x)[parameters.number_of(k)];
    (side < 0 ? interval.first : interval.second) = closed     ? value
                                                    : side < 0 ? -std::numeric_limits<double>::infinity()
                                                               : std::numeric_limits<double>::infinity();
  }
  return interval;
}

std::string direction_sentence(const NullDirection& n) {
  std::string names;
  for (std::size_t i = 0; i < n.parts.size(); ++i)
    names += (i == 0 ? "" : i + 1 == n.parts.size() ? " and " : ", ") + n.parts[i].first;
  return n.parts.size() == 1 ? names + " has no effect on what was recorded"
                             : names + " cannot be told apart in this log";
}

}  // namespace

std::string_view identified_name(Identified verdict) {
  constexpr std::string_view names[] = {"identified", "weak", "not identifiable", "kept"};
  return names[static_cast<std::size_t>(verdict)];
}

Certainty certainty_of(const ForceData& data, const LawFit& fit, bool profiles) {
  Certainty c;
  const FitParameters& parameters = *fit.parameters;
  const std::size_t rows = data.train_rows(), law_count = fit.x.size(), count = law_count + data.extras().size();
  const std::vector<double> jacobian = prediction_slopes(data, parameters, fit.x);
  // Directions in which a change by its own size moves the prediction by less than a thousandth of the noise are null.
  const InformationAnalysis information = analyse_information(jacobian, rows, count, 1e-6);
  const std::vector<double> factor = variance_inflation(jacobian, information, fit, rows, count);
  const double variance = fit.noise * fit.noise;
  const auto covariance = [&](std::size_t a, std::size_t b) {
    return variance * information.inverse[a * count + b] * std::sqrt(factor[a] * factor[b]);
  };
  std::vector<std::string> names;
  for (std::size_t k = 0; k < law_count; ++k) names.push_back(parameters.numbers()[parameters.number_of(k)].name);
  for (const ExtraTerm& term : data.extras()) names.push_back(term.name);

  std::vector<bool> null(count, false);
  for (std::size_t k = 0; k < count; ++k)
    if (!(information.column_length[k] > 1e-9 * std::sqrt(static_cast<double>(rows)) * data.scale())) {
      null[k] = true;
      NullDirection n{{{names[k], 1.0}}, {}};
      n.sentence = direction_sentence(n);
      c.null_directions.push_back(std::move(n));
    }
  for (std::size_t s = 0; s < count; ++s) {
    if (information.singular_values[s] > 1e-6 * information.singular_values[0]) continue;
    NullDirection n;
    double largest = 0;
    for (const double w : information.directions[s]) largest = std::max(largest, std::abs(w));
    for (std::size_t k = 0; k < count; ++k)
      if (const double w = information.directions[s][k] / largest; std::abs(w) > 0.2 && !null[k])
        n.parts.emplace_back(names[k], w);
    if (n.parts.empty()) continue;
    for (std::size_t k = 0; k < count; ++k)
      for (const auto& part : n.parts)
        if (part.first == names[k]) null[k] = true;
    n.sentence = direction_sentence(n);
    c.null_directions.push_back(std::move(n));
  }

  const std::vector<double> chain = parameters.slopes_at(fit.x), lower = parameters.lower(), upper = parameters.upper();
  std::size_t open = 0, fitted = 0;
  for (std::size_t j = 0; j < parameters.numbers().size(); ++j) {
    const LawNumber& number = parameters.numbers()[j];
    EstimatedNumber e{number.name, number.symbol, number.unit, number.doc};
    e.value = e.lower = e.upper = fit.p[j];
    std::size_t own = law_count;  // the coordinate that stands for it
    for (std::size_t k = 0; k < law_count; ++k)
      if (parameters.number_of(k) == j) own = k;
    if (!number.fitted) {
      e.verdict = Identified::kept;
      c.numbers.push_back(std::move(e));
      continue;
    }
    ++fitted;
    double square = 0, by_own = 0;
    for (std::size_t a = 0; a < law_count; ++a)
      for (std::size_t b = 0; b < law_count; ++b)
        square += chain[j * law_count + a] * covariance(a, b) * chain[j * law_count + b];
    e.deviation = std::sqrt(std::max(square, 0.0));
    const bool positive_only = number.range.low == 0 && e.value > 0;
    const double relative = e.value != 0 ? e.deviation / std::abs(e.value) : 1e300;
    if (positive_only && !number.range.low_allowed) {  // log-normal: never negative
      e.lower = e.value * std::exp(-two_sided * std::min(relative, 50.0)),
      e.upper = e.value * std::exp(two_sided * std::min(relative, 50.0));
    } else {
      e.lower = std::max(e.value - two_sided * e.deviation, number.range.low),
      e.upper = std::min(e.value + two_sided * e.deviation, number.range.high);
    }
    bool excess = false, at_edge = false;
    if (own < law_count) {
      by_own = std::sqrt(std::max(covariance(own, own), 0.0));
      excess = parameters.is_excess(own);
      at_edge = fit.x[own] - lower[own] < 1e-6 || upper[own] - fit.x[own] < 1e-6;
    }
    const bool is_null = own < law_count && null[own];
    if (is_null) {
      e.verdict = Identified::no, e.reason = "a change of it does not show in the prediction";
      for (const NullDirection& n : c.null_directions)
        for (const auto& part : n.parts)
          if (part.first == e.name) e.reason = n.sentence;
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
    if (own < law_count && !excess && number.range.low == 0 && number.range.low_allowed &&
        e.value < two_sided * e.deviation)
      e.verdict = Identified::no, e.reason = "it cannot be told from zero";
    if (e.verdict != Identified::yes) e.advice = advice_for(e, number.role, excess, data);
    if (e.verdict == Identified::no) ++open;
    if (profiles && e.verdict != Identified::yes && !is_null && own < law_count && can_minimise())
      e.profile = profile_interval(data, fit, own, by_own, factor[own]);
    c.numbers.push_back(std::move(e));
  }
  for (std::size_t k = 0; k < data.extras().size(); ++k) {
    const ExtraTerm& term = data.extras()[k];
    EstimatedNumber e{term.name, "", term.unit, term.doc};
    e.value = fit.extras[k], e.deviation = std::sqrt(std::max(covariance(law_count + k, law_count + k), 0.0));
    e.lower = e.value - two_sided * e.deviation, e.upper = e.value + two_sided * e.deviation;
    const double relative = e.value != 0 ? e.deviation / std::abs(e.value) : 1e300;
    e.verdict = null[law_count + k] || relative > 0.5 ? Identified::no
                : relative > 0.1                      ? Identified::weak
                                                      : Identified::yes;
    if (e.verdict != Identified::yes) {
      e.reason = e.verdict == Identified::no ? "it cannot be told from zero"
                                             : "its 95 % interval is wider than 20 % to each side";
      e.advice = advice_for(e, Role::plain, false, data);
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
  return c;
}

}  // namespace stiction
