// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/solvers/test_problems.hpp"

namespace stiction {
namespace {

using testing::distance;
using testing::KnownSolution;

// From nothing stiff to rates of 1e9 1/s: the error stays near the tolerance and the number of steps does not grow.
TEST(Stiffness, NineDecadesCostTheSame) {
  for (const SolveMethod method : {SolveMethod::rodas4p, SolveMethod::rodas5p}) {
    std::size_t fewest = 1'000'000, most = 0;
    for (const double stiffness : {1.0, 1e2, 1e4, 1e6, 1e9}) {
      KnownSolution system{stiffness};
      Vector<2> y = KnownSolution::solution(0);
      const SolveResult result = solve(system, y, 0, 10, {.tolerance = 1e-7, .method = method});
      ASSERT_TRUE(result.finished()) << result.reason;
      EXPECT_LT(distance(y, KnownSolution::solution(10)), 1e-6) << stiffness;
      fewest = std::min(fewest, result.counters.accepted);
      most = std::max(most, result.counters.accepted);
    }
    EXPECT_LT(most, 6 * fewest);
  }
}

// A start off the slow solution: the transient is resolved, then forgotten (L-stability).
TEST(Stiffness, ATransientIsForgotten) {
  KnownSolution system{1e6};
  Vector<2> y{3, -2};
  const SolveResult result = solve(system, y, 0, 1, {.tolerance = 1e-8, .method = SolveMethod::rodas5p});
  ASSERT_TRUE(result.finished());
  EXPECT_LT(distance(y, KnownSolution::solution(1)), 1e-7);
  EXPECT_LT(result.counters.accepted, 400U);
}

/// Becomes stiff at t = 1.
struct TurnsStiff : KnownSolution {
  static constexpr bool prefers_explicit() { return true; }
  template <class Real>
  Vector<2, Real> rates(const Real& t, const Vector<2, Real>& y) const {
    return KnownSolution{t > Real(1) ? 1e5 : 1.0}.rates(t, y);
  }
  double next_stop(double t) const { return t < 1 ? 1.0 : std::numeric_limits<double>::infinity(); }
  void pass_stop(double, Vector<2>&) {}
};

// `automatic` begins explicitly, without a single Jacobian, notices the stiffness and changes the method: the explicit
// method alone needs a hundred times as many steps.
TEST(Stiffness, TheExplicitMethodHandsOverWhenItMust) {
  TurnsStiff automatic, explicit_only;
  Vector<2> y = KnownSolution::solution(0), z = y;
  const SolveResult switched = solve(automatic, y, 0, 5, {.tolerance = 1e-6});
  const SolveResult plain = solve(explicit_only, z, 0, 5, {.tolerance = 1e-6, .method = SolveMethod::dormand_prince});
  ASSERT_TRUE(switched.finished() && plain.finished());
  EXPECT_LT(distance(y, KnownSolution::solution(5)), 1e-5);
  EXPECT_GT(plain.counters.accepted, 100 * switched.counters.accepted);
}

// A tighter tolerance gives a smaller error, decade by decade, never more than ten times the tolerance.
TEST(Stiffness, ErrorsFollowTheTolerance) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    KnownSolution system{1e3};
    Vector<2> y = KnownSolution::solution(0);
    const SolveResult result = solve(system, y, 0, 10, {.tolerance = tolerance});
    ASSERT_TRUE(result.finished());
    EXPECT_LT(distance(y, KnownSolution::solution(10)), 10 * tolerance);
  }
}

}  // namespace
}  // namespace stiction
