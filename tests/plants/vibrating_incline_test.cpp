// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/plants/vibrating_incline.hpp"

#include <numbers>

#include "stiction/models/coulomb.hpp"
#include "stiction/models/load_dependence.hpp"
#include "tests/plants/motion_log.hpp"

namespace stiction::vibrating_incline_test {
namespace {

using Law = NormalLoad<Coulomb>;  // F = mu N: coulomb_force is mu for a nominal load of 1 N
using System = CoupledSystem<VibratingIncline, Law>;
constexpr double mu = 0.3, g = 9.81, frequency = 5.0, w = 2 * std::numbers::pi * frequency;

Law::Parameters<double> rough() {
  Law::Parameters<double> p;
  p.coulomb_force = mu, p.nominal_normal_force = 1.0;
  return p;
}
VibratingIncline::Parameters<double> slope(double angle) { return {.mass = 2.5, .angle = angle, .gravity = g}; }

// A body slides when tan(angle) > mu, whatever its mass: then with g (sin - mu cos); else it stands, exactly.
TEST(VibratingIncline, SlidesBeyondTheAngleOfFriction) {
  const double critical = std::atan(mu);
  System flat(slope(critical - 1e-9), {rough()}, {}), steep(slope(critical + 0.01), {rough()}, {});
  Vector<2> standing{}, sliding{};
  const auto log = testing::run(flat, standing, 1e4);
  EXPECT_TRUE(log.is_zero_after(0.0, 0) && log.is_zero_after(0.0, 1));
  testing::run(steep, sliding, 2.0);
  EXPECT_NEAR(sliding[0], 2.0 * g * (std::sin(critical + 0.01) - mu * std::cos(critical + 0.01)), 1e-9);
}

// Shaken across, the body slides when mu (g cos - A) < g sin: not below the amplitude g cos - g sin/mu, but above it,
// and first when the slope falls away.
TEST(VibratingIncline, DriftsUnderNormalVibrationOnlyAboveAThreshold) {
  const double angle = 0.2, threshold = g * (std::cos(angle) - std::sin(angle) / mu);
  const auto way = [&](double amplitude) {
    System system(slope(angle), {rough()}, {.acceleration_normal = Signal::sine(amplitude, frequency)});
    Vector<2> y{};
    const auto log = testing::run(system, y, 10 / frequency);
    if (amplitude > threshold) {
      EXPECT_NEAR(log.first_event(), (std::numbers::pi + std::asin(threshold / amplitude)) / w, 1e-8);
    } else {
      EXPECT_TRUE(log.is_zero_after(0.0, 1));
    }
    return y[0];
  };
  EXPECT_EQ(way(0.999 * threshold), 0.0);
  EXPECT_GT(way(1.01 * threshold), 0.0);
}

// Shaken along with A sin w t, it slides down from the instant at which A sin w t = g (mu cos - sin), with
// v = A (cos w t_0 - cos w t)/w - g (mu cos - sin)(t - t_0). Not strong enough to go uphill, it sticks again, and every
// cycle takes it the same way down.
TEST(VibratingIncline, DriftsDownhillByTheSameWayInEveryCycle) {
  const double angle = 0.2, holds = g * (mu * std::cos(angle) - std::sin(angle)), amplitude = 1.5 * holds;
  const auto after = [&](double time) {
    System system(slope(angle), {rough()}, {.acceleration_along = Signal::sine(-amplitude, frequency)});
    Vector<2> y{};
    const auto log = testing::run(system, y, time);
    EXPECT_NEAR(log.first_event(), std::asin(holds / amplitude) / w, 1e-9);
    for (const auto& step : log.steps) EXPECT_GE(step.state[1], -1e-11);
    return y;
  };
  const double begins = std::asin(holds / amplitude) / w, later = 0.5 / frequency;
  EXPECT_NEAR(after(later)[1], amplitude * (std::cos(w * begins) - std::cos(w * later)) / w - holds * (later - begins),
              1e-9);
  const double one_cycle = after(1 / frequency)[0];
  EXPECT_GT(one_cycle, 1e-4);
  EXPECT_NEAR(after(10 / frequency)[0], 10 * one_cycle, 1e-8);
}

}  // namespace
}  // namespace stiction::vibrating_incline_test
