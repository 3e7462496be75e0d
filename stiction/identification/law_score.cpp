// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/law_score.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/identification/law_residuals.hpp"

namespace stiction {
namespace {

/// Range that the law allows at rest: measured less terms beside friction is cut off at it.
void hold_at_rest(const ForceData& data, LawFit& fit, std::vector<double>& uncertainty) {
  const LawPrediction& law = find_law_prediction(fit.law);
  constexpr double equal_entropy = 0.24197;  // 1 / sqrt(2 pi e)
  std::size_t ranges = 0;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    if (!is_range(data.row_evidence()[i])) continue;
    const double forward = law.breakaway(fit.p, data.row_normal_force(i), 1),
                 backward = law.breakaway(fit.p, data.row_normal_force(i), -1),
                 needed = fit.friction[i] + fit.residual[i];
    fit.friction[i] = std::clamp(needed, -backward, forward), fit.residual[i] = needed - fit.friction[i];
    uncertainty[i] = equal_entropy * (forward + backward), ++ranges;
  }
  fit.range_fraction = static_cast<double>(ranges) / static_cast<double>(data.rows());
}

}  // namespace

void score(const ForceData& data, LawFit& fit) {
  std::vector<double> friction;
  if (!predict_rows(data, *fit.parameters, fit.p, friction, nullptr, Rows::all)) {
    fit.problem = "the law gives no finite force at the numbers found";
    return;
  }
  const ForceData& counted = fit.fitted_to(data);
  const std::size_t rows = data.rows(), train = data.train_rows();
  fit.friction = friction, fit.residual.resize(rows);
  for (std::size_t i = 0; i < rows; ++i) fit.residual[i] = counted.counts(i) ? counted.target()[i] - friction[i] : 0;
  fit.extras = counted.coefficients(fit.residual);
  for (std::size_t i = 0; i < rows; ++i) {
    const ForceData& own = counted.counts(i) ? counted : data;  // rows that do not count are zero there
    fit.residual[i] = own.target()[i] - friction[i];
    for (std::size_t k = 0; k < fit.extras.size(); ++k)
      fit.residual[i] -= fit.extras[k] * own.extra_columns()[k * rows + i];
  }
  std::vector<double> uncertainty(rows, 0.0);
  if (fit.counted) hold_at_rest(data, fit, uncertainty);
  fit.unknowns = fit.x.size() + fit.extras.size();
  double left = 0, missed[2] = {0, 0}, measured[2] = {0, 0}, moving[2] = {0, 0}, ranges = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const double r = fit.residual[i], u = uncertainty[i], f = data.target()[i];
    const int part = i < train ? 0 : 1;
    missed[part] += r * r + u * u, measured[part] += f * f;
    if (i < train && counted.counts(i)) left += r * r;
    if (i < train && u > 0) ranges += std::log((r * r + u * u));
    if ((i >= train || rows == train) && !is_range(data.row_evidence()[i])) moving[0] += r * r, moving[1] += f * f;
  }
  const double n = static_cast<double>(counted.counted_rows()), k = static_cast<double>(fit.unknowns);
  fit.train_error = 100 * std::sqrt(missed[0] / measured[0]);
  fit.test_error = rows > train ? 100 * std::sqrt(missed[1] / measured[1]) : fit.train_error;
  fit.motion_error = moving[1] > 0 ? 100 * std::sqrt(moving[0] / moving[1]) : 0;
  fit.noise = std::sqrt(left / std::max(n - k, 1.0));
  fit.information_criterion =
      n * std::log(std::max(left / n, 1e-300)) + ranges + k * std::log(static_cast<double>(train));
}

}  // namespace stiction
