// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/bounded_slope_power.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/models/dahl.hpp"
#include "stiction/models/elasto_plastic.hpp"
#include "stiction/models/evaluate.hpp"
#include "stiction/models/generalized_kinetic.hpp"
#include "stiction/models/generalized_maxwell_slip.hpp"
#include "stiction/models/leuven.hpp"
#include "stiction/models/lugre_variants.hpp"
#include "stiction/scalar/simd_math.hpp"
#include "stiction/schema/packing.hpp"
#include "stiction/solvers/solve.hpp"

namespace stiction {
namespace {

using D = Dual<double, 1>;

// Above the border the power itself; at the border the same value and slope from below; 0 at 0; odd and even.
TEST(BoundedSlopePower, JoinsThePowerWithEqualValueAndSlope) {
  for (const double d : {0.1, 0.5, 0.9}) {
    const double border = 1e-3, below = border * (1 - 1e-9);
    EXPECT_DOUBLE_EQ(even_power(2 * border, d, border), std::pow(2 * border, d));
    EXPECT_DOUBLE_EQ(odd_power(2 * border, -1.0, d, border), -std::pow(2 * border, d));
    const D even = even_power(D::variable(below, 0), D(d), border);
    const D odd = odd_power(D::variable(below, 0), D(1), D(d), border);
    for (const D& joined : {even, odd}) {
      EXPECT_NEAR(joined.value, std::pow(border, d), 1e-8 * std::pow(border, d));
      EXPECT_NEAR(joined.slope[0], d * std::pow(border, d - 1), 1e-7 * std::pow(border, d - 1));
    }
    EXPECT_EQ(even_power(0.0, d, border), 0.0);
    EXPECT_EQ(odd_power(0.0, 1.0, d, border), 0.0);
    EXPECT_EQ(even_power(-0.3 * border, d, border), even_power(0.3 * border, d, border));
    EXPECT_EQ(odd_power(-0.3 * border, 1.0, d, border), -odd_power(0.3 * border, 1.0, d, border));
  }
}

// Both rise monotonically from 0 to x_0^d, so the error is below x_0^d.
TEST(BoundedSlopePower, StaysBetweenZeroAndThePowerAtTheBorder) {
  for (const double d : {0.1, 0.5, 0.9}) {
    double even = 0, odd = 0;
    for (double x = 1e-5; x < 1e-3; x += 1e-5) {
      EXPECT_GT(even_power(x, d, 1e-3), even);
      EXPECT_GT(odd_power(x, 1.0, d, 1e-3), odd);
      even = even_power(x, d, 1e-3), odd = odd_power(x, 1.0, d, 1e-3);
    }
    EXPECT_LT(even, std::pow(1e-3, d));
    EXPECT_LT(odd, std::pow(1e-3, d));
  }
}

// Lanes may stand on either side of the border, with exponents on either side of 1.
TEST(BoundedSlopePower, EachLaneIsTheScalar) {
  using B = Batch<double, 4>;
  const std::array<double, 4> x{0.0, 2e-4, 3e-3, 5e-4}, d{0.3, 0.5, 0.7, 1.5};
  B xs, ds;
  for (std::size_t i = 0; i < 4; ++i) xs.set(i, x[i]), ds.set(i, d[i]);
  const B even = even_power(xs, ds, 1e-3), odd = odd_power(xs, B(-1.0), ds, 1e-3);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(even[i], even_power(x[i], d[i], 1e-3), 1e-14);
    EXPECT_NEAR(odd[i], odd_power(x[i], -1.0, d[i], 1e-3), 1e-14);
  }
}

// An implicit solver linearises at rest, so every slope must be a finite number there.
template <class Law>
void expect_finite_slopes_at_rest(double exponent) {
  ParametersOf<Law, D> p;
  for_each_field(p, [&](const auto& row, D& number, std::size_t) {
    if (std::string_view(row.name).ends_with("exponent") && row.range.contains(exponent)) number = D(exponent);
  });
  StateOf<Law, D> z = Law::state_scale(p);
  const Contact<D> c = contact(D::variable(0.0, 0), D(1));
  const auto dz = rate_of<Law, D>(p, ModeOf<Law, D>{}, z, c);
  for_each_field(dz, [&](const auto& row, const D& rate, std::size_t) {
    EXPECT_TRUE(std::isfinite(rate.slope[0])) << Law::info.name << " " << row.name;
  });
  EXPECT_TRUE(std::isfinite(force_of<Law, D>(p, ModeOf<Law, D>{}, z, c).slope[0])) << Law::info.name;
}
TEST(BoundedSlopePower, EveryLawHasFiniteSlopesAtRestBelowExponentOne) {
  for (const double exponent : {0.1, 0.5, 0.99}) {
    expect_finite_slopes_at_rest<LuGre>(exponent);
    expect_finite_slopes_at_rest<LuGreFadingDamping>(exponent);
    expect_finite_slopes_at_rest<LuGreAsymmetric>(exponent);
    expect_finite_slopes_at_rest<ElastoPlastic>(exponent);
    expect_finite_slopes_at_rest<Leuven>(exponent);
    expect_finite_slopes_at_rest<GeneralizedMaxwellSlip>(exponent);
    expect_finite_slopes_at_rest<GeneralizedKinetic>(exponent);
    expect_finite_slopes_at_rest<GeneralizedKineticAsymmetric>(exponent);
    expect_finite_slopes_at_rest<GeneralizedKineticLorentzian>(exponent);
    expect_finite_slopes_at_rest<Dahl>(exponent);
  }
}

/// 1 kg under 2 N sin(2 pi t) on a law with one state: y = (x, v, z).
template <class Law>
struct DrivenMass {
  static constexpr std::size_t size = 3;
  ParametersOf<Law> law{};

