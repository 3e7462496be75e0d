// SPDX-License-Identifier: BSD-3-Clause
// Numbers that follow from an experiment without running it, against closed forms.
#include "stiction/papers/certificate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "tests/support/random_cases.hpp"

namespace stiction::testing {
namespace {

/// A mass pulled through a spring, sliding with LuGre friction of exponent 1.
struct Pulled {
  double mass = 1, spring = 2, speed = 2, drag = 0.2, stiffness = 2900, damping = 107, coulomb = 2.94, stiction = 5.88,
         stribeck = 0.1;

  NamedExperiment experiment() const {
    NamedExperiment e;
    e.plant = {.model = "pulled_mass", .values = {{"mass", mass}, {"spring_stiffness", spring}}};
    e.friction = {{.model = "lugre",
                   .values = {{"bristle_stiffness", stiffness},
                              {"bristle_damping", damping},
                              {"viscous_damping", drag},
                              {"coulomb_force", coulomb},
                              {"static_force", stiction},
                              {"stribeck_velocity", stribeck},
                              {"stribeck_exponent", 1.0}}}};
    e.inputs.emplace("pull_speed", NamedSignal(speed));
    return e;
  }
  double level() const { return coulomb + (stiction - coulomb) * std::exp(-speed / stribeck); }
  double level_slope() const { return -(stiction - coulomb) / stribeck * std::exp(-speed / stribeck); }
  double steady_slope() const { return level_slope() + drag; }
  double decay() const { return stiffness * speed / level(); }
};

double ask(const NamedExperiment& e, const std::string& signal, Measure m = {}) {
  m.key = "it", m.what = "certificate", m.signal = signal;
  return certificate(e, m).value;
}
Measure number_of(int index) {
  Measure m;
  m.index = index;
  return m;
}
Measure at_path(const std::string& path, double from, double until) {
  Measure m;
  m.x = path, m.from = from, m.until = until;
  return m;
}

Pulled random_case(RandomCases& random) {
  Pulled p;
  p.mass = random.log_uniform(0.3, 3), p.spring = random.log_uniform(0.3, 30), p.speed = random.log_uniform(0.1, 3);
  p.drag = random.log_uniform(0.01, 3), p.stiffness = random.log_uniform(1e3, 1e5);
  p.damping = random.log_uniform(1, 300), p.coulomb = random.log_uniform(0.5, 5);
  p.stiction = p.coulomb * (1 + random.log_uniform(0.1, 2)), p.stribeck = random.log_uniform(0.05, 0.5);
  return p;
}

// Steady sliding is found from rest, where (22) of Astrom2008 says.
TEST(Certificate, EquilibriumIsSteadySliding) {
  RandomCases random(7);
  for (int i = 0; i < 10; ++i) {
    const Pulled p = random_case(random);
    const NamedExperiment e = p.experiment();
    EXPECT_NEAR(ask(e, "equilibrium.velocity"), p.speed, 1e-9 * p.speed);
    EXPECT_NEAR(ask(e, "equilibrium.elongation"), (p.level() + p.drag * p.speed) / p.spring, 1e-9);
    EXPECT_NEAR(ask(e, "equilibrium.deflection"), p.level() / p.stiffness, 1e-9 * p.level() / p.stiffness);
  }
}

// The coefficients of (24), with the factor 1/m that the paper leaves out of a2.
TEST(Certificate, CharacteristicPolynomialIsTheCorrectedOne) {
  RandomCases random(7);
  for (int i = 0; i < 10; ++i) {
    const Pulled p = random_case(random);
    const NamedExperiment e = p.experiment();
    const double a1 = (p.damping * p.level_slope() * p.speed / p.level() + p.drag) / p.mass + p.decay();
    const double a2 = (p.decay() * p.steady_slope() + p.spring) / p.mass, a3 = p.spring * p.decay() / p.mass;
    const double cancelled = 1e-9 * p.stiffness / p.mass;
    EXPECT_EQ(ask(e, "characteristic_coefficient", number_of(0)), 1);
    EXPECT_NEAR(ask(e, "characteristic_coefficient", number_of(1)), a1, 1e-9 * (std::abs(a1) + p.damping / p.mass));
    EXPECT_NEAR(ask(e, "characteristic_coefficient", number_of(2)), a2, cancelled + 1e-9 * std::abs(a2));
    EXPECT_NEAR(ask(e, "characteristic_coefficient", number_of(3)), a3, 1e-9 * a3);
    EXPECT_NEAR(ask(e, "border_determinant"), a1 * a2 - a3, 1e-8 * (std::abs(a1 * a2) + a3 + a1 * cancelled));
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += ask(e, "eigenvalue_real", number_of(k));
    EXPECT_NEAR(sum, -a1, 1e-9 * (std::abs(a1) + p.decay()));
  }
}

// At the border found the determinant vanishes, and the number of unstable roots changes by two.
TEST(Certificate, StabilityBorderSeparatesStableFromUnstable) {
  Pulled p;
  p.speed = 0.5, p.drag = 0;
  const double border = ask(p.experiment(), "stability_border", at_path("friction.viscous_damping", 0, 10));
  p.drag = 1.001 * border;
  EXPECT_EQ(ask(p.experiment(), "unstable_roots"), 0);
  p.drag = 0.999 * border;
  EXPECT_EQ(ask(p.experiment(), "unstable_roots"), 2);
  EXPECT_THROW(ask(p.experiment(), "stability_border", at_path("friction.viscous_damping", 9, 10)), InvalidInput);
}

// A mass that nothing holds slides steadily where friction balances the force; its position does not count.
TEST(Certificate, SteadySlidingOfAFreeMassIsAnEquilibrium) {
  NamedExperiment e;
  e.plant.initial = {{"velocity", 1.0}};
  e.inputs.emplace("force", NamedSignal(1.425));
  EXPECT_NEAR(ask(e, "equilibrium.velocity"), 0.425 / 0.4, 1e-9);
  EXPECT_EQ(ask(e, "unstable_roots"), 0);
}

// Stuck, a mass is an oscillator: its gain is that of m s^2 + (s1 + s2) s + s0.
TEST(Certificate, GainOfAStuckMassIsThatOfAnOscillator) {
  NamedExperiment e;
  e.inputs.emplace("force", NamedSignal(0.0));
  Measure m;
  m.x = "input.force", m.level = 40;
  const double w = 2 * std::numbers::pi * m.level, s0 = 1e5, drag = std::sqrt(1e5) + 0.4;
  EXPECT_NEAR(ask(e, "gain.deflection", m) * std::hypot(s0 - w * w, drag * w), 1, 1e-9);
  EXPECT_NEAR(ask(e, "stick_frequency"), std::sqrt(s0), 1e-9);
  EXPECT_NEAR(ask(e, "stick_damping_ratio"), drag / (2 * std::sqrt(s0)), 1e-12);
}

// LuGre drifts by (f/s0) ln[(1 - F1^2/f^2)/(1 - F2^2/f^2)] a cycle; the elastoplastic law not at all up to its limit.
TEST(Certificate, QuasistaticDriftOfLuGreIsALogarithm) {
  NamedExperiment e;
  e.friction = {{.model = "lugre", .preset = "dupont2002"}};
  const double f = 0.2345, s0 = 26.3895, low = -0.05, high = 0.17;
  const double drift = f / s0 * std::log((1 - low * low / f / f) / (1 - high * high / f / f));
  EXPECT_NEAR(ask(e, "quasistatic_drift", at_path("", low, high)), drift, 1e-11 * drift);
  e.friction = {{.model = "elasto_plastic", .preset = "dupont2002"}};
  const double limit = ask(e, "elastic_limit");
  EXPECT_NEAR(limit, 0.7169 * 0.2058, 1e-15);
  EXPECT_EQ(ask(e, "quasistatic_drift", at_path("", -limit, limit)), 0);
  EXPECT_GT(ask(e, "quasistatic_drift", at_path("", -limit, 1.01 * limit)), 0);
}

// Theorem 1 of CanudasDeWit1995: a PD loop is strictly positive real above K_v = m s0/s1; integral action never is.
TEST(Certificate, PositionObserverNeedsVelocityGain) {
  NamedExperiment e;
  e.controller = NamedPart{.model = "friction_observer_lugre", .values = {{"velocity_gain", 317.0}}};
  EXPECT_NEAR(ask(e, "smallest_velocity_gain"), std::sqrt(1e5), 1e-9);
  EXPECT_EQ(ask(e, "strictly_positive_real"), 1);
  e.controller->values = {{"velocity_gain", 316.0}};
  EXPECT_EQ(ask(e, "strictly_positive_real"), 0);
  e.controller->values = {{"velocity_gain", 500.0}, {"integral_gain", 1.0}};
  EXPECT_EQ(ask(e, "strictly_positive_real"), 0);
}

// Theorem 2: any constant gain will do for a velocity loop, where Re G tends to s1/m; a filter of second order not.
TEST(Certificate, VelocityObserverTakesAnyConstantGain) {
  NamedExperiment e;
  e.controller = NamedPart{.model = "velocity_observer_lugre", .values = {{"velocity_gain", 20.0}}};
  EXPECT_EQ(ask(e, "strictly_positive_real"), 1);
  EXPECT_NEAR(ask(e, "high_frequency_limit"), std::sqrt(1e5), 1e-9);
  e.controller->values = {
      {"velocity_gain", 0.0}, {"gain_numerator", {0, 0, 8000, 0, 0}}, {"gain_denominator", {28, 400, 0, 0}}};
  EXPECT_EQ(ask(e, "strictly_positive_real"), 0);
  // The lowest real part, on a fine grid of frequencies.
  double lowest = 1e300;
  for (double w = 22; w < 23; w += 1e-4) {
    const std::complex<double> s(0, w), h = 8000.0 / (s * s + 28.0 * s + 400.0);
    lowest = std::min(lowest, ((std::sqrt(1e5) * s + 1e5) / (s + h)).real());
  }
  EXPECT_NEAR(ask(e, "lowest_real_part"), lowest, 1e-6 * std::abs(lowest));
  EXPECT_NEAR(ask(e, "frequency_of_lowest_real_part"), 22.47, 0.01);
}

// What does not exist or does not apply is refused in words.
TEST(Certificate, WrongQuestionsAreRefused) {
  NamedExperiment e;
  EXPECT_THROW(ask(e, "passivity"), InvalidInput);
  EXPECT_THROW(ask(e, "equilibrium.speed"), InvalidInput);
  EXPECT_THROW(ask(e, "strictly_positive_real"), InvalidInput);
  EXPECT_THROW(ask(e, "eigenvalue_real", number_of(7)), InvalidInput);
  e.friction = {{.model = "coulomb"}};
  EXPECT_THROW(ask(e, "elastic_limit"), InvalidInput);
}

}  // namespace
}  // namespace stiction::testing
