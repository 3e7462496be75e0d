// SPDX-License-Identifier: BSD-3-Clause
// How well a reference is followed, against closed forms of loops whose friction is far below rounding.
#include "stiction/loop/measure_servo.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stiction/io/experiment_file.hpp"
#include "stiction/loop/run_loop.hpp"

namespace stiction::testing::measure_servo_test {
namespace {

using std::numbers::pi;

std::vector<MeasuredValue> servo_numbers(const std::string& text, const std::string& name = "test") {
  const NamedExperiment e = parse_experiment(text, name).experiment;
  LoopRun run = assemble(e, true);
  ServoMeter meter(run, e.run.start_time + e.run.duration);
  LoopObserver* const observers[] = {&meter};
  Trajectory t = run_loop(run, e.run, observers);
  meter.add_to(t);
  return t.servo;
}

const MeasuredValue& in(const std::vector<MeasuredValue>& all, std::string_view key) {
  for (const MeasuredValue& m : all)
    if (m.key == key) return m;
  throw std::runtime_error("no number " + std::string(key));
}
double value(const std::vector<MeasuredValue>& all, std::string_view key) {
  EXPECT_EQ(in(all, key).missing, "") << key;
  return in(all, key).value;
}

/// m = 1 kg under u = -k e - d de/dt, almost without friction.
std::string loop(double k, double d, const std::string& reference, double duration, double friction = 1e-13) {
  return "[plant]\nmodel = 'mass_on_surface'\n[friction]\nmodel = 'coulomb'\ncoulomb_force = " + number_text(friction) +
         "\n[controller]\nmodel = 'pid'\nintegral_gain = 0\nposition_gain = " + number_text(k) +
         "\nvelocity_gain = " + number_text(d) + "\n[reference]\nreference = " + reference +
         "\n[run]\ntolerance = 1e-11\nduration = " + number_text(duration) + "\n";
}

/// Position of the second-order loop after a step from 0 to 1.
struct StepResponse {
  double omega, zeta;
  double operator()(double t) const {
    const double root = std::sqrt(1 - zeta * zeta), damped = omega * root;
    return 1 - std::exp(-zeta * omega * t) * (std::cos(damped * t) + zeta / root * std::sin(damped * t));
  }
  /// The first time between two at which the sign of f changes.
  template <class F>
  static double root(F f, double low, double high) {
    for (int k = 0; k < 200; ++k) {
      const double middle = 0.5 * (low + high);
      ((f(middle) > 0) == (f(low) > 0) ? low : high) = middle;
    }
    return low;
  }
  double reaches(double level) const {
    return root([&](double t) { return (*this)(t)-level; }, 0, pi / omega / std::sqrt(1 - zeta * zeta));
  }
  /// The last time at which |x - 1| is 0.02.
  double settles() const {
    const auto outside = [&](double t) { return std::abs((*this)(t)-1) - 0.02; };
    double last = 0;
    for (double t = 0; t < 60 / omega; t += 1e-3 / omega)
      if (outside(t) > 0) last = t;
    return root(outside, last, last + 1e-3 / omega);
  }
};

TEST(ServoMeter, AStepIsThatOfASecondOrderLoop) {
  for (const double zeta : {0.2, 0.5, 0.8}) {
    const double omega = 10;
    const StepResponse response{omega, zeta};
    const auto all = servo_numbers(loop(omega * omega, 2 * zeta * omega, "1.0", 6));
    EXPECT_NEAR(value(all, "overshoot"), std::exp(-pi * zeta / std::sqrt(1 - zeta * zeta)), 1e-7);
    EXPECT_NEAR(value(all, "rise_time"), response.reaches(0.9) - response.reaches(0.1), 1e-7);
    EXPECT_NEAR(value(all, "settling_time"), response.settles(), 1e-6);
    EXPECT_NEAR(value(all, "error_largest"), 1, 1e-9);
    EXPECT_LT(value(all, "error_at_rest"), zeta < 0.4 ? 1e-3 : 1e-6);
    // The integral of e^2 of the step is (1 + 4 zeta^2)/(4 zeta omega).
    EXPECT_NEAR(value(all, "error_rms"), std::sqrt((1 + 4 * zeta * zeta) / (4 * zeta * omega) / 6), 1e-7);
    EXPECT_NEAR(value(all, "effort_largest"), omega * omega, 1e-6);
  }
}

// The same loop asked later, from another place and downwards.
TEST(ServoMeter, AStepMayComeLateAndGoDown) {
  const double zeta = 0.5, omega = 10;
  const StepResponse response{omega, zeta};
  const std::string late = "{ signal = 'step', before = 0.0, after = -2.0, time = 1.5 }";
  const auto all = servo_numbers(loop(omega * omega, 2 * zeta * omega, late, 8));
  EXPECT_NEAR(value(all, "overshoot"), std::exp(-pi * zeta / std::sqrt(1 - zeta * zeta)), 1e-7);
  EXPECT_NEAR(value(all, "rise_time"), response.reaches(0.9) - response.reaches(0.1), 1e-7);
  EXPECT_NEAR(value(all, "settling_time"), response.settles(), 1e-6);
  EXPECT_NEAR(value(all, "error_largest"), 2, 1e-9);
}

// E/R = -(s^2 + d s)/(s^2 + d s + k), after the start has died away.
TEST(ServoMeter, ASineIsFollowedWithItsLag) {
  const double k = 100, d = 2, amplitude = 0.3, frequency = 0.5, w = 2 * pi * frequency;
  const auto all = servo_numbers(
      loop(k, d, "{ signal = 'sine', amplitude = 0.3, frequency = 0.5, phase = 1.5707963267948966 }", 40, 1e-9));
  const double error = amplitude * w * std::hypot(w, d) / std::hypot(k - w * w, d * w);
  // The peak of the error follows a turn of the reference by this time: it lies in the first half of it.
  const double lag = (std::atan2(d, w) + std::atan2(d * w, k - w * w)) / w;
  ASSERT_LT(lag, 0.25 / frequency);
  EXPECT_NEAR(value(all, "reversal_peak"), error, 1e-7);
  EXPECT_EQ(in(all, "overshoot").missing, "the reference changes until the end");
  EXPECT_EQ(in(all, "settling_time").missing, "the reference changes until the end");
  // X/R = k/(s^2 + d s + k); Coulomb friction takes 4 F_C X in a cycle.
  const double x = amplitude * k / std::hypot(k - w * w, d * w);
  EXPECT_NEAR(value(all, "energy_per_cycle") / (4 * 1e-9 * x), 1, 1e-6);
}

// Of friction alone: a stiff loop leaves F_C/k after a slow reversal, and never comes nearer.
TEST(ServoMeter, FrictionLeavesAnErrorAtRest) {
  const auto all = servo_numbers(loop(100, 20, "{ signal = 'lines', points = [[0, 0], [1, 0.5], [2, 0.5]] }", 6, 2.0));
  EXPECT_NEAR(value(all, "error_at_rest"), 2.0 / 100, 1e-3);
  EXPECT_EQ(in(all, "rise_time").missing, "the reference does not step");
}

TEST(ServoMeter, WhatHasNoMeaningSaysWhy) {
  const auto rest = servo_numbers(loop(100, 14, "0.0", 2));
  EXPECT_EQ(in(rest, "overshoot").missing, "the run begins at the reference, which does not change");
  EXPECT_EQ(in(rest, "reversal_peak").missing, "the reference does not turn twice");
  EXPECT_EQ(value(rest, "error_rms"), 0);
  const auto slow = servo_numbers(loop(1, 20, "1.0", 2));
  EXPECT_EQ(in(slow, "rise_time").missing, "90 % of the distance to the reference were not covered");
  EXPECT_EQ(in(slow, "settling_time").missing, "the error is above 2 % of the distance at the end");
  const auto open = servo_numbers("[plant]\nmodel = 'pulled_mass'\n[friction]\nmodel = 'lugre'\n");
  EXPECT_TRUE(open.empty());
}

}  // namespace
}  // namespace stiction::testing::measure_servo_test
