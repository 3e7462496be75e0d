// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/solvers/test_problems.hpp"

namespace stiction {
namespace {

using testing::KnownSolution;

SolveResult run(const SolveOptions& options, Vector<2>& y) {
  KnownSolution system{1};
  y = KnownSolution::solution(0);
  return solve(system, y, 0, 1000, options);
}

// Every limit ends the run with its own status, a sentence and the state reached, which is a point of the solution.
TEST(Limits, EachEndsTheRunWithItsReason) {
  Vector<2> y{};
  const SolveResult steps = run({.tolerance = 1e-8, .step_limit = 100}, y);
  EXPECT_EQ(steps.status, SolveStatus::step_limit);
  EXPECT_NE(steps.reason.find("100 steps"), std::string::npos) << steps.reason;
  EXPECT_GT(steps.time, 0);
  EXPECT_LT(testing::distance(y, KnownSolution::solution(steps.time)), 1e-7);

  double asked_at = 0;
  const SolveResult interrupted = run({.interrupt = [&](double t) { return (asked_at = t) > 1; }}, y);
  EXPECT_EQ(interrupted.status, SolveStatus::interrupted);
  EXPECT_EQ(interrupted.time, asked_at);

  const SolveResult seconds = run({.tolerance = 1e-12, .seconds_limit = 1e-9}, y);
  EXPECT_EQ(seconds.status, SolveStatus::seconds_limit);
  EXPECT_FALSE(seconds.finished());
}

/// y' = y^2 from 1 escapes to infinity at t = 1.
struct Escapes {
  static constexpr std::size_t size = 1;
  template <class Real>
  Vector<1, Real> rates(const Real&, const Vector<1, Real>& y) const {
    return {y[0] * y[0]};
  }
  Vector<1> scale() const { return {1}; }
};
/// A rate that stops being a number at t = 1.
struct Breaks {
  static constexpr std::size_t size = 1;
  template <class Real>
  Vector<1, Real> rates(const Real& t, const Vector<1, Real>&) const {
    return {Real(1) + Real(0) * sqrt(Real(1) - t)};
  }
  Vector<1> scale() const { return {1}; }
};

// A solution that does not exist beyond some time: the run ends there and says why.
TEST(Limits, SolutionsThatEndAreReported) {
  Escapes escapes;
  Vector<1> y{1};
  const SolveResult blown = solve(escapes, y, 0, 2);
  EXPECT_TRUE(blown.status == SolveStatus::step_too_small || blown.status == SolveStatus::not_finite);
  EXPECT_NEAR(blown.time, 1, 1e-6);
  EXPECT_FALSE(blown.reason.empty());

  Breaks breaks;
  Vector<1> z{0};
  const SolveResult broken = solve(breaks, z, 0, 2);
  EXPECT_EQ(broken.status, SolveStatus::not_finite) << broken.reason;
  EXPECT_NEAR(broken.time, 1, 1e-6);
  EXPECT_NEAR(z[0], 1, 1e-6);
}

}  // namespace
}  // namespace stiction
