// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/solvers/test_problems.hpp"

namespace stiction {
namespace {

using testing::distance;
using testing::KnownSolution;

struct Errors {
  double end = 0;     // largest at the ends of steps
  double inside = 0;  // largest of the dense output inside steps
};

template <class Step>
Errors errors_with(int steps) {
  const KnownSolution system;
  Step step;
  const double h = 2.0 / steps;
  Errors errors;
  Vector<2> y = KnownSolution::solution(0), end{}, estimate{};
  for (int i = 0; i < steps; ++i) {
    const double t = i * h;
    step.begin(system, t, y);
    step.take(system, t, y, h, end, estimate);
    const StepView<Step> view(step, t, h, y, end);
    for (const double share : {0.2, 0.5, 0.8})
      errors.inside = std::max(errors.inside, distance(view.at(share), KnownSolution::solution(t + share * h)));
    y = end;
    errors.end = std::max(errors.end, distance(y, KnownSolution::solution(t + h)));
  }
  return errors;
}

/// Slope of log error against log step over two halvings.
template <class Step>
Errors measured_orders(int steps) {
  const Errors coarse = errors_with<Step>(steps), fine = errors_with<Step>(4 * steps);
  return {0.5 * std::log2(coarse.end / fine.end), 0.5 * std::log2(coarse.inside / fine.inside)};
}

// Each method converges with its order on a nonlinear, time-dependent problem, and so does its dense output (one less
// for the explicit method, whose interpolant is of order 4). A wrong coefficient in any stage shows here.
TEST(Order, Rodas4PIsOfOrderFourInsideStepsToo) {
  const Errors orders = measured_orders<RosenbrockStep<Rodas4P, KnownSolution>>(40);
  EXPECT_GT(orders.end, 3.8);
  EXPECT_GT(orders.inside, 3.7);
}
TEST(Order, Rodas5PIsOfOrderFiveAndItsDenseOutputOfFour) {
  const Errors orders = measured_orders<RosenbrockStep<Rodas5P, KnownSolution>>(40);
  EXPECT_GT(orders.end, 4.8);
  EXPECT_GT(orders.inside, 3.8);
}
TEST(Order, Ros2IsOfOrderTwo) {
  const Errors orders = measured_orders<RosenbrockStep<Ros2, KnownSolution>>(50);
  EXPECT_NEAR(orders.end, 2.0, 0.1);
}
// With the exact Jacobian one evaluation of the rates is enough for order two.
TEST(Order, OneRateRos2IsOfOrderTwo) {
  const Errors orders = measured_orders<RosenbrockStep<OneRateRos2, KnownSolution>>(50);
  EXPECT_NEAR(orders.end, 2.0, 0.1);
}
TEST(Order, ImplicitEulerIsOfOrderOne) {
  const Errors orders = measured_orders<RosenbrockStep<ImplicitEuler, KnownSolution>>(50);
  EXPECT_NEAR(orders.end, 1.0, 0.1);
}
TEST(Order, DormandPrinceIsOfOrderFiveAndItsDenseOutputOfFour) {
  const Errors orders = measured_orders<DormandPrinceStep<KnownSolution>>(40);
  EXPECT_GT(orders.end, 4.8);
  EXPECT_GT(orders.inside, 3.8);
}

/// y' = polynomial of t.
struct Polynomial {
  static constexpr std::size_t size = 1;
  int degree = 0;
  template <class Real>
  Vector<1, Real> rates(const Real& t, const Vector<1, Real>&) const {
    Real power(1);
    for (int i = 0; i < degree; ++i) power = power * t;
    return {Real(degree + 1) * power};
  }
  Vector<1> scale() const { return {1}; }
};

// A method of order p integrates t^(p-1) exactly in one step of any size.
template <class Step>
void expect_exact_up_to(int degree) {
  for (int d = 0; d <= degree; ++d) {
    const Polynomial system{d};
    Step step;
    Vector<1> y{0}, end{}, estimate{};
    step.begin(system, 0, y);
    step.take(system, 0, y, 2, end, estimate);
    EXPECT_NEAR(end[0], std::pow(2.0, d + 1), 1e-11) << "degree " << d;
  }
}
TEST(Order, PolynomialsBelowTheOrderAreIntegratedExactly) {
  expect_exact_up_to<RosenbrockStep<Rodas4P, Polynomial>>(3);
  expect_exact_up_to<RosenbrockStep<Rodas5P, Polynomial>>(4);
  expect_exact_up_to<DormandPrinceStep<Polynomial>>(4);
}

}  // namespace
}  // namespace stiction
