// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Varying break-away, as in Fig. 4 of Canudas de Wit et al. 1995: a mass of 1 kg under a force that grows steadily. The
// largest friction before the mass runs away depends on the rate of loading if and only if the law promises it.
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/models/evaluate.hpp"
#include "tests/models/every_model/family.hpp"
#include "tests/support/drive_model.hpp"

namespace stiction {
namespace {

template <class Model>
struct EveryModelBreakaway : ::testing::Test {};
TYPED_TEST_SUITE(EveryModelBreakaway, testing::FamilyUnderTest, testing::NameOfModel);

/// The law over a time h at the velocity of the contact: its exact step, or Euler's with modes changed where guards
/// fell.
template <class M>
void advance(const ParametersOf<M>& p, ModeOf<M>& m, StateOf<M>& z, const Contact<double>& c, double h) {
  if constexpr (HasExactStep<M>) {
    z = step_of<M, double>(p, m, z, c, h);
  } else {
    for_each_pair(z, rate_of<M, double>(p, m, z, c), [h](const auto&, double& x, double dx) { x += h * dx; });
    if constexpr (HasModes<M>) {
      const auto guards = M::guards(p, m, z, c);
      std::array<bool, guards.size()> fired{};
      for (std::size_t i = 0; i < guards.size(); ++i) fired[i] = guards[i] < 0;
      Contact<double> after = c;
      M::transition(p, fired, m, z, after);
    }
  }
}

/// Largest friction force until the mass moves at 10 mm/s and has left presliding, under a force that grows at `rate`
/// [N/s].
template <class M>
double breakaway_force(double rate) {
  const ParametersOf<M> p;
  ModeOf<M> m;
  StateOf<M> z;
  constexpr double h = 2e-6;
  const double presliding = 10 * testing::presliding_length<M>(p);
  double x = 0, v = 0, largest = 0;
  for (double t = 0; (v < 0.01 || x < presliding) && t * rate < 10; t += h) {
    Contact<double> c = contact(v);
    c.applied_force = rate * t;
    const double force = force_of<M, double>(p, m, z, c);
    largest = std::max(largest, force);
    v += h * (rate * t - force);
    x += h * v;
    advance<M>(p, m, z, contact(v), h);
  }
  return largest;
}

TYPED_TEST(EveryModelBreakaway, DependsOnTheRateOfLoadingIfPromised) {
  constexpr Phenomena promised = TypeParam::info.phenomena;
  if (TypeParam::info.random) GTEST_SKIP() << "breaks away at a random force";
  if (!promised.presliding_spring && !promised.true_stick) {
    EXPECT_FALSE(promised.varying_breakaway) << "creeps under any load: nothing breaks away";
    return;
  }
  const double slow = breakaway_force<TypeParam>(2), fast = breakaway_force<TypeParam>(20);
  EXPECT_EQ(std::abs(fast - slow) > 0.02 * slow, promised.varying_breakaway)
      << slow << " N at 2 N/s, " << fast << " N at 20 N/s";
}

}  // namespace
}  // namespace stiction
