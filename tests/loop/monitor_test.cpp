// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/monitor.hpp"

#include <gtest/gtest.h>

#include "stiction/solvers/dense_output.hpp"

namespace stiction {
namespace {

/// A step whose interpolant is known: y = a cubic through the step.
struct CubicStep {
  static constexpr std::size_t size = 1;
  using State = Vector<1>;
  std::array<double, 3> k{};
  std::array<double, 3> dense_terms(std::size_t, double, double, double) const { return k; }
};
struct NoSystem {};

/// Passes y = f(t) in [0, 1] to a monitor in two steps that meet at `cut`. f is a parabola, so each piece is exact.
template <class Monitor>
void pass_parabola(Monitor& monitor, double peak, double cut) {
  const auto f = [&](double t) { return 1 - (t - peak) * (t - peak); };
  monitor.watch(NoSystem{});
  for (const auto& [from, to] : {std::pair{0.0, cut}, {cut, 1.0}}) {
    const double h = to - from;
    const CubicStep step{{h * h, 0, 0}};  // f = line + h^2 theta (1 - theta)
    const Vector<1> y0{f(from)}, y1{f(to)};
    monitor.step(NoSystem{}, StepView<CubicStep>(step, from, h, y0, y1));
  }
}

// A maximum anywhere in a step is found, also just before and just after the place where two steps meet: there to a
// thousandth of the step, which is a millionth in value.
TEST(Monitor, AMaximumIsFoundWhereverItLies) {
  for (const double peak : {0.1, 0.33, 0.499, 0.49999, 0.50001, 0.501, 0.52, 0.9}) {
    Extrema value([](const NoSystem&, double, const Vector<1>& y) { return y[0]; });
    pass_parabola(value, peak, 0.5);
    EXPECT_NEAR(value.highest.value, 1.0, 1e-9) << peak;
    EXPECT_NEAR(value.highest.time, peak, 1e-3 * 0.5) << peak;
    ASSERT_GE(value.maxima.size(), 1U) << peak;
  }
}

// Crossings of a level while rising and while falling, at their closed form.
TEST(Monitor, CrossingsAreFoundInBothDirections) {
  using Direction = Crossings<double (*)(const NoSystem&, double, const Vector<1>&)>::Direction;
  for (const auto& [direction, count] : {std::pair{Direction::up, 1U}, {Direction::down, 1U}, {Direction::both, 2U}}) {
    Crossings<double (*)(const NoSystem&, double, const Vector<1>&)> level(
        [](const NoSystem&, double, const Vector<1>& y) { return y[0] - 0.96; }, direction);
    pass_parabola(level, 0.5, 0.41);
    ASSERT_EQ(level.times.size(), count);
    EXPECT_NEAR(level.times.front(), direction == Direction::down ? 0.7 : 0.3, 1e-12);
    EXPECT_NEAR(level.times.back(), direction == Direction::up ? 0.3 : 0.7, 1e-12);
  }
}

}  // namespace
}  // namespace stiction
