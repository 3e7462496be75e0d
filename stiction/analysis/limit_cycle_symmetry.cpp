// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/limit_cycle_symmetry.hpp"

#include <cmath>

#include "stiction/analysis/linear_stability.hpp"

namespace stiction::detail {
namespace {

/// f(c + d) + f(c - d), and its slopes in c.
struct Imbalance {
  std::vector<double> sum, size, slopes;  ///< size: |f(c + d)| + |f(c - d)|
  bool reverses = true;                   ///< every contact slides in opposite directions at the two

  Imbalance(const CycleMoment& m, const std::vector<double>& centre, const std::vector<double>& displacement)
      : sum(centre.size()), size(centre.size()), slopes(centre.size() * centre.size()) {
    const std::size_t n = centre.size(), contacts = m.core.loop().contacts();
    std::vector<double> direction(contacts);
    for (const double side : {1.0, -1.0}) {
      std::vector<double> y = centre, f(n);
      for (std::size_t i = 0; i < n; ++i) y[i] += side * displacement[i];
      LoopRun core = m.core;
      core.start(m.t, y.data());
      const std::vector<double> jacobian = core.jacobian(m.t, y.data(), f.data());
      for (std::size_t k = 0; k < jacobian.size(); ++k) slopes[k] += jacobian[k];
      for (std::size_t i = 0; i < n; ++i) sum[i] += f[i], size[i] += std::abs(f[i]);
      for (std::size_t i = 0; i < contacts; ++i) {
        reverses = reverses && (side > 0 || core.direction(i) * direction[i] < 0);
        direction[i] = core.direction(i);
      }
    }
  }
  bool vanishes() const {
    for (std::size_t i = 0; i < sum.size(); ++i)
      if (!(std::abs(sum[i]) <= 1e-9 * size[i])) return false;
    return true;
  }
};

}  // namespace

std::optional<std::vector<double>> centre_of_symmetry(const CycleMoment& m, const StateRanges& ranges) {
  for (const auto& part : m.core.loop().parts().contacts)
    if (!part->info->symmetric) return std::nullopt;
  const std::size_t n = m.y.size();
  std::vector<double> centre(n), displacement(n);
  const std::vector<double>& scale = m.core.scale();
  // Displacements that differ in every state, so that one that is not symmetric cannot hide.
  const auto displace = [&](int k, double factor) {
    for (std::size_t i = 0; i < n; ++i) {
      const double range = std::max(ranges.high[i] - ranges.low[i], 1e-3 * scale[i]);
      displacement[i] = factor * range * std::sin(1.0 + 1.7 * k + 2.3 * static_cast<double>(i));
    }
  };
  for (std::size_t i = 0; i < n; ++i) centre[i] = 0.5 * (ranges.low[i] + ranges.high[i]);
  displace(0, 1);
  for (int k = 0; k < 20; ++k) {
    const Imbalance now(m, centre, displacement);
    if (now.vanishes()) break;
    for (const double x : now.slopes)
      if (!std::isfinite(x)) return std::nullopt;
    const std::vector<double> step = newton_step(now.slopes, now.sum, scale);
    for (std::size_t i = 0; i < n; ++i) centre[i] += step[i];
  }
  // Near and far: where contacts slide one way only, or reverse every time, a loop may look symmetric.
  bool reverses = false;
  for (int k = 0; k < 8; ++k) {
    displace(k, std::pow(10.0, k - 4));
    const Imbalance there(m, centre, displacement);
    if (!there.vanishes()) return std::nullopt;
    reverses = reverses || there.reverses;
  }
  return reverses ? std::optional(centre) : std::nullopt;
}

}  // namespace stiction::detail
