// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/linearisation.hpp"

#include "stiction/analysis/stability_border.hpp"
#include "stiction/analysis/stick_and_slip_modes.hpp"
#include "stiction/control/closed_loop.hpp"
#include "stiction/control/pid.hpp"
#include "stiction/loop/coupled_system.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/models/preset.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "tests/reference/reference_values.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::testing {
namespace {

using System = CoupledSystem<PulledMass, LuGre>;

struct Sliding {
  double viscous_damping = 0, pull_speed = 2, spring_stiffness = 2, mass = 1;
  LuGre::Parameters<double> friction() const {
    auto p = preset<LuGre>("astrom2008_fig4");
    p.viscous_damping = viscous_damping;
    return p;
  }
  System system() const { return System({mass, spring_stiffness}, {friction()}, {pull_speed, 0.0}); }
  /// From a guess that knows nothing but the speed.
  Equilibrium<3> equilibrium() const { return find_equilibrium(system(), {0, pull_speed, 0}); }
};

double known(const std::string& key) { return ReferenceTable::of("astrom2008_linearisation").at(key).value; }

// (20)-(24): equilibrium, coefficients and eigenvalues of steady sliding, for every set of the reference.
TEST(Linearisation, SteadySlidingMeetsTheReference) {
  const std::vector<std::pair<std::string, Sliding>> cases{
      {"fig6a_sigma2=0", {}},
      {"fig6b_sigma2=0.2", {.viscous_damping = 0.2}},
      {"fig6c_sigma2=0.5", {.viscous_damping = 0.5}},
      {"fig6d_sigma2=2sqrt2", {.viscous_damping = 2 * std::sqrt(2)}},
      {"fig7a_vp=0.2", {.pull_speed = 0.2}},
      {"fig8a_k=0.5", {.spring_stiffness = 0.5}},
      {"fig8d_k=8", {.spring_stiffness = 8}}};
  for (const auto& [name, sliding] : cases) {
    const auto e = sliding.equilibrium();
    ASSERT_TRUE(e.found) << name << ": " << e.sentence;
    EXPECT_NEAR(e.state[0], known(name + "/l_e"), 1e-12);
    EXPECT_NEAR(e.state[2], known(name + "/z_e"), 1e-15);
    const auto s = linear_stability(sliding.system(), e.state);
    EXPECT_NEAR(s.characteristic[2], known(name + "/a1"), 1e-9);
    EXPECT_NEAR(s.characteristic[1], known(name + "/a2"), 1e-9);
    EXPECT_NEAR(s.characteristic[0], known(name + "/a3"), 1e-9);
    EXPECT_NEAR(s.routh.border_determinant, known(name + "/a1a2-a3"), 1e-6) << name;
    EXPECT_EQ(s.stable, known(name + "/a1a2-a3") > 0 && known(name + "/a2") > 0) << name << ": " << s.sentence;
    ASSERT_EQ(s.eigenvalues.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string root = name + "/lambda" + std::to_string(i + 1);
      // The double root of fig. 6d moves with the square root of rounding.
      const double slack = name == "fig6d_sigma2=2sqrt2" && i > 0 ? 1e-6 : 1e-9;
      EXPECT_NEAR(s.eigenvalues[i].real(), known(root + "_re"), slack) << root;
      EXPECT_NEAR(std::abs(s.eigenvalues[i].imag()), std::abs(known(root + "_im")), slack) << root;
    }
  }
}

// The coefficients with the factors 1/m that the paper's (24) lacks: a2 = (h F_ss' + k)/m for a mass of 2 kg.
TEST(Linearisation, CorrectedFormulasHoldForAnyMass) {
  const Sliding s{.viscous_damping = 0.2, .pull_speed = 0.5, .mass = 2};
  const auto stability = linear_stability(s.system(), s.equilibrium().state);
  EXPECT_NEAR(stability.characteristic[1], known("m2_check/a2_corrected"), 1e-10);
  EXPECT_NEAR(stability.routh.border_determinant, known("m2_check/a1a2-a3_corrected"), 1e-8);
  RandomCases cases(41);
  for (int n = 0; n < 30; ++n) {
    const Sliding r{cases.uniform(0, 1), cases.log_uniform(0.05, 3), cases.log_uniform(0.2, 20),
                    cases.log_uniform(0.1, 10)};
    const auto p = r.friction();
    using D = Dual<double, 1>;
    const D force = LuGre::steady_force(convert<LuGre::Parameters<D>>(p), contact(D::variable(r.pull_speed, 0)));
    const double h = LuGre::decay_rate(p, contact(r.pull_speed));
    const double a2 = linear_stability(r.system(), r.equilibrium().state).characteristic[1];
    EXPECT_NEAR(a2, (h * force.slope[0] + r.spring_stiffness) / r.mass, 1e-9 * (h + p.bristle_stiffness / r.mass));
  }
}

// Hopf points of the reference as zeros of a1 a2 - a3: 0.499057613 m/s with drag 0.2, and the drag needed at 0.5 m/s.
TEST(StabilityBorder, FindsTheHopfPoints) {
  const double speed = stability_border(
      [](double v) {
        const Sliding s{.viscous_damping = 0.2, .pull_speed = v};
        return linear_stability(s.system(), s.equilibrium().state).routh.border_determinant;
      },
      0.3, 1);
  EXPECT_NEAR(speed, known("hopf_vp_k=2_sigma2=0.2"), 1e-9);
  const auto growth = [](double drag) {
    const Sliding s{.viscous_damping = drag, .pull_speed = 0.5};
    return linear_stability(s.system(), s.equilibrium().state).growth_rate;
  };
  EXPECT_NEAR(stability_border(growth, 0.01, 1), known("hopf_sigma2_k=2_vp=0.5"), 1e-9);
}

// sin x: borders at 1 and 2 times pi, falling and rising; an empty range or several borders are refused.
TEST(StabilityBorder, TellsHowTheSignChanges) {
  const auto sine = [](double x) { return std::sin(x); };
  const auto found = stability_borders(sine, 1, 7);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR(found[0].parameter, std::acos(-1.0), 1e-15);
  EXPECT_FALSE(found[0].rising);
  EXPECT_TRUE(found[1].rising);
  EXPECT_THROW(stability_border(sine, 1, 7), InvalidInput);
  EXPECT_THROW(stability_border(sine, 1, 2), InvalidInput);
  EXPECT_THROW(stability_border(sine, 2, 1), InvalidInput);
}

// A mass under PID at rest on LuGre bristles: position and integral settle anywhere within stiction, and the report
// says that roots lie on the axis.
TEST(Linearisation, AContinuumOfEquilibriaHasARootAtZero) {
  using Loop = ClosedLoop<MassOnSurface, Pid>;
  Loop::Inputs<Signal> inputs;
  inputs.reference = 1.0;
  const CoupledSystem<Loop, LuGre> system({}, {LuGre::Parameters<double>{}}, inputs);
  const auto e = find_equilibrium(system, {1, 0, 0, 0});
  EXPECT_TRUE(e.found) << e.sentence;
  const auto s = linear_stability(system, e.state);
  EXPECT_FALSE(s.stable);
  EXPECT_EQ(s.routh.right_of_axis, 0);
}

/// y' = 1 + c y^2.
struct Runaway {
  static constexpr std::size_t size = 1;
  double curvature = 1;
  template <class Real>
  Vector<1, Real> rates(const Real&, const Vector<1, Real>& y) const {
    return {y[0] * y[0] * Real(curvature) + Real(1)};
  }
  Vector<1> scale() const { return {1}; }
};

// y' = 1 + y^2 is never zero, y' = 1 depends on nothing: no equilibrium, and the answer says so.
TEST(Linearisation, SaysWhenThereIsNoEquilibrium) {
  for (const double curvature : {1.0, 0.0}) {
    const auto e = find_equilibrium(Runaway{curvature}, {3});
    EXPECT_FALSE(e.found);
    EXPECT_NE(e.sentence.find("no equilibrium"), std::string::npos);
  }
}

// Stick and slip modes of the paper's figures 2 and 4.
TEST(StickAndSlipModes, MeetTheReference) {
  const auto fig2 = stick_and_slip_modes<LuGre>(preset<LuGre>("astrom2008_fig2"), 1, 0, 0.1);
  EXPECT_NEAR(fig2.stick_frequency, known("fig2_omega0=sqrt(sigma0/m)"), 1e-11);
  EXPECT_NEAR(fig2.stick_damping_ratio, known("fig2_zeta"), 1e-14);
  const auto fig4 = stick_and_slip_modes<LuGre>(preset<LuGre>("astrom2008_fig4"), 1, 2, 0.1);
  EXPECT_NEAR(fig4.stick_frequency, known("fig4_omega_stick"), 1e-12);
  EXPECT_NEAR(fig4.slip_frequency, known("fig4_omega_slip"), 1e-14);
  EXPECT_LT(fig4.slip_damping_ratio, 0);  // below the dip of the Stribeck curve
  EXPECT_NEAR(fig4.stiffness_ratio, 1451, 1e-9);
  EXPECT_THROW(stick_and_slip_modes<LuGre>({}, -1, 2, 0.1), InvalidInput);
}

// The matrix of a damped oscillator, s^2 + 2 s + 5 = 0: -1 +- 2j; a matrix that is not square is refused.
TEST(LinearStability, KnowsTheDampedOscillator) {
  const auto s = linear_stability(2, {0, 1, -5, -2});
  EXPECT_EQ(s.characteristic, Polynomial({5, 2, 1}));
  EXPECT_NEAR(s.growth_rate, -1, 1e-14);
  EXPECT_NEAR(s.frequency, 2, 1e-14);
  EXPECT_EQ(
      s.sentence,
      "stable: every root has a negative real part; the slowest motion decays with 1 1/s and oscillates with 2 rad/s");
  EXPECT_THROW(linear_stability(2, {1, 2, 3}), InvalidInput);
}

}  // namespace
}  // namespace stiction::testing
