// SPDX-License-Identifier: BSD-3-Clause
// Whatever the step, the speed and the stiffness: motion stays bounded and bristles in their bounds.
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/models/lugre.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "stiction/realtime/coupled_step.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::coupled_step_stability_test {
namespace {

struct Case {
  PulledMass::Parameters<double> plant{};
  LuGre::Parameters<double> law{};
  double step = 0, velocity = 0, deflection = 0;
};

Case random_case(testing::RandomCases& random, bool passive) {
  Case c;
  c.law = random.parameters<LuGre>(1.0);
  c.law.bristle_stiffness = random.log_uniform(1e2, 1e9);
  if (passive)  // just inside Property 3 of Astrom and Canudas de Wit 2008
    c.law.static_force = c.law.coulomb_force * (1 + 0.9 * c.law.viscous_damping / c.law.bristle_damping);
  c.plant = {.mass = random.log_uniform(0.01, 100), .spring_stiffness = random.log_uniform(0.01, 1e4)};
  c.step = random.log_uniform(1e-5, 1);
  c.velocity = random.sign() * random.log_uniform(1e-6, 10);
  c.deflection = random.uniform(-1, 1) * c.law.static_force / c.law.bristle_stiffness;
  return c;
}

/// Calls visit(case, step, status, largest pull speed so far) after every step of many random runs.
template <class Visitor>
void for_random_runs(unsigned seed, bool passive, Visitor visit) {
  testing::RandomCases random(seed);
  for (int i = 0; i < 2000; ++i) {
    const Case c = random_case(random, passive);
    CoupledStep<PulledMass, LuGre> step(c.plant, c.law, c.step, {.velocity = c.velocity}, {c.deflection});
    double pull_speed = 0, fastest = 0;
    for (int k = 0; k < 100; ++k) {
      if (k % 20 == 0) pull_speed = random.sign() * random.log_uniform(1e-6, 10);
      fastest = std::max(fastest, std::abs(pull_speed));
      const UpdateStatus status = step.step({.pull_speed = pull_speed});
      visit(c, step, status, fastest);
    }
  }
}

// |z| <= F_S / sigma_0, Property 1 of Astrom and Canudas de Wit 2008, holds for every step.
TEST(CoupledStepStability, KeepsTheBristlesInTheirBounds) {
  int escapes = 0;
  for_random_runs(31, false, [&](const Case& c, const auto& step, UpdateStatus, double) {
    escapes += !(std::abs(step.law().deflection) <= c.law.static_force / c.law.bristle_stiffness * (1 + 1e-14));
  });
  EXPECT_EQ(escapes, 0);
}

/// Largest size of the motion in random runs, as a multiple of what it can have: seen from the pulled end, spring and
/// mass keep the energy they began with, changes of the pull add to it, and so does friction, by its force on the
/// spring.
double largest_motion(unsigned seed, bool passive) {
  double worst = 0;
  for_random_runs(seed, passive, [&](const Case& c, const auto& step, UpdateStatus status, double fastest) {
    const auto x = step.plant();
    const double frequency = std::sqrt(c.plant.spring_stiffness / c.plant.mass);
    const double from_friction = 2 * c.law.static_force / std::sqrt(c.plant.spring_stiffness * c.plant.mass);
    const double size = std::hypot(x.velocity, frequency * x.elongation);
    worst = std::max(worst, size / (std::abs(c.velocity) + 10 * fastest + from_friction));
    EXPECT_EQ(status, UpdateStatus::ok);
  });
  return worst;
}

// Nothing explodes, though a sample can be longer than all that happens in it by many orders; the bound is a rough one,
// the work of the pull within a sample is not in it. Laws that are not passive make energy by themselves.
TEST(CoupledStepStability, DoesNotExplode) {
  EXPECT_LT(largest_motion(32, true), 3.0);
  EXPECT_LT(largest_motion(33, false), 30.0);
}

// Left alone, a passive law and its plant lose energy; bristles of any stiffness, in samples that resolve the plant
// without them. One sample may show a state between two that the exact motion passes, so not quite every step falls.
TEST(CoupledStepStability, LeftAloneItLosesEnergy) {
  testing::RandomCases random(77);
  double most = 0;
  int rising = 0, steps = 0;
  for (int i = 0; i < 5000; ++i) {
    Case c = random_case(random, true);
    c.plant.spring_stiffness = std::min(c.plant.spring_stiffness, c.plant.mass / (c.step * c.step));
    CoupledStep<PulledMass, LuGre> step(c.plant, c.law, c.step, {.velocity = c.velocity}, {c.deflection});
    const auto energy = [&] {
      const auto x = step.plant();
      return 0.5 * (c.plant.mass * x.velocity * x.velocity + c.plant.spring_stiffness * x.elongation * x.elongation +
                    c.law.bristle_stiffness * step.law().deflection * step.law().deflection);
    };
    const double start = energy();
    double last = start;
    for (int k = 0; k < 100; ++k, ++steps) {
      step.step({.pull_speed = 0});
      const double now = energy();
      rising += now > last * (1 + 1e-9);
      most = std::max(most, now / start);
      last = now;
    }
  }
  EXPECT_LT(most, 2.5);
  EXPECT_LT(rising, steps / 1000);
}

}  // namespace
}  // namespace stiction::coupled_step_stability_test
