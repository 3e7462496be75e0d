// SPDX-License-Identifier: BSD-3-Clause
// What follows from the text of the law without a run: linearisation, steady curve, and the limit of slow loading.
#include "stiction/models/evaluate.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/scalar/dual_number.hpp"
#include "tests/reference/reference_values.hpp"

namespace stiction::testing::lugre1995_closed_forms_test {
namespace {

constexpr double closed_form_bound = 1e-12;

/// Where a function that has opposite signs at the ends is zero.
template <class Function>
double zero_of(Function f, double low, double high) {
  const bool rises = f(high) > 0;
  for (int k = 0; k < 200; ++k) {
    const double middle = 0.5 * (low + high);
    ((f(middle) > 0) == rises ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

// (9) and the steady curve of CanudasDeWit1995 with Table I: a mass of 1 kg on its bristles, the Stribeck minimum, and
// the velocities at which 1.425 N is balanced.
TEST(LuGre1995Constants, FollowFromTheLaw) {
  const ParametersOf<LuGre> p;
  ParametersOf<LuGre> dry;
  dry.viscous_damping = 0;
  using D = Dual<double, 2>;
  const D at_rest =
      force_of<LuGre, D>(convert<ParametersOf<LuGre, D>>(p), {}, {D::variable(0, 0)}, contact(D::variable(0, 1), D(1)));
  const auto steady = [](const ParametersOf<LuGre>& q, double v) { return LuGre::steady_force(q, contact(v)); };
  const auto slope = [&](double v) {
    using D1 = Dual<double, 1>;
    return LuGre::steady_force(convert<ParametersOf<LuGre, D1>>(p), contact(D1::variable(v, 0))).slope[0];
  };
  const auto excess = [&](const ParametersOf<LuGre>& q) {
    return [&q, steady](double v) { return steady(q, v) - 1.425; };
  };
  Measurements m;
  m["omega_eq9"] = std::sqrt(at_rest.slope[0]);
  m["zeta_eq9_with_sigma2"] = at_rest.slope[1] / (2 * std::sqrt(at_rest.slope[0]));
  const double lowest = zero_of(slope, 1e-3, 0.1);
  m["v_of_min_Fss"] = lowest;
  m["min_Fss"] = steady(p, lowest);
  m["Fss(0.1)"] = steady(p, 0.1);
  m["v_unstable_equilibrium_u=1.425"] = zero_of(excess(p), 1e-6, lowest);
  m["v_unstable_equilibrium_u=1.425(sigma2=0)"] = zero_of(excess(dry), 1e-6, lowest);
  m["v_sliding_equilibrium_u=1.425"] = zero_of(excess(p), lowest, 10);
  expect_complete("lugre1995_constants", m, {});
  compare("lugre1995_constants", m, closed_form_bound);
}

// Fig. 2 of CanudasDeWit1995 loaded infinitely slowly: the exact step of the law at a creeping velocity, from one force
// to the next. Works are by Simpson's rule, exact here to 13 digits.
TEST(LuGre1995Fig2QuasistaticLimit, FollowsFromTheExactStep) {
  const ParametersOf<LuGre> p;
  const double level = 1.425, creep = 1e-12;
  const auto force_after = [&](double from, double distance) {
    const double z = LuGre::exact_step(p, {from / p.bristle_stiffness}, contact(std::copysign(creep, distance)),
                                       std::abs(distance) / creep)
                         .deflection;
    return p.bristle_stiffness * z;
  };
  const auto distance = [&](double from, double to) {
    return zero_of([&](double x) { return force_after(from, x) - to; }, 0, std::copysign(1e-3, to - from));
  };
  const auto work = [&](double from, double to) {
    const int parts = 4000;
    const double way = distance(from, to), h = way / parts;
    double sum = from + to;
    for (int i = 1; i < parts; ++i) sum += (i % 2 == 1 ? 4 : 2) * force_after(from, i * h);
    return sum * h / 3;
  };
  Measurements m;
  m["x_A"] = distance(0, level);
  m["x_residual"] = distance(0, level) + distance(level, 0);
  m["peak_to_peak"] = -distance(level, -level);
  m["loop_work"] = work(level, -level) + work(-level, level);
  expect_complete("lugre1995_fig2_quasistatic_limit", m, {});
  compare("lugre1995_fig2_quasistatic_limit", m, closed_form_bound);
}

}  // namespace
}  // namespace stiction::testing::lugre1995_closed_forms_test
