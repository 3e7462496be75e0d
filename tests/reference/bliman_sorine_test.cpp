// SPDX-License-Identifier: BSD-3-Clause
// The second-order laws along the path: Bliman and Sorine's, passive and not, and the form CanudasDeWit1995 gives it.
// Exact steps of the laws alone; bliman_sorine_runs_test.cpp has runs.
#include "stiction/models/bliman_sorine.hpp"

#include <complex>

#include "stiction/scalar/dual_number.hpp"
#include "tests/reference/reference_values.hpp"
#include "tests/support/path_integration.hpp"

namespace stiction::testing::bliman_sorine_test {
namespace {

using test_support::settled_before_forward;
using test_support::slide;
using test_support::Travelled;

const std::string passive = "bliman_sorine/A_f1=2_f2=1_eta=0.3_ef=1e-4",
                  not_passive = "bliman_sorine/C_nonpassive_f1=1_f2=1.2_eta=0.3_ef=1e-4",
                  form1995 = "bliman_sorine/form1995_zeta=0.2155_omega=1e4";
/// Exact steps along the path: errors are those of rounding.
constexpr double rounding = 1e-13;

/// After a way s in the positive direction.
template <class Law>
double force_after(const ParametersOf<Law>& p, const StateOf<Law>& from, double s) {
  const auto z = Law::exact_step(p, from, contact(1.0), s);
  return Law::force(p, z, z, contact(1.0));
}
/// Where the force is largest: its slope along the path, by dual numbers, changes sign.
template <class Law>
double peak(const ParametersOf<Law>& p, const StateOf<Law>& from, double before, double beyond) {
  using D = Dual<double, 1>;
  for (int i = 0; i < 60; ++i) {
    const double s = 0.5 * (before + beyond);
    const auto z = Law::exact_step(p, from, contact(1.0), s);
    const auto rate = Law::rate(p, z, contact(1.0));
    StateOf<Law, D> moving;
    for (std::size_t k = 0; k < Law::order; ++k)
      moving.filtered_force[k].value = z.filtered_force[k], moving.filtered_force[k].slope[0] = rate.filtered_force[k];
    const D force = Law::force(convert<ParametersOf<Law, D>>(p), moving, moving, contact(D(1.0)));
    (force.slope[0] > 0 ? before : beyond) = s;
  }
  return 0.5 * (before + beyond);
}
/// Work of friction from one reversal to the next, in the loop that reversals after every way s settle to.
template <class Law>
double work_between_reversals(const ParametersOf<Law>& p, const auto& matrices, double s) {
  return slide<Law>(p, matrices, {settled_before_forward<Law>(p, s), 0}, 1, s).energy;
}

Measurements measure_along_path(const BlimanSorine::Parameters<double>& p) {
  const double& length = p.slow_length;
  const StateOf<BlimanSorine> rest{}, reversed{{-p.fast_force, p.slow_force}};
  const auto blocks = BlimanSorineForm::matrices<double>(p);
  Measurements m;
  m["s_peak"] = peak<BlimanSorine>(p, rest, 0, 3 * length);
  m["F_peak_from_rest"] = force_after<BlimanSorine>(p, rest, m["s_peak"].value);
  m["F_peak_after_reversal"] = force_after<BlimanSorine>(p, reversed, peak<BlimanSorine>(p, reversed, 0, 3 * length));
  m["F_kinetic=f1-f2"] = BlimanSorine::steady_force(p, contact(1.0));
  const auto start = BlimanSorine::rate(p, rest, contact(1.0));
  m["initial_stiffness=(f1/eta-f2)/ef"] = BlimanSorine::force(p, start, start, contact(1.0));
  for (const std::string share : {"0.1", "0.5", "1", "2", "5"}) {
    const double s = std::stod(share) * length;
    m["F_from_rest(s=" + share + "*ef)"] = {force_after<BlimanSorine>(p, rest, s), p.fast_force};
    m["F_after_reversal(s=" + share + "*ef)"] = {force_after<BlimanSorine>(p, reversed, s), p.fast_force};
  }
  for (const std::string share : {"1", "5"}) {
    const double amplitude = std::stod(share) * length;
    m["loop_area_x=" + share + "*ef*sin"] = {2 * work_between_reversals<BlimanSorine>(p, blocks, 2 * amplitude),
                                             4 * p.fast_force * amplitude};
  }
  // H(p) = C (p - A)^-1 B: its denominator, its zero, and its real part over eight decades.
  const double a1 = blocks.dynamics.entries[0], a2 = blocks.dynamics.entries[1];
  const double b1 = blocks.output[0] * blocks.input[0], b2 = blocks.output[1] * blocks.input[1];
  m["omega=1/(ef*sqrt(eta))"] = std::sqrt(a1 * a2);
  m["zeta=(1+eta)/(2sqrt(eta))"] = -0.5 * (a1 + a2) / std::sqrt(a1 * a2);
  m["zero=-(f1-f2)/(ef*(f1-eta*f2))"] = (b1 * a2 + b2 * a1) / (b1 + b2);
  double smallest = 1e300;
  for (int i = 0; i <= 80; ++i) {
    const std::complex<double> frequency(0, std::pow(10, -4 + 0.1 * i) / length);
    smallest = std::min(smallest, (b1 / (frequency - a1) + b2 / (frequency - a2)).real());
  }
  m["min_ReH_on_grid(w*ef in 1e-4..1e4)"] = {smallest, 1};
  m["passive(f1>=max(1,eta^2)f2)"] = BlimanSorine::passivity_margin(p) >= 0 ? 1 : 0;
  return m;
}

const NotMeasured misprint{{"f1/ef(as_printed_in_Dumitriu)", "holds for one block only, not for the second order"}};

// The passive law: peaks, forces along the path, loops and the transfer function, by exact steps.
TEST(BlimanSorine, PassiveLawIsMetAlongThePath) {
  const Measurements m = measure_along_path({});  // the defaults
  expect_complete(passive, m, misprint);
  compare(passive, m, rounding);
}
// A law with negative kinetic friction, which the platform refuses as input, still has its equations right.
TEST(BlimanSorine, LawThatIsNotPassiveIsMetAlongThePath) {
  BlimanSorine::Parameters<double> p;
  p.fast_force = 1, p.slow_force = 1.2;
  EXPECT_FALSE(is_valid(p));
  const Measurements m = measure_along_path(p);
  expect_complete(not_passive, m, misprint);
  compare(not_passive, m, rounding);
}

// The form with an overshoot: peaks, no initial stiffness, and energy drawn by quick reversals.
TEST(BlimanSorine, FormOf1995IsMetAlongThePath) {
  const BlimanSorineDamped::Parameters<double> p;
  const auto matrices = DampedForm::matrices<double>(p);
  const StateOf<BlimanSorineDamped> rest{}, reversed{{-p.coulomb_force, 0}};
  const double wave = std::numbers::pi / p.path_frequency;
  const auto mean_force = [&](double s) { return work_between_reversals<BlimanSorineDamped>(p, matrices, s) / s; };
  const auto start = BlimanSorineDamped::rate(p, rest, contact(1.0));
  Measurements m;
  m["s_peak"] = peak<BlimanSorineDamped>(p, rest, 0.5 * wave, 1.5 * wave);
  m["overshoot_from_rest"] = force_after<BlimanSorineDamped>(p, rest, m["s_peak"].value);
  m["overshoot_after_reversal"] =
      force_after<BlimanSorineDamped>(p, reversed, peak<BlimanSorineDamped>(p, reversed, 0.5 * wave, 1.5 * wave));
  m["initial_stiffness"] = BlimanSorineDamped::force(p, start, start, contact(1.0));
  m["mean_F*sgn(v)_for_reversals_every_0.5*pi/omega"] = mean_force(0.5 * wave);
  m["mean_F*sgn(v)_for_reversals_every_2*pi/omega"] = mean_force(2 * wave);
  expect_complete(form1995, m, {});
  compare(form1995, m, rounding);
}

}  // namespace
}  // namespace stiction::testing::bliman_sorine_test
