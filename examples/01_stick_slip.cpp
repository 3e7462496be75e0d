// SPDX-License-Identifier: BSD-3-Clause
// A block of 1 kg pulled through a spring over a surface with LuGre friction: it sticks, slips and sticks again. The
// step is a quarter of the law's own limit at the highest speed; prints the period of the cycle [s].
#include <cstdio>

#include "stiction/models/explicit_step.hpp"
#include "stiction/models/lugre.hpp"

int main() {
  using namespace stiction;
  const LuGre::Parameters<double> friction;  // Table I of the 1995 paper
  const double mass = 1, stiffness = 2, pull_speed = 0.1;
  const double step = 0.25 * largest_explicit_step<LuGre>(friction, {}, {}, contact(0.4));

  LuGre::State<double> bristles;
  double spring = 0, velocity = 0, slip_start = 0, period = 0;
  for (double t = 0; t < 25; t += step) {
    // Symplectic Euler for the body, the law's exact step for its stiff bristles.
    const Contact<double> c = contact(velocity);
    const double force = LuGre::force(friction, bristles, LuGre::rate(friction, bristles, c), c);
    const double before = velocity;
    velocity += step * (stiffness * spring - force) / mass;
    spring += step * (pull_speed - velocity);
    bristles = LuGre::exact_step(friction, bristles, contact(0.5 * (before + velocity)), step);
    if (before < 0.05 && velocity >= 0.05) {
      period = t - slip_start;
      slip_start = t;
    }
  }
  std::printf("stick-slip period: %.3f s\n", period);
  return period > 6.35 && period < 6.37 ? 0 : 1;  // independent reference: 6.36272 s
}
