// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/residual_tests.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

double autocorrelation(const std::vector<double>& r, std::size_t rows, std::size_t lag) {
  double top = 0, below = 0;
  for (std::size_t i = 0; i < rows; ++i) below += r[i] * r[i];
  for (std::size_t i = 0; i + lag < rows; ++i) top += r[i] * r[i + lag];
  return below > 0 ? top / below : 0;
}

/// Fraction of the variance that the means of bins with equally many rows explain, less what chance would, and the
/// largest of those means.
struct Binned {
  double explained = 0, limit = 0, largest = 0, at = 0;
};
Binned binned(const std::vector<double>& residual, const std::vector<double>& by, std::size_t rows, double effective) {
  constexpr std::size_t bins = 12;
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return by[a] < by[b]; });
  double total = 0, between = 0;
  Binned found;
  for (std::size_t i = 0; i < rows; ++i) total += residual[i] * residual[i];
  for (std::size_t b = 0; b < bins; ++b) {
    const std::size_t from = b * rows / bins, until = (b + 1) * rows / bins;
    double sum = 0, place = 0;
    for (std::size_t i = from; i < until; ++i) sum += residual[order[i]], place += by[order[i]];
    if (until == from) continue;
    const double count = static_cast<double>(until - from), mean = sum / count;
    between += count * mean * mean;
    if (std::abs(mean) > std::abs(found.largest)) found.largest = mean, found.at = place / count;
  }
  found.explained = total > 0 ? between / total : 0;
  // Under chance the fraction is about bins / n of independent rows, with a long tail; small effects do not matter.
  found.limit = std::max(0.02, 3.0 * bins / std::max(effective, 1.0));
  return found;
}

}  // namespace

double outlier_limit(std::vector<double> residual, double deviations) {
  if (residual.empty()) return 0;
  for (double& r : residual) r = std::abs(r);
  const auto middle = residual.begin() + static_cast<std::ptrdiff_t>(residual.size() / 2);
  std::nth_element(residual.begin(), middle, residual.end());
  return deviations * 1.4826 * *middle;
}

std::size_t memory_of(const std::vector<double>& residual, std::size_t rows) {
  const double chance = 2.6 / std::sqrt(static_cast<double>(rows));
  std::size_t lag = 1;
  while (lag < rows / 10 && autocorrelation(residual, rows, lag) > chance) lag = lag < 20 ? lag + 1 : lag + lag / 5;
  return lag - 1;
}

double independent_rows(const std::vector<std::vector<double>>& residual) {
  double rows = 0;
  std::size_t memory = 0;
  for (const std::vector<double>& one : residual) {
    rows += static_cast<double>(one.size());
    memory = std::max(memory, memory_of(one, one.size()));
  }
  return rows / (2 * static_cast<double>(memory) + 1);
}

std::vector<ResidualTest> residual_tests(const ForceData& data, const LawFit& fit) {
  std::vector<ResidualTest> all;
  const std::size_t rows = data.train_rows(), memory = memory_of(fit.residual, rows);
  const double effective = static_cast<double>(rows) / static_cast<double>(1 + memory);
  ResidualTest white{.name = "whiteness",
                     .statistic = autocorrelation(fit.residual, rows, 1),
                     .limit = 2.6 / std::sqrt(static_cast<double>(rows)),
                     .passed = memory == 0,
                     .sentence = {}};
  white.sentence = white.passed ? "the residuals are white: the law leaves nothing but noise"
                                : "the residuals remember themselves over " + std::to_string(memory) +
                                      " samples: something that moves is not in the law, or the noise is filtered; "
                                      "intervals are widened for it";
  all.push_back(white);
  const std::string newton = " " + data.unit("N");
  const auto against = [&](const char* name, const std::vector<double>& by, const std::string& unit,
                           const std::string& hint) {
    const Binned b = binned(fit.residual, by, rows, effective);
    ResidualTest test{
        .name = name, .statistic = b.explained, .limit = b.limit, .passed = b.explained <= b.limit, .sentence = {}};
    test.sentence = "against " + std::string(name) + " " + rounded_text(100 * b.explained, 2) +
                    " % of what is left over is systematic";
    if (b.limit > 0.5)  // whatever is left over would pass
      test.sentence += ": so few samples are independent of each other that this may be chance";
    else
      test.sentence += test.passed ? ": no more than chance"
                                   : ", up to " + rounded_text(b.largest, 3) + newton + " at " + rounded_text(b.at, 3) +
                                         " " + unit + ": " + hint;
    all.push_back(std::move(test));
  };
  against("velocity", data.row_velocity(), data.unit("m/s"), "a richer curve of friction over speed may help");
  if (!data.recordings().front().position.empty())
    against("position", data.row_position(), data.unit("m"),
            "friction depends on where the contact is: ripple, a tight spot, a spring");
  std::vector<double> direction;
  for (const double v : data.row_velocity()) direction.push_back(v > 0 ? 1 : v < 0 ? -1 : 0);
  double forward = 0, backward = 0, n_forward = 0, n_backward = 0, total = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    total += fit.residual[i] * fit.residual[i];
    if (direction[i] > 0) forward += fit.residual[i], ++n_forward;
    if (direction[i] < 0) backward += fit.residual[i], ++n_backward;
  }
  if (const LawPrediction& law = find_law_prediction(fit.law); law.has_true_rest() && data.has_rest()) {
    double beyond = 0, held = 0;
    for (std::size_t i = 0; i < rows; ++i)
      if (data.row_evidence()[i] == Evidence::rest && std::abs(fit.residual[i]) > beyond)
        beyond = std::abs(fit.residual[i]), held = std::abs(fit.friction[i]);
    ResidualTest test{.name = "rest",
                      .statistic = beyond,
                      .limit = 4 * fit.noise + 1e-6 * data.scale(),
                      .passed = beyond <= 4 * fit.noise + 1e-6 * data.scale(),
                      .sentence = "at rest the law holds all that was applied"};
    if (!test.passed)
      test.sentence = "at rest " + rounded_text(held + beyond, 3) + newton +
                      " were held where the law breaks away at " + rounded_text(held, 3) + newton +
                      ": try a law with a larger force at rest";
    all.push_back(std::move(test));
  }
  if (n_forward > 0 && n_backward > 0 && total > 0) {
    const double explained = (forward * forward / n_forward + backward * backward / n_backward) / total;
    ResidualTest test{.name = "direction",
                      .statistic = explained,
                      .limit = std::max(0.01, 8 / effective),
                      .passed = true,
                      .sentence = {}};
    test.passed = test.statistic <= test.limit;
    test.sentence = test.passed ? "both directions are explained equally well"
                                : "what is left over is " + rounded_text(forward / n_forward, 3) + newton +
                                      " forwards and " + rounded_text(backward / n_backward, 3) + newton +
                                      " backwards: friction differs with direction; try an asymmetric law";
    all.push_back(std::move(test));
  }
  return all;
}

}  // namespace stiction
