// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/control/dither.hpp"

#include <gtest/gtest.h>

#include "stiction/control/knocker.hpp"
#include "stiction/models/lugre.hpp"
#include "tests/control/loop_runs.hpp"

namespace stiction::testing::dither_test {
namespace {

constexpr double pi = 3.141592653589793;

double dither(double time, double edge) {
  HeldController<WithPid<Dither>> held;
  held.p.dither_amplitude = 2, held.p.dither_frequency = 5, held.p.dither_edge = edge;
  return WithPid<Dither>::outputs<double>(held.p, held.after(time), {}, {}, {}).compensation;
}

// (1): a sine, or one that is cut at r of its height and stretched; after a hundred periods still in phase.
TEST(Dither, IsASineThatMayBeCut) {
  for (const double t : {0.013, 0.11, 20.03}) {
    const double sine = std::sin(2 * pi * 5 * t);
    EXPECT_NEAR(dither(t, 1), 2 * sine, 1e-7);
    EXPECT_NEAR(dither(t, 0.25), 2 * std::clamp(4 * sine, -1.0, 1.0), 1e-6);
  }
}

// The clock returns to its circle: |(a, b)| - 1 decays as exp(-w t) near it.
TEST(Dither, KeepsItsAmplitude) {
  HeldController<WithPid<Dither>> held;
  held.p.dither_frequency = 1;
  StateOf<WithPid<Dither>> start;
  start.clock_cosine = -1.001;
  const auto end = held.after(1, start);
  EXPECT_NEAR(std::hypot(end.clock_cosine, end.clock_sine) - 1, 1e-3 * std::exp(-2 * pi), 1e-8);
}

// A pulse of height A and width w once in a period, towards the reference: the mean force is A w / T but for its
// edges, which are straight in the clock's cosine and not in time.
TEST(Knocker, GivesItsShareOfForceTowardsTheReference) {
  using C = WithPid<Knocker>;
  C::Parameters<double> p;
  p.velocity_gain = p.position_gain = p.integral_gain = 0, p.pulse_height = 3, p.pulse_width = 0.004;
  for (const double side : {-1.0, 1.0}) {
    double sum = 0;
    const int points = 100'000;
    for (int i = 0; i < points; ++i) {
      const double phase = 2 * pi * i / points;
      C::State<double> c;
      c.clock_cosine = std::cos(phase), c.clock_sine = std::sin(phase);
      sum += C::output<double>(p, c, {0}, {}, {-side, 0}) / points;
    }
    EXPECT_NEAR(sum, side * 3 * 0.004 / 0.1, 3e-3 * 3 * 0.04);
  }
}

/// Where a mass ends that PD alone leaves stuck 0.3 m off, after 40 s with pulses of the given height.
double knocked_to(double height) {
  using Loop = RoughLoop<WithPid<Knocker>, LuGre>;
  ParametersOf<Loop::Loop> p;
  p.position_gain = 3, p.velocity_gain = 6, p.integral_gain = 0, p.pulse_height = height, p.pulse_width = 0.002;
  StateOf<Loop::Loop> start;
  start.position = 0.3;
  Loop loop(p, {}, {}, start);
  loop.tolerance = 1e-5;
  loop.run_to(40);
  return loop.state().position;
}

// 0.9 N of feedback do not move a contact that holds 1.5 N; pulses of 20 N for a fiftieth of the time bring it
// home, and an adaptive solver steps over none of them.
TEST(Knocker, FreesAStuckMass) {
  EXPECT_NEAR(knocked_to(0), 0.3, 1e-4);
  EXPECT_NEAR(knocked_to(20), 0, 2e-3);
}

}  // namespace
}  // namespace stiction::testing::dither_test