  template <class Real>
  constexpr Vector<3, Real> rates(const Real& t, const Vector<3, Real>& y) const {
    const Contact<Real> c = contact(y[1], select(y[1] < Real(0), Real(-1), Real(1)));
    const StateOf<Law, Real> z{y[2]};
    const auto p = convert<ParametersOf<Law, Real>>(law);
    const auto dz = Law::rate(p, z, c);
    return {y[1], Real(2) * sin(Real(6.283185307179586) * t) - Law::force(p, z, dz, c), dz.deflection};
  }
  static constexpr Pattern<3> pattern() {
    return pattern_from<3>([](const auto& t, const auto& y) { return DrivenMass{}.rates(t, y); });
  }
  Vector<3> scale() const { return {1e-5, 1e-3, 1e-5}; }
  bool is_driven() const { return true; }
};
template <class Law>
void expect_motion(const ParametersOf<Law>& p, double x, double v) {
  DrivenMass<Law> system{p};
  Vector<3> y{};
  const SolveResult result = solve(system, y, 0, 2, {.tolerance = 1e-9});
  ASSERT_TRUE(result.finished()) << result.reason;
  EXPECT_NEAR(y[0], x, 1e-6 * x);
  EXPECT_NEAR(y[1], v, 1e-6 * std::abs(v));
}
// x and v after 2 s from rest. LuGre: scipy 1.17 solve_ivp, Radau, rtol 1e-11, printed equations. Dahl: DOP853, rtol
// 1e-12, with events where the spring is spent (F = F_C from there on) and at reversals.
TEST(BoundedSlopePower, DrivenMassMovesAsUnderThePrintedLaw) {
  ParametersOf<LuGre> lugre;
  lugre.stribeck_exponent = 0.5;
  expect_motion<LuGre>(lugre, 0.0067021097, -0.1570014729);
  lugre.stribeck_exponent = 0.1;
  expect_motion<LuGre>(lugre, 0.004436034121, -0.1175660052);
  ParametersOf<Dahl> dahl;
  dahl.shape_exponent = 0.5;
  expect_motion<Dahl>(dahl, 0.01005026865, -0.1796674639);
  dahl.shape_exponent = 0.1;
  expect_motion<Dahl>(dahl, 0.009671671434, -0.1797900881);
}

}  // namespace
}  // namespace stiction
