// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/control/pid.hpp"

#include <gtest/gtest.h>

#include "stiction/control/cascade.hpp"
#include "stiction/control/dither.hpp"
#include "stiction/control/textbook_pid.hpp"
#include "tests/control/loop_runs.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::testing {
namespace {

/// x(t) of a mass that a spring k and a damper d bring from 0 to 1 (d^2 < 4 k m).
double oscillator(double k, double d, double m, double t) {
  const double decay = 0.5 * d / m, w = std::sqrt(k / m - decay * decay);
  return 1 - std::exp(-decay * t) * (std::cos(w * t) + decay / w * std::sin(w * t));
}

// PD around a free mass is a spring and a damper: m x'' + K_v x' + K_p (x - x_d) = 0.
TEST(Pid, WithoutIntegralIsASpringAndADamper) {
  FrictionlessLoop<Pid> loop{
      .p = {.velocity_gain = 1.2, .position_gain = 5, .integral_gain = 0}, .mass = 2, .offset = 1};
  auto y = loop.at_rest();
  for (int i = 0; i < 10; ++i) {
    advance(loop, y, i, i + 1, 1e-11);
    EXPECT_NEAR(y[0], oscillator(5, 1.2, 2, i + 1), 1e-10);
  }
}

// (11): the integral carries a constant load and leaves no error; its end is load = -K_i I.
TEST(Pid, CarriesALoadByItsIntegral) {
  FrictionlessLoop<Pid> loop{.load = 3, .offset = 1};
  auto y = loop.at_rest();
  advance(loop, y, 0, 200, 1e-10);
  EXPECT_NEAR(y[0], 1, 1e-7);
  EXPECT_NEAR(-loop.p.integral_gain * y[2], 3, 1e-7);
}

// A slow reference is followed with a lag of K_v v_d / K_p; beside a compensator, here none, with c = 1 without.
TEST(WithPid, DampsTheErrorInsteadOfTheMotionIfToldTo) {
  for (const double weight : {0.0, 0.5, 1.0}) {
    FrictionlessLoop<WithPid<Dither>> loop{.amplitude = 1000, .omega = 1e-5};
    loop.p.integral_gain = 0, loop.p.dither_amplitude = 0, loop.p.dither_frequency = 0.1;
    loop.p.reference_velocity_weight = weight;
    auto y = loop.at_rest();
    advance(loop, y, 0, 60, 1e-9);
    const double reference = 1000 * std::sin(6e-4), velocity = 1e-2;
    EXPECT_NEAR(reference - y[0], (1 - weight) * 6 * velocity / 3, 1e-5);
  }
}

// Its filter makes the textbook form differ from (11) by an amount in proportion to the filter's time: first order.
TEST(TextbookPid, TendsToTheFormWithMeasuredVelocityAsItsFilterBecomesFast) {
  std::array<double, 2> error{};
  for (std::size_t i = 0; i < 2; ++i) {
    FrictionlessLoop<TextbookPid> loop{.offset = 1};
    loop.p.integral_gain = 0, loop.p.position_gain = 5, loop.p.velocity_gain = 1.2;
    loop.p.derivative_time = i == 0 ? 1e-3 : 1e-4;
    auto y = loop.at_rest();
    advance(loop, y, 0, 2, 1e-11);
    error[i] = y[0] - oscillator(5, 1.2, 1, 2);
  }
  EXPECT_NEAR(error[0] / error[1], 10, 0.1);
}

// The weight b changes the way, never the end; without integral gain nothing is integrated, at the limit either.
TEST(TextbookPid, ReachesTheReferenceWhateverItsWeights) {
  for (const double weight : {0.0, 0.4, 1.0}) {
    FrictionlessLoop<TextbookPid> loop{.load = 2, .offset = 1};
    loop.p.reference_weight = weight, loop.p.derivative_weight = weight;
    auto y = loop.at_rest();
    advance(loop, y, 0, 200, 1e-9);
    EXPECT_NEAR(y[0], 1, 1e-6);
  }
  TextbookPid::Parameters<double> p;
  p.integral_gain = 0, p.force_limit = 1;
  EXPECT_EQ(TextbookPid::rate<double>(p, {}, {100}, {}, {0, 0}).integral_force, 0);
}

// Back-calculation: held at an error e beyond the limit, dI/dt = K_i e + (u_max - u_0)/T_t relaxes to a force that
// exceeds the limit by K_i e T_t only; without it the integral would be K_i e t.
TEST(TextbookPid, BoundsItsIntegralAtTheLimit) {
  HeldController<TextbookPid> held{.u = {30}};
  auto& p = held.p;
  p.force_limit = 10, p.tracking_time = 0.2;
  const auto c = held.after(100);
  const double wanted = p.position_gain * 30 + c.integral_force;
  EXPECT_NEAR(wanted, p.force_limit + p.integral_gain * 30 * p.tracking_time, 1e-6);
  EXPECT_EQ(TextbookPid::output<double>(p, c, held.u, {}, held.measured), 10);
}

// No force beyond the limit, whatever the state.
TEST(TextbookPid, NeverExceedsItsLimit) {
  RandomCases random(5);
  for (int round = 0; round < 1000; ++round) {
    const auto p = random.parameters<TextbookPid>(1);
    const double u = TextbookPid::output<double>(p, {random.uniform(-500, 500), random.uniform(-2, 2)},
                                                 {random.uniform(-9, 9)}, {}, {random.uniform(-9, 9), 0});
    EXPECT_LE(std::abs(u), p.force_limit);
  }
}

// By hand from its (1)-(2): -K_v e' - (K_v K_x + K_vi) e - K_vi K_x (integral of e), but for what e was at the start.
TEST(Cascade, IsAPidWhileItsLimitIsFar) {
  FrictionlessLoop<Cascade> cascade{.load = 0.5};
  cascade.p.velocity_limit = 1e3;
  const auto& c = cascade.p;
  FrictionlessLoop<Pid> pid{.load = 0.5};
  pid.p.velocity_gain = c.velocity_loop_gain;
  pid.p.position_gain = c.velocity_loop_gain * c.position_loop_gain + c.velocity_integral_gain;
  pid.p.integral_gain = c.velocity_integral_gain * c.position_loop_gain;
  const double start = 0.2;
  auto a = cascade.at_rest(start);
  auto b = pid.at_rest(start);
  b[2] = -start / c.position_loop_gain;
  advance(cascade, a, 0, 3, 1e-11);
  advance(pid, b, 0, 3, 1e-11);
  EXPECT_NEAR(a[0], b[0], 1e-10);
  EXPECT_NEAR(a[1], b[1], 1e-9);
}

// Far from its goal it travels at the limit.
TEST(Cascade, TravelsAtItsVelocityLimit) {
  FrictionlessLoop<Cascade> loop{.offset = 100};
  loop.p.velocity_limit = 0.5;
  auto y = loop.at_rest();
  advance(loop, y, 0, 50, 1e-9);
  EXPECT_NEAR(y[1], 0.5, 1e-8);
}

}  // namespace
}  // namespace stiction::testing
