// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/scalar/dual_number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace stiction::dual_number_test {
namespace {

using D = Dual<double, 1>;
constexpr double infinity = std::numeric_limits<double>::infinity();

D at(double x) { return D::variable(x, 0); }

#define EXPECT_DUAL(dual, expected_value, expected_slope)                              \
  do {                                                                                 \
    const auto got = dual;                                                             \
    EXPECT_NEAR(got.value, expected_value, 1e-15 * (1 + std::abs(expected_value)));    \
    EXPECT_NEAR(got.slope[0], expected_slope, 2e-15 * (1 + std::abs(expected_slope))); \
  } while (false)

// Sum, difference, product and quotient rule at x = 3, by hand.
TEST(Dual, ArithmeticFollowsTheRulesOfDifferentiation) {
  const D x = at(3);
  EXPECT_DUAL(-x, -3.0, -1.0);
  EXPECT_DUAL(x + x, 6.0, 2.0);
  EXPECT_DUAL(x - D(1), 2.0, 1.0);
  EXPECT_DUAL(x * x * x, 27.0, 27.0);
  EXPECT_DUAL(D(1) / x, 1.0 / 3, -1.0 / 9);
  EXPECT_DUAL((x + 1) / (x - 1), 2.0, -0.5);  // -2/(x-1)^2
  D y = x;
  y += 1, y *= x, y -= 2, y /= x;  // (x^2 + x - 2)/x, slope 1 + 2/x^2
  EXPECT_DUAL(y, 10.0 / 3, 1 + 2.0 / 9);
}

// Closed-form derivatives at points where both value and slope are known numbers.
TEST(Dual, FunctionsHaveTheirClosedFormDerivatives) {
  using std::numbers::pi, std::numbers::e, std::numbers::ln2, std::numbers::sqrt2;
  EXPECT_DUAL(sqrt(at(4)), 2.0, 0.25);
  EXPECT_DUAL(exp(at(1)), e, e);
  EXPECT_DUAL(expm1(at(ln2)), 1.0, 2.0);
  EXPECT_DUAL(log(at(2)), ln2, 0.5);
  EXPECT_DUAL(sin(at(pi / 6)), 0.5, std::numbers::sqrt3 / 2);
  EXPECT_DUAL(cos(at(pi / 6)), std::numbers::sqrt3 / 2, -0.5);
  EXPECT_DUAL(tanh(at(ln2)), 0.6, 0.64);   // (2 - 1/2)/(2 + 1/2)
  EXPECT_DUAL(asinh(at(0.75)), ln2, 0.8);  // sinh(ln 2) = 3/4, cosh = 5/4
  EXPECT_DUAL(atan(at(1)), pi / 4, 0.5);
  EXPECT_DUAL(abs(at(-2)), 2.0, -1.0);
  EXPECT_DUAL(abs(at(2)), 2.0, 1.0);
  EXPECT_DUAL(floor(at(2.7)), 2.0, 0.0);
  EXPECT_DUAL(pow(at(4), D(1.5)), 8.0, 3.0);
  EXPECT_DUAL(pow(D(2), at(3)), 8.0, 8 * ln2);
  EXPECT_DUAL(pow(at(e), at(e)), std::pow(e, e), 2 * std::pow(e, e));  // x^x (ln x + 1)
}

/// Every function of one number a law may call, each where it is smooth.
struct Function {
  const char* name;
  D (*dual)(const D&);
  long double (*exact)(long double);
  double low, high;
};
using L = long double;
const Function functions[] = {
    {"sqrt", [](const D& x) { return sqrt(x); }, [](L x) { return std::sqrt(x); }, 0.01, 100},
    {"exp", [](const D& x) { return exp(x); }, [](L x) { return std::exp(x); }, -20, 20},
    {"expm1", [](const D& x) { return expm1(x); }, [](L x) { return std::expm1(x); }, -10, 20},
    {"log", [](const D& x) { return log(x); }, [](L x) { return std::log(x); }, 0.01, 100},
    {"sin", [](const D& x) { return sin(x); }, [](L x) { return std::sin(x); }, -1.5, 1.5},
    {"cos", [](const D& x) { return cos(x); }, [](L x) { return std::cos(x); }, 0.1, 3},
    {"tanh", [](const D& x) { return tanh(x); }, [](L x) { return std::tanh(x); }, -6, 6},
    {"asinh", [](const D& x) { return asinh(x); }, [](L x) { return std::asinh(x); }, -100, 100},
    {"atan", [](const D& x) { return atan(x); }, [](L x) { return std::atan(x); }, -100, 100},
    {"pow by base", [](const D& x) { return pow(x, D(2.3)); }, [](L x) { return std::pow(x, L(2.3)); }, 0.1, 10},
    {"pow by exponent", [](const D& y) { return pow(D(1.7), y); }, [](L y) { return std::pow(L(1.7), y); }, -5, 5},
    {"stribeck", [](const D& v) { return D(1) + D(0.5) * exp(-pow(v / D(0.3), D(1.4))); },
     [](L v) { return 1 + 0.5L * std::exp(-std::pow(v / L(0.3), L(1.4))); }, 0.05, 0.6},
    {"rational", [](const D& x) { return (x * x + D(1)) / (sqrt(x) + sin(x)); },
     [](L x) { return (x * x + 1) / (std::sqrt(x) + std::sin(x)); }, 1.0, 2.0},
    {"nested", [](const D& x) { return tanh(log(D(1) + exp(x * cos(x)))); },
     [](L x) { return std::tanh(std::log(1 + std::exp(x * std::cos(x)))); }, 1.2, 2.5},
};

/// df/dx by central differences of order 4 in 80-bit arithmetic.
double difference(long double (*f)(long double), double x) {
  const long double h = 1e-4L * std::max(1e-2L, std::abs(L(x)));
  return static_cast<double>((8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h));
}

// Every function, and compositions of them, against differences at random points: relative 1e-9.
TEST(Dual, AgreesWithDifferencesAtRandomPoints) {
  std::mt19937_64 random(3);
  for (const Function& f : functions)
    for (int i = 0; i < 2000; ++i) {
      const double x = std::uniform_real_distribution<double>(f.low, f.high)(random);
      const double expected = difference(f.exact, x);
      const D got = f.dual(at(x));
      ASSERT_NEAR(got.slope[0], expected, 1e-9 * std::abs(expected)) << f.name << " at " << x;
      ASSERT_NEAR(got.value, static_cast<double>(f.exact(x)), 1e-13 * (1 + std::abs(got.value)))
          << f.name << " at " << x;
    }
}

// Where tanh and expm1 are nearly constant their slope is rounded like the constant: absolute, not relative.
TEST(Dual, VanishingSlopesAreExactToOneRoundingOfTheValue) {
  for (const double x : {8.0, 15.0, 30.0, 700.0}) {
    const double sech = 1 / std::cosh(x);
    EXPECT_NEAR(tanh(at(x)).slope[0], sech * sech, 2.3e-16);
    EXPECT_NEAR(expm1(at(-x)).slope[0], std::exp(-x), 1.2e-16);
  }
}

// asinh'(x) = 1/sqrt(1 + x^2) is 1/|x| for large x, where x^2 has no double.
TEST(Dual, AsinhKeepsItsSlopeWhereTheSquareOverflows) {
  EXPECT_NEAR(asinh(at(1e200)).slope[0], 1e-200, 1e-215);
  EXPECT_NEAR(asinh(at(-1e300)).slope[0], 1e-300, 1e-315);
  EXPECT_NEAR(asinh(Dual<float, 1>::variable(1e30f, 0)).slope[0], 1e-30f, 1e-36f);
  EXPECT_NEAR(asinh(at(0.999e9)).slope[0] * 0.999e9, 1.0, 1e-15);
  EXPECT_NEAR(asinh(at(1.001e9)).slope[0] * 1.001e9, 1.0, 1e-15);
}

// d x^y/dx at x = 0+: 0 for y > 1, 1 for y = 1, infinite for 0 < y < 1, 0 for the constant x^0.
TEST(Dual, PowerAtZeroHasTheSlopeOfTheLimitFromTheRight) {
  EXPECT_DUAL(pow(at(0), D(2)), 0.0, 0.0);
  EXPECT_DUAL(pow(at(0), D(1)), 0.0, 1.0);
  EXPECT_EQ(pow(at(0), D(0.5)).slope[0], infinity);
  EXPECT_DUAL(pow(at(0), D(0)), 1.0, 0.0);
  EXPECT_DUAL(pow(at(1e-320), D(0)), 1.0, 0.0);
}

// 0^y = 0 for every y > 0: moving the exponent changes nothing.
TEST(Dual, PowerOfZeroDoesNotMoveWithTheExponent) { EXPECT_DUAL(pow(D(0), at(0.5)), 0.0, 0.0); }

// Where a derivative is infinite, a direction in which the argument stands still gives 0, not 0 * infinity.
TEST(Dual, DirectionsThatDoNotMoveTheArgumentStayZero) {
  using D2 = Dual<double, 2>;
  const D2 zero = D2::variable(0.0, 0);
  for (const D2& f : {sqrt(zero), pow(zero, D2(0.5)), log(zero), pow(zero, D2(-1))}) {
    EXPECT_TRUE(std::isinf(f.slope[0]));
    EXPECT_EQ(f.slope[1], 0.0);
  }
}

// N directions: the gradient of x y + sin z at (2, 3, 0) is (3, 2, 1).
TEST(Dual, DirectionsAreIndependent) {
  using D3 = Dual<double, 3>;
  const D3 f = D3::variable(2, 0) * D3::variable(3, 1) + sin(D3::variable(0, 2));
  EXPECT_EQ(f.value, 6.0);
  EXPECT_EQ(f.slope, (std::array{3.0, 2.0, 1.0}));
}

// Comparisons look at the value alone; the branch that is taken brings its own slope.
TEST(Dual, SelectKeepsTheSlopeOfTheBranchTaken) {
  const D x = at(2);
  EXPECT_TRUE(x > D(1) && x >= D(2) && x == D(2) && x <= D(2) && x < D(3) && x != D(1));
  EXPECT_DUAL(select(x > D(1), x * x, D(7)), 4.0, 4.0);
  EXPECT_DUAL(select(x > D(3), x * x, -x), -2.0, -1.0);
  EXPECT_DUAL(minimum(x, D(5)), 2.0, 1.0);
  EXPECT_DUAL(maximum(x, D(5)), 5.0, 0.0);
  EXPECT_DUAL(clamp(x, D(0), D(1)), 1.0, 0.0);
  EXPECT_DUAL(sign(x), 1.0, 0.0);
}

// exactly(x, 2) is false while a derivative by x is being taken, so no shortcut loses it.
TEST(Dual, ExactlyAsksForTheSlopesToo) {
  using D2 = Dual<double, 2>;
  EXPECT_TRUE(exactly(D2(2), 2.0));
  EXPECT_FALSE(exactly(D2(3), 2.0));
  EXPECT_FALSE(exactly(D2::variable(2, 0), 2.0));
  EXPECT_FALSE(exactly(D2::variable(2, 1), 2.0));
}

// Single precision: the same rules, numbers of type float throughout.
TEST(Dual, WorksInSinglePrecision) {
  using F = Dual<float, 2>;
  const F x = F::variable(0.5f, 1);
  const F f = exp(x) * sqrt(x + 1.0) / (x + 2);
  static_assert(std::is_same_v<decltype(f.value), float>);
  // f'/f = 1 + 1/(2 (x + 1)) - 1/(x + 2) = 1 + 1/3 - 2/5
  EXPECT_NEAR(f.slope[1] / f.value, 1 + 1.0 / 3 - 0.4, 3e-7);
  EXPECT_EQ(f.slope[0], 0.0f);
}

// A dual of duals gives second derivatives; also where the first one vanishes, as for sin(x^2) at 0: f'' = 2.
TEST(Dual, NestedDualsGiveSecondDerivatives) {
  using DD = Dual<D, 1>;
  const auto twice = [](double x) { return DD::variable(D::variable(x, 0), 0); };
  const DD x = twice(3);
  EXPECT_DUAL((x * x * x).slope[0], 27.0, 18.0);
  EXPECT_DUAL(log(x).slope[0], 1.0 / 3, -1.0 / 9);
  EXPECT_DUAL(pow(x, DD(2)).slope[0], 6.0, 2.0);
  EXPECT_DUAL(sin(twice(0) * twice(0)).slope[0], 0.0, 2.0);
  EXPECT_DUAL(tanh(twice(0)).slope[0], 1.0, 0.0);
  EXPECT_FALSE(exactly(DD(D::variable(2, 0)), 2.0));
}

// Constants are numbers of any arithmetic type, with no slope.
TEST(Dual, ConstantsHaveNoSlope) {
  for (const D& c : {D(2), D(2.0), D(2.0f), D(2u)}) {
    EXPECT_EQ(c.value, 2.0);
    EXPECT_EQ(c.slope[0], 0.0);
  }
  EXPECT_EQ(D().value, 0.0);
}

}  // namespace
}  // namespace stiction::dual_number_test
