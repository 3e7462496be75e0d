// SPDX-License-Identifier: BSD-3-Clause
// A slide follows a slow sine under a PD controller at 1 kHz. Friction spoils the reversals; a friction force computed
// once per sample from the reference velocity and added to the drive mends them, though its levels are 10 % wrong.
// Prints the largest error of position without and with it [um].
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "stiction/models/lugre.hpp"
#include "stiction/realtime/friction_update.hpp"

namespace {

using namespace stiction;

double largest_error(bool compensated) {
  const double mass = 1, sample_time = 1e-3, frequency = 2;
  const int plant_steps = 100;  // of 10 us each, per sample of the controller
  const double h = sample_time / plant_steps;

  LuGre::Parameters<double> plant, guess;
  guess.coulomb_force = 0.9 * plant.coulomb_force, guess.static_force = 0.9 * plant.static_force;
  FrictionUpdate<LuGre> compensator(guess, sample_time);

  LuGre::State<double> bristles;
  double x = 0, v = 0, largest = 0;
  for (int k = 0; k < 10000; ++k) {
    const double t = k * sample_time, wanted = 0.01 * (1 - std::cos(frequency * t)),
                 wanted_v = 0.01 * frequency * std::sin(frequency * t);
    if (t > 1) largest = std::max(largest, std::abs(wanted - x));
    double drive = 4000 * (wanted - x) + 100 * (wanted_v - v);
    const auto friction = compensator.update_velocity(wanted_v);
    if (compensated && friction.status == UpdateStatus::ok) drive += friction.force;

    for (int i = 0; i < plant_steps; ++i) {  // symplectic Euler, the law's exact step for its stiff bristles
      const Contact<double> c = contact(v);
      v += h * (drive - LuGre::force(plant, bristles, LuGre::rate(plant, bristles, c), c)) / mass;
      x += h * v;
      bristles = LuGre::exact_step(plant, bristles, contact(v), h);
    }
  }
  return largest;
}

}  // namespace

int main() {
  const double without = largest_error(false), with = largest_error(true);
  std::printf("largest error: %.1f um without, %.1f um with friction compensation\n", 1e6 * without, 1e6 * with);
  return with < 0.3 * without ? 0 : 1;
}
