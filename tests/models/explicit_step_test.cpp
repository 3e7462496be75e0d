// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/explicit_step.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/models/bliman_sorine.hpp"
#include "stiction/models/coulomb.hpp"
#include "stiction/models/preisach.hpp"

namespace stiction {
namespace {

// Two real poles, |v|/(eta eps_f) and |v|/eps_f: the faster one sets the step, 2 eta eps_f / |v|.
TEST(LargestExplicitStep, IsSetByTheFastestPole) {
  const BlimanSorine::Parameters<double> p;
  const double expected = 2 * p.length_ratio * p.slow_length / 0.3;
  EXPECT_NEAR(largest_explicit_step<BlimanSorine>(p, {}, {}, contact(-0.3)), expected, 1e-6 * expected);
}

// A damped pair, s^2 + 2 zeta w s + w^2 with w = omega |v|: |1 + h s| = 1 at h = 2 zeta / w, far below 2 / w.
TEST(LargestExplicitStep, OfADampedPairShrinksWithItsDamping) {
  BlimanSorineDamped::Parameters<double> p;
  for (const double zeta : {0.05, 0.2155, 0.9}) {
    p.damping_ratio = zeta;
    const double expected = 2 * zeta / (p.path_frequency * 0.01);
    EXPECT_NEAR(largest_explicit_step<BlimanSorineDamped>(p, {}, {}, contact(0.01)), expected, 1e-6 * expected);
  }
}

// Coupling does not move poles: A = [[-1, 100], [0, -1]] per metre has a double pole at -1, so the step is 2 / |v|.
TEST(LargestExplicitStep, IsNotFooledByCoupling) {
  SpaceInvariant::Parameters<double> p;
  p.dynamics = {-1.0, 100.0, 0.0, -1.0};
  EXPECT_NEAR(largest_explicit_step<SpaceInvariant>(p, {}, {}, contact(0.5)), 4.0, 0.01);
}

TEST(LargestExplicitStep, IsInfiniteWhereNothingDecays) {
  EXPECT_TRUE(std::isinf(largest_explicit_step<Coulomb>({}, {}, {}, contact(0.1))));
  EXPECT_TRUE(std::isinf(largest_explicit_step<Preisach>({}, {}, {}, contact(0.1))));
  EXPECT_TRUE(std::isinf(largest_explicit_step<BlimanSorine>({}, {}, {}, contact(0.0))));
}

}  // namespace
}  // namespace stiction
