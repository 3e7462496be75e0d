// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/lag.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stiction/identification/measured_channel.hpp"
#include "stiction/identification/output_error.hpp"

namespace stiction::lag_test {

constexpr double h = 1e-3;

std::vector<double> sine(double omega, double phase, double size, std::size_t n) {
  std::vector<double> s(n);
  for (std::size_t i = 0; i < n; ++i) s[i] = size * std::sin(omega * h * static_cast<double>(i) - phase);
  return s;
}

// A delayed sine is late by omega tau; a filter of first order takes it to sin(w t - atan(w T)) / sqrt(1 + w^2 T^2).
TEST(MeasuredChannel, DelaysAndFiltersASineAsInClosedForm) {
  const double omega = 40, delay = 3.7e-3, filter = 12e-3;
  std::vector<double> late = sine(omega, 0, 1, 2000), smooth = late;
  MeasuredChannel{delay, 0}.pass(late, h);
  MeasuredChannel{0, filter}.pass(smooth, h);
  const std::vector<double> as_late = sine(omega, omega * delay, 1, 2000),
                            as_smooth = sine(omega, std::atan(omega * filter), 1 / std::hypot(1, omega * filter), 2000);
  for (std::size_t i = 200; i + 10 < late.size(); ++i) {
    EXPECT_NEAR(late[i], as_late[i], 2e-6);
    EXPECT_NEAR(smooth[i], as_smooth[i], 2e-4) << "straight between samples, (w h)^2 / 12";
  }
}

// Slopes by delay and time constant agree with differences, together too, and from a channel that does nothing.
TEST(MeasuredChannel, HasTheSlopesOfDifferences) {
  const MeasuredChannel channels[] = {{2.3e-3, 7e-3}, {0, 0}, {-1.6e-3, 4e-4}};
  for (const MeasuredChannel& at : channels) {
    const std::vector<double> s = sine(60, 0.3, 1, 300);
    const auto through = [&](double delay, double filter) {
      std::vector<double> y = s;
      MeasuredChannel{delay, filter}.pass(y, h);
      return y;
    };
    std::vector<double> y = s, by_delay, by_filter;
    at.pass(y, h, &by_delay, &by_filter);
    const double d = 1e-7;
    const std::vector<double> later = through(at.delay + d, at.filter), earlier = through(at.delay - d, at.filter);
    const std::vector<double> more = through(at.delay, at.filter + d),
                              less = at.filter > 0 ? through(at.delay, at.filter - d) : y;
    for (std::size_t i = 10; i < 290; ++i) {
      EXPECT_NEAR(by_delay[i], (later[i] - earlier[i]) / (2 * d), 1e-4 * 60) << i;
      EXPECT_NEAR(by_filter[i], (more[i] - less[i]) / (at.filter > 0 ? 2 * d : d), 2e-3 * 60) << i;
    }
  }
}

/// LuGre along a motion, its force recorded late: made ten times finer than it is sampled.
Recording recorded(double lag, double size, double phase, double noise) {
  constexpr std::size_t fine = 10;
  Recording every, r;
  const auto steps_late = static_cast<std::size_t>(std::lround(lag / (h / fine)));
  for (std::size_t i = 0; i < 6000 * fine + steps_late; ++i) {
    const double t = h / fine * static_cast<double>(i);
    every.time.push_back(t), every.acceleration.push_back(0);
    every.velocity.push_back(size * (std::sin(3.1 * t) + 0.4 * std::sin(17 * t + phase)));
  }
  every.pieces = {0, every.size()}, every.sample_time = h / fine, every.force.resize(every.size());
  std::vector<double> p = FitParameters("lugre").defaults();
  p[FitParameters("lugre").find("stribeck_velocity")] = 0.01;
  find_law_prediction("lugre").force(p, every, every.force.data());
  std::mt19937_64 chance(3);
  std::normal_distribution<double> normal(0, noise);
  for (std::size_t i = steps_late; i < every.size(); i += fine) {
    r.time.push_back(every.time[i]), r.velocity.push_back(every.velocity[i]), r.acceleration.push_back(0);
    r.force.push_back(every.force[i - steps_late] + normal(chance));
  }
  r.name = "late.csv", r.sample_time = h, r.pieces = {0, r.size()};
  return r;
}

const EstimatedNumber& number(const Certainty& c, std::string_view name) {
  for (const EstimatedNumber& n : c.numbers)
    if (n.name == name) return n;
  throw InvalidInput("test", {{std::string(name), "is missing"}});
}

// A force that comes 3.4 ms late: the lag is found beside friction, and friction is as if there were none.
TEST(Lag, IsFoundBesideFriction) {
  ForceDataOptions options;
  options.inertia = options.offset = false, options.lag = true;
  const ForceData data({recorded(3.4e-3, 0.05, 0.7, 0.005)}, options);
  ParameterWishes near;
  near.start = {{"stribeck_velocity", 0.013}, {"static_force", 1.7}, {"coulomb_force", 0.9}};
  const LaggedIdentification answer = identify_with_lag(data, {"lugre"}, near, {.starts = 1});
  ASSERT_TRUE(answer.found.best().found());
  const Certainty& c = answer.found.certainty;
  EXPECT_NEAR(number(c, "lag").value, 3.4e-3, 5e-5);
  EXPECT_EQ(number(c, "lag").verdict, Identified::yes) << number(c, "lag").reason;
  EXPECT_LE(number(c, "lag").lower, 3.4e-3);
  EXPECT_GE(number(c, "lag").upper, 3.4e-3);
  EXPECT_NEAR(number(c, "coulomb_force").value, 1.0, 0.02);
  EXPECT_NEAR(number(c, "static_force").value, 1.5, 0.03);
  EXPECT_NEAR(number(c, "viscous_damping").value, 0.4, 0.1);
}

// Before sliding F = sigma_0 x + sigma_1 v, and a lag takes sigma_0 tau v off: damping of bristles and lag are one
// number.
TEST(Lag, CannotBeToldFromBristleDampingBeforeSliding) {
  ForceDataOptions options;
  options.inertia = options.offset = false, options.lag = true;
  const ForceData data({recorded(2e-3, 2e-6, 0, 1e-3)}, options);
  ParameterWishes known;
  known.fixed = {{"viscous_damping", 0.4}, {"coulomb_force", 1.0}, {"static_force", 1.5}, {"stribeck_velocity", 0.01}};
  known.start = {{"bristle_stiffness", 1e5}, {"bristle_damping", 300}};
  const LaggedIdentification answer = identify_with_lag(data, {"lugre"}, known, {.starts = 1});
  ASSERT_TRUE(answer.found.best().found());
  const EstimatedNumber& damping = number(answer.found.certainty, "bristle_damping");
  EXPECT_NE(damping.verdict, Identified::yes);
  EXPECT_NE(damping.reason.find("lag"), std::string::npos) << damping.reason;
}

// A position that was recorded late, by the log of a simulated mass: delay, mass and friction come back together.
TEST(Lag, OutputErrorFindsADelayOfTheRecordedSignal) {
  NamedExperiment truth;
  truth.plant.values.insert_or_assign("mass", 2.0);
  truth.friction = {{.model = "coulomb_viscous", .values = {{"coulomb_force", 1.5}, {"viscous_damping", 4.0}}}};
  std::vector<double> time, force;
  for (int i = 0; i <= 800; ++i)
    time.push_back(0.01 * i), force.push_back(4 * std::sin(2.2 * time.back()) * std::cos(0.7 * time.back()));
  truth.inputs.insert_or_assign("force", measured_signal(time, force, Between::held));
  truth.run.duration = 8, truth.run.record.interval = 0.001;
  const std::vector<double> run = run_loop(assemble(truth), truth.run)["position"];
  OutputRecord record{.name = "late", .time = time, .measured = {}};
  for (std::size_t i = 0; i < time.size(); ++i) record.measured.push_back(run[i == 0 ? 0 : 10 * i - 7]);  // 7 ms
  NamedExperiment guess = truth;
  guess.plant.values.insert_or_assign("mass", 2.3);
  const std::vector<FittedNumber> numbers = {{{"plant.mass"}}, {{"friction.coulomb_force"}}, {{"measured.delay"}}};
  const OutputErrorFit fit = fit_output_error(guess, "position", {record}, numbers, {.starts = 1});
  ASSERT_TRUE(fit.found()) << fit.problem;
  EXPECT_NEAR(fit.values[0], 2.0, 1e-3);
  EXPECT_NEAR(fit.values[1], 1.5, 1e-3);
  EXPECT_NEAR(fit.values[2], 7e-3, 2e-5);
  EXPECT_EQ(fit.units[2], "s");
  // Delay and filter together: the sum is known, each of them hardly.
  const OutputErrorFit both =
      fit_output_error(truth, "position", {record}, {{{"measured.delay"}}, {{"measured.filter"}}}, {.starts = 1});
  ASSERT_TRUE(both.found()) << both.problem;
  EXPECT_NEAR(both.values[0] + both.values[1], 7e-3, 1e-4);
}

}  // namespace stiction::lag_test
