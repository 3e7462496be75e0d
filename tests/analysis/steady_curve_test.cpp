// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/steady_curve.hpp"

#include <gtest/gtest.h>

#include "stiction/models/lugre.hpp"

namespace stiction::testing {
namespace {

// After a slide of x the bristles are as bent as after an infinite one but for e^{-sigma_0 x / g}: a long slide gives
// the Stribeck curve, a short one misses it by just that.
TEST(SteadyCurve, LongSlidesGiveTheStribeckCurve) {
  const LuGre::Parameters<double> p;
  const std::vector<double> speeds{1e-4, 1e-3, 3e-3, 0.1, -1e-3};
  const auto curve = steady_curve<LuGre>(p, speeds, 40 * 1.5e-5);
  ASSERT_EQ(curve.size(), speeds.size());
  EXPECT_LT(worst_relative_error(curve), 1e-9);
  EXPECT_NEAR(curve[1].measured, 1 + 0.5 / std::exp(1) + 0.4e-3, 1e-9);  // (4) by hand at v_s
  EXPECT_NEAR(curve[4].measured, -curve[1].measured, 1e-9);

  // From rest over x = z_ss: z = z_ss (1 - 1/e), and F = sigma_0 z + sigma_1 v / e + sigma_2 v.
  const double v = 1e-4, level = 1 + 0.5 * std::exp(-0.01), distance = level / p.bristle_stiffness, e = std::exp(-1);
  const double expected = level * (1 - e) + p.bristle_damping * v * e + 0.4 * v;
  EXPECT_NEAR(steady_curve<LuGre>(p, {v}, distance)[0].measured, expected, 1e-9);
  EXPECT_THROW(steady_curve<LuGre>(p, {0}, distance), InvalidInput);
}

}  // namespace
}  // namespace stiction::testing
