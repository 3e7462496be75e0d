// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/solvers/callback_system.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/test_problems.hpp"

namespace stiction {
namespace {

using testing::BouncingBall;
using testing::distance;
using testing::KnownSolution;

/// The known solution behind functions; its Jacobian written by hand.
CallbackSystem<2> behind_functions(double stiffness, bool with_jacobian) {
  const KnownSolution known{stiffness};
  CallbackSystem<2> system{.rates_of = [known](double t, const Vector<2>& y) { return known.rates(t, y); },
                           .sizes = {1, 1}};
  if (with_jacobian)
    system.jacobian_of = [k = stiffness](double t, const Vector<2>& y) -> Matrix<double, 2> {
      const double second = KnownSolution::solution(t)[1];
      return {{{-k * (3 * y[0] * y[0] + 1), 0},
               {2 * k * (second - y[1]) * y[0], -2 * std::cos(t) * y[1] - k * (1 + y[0] * y[0])}}};
    };
  return system;
}

// Through functions, with a Jacobian or without one, mild or stiff, the closed form comes out to the tolerance.
TEST(CallbackSystem, FollowsAKnownSolutionWithAndWithoutAJacobian) {
  for (const double stiffness : {1.0, 1e3, 1e6})
    for (const bool with_jacobian : {true, false})
      for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
        CallbackSystem<2> system = behind_functions(stiffness, with_jacobian);
        Vector<2> y = KnownSolution::solution(0);
        const SolveResult result = solve(system, y, 0, 10, {.tolerance = tolerance});
        ASSERT_EQ(result.status, SolveStatus::finished) << result.reason;
        EXPECT_LT(distance(y, KnownSolution::solution(10)), 10 * tolerance)
            << stiffness << (with_jacobian ? " with " : " without ") << tolerance;
      }
}

// Differences are as good as the truth: they cost hardly a step more.
TEST(CallbackSystem, NeedsNoMoreStepsWithDifferences) {
  std::array<std::size_t, 2> steps{};
  for (const bool with_jacobian : {true, false}) {
    CallbackSystem<2> system = behind_functions(1e4, with_jacobian);
    Vector<2> y = KnownSolution::solution(0);
    const SolveResult result = solve(system, y, 0, 10, {.tolerance = 1e-8});
    steps[with_jacobian ? 0 : 1] = result.counters.accepted + result.counters.rejected;
  }
  EXPECT_GT(steps[0], 20U);
  EXPECT_LE(static_cast<double>(steps[1]), 1.1 * static_cast<double>(steps[0]));
}

// Forward differences meet a Jacobian written by hand to the root of the precision, also where a state is tiny beside
// its natural size.
TEST(CallbackSystem, DifferencesAgreeWithTheJacobian) {
  for (const Vector<2>& y : {Vector<2>{0.7, 0.4}, Vector<2>{1e-12, -3.0}, Vector<2>{0.0, 1e3}}) {
    Vector<2> f{};
    Matrix<double, 2> exact{}, differences{};
    behind_functions(5, true).jacobian(0.3, y, f, exact);
    behind_functions(5, false).jacobian(0.3, y, f, differences);
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 2; ++j)
        EXPECT_NEAR(differences[i][j], exact[i][j], 3e-6 * (1 + std::abs(exact[i][j]))) << i << j << " at " << y[0];
  }
}

// Events through functions: a ball that falls from 5 m in 1 s bounces after 1, 2, 2.5 s ... when half its speed is
// left.
TEST(CallbackSystem, LocatesEvents) {
  std::vector<double> bounces;
  CallbackSystem<2, 1> ball{
      .rates_of = [](double, const Vector<2>& y) -> Vector<2> { return {y[1], -BouncingBall::gravity}; },
      .sizes = {1, 1},
      .driven = false,
      .guards_of = [](double, const Vector<2>& y) { return std::array{y[0]}; },
      .transition_of =
          [&](const std::bitset<1>&, double t, Vector<2>& y) {
            bounces.push_back(t);
            y = {0, -0.5 * y[1]};
            return bounces.size() < 4;
          },
      .guard_sizes = {1}};
  Vector<2> y{5, 0};
  const SolveResult result = solve(ball, y, 0, 10, {.tolerance = 1e-9});
  EXPECT_EQ(result.status, SolveStatus::ended_by_event);
  ASSERT_EQ(bounces.size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(bounces[k], 3 - std::pow(0.5, static_cast<double>(k)) * 2, 1e-8);
}

}  // namespace
}  // namespace stiction
