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
  EXPECT_EQ(blown.status, SolveStatus::diverged) << blown.reason;
  EXPECT_NEAR(blown.time, 1, 1e-6);
  EXPECT_FALSE(blown.reason.empty());

  Breaks breaks;
  Vector<1> z{0};
  const SolveResult broken = solve(breaks, z, 0, 2);
  EXPECT_EQ(broken.status, SolveStatus::not_finite) << broken.reason;
  EXPECT_NEAR(broken.time, 1, 1e-6);
  EXPECT_NEAR(z[0], 1, 1e-6);
}

/// x'' = growth^2 x + t^power: unstable, or driven ever harder.
struct Driven {
  static constexpr std::size_t size = 2;
  double growth = 0;
  int power = 0;
  template <class Real>
  Vector<2, Real> rates(const Real& t, const Vector<2, Real>& y) const {
    Real force(1);
    for (int k = 0; k < power; ++k) force = force * t;
    return {y[1], Real(growth * growth) * y[0] + force};
  }
  Vector<2> scale() const { return {1e-5, 1e-3}; }
};

// Motion that doubles in equal times ends the run, however slow it is; motion that a force drives does not, however far
// it goes, nor does a departure from an unstable equilibrium by eight decades.
TEST(Limits, GrowthWithoutBoundIsToldFromMotionThatIsFar) {
  for (const double growth : {1e-3, 1.0, 1e4}) {
    Driven unstable{.growth = growth};
    Vector<2> y{};
    const SolveResult result = solve(unstable, y, 0, 700 / growth);
    EXPECT_EQ(result.status, SolveStatus::diverged) << growth;
    EXPECT_NE(result.reason.find("grows without bound"), std::string::npos) << result.reason;
    const double x = (std::cosh(growth * result.time) - 1) / (growth * growth);
    EXPECT_NEAR(y[0], x, 1e-4 * x);  // what was computed is kept
    EXPECT_GT(std::max(y[0], y[1]), 1e13);
  }
  for (const int power : {0, 1, 2, 4, 6})
    for (const double end : {1e3, 1e8}) {
      Driven driven{.power = power};
      Vector<2> y{};
      EXPECT_TRUE(solve(driven, y, 0, end).finished()) << power << " " << end;
      EXPECT_NEAR(y[0], std::pow(end, power + 2) / ((power + 1) * (power + 2)), 1e-6 * y[0]);
    }
  Driven leaves{.growth = 1};
  Vector<2> y{-1 + 1e-6, 0};  // x = -1 is the equilibrium
  EXPECT_TRUE(solve(leaves, y, 0, 20).finished());
  EXPECT_NEAR(y[0], -1 + 1e-6 * std::cosh(20.0), 0.1);
}

}  // namespace
}  // namespace stiction
