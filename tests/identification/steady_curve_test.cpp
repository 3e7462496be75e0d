// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/steady_curve.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "stiction/identification/law_fit.hpp"
#include "stiction/identification/start_values.hpp"

namespace stiction::steady_curve_test {

/// LuGre friction of an axis by its equations, in 40 steps a sample: 3 kg that first swings by some ten micrometres and
/// then slides to and fro; an encoder of 1 um, a sample every 2 ms, 0.03 N of noise.
struct Truth {
  double stiffness = 8e4, damping = 250, drag = 15, coulomb = 5, fixed = 7, speed = 4e-3, mass = 3, offset = 0.4;
};

struct Motion {
  double x = 0, v = 0, a = 0;
};

Motion sines(double t, const std::vector<std::array<double, 3>>& all) {
  Motion m;
  for (const auto& [size, frequency, phase] : all) {
    const double w = 2 * M_PI * frequency, angle = w * t + phase;
    m.x += size * std::sin(angle), m.v += size * w * std::cos(angle), m.a -= size * w * w * std::sin(angle);
  }
  return m;
}

/// From the small swing to the large one, at 6 s.
Motion axis_motion(double t) {
  const Motion small = sines(t, {{3e-5, 1, 0}, {1.5e-5, 2.3, 0}}),
               large = sines(t, {{0.02, 0.17, 4.0}, {0.008, 0.53, 1.7}, {0.002, 1.31, 0.26}});
  const double s = 1 / (1 + std::exp(-(t - 6) / 0.15)), ds = s * (1 - s) / 0.15, dds = ds * (1 - 2 * s) / 0.15;
  return {small.x * (1 - s) + large.x * s, small.v * (1 - s) - small.x * ds + large.v * s + large.x * ds,
          small.a * (1 - s) - 2 * small.v * ds - small.x * dds + large.a * s + 2 * large.v * ds + large.x * dds};
}

ForceData axis_data(const Truth& p) {
  Log log{"axis.csv", {{"time", "s", {}}, {"position", "m", {}}, {"force", "N", {}}}, {}};
  std::mt19937_64 chance(3);
  std::normal_distribution<double> normal(0, 0.03);
  constexpr int finer = 40;
  constexpr double h = 2e-3 / finer;
  double z = 0;
  for (int i = 0; i <= 10000 * finer; ++i) {
    const Motion m = axis_motion(i * h);
    const double level = p.coulomb + (p.fixed - p.coulomb) * std::exp(-std::pow(m.v / p.speed, 2));
    if (i % finer == 0) {
      const double rate = m.v - p.stiffness * std::abs(m.v) / level * z;
      log.columns[0].values.push_back(i * h), log.columns[1].values.push_back(1e-6 * std::round(m.x / 1e-6));
      log.columns[2].values.push_back(p.stiffness * z + p.damping * rate + p.drag * m.v + p.mass * m.a + p.offset +
                                      normal(chance));
    }
    const double v = axis_motion((i + 0.5) * h).v,
                 k = p.stiffness * std::abs(v) /
                     (p.coulomb + (p.fixed - p.coulomb) * std::exp(-std::pow(v / p.speed, 2)));
    z = z * std::exp(-k * h) + (k * h > 1e-12 ? -std::expm1(-k * h) / k : h) * v;
  }
  return ForceData({prepared(log, {})}, {});
}

// The curve that sliding shows is the one that made it, well enough to begin a search with. Bristles lag behind it near
// a reversal, so that the fall is seen smaller than it is.
TEST(SteadyCurve, TheFallIsReadOffTheMotion) {
  const Truth truth;
  const FrictionSizes::Falling seen = sizes_in(axis_data(truth)).falling;
  EXPECT_NEAR(seen.level, truth.coulomb, 0.5);
  EXPECT_GT(seen.excess, 0.1 * (truth.fixed - truth.coulomb));
  EXPECT_LT(seen.excess, 1.5 * (truth.fixed - truth.coulomb));
  EXPECT_NEAR(std::log(seen.speed / truth.speed), 0, std::log(2.0));
}

// A single search, from what was read off, ends in the truth. A search that begins without the curve ends where static
// and Coulomb force are one, with five times the error.
TEST(SteadyCurve, OneSearchFindsTheStribeckEffect) {
  const Truth truth;
  const LawFit fit = fit_law(axis_data(truth), "lugre", {}, {.starts = 1});
  const auto found = [&](const char* name) { return fit.p[fit.parameters->find(name)]; };
  EXPECT_LT(fit.test_error, 1);
  EXPECT_NEAR(found("bristle_stiffness"), truth.stiffness, 0.01 * truth.stiffness);
  EXPECT_NEAR(found("coulomb_force"), truth.coulomb, 0.01 * truth.coulomb);
  EXPECT_NEAR(found("static_force"), truth.fixed, 0.05 * truth.fixed);
  EXPECT_NEAR(found("stribeck_velocity"), truth.speed, 0.1 * truth.speed);
}

// Friction without a fall shows none.
TEST(SteadyCurve, WithoutAFallNoneIsSeen) {
  Truth level;
  level.fixed = level.coulomb;
  EXPECT_EQ(sizes_in(axis_data(level)).falling.speed, 0);
}

}  // namespace stiction::steady_curve_test
