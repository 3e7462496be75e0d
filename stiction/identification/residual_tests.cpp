// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/residual_tests.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stiction/identification/position_ripple.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

constexpr std::size_t row_groups = 12;

double autocorrelation(const std::vector<double>& r, std::size_t rows, std::size_t lag) {
  double top = 0, below = 0;
  for (std::size_t i = 0; i < rows; ++i) below += r[i] * r[i];
  for (std::size_t i = 0; i + lag < rows; ++i) top += r[i] * r[i + lag];
  return below > 0 ? top / below : 0;
}

/// Means of the residual over groups of equally many rows: what depends on this quantity.
struct Binned {
  std::vector<double> mean;  ///< at each row
  double largest = 0, at = 0;
};
Binned binned(const std::vector<double>& residual, const std::vector<double>& by, std::size_t rows) {
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return by[a] < by[b]; });
  Binned found{std::vector<double>(rows), 0, 0};
  for (std::size_t b = 0; b < row_groups; ++b) {
    const std::size_t from = b * rows / row_groups, until = (b + 1) * rows / row_groups;
    double sum = 0, place = 0;
    for (std::size_t i = from; i < until; ++i) sum += residual[order[i]], place += by[order[i]];
    if (until == from) continue;
    const double count = static_cast<double>(until - from), mean = sum / count;
    for (std::size_t i = from; i < until; ++i) found.mean[order[i]] = mean;
    if (std::abs(mean) > std::abs(found.largest)) found.largest = mean, found.at = place / count;
  }
  return found;
}

/// How much of a residual a part of it explains, and how much is more than chance.
struct Explained {
  double fraction = 0, limit = 0;
  bool by_chance = true;
};
/// Under chance the part explains about `freedom` of as many rows as are independent of each other, with a long tail;
/// small effects do not matter. How many are independent is a question to what the part leaves: what is systematic
/// makes neighbours alike too. Where few are in all, a part with that freedom takes some of their likeness along, so
/// that it has to take most of it.
Explained explained_by(const std::vector<double>& residual, const std::vector<double>& part, std::size_t rows,
                       double freedom) {
  std::vector<double> rest(rows);
  double total = 0, left = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    rest[i] = residual[i] - part[i];
    total += residual[i] * residual[i], left += rest[i] * rest[i];
  }
  const std::size_t memory = memory_of(residual, rows), memory_left = memory_of(rest, rows);
  const double n = static_cast<double>(rows), chance = 3 * freedom * static_cast<double>(1 + memory_left) / n,
               odds = std::max(0.02, chance);
  Explained e{.fraction = total > 0 ? 1 - left / total : 0, .limit = odds / (1 + odds)};
  const bool enough = n > 3 * freedom * static_cast<double>(1 + memory) || 4 * memory_left <= memory;
  e.by_chance = !enough || e.fraction <= e.limit;
  if (!enough) e.limit = 1;
  return e;
}

/// A force that repeats with the position explains more than groups of rows do, which are wider than its period.
void find_ripple(const ForceData& data, const LawFit& fit, ResidualTest& test) {
  const std::size_t rows = data.train_rows();
  const PositionRipple ripple = strongest_ripple(fit.residual, data.row_position(), rows);
  if (!(ripple.explained > std::max(0.1, test.statistic))) return;
  std::vector<double> part;
  for (std::size_t i = 0; i < rows; ++i) part.push_back(ripple.at(data.row_position()[i]));
  const double freedom = 7;  // the strongest of hundreds, by chance, has as much as so many
  const Explained e = explained_by(fit.residual, part, rows, freedom);
  if (e.by_chance) return;
  test.statistic = e.fraction, test.limit = e.limit, test.passed = false;
  test.sentence = "against position " + rounded_text(100 * e.fraction, 2) + " % of what is left over repeats every " +
                  rounded_text(ripple.period, 4) + " " + data.unit("m") + ", by " +
                  rounded_text(ripple.amplitude(), 3) + " " + data.unit("N") + ": add --ripple " +
                  rounded_text(ripple.period, 4);
}

/// Friction takes energy. Where it would give some, the force was recorded with the sign of the opposite direction;
/// `test` says so then.
bool gives_energy(const ForceData& data, const LawFit& fit, ResidualTest& test) {
  double work = 0, size = 0;
  for (std::size_t i = 0; i < data.train_rows(); ++i) {
    const double power = (fit.friction[i] + fit.residual[i]) * data.row_velocity()[i];
    work += power, size += std::abs(power);
  }
  test.name = "energy", test.statistic = size > 0 ? work / size : 0, test.limit = -0.3;
  test.passed = test.statistic >= test.limit;
  test.sentence = "less inertia and offset the force does " + rounded_text(-100 * test.statistic, 2) +
                  " % of its work against the motion, but friction can only take energy: force and motion seem to be "
                  "recorded with opposite signs, so try --map force=-COLUMN";
  return !test.passed;
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
  ResidualTest energy;
  const bool backwards = gives_energy(data, fit, energy);
  if (backwards) all.push_back(energy);
  const std::string newton = " " + data.unit("N");
  const auto against = [&](const char* name, const std::vector<double>& by, const std::string& unit,
                           const std::string& hint) {
    const Binned b = binned(fit.residual, by, rows);
    const Explained e = explained_by(fit.residual, b.mean, rows, row_groups);
    ResidualTest test{.name = name, .statistic = e.fraction, .limit = e.limit, .passed = e.by_chance, .sentence = {}};
    test.sentence = "against " + std::string(name) + " " + rounded_text(100 * e.fraction, 2) +
                    " % of what is left over is systematic";
    if (!test.passed)
      test.sentence +=
          ", up to " + rounded_text(b.largest, 3) + newton + " at " + rounded_text(b.at, 3) + " " + unit + ": " + hint;
    else
      test.sentence += e.limit > 0.5 ? ": so few samples are independent of each other that this may be chance"
                                     : ": no more than chance";
    all.push_back(std::move(test));
  };
  against("velocity", data.row_velocity(), data.unit("m/s"), "a richer curve of friction over speed may help");
  if (!data.recordings().front().position.empty()) {
    against("position", data.row_position(), data.unit("m"),
            "friction depends on where the contact is: ripple, a tight spot, a spring");
    find_ripple(data, fit, all.back());
  }
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
  if (n_forward > 0 && n_backward > 0 && total > 0 && !backwards) {
    std::vector<double> part;
    for (std::size_t i = 0; i < rows; ++i)
      part.push_back(direction[i] > 0 ? forward / n_forward : direction[i] < 0 ? backward / n_backward : 0);
    const Explained e = explained_by(fit.residual, part, rows, 2);
    ResidualTest test{
        .name = "direction", .statistic = e.fraction, .limit = e.limit, .passed = e.by_chance, .sentence = {}};
    test.sentence = test.passed ? "both directions are explained equally well"
                                : "what is left over is " + rounded_text(forward / n_forward, 3) + newton +
                                      " forwards and " + rounded_text(backward / n_backward, 3) + newton +
                                      " backwards: friction differs with direction; try an asymmetric law";
    all.push_back(std::move(test));
  }
  return all;
}

}  // namespace stiction
