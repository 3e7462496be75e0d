// SPDX-License-Identifier: BSD-3-Clause
// How accurate a fixed step is, against runs under error control and against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/loop/simulate.hpp"
#include "stiction/models/coulomb.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "stiction/realtime/coupled_step.hpp"

namespace stiction::coupled_step_accuracy_test {
namespace {

constexpr double pull_speed = 0.1;

/// Positions every 10 ms over 20 s of stick-slip, Canudas de Wit et al. 1995, Fig. 6.
const std::vector<double>& reference() {
  static const std::vector<double> positions = [] {
    Experiment<PulledMass, LuGre> e;
    e.inputs.pull_speed = pull_speed;
    e.duration = 20;
    e.solver.tolerance = 1e-11;
    e.record.signals = {"elongation"};
    const Trajectory t = simulate(e);
    std::vector<double> x;
    for (std::size_t i = 0; i < t.time.size(); ++i) x.push_back(pull_speed * t.time[i] - t.signals[0].values[i]);
    return x;
  }();
  return positions;
}

/// Largest error of the position, as a share of the distance, with so many steps in 10 ms.
double position_error(int steps_per_sample) {
  CoupledStep<PulledMass, LuGre> step({}, {}, 0.01 / steps_per_sample);
  double worst = 0;
  for (std::size_t i = 1; i < reference().size(); ++i) {
    for (int k = 0; k < steps_per_sample; ++k) EXPECT_EQ(step.step({.pull_speed = pull_speed}), UpdateStatus::ok);
    const double x = pull_speed * 0.01 * static_cast<double>(i) - step.plant().elongation;
    worst = std::max(worst, std::abs(x - reference()[i]));
  }
  return worst / reference().back();
}

// Steps of 1 ms follow stick and slip to 5e-5 of the distance, though the bristles are 60 times as fast.
TEST(CoupledStepAccuracy, OneMillisecondIsGoodForStickSlip) {
  ASSERT_EQ(reference().size(), 2001U);
  ASSERT_GT(reference().back(), 1.0);
  EXPECT_LE(position_error(10), 5e-5);
}

// Half the step, a quarter of the error, through all stops and break-aways.
TEST(CoupledStepAccuracy, IsOfSecondOrder) {
  const double coarse = position_error(10), fine = position_error(20), finer = position_error(40);
  EXPECT_NEAR(coarse / fine, 4, 1.2);
  EXPECT_NEAR(fine / finer, 4, 1.2);
}

// Single precision gives the same motion to 1e-4 of the distance: a mass on LuGre friction under a force that makes it
// creep, slide and turn.
TEST(CoupledStepAccuracy, SinglePrecisionIsEnough) {
  CoupledStep<MassOnSurface, LuGre, double> in_double({}, {}, 1e-3);
  CoupledStep<MassOnSurface, LuGre, float> in_float({}, {}, 1e-3F);
  double worst = 0, distance = 0;
  for (int k = 0; k < 5000; ++k) {
    const double force = 2 * std::sin(1e-2 * k);
    in_double.step({force});
    in_float.step({static_cast<float>(force)});
    distance = std::max(distance, std::abs(in_double.plant().position));
    worst = std::max(worst, std::abs(in_double.plant().position - static_cast<double>(in_float.plant().position)));
  }
  EXPECT_GT(distance, 0.01);
  EXPECT_LT(worst, 1e-4 * distance);
}

// Coulomb: a mass that slides at v stops after m v^2 / (2 F), wherever in a sample that is, and stays.
TEST(CoupledStepAccuracy, AMassStopsWhereItShould) {
  for (const double h : {0.1, 0.03, 0.007, 1e-3}) {
    CoupledStep<MassOnSurface, Coulomb> step({.mass = 2.0}, {}, h, {.velocity = -1.7});
    const double force = Coulomb::coulomb_level(Coulomb::Parameters<double>{});
    const double distance = 2.0 * 1.7 * 1.7 / (2 * force), time = 2.0 * 1.7 / force;
    for (double t = 0; t < time + 1; t += h) step.step({});
    EXPECT_EQ(step.plant().velocity, 0.0);
    EXPECT_NEAR(step.plant().position, -distance, 0.01 * h * h + 1e-12);
  }
}

// The same with drag, m v' = -F - c v: it stops after (m/c) (v - (F/c) ln(1 + c v/F)), to second order in the step.
TEST(CoupledStepAccuracy, AMassStopsWhereItShouldWithDrag) {
  CoulombViscous::Parameters<double> law;
  law.viscous_damping = 0.9;
  const double force = law.coulomb_force, c = law.viscous_damping, v = 2.0;
  const double distance = (v - force / c * std::log1p(c * v / force)) / c;
  std::array<double, 3> errors{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double h = 0.0801 / std::pow(4, i);
    CoupledStep<MassOnSurface, CoulombViscous> step({}, law, h, {.velocity = v});
    for (double t = 0; t < 5; t += h) step.step({});
    EXPECT_EQ(step.plant().velocity, 0.0);
    errors[i] = std::abs(step.plant().position - distance);
    EXPECT_LT(errors[i], 0.1 * h * h);
  }
  EXPECT_NEAR(std::log2(errors[0] / errors[2]) / 4, 2, 0.3);
}

}  // namespace
}  // namespace stiction::coupled_step_accuracy_test
