// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <numbers>

#include "stiction/models/friction_model.hpp"

/// A one-state law carried along a smooth prescribed motion by classical Runge-Kutta, with the integrals of its force
/// taken by the same method. The direction is frozen over each step, so steps must end on reversals.
namespace stiction::testing {

struct LoopIntegrals {
  double force_by_position = 0;  ///< closed integral of F dx [J]
  double force_by_velocity = 0;  ///< closed integral of F dv [N m/s]
  double largest_force = 0;      ///< over the steps' ends [N]
};

template <class M, class Velocity, class Acceleration>
LoopIntegrals over_one_period(const ParametersOf<M>& p, StateOf<M>& z, Velocity velocity, Acceleration acceleration,
                              double period, int steps) {
  LoopIntegrals loop;
  const double h = period / steps;
  for (int i = 0; i < steps; ++i) {
    const double t = i * h, direction = velocity(t + h / 2) < 0 ? -1.0 : 1.0;
    struct Slope {
      double z, work, lag, force;
    };
    const auto slope = [&](double time, double deflection) {
      const Contact<double> c = contact(velocity(time), direction);
      const auto dz = M::rate(p, {deflection}, c);
      const double force = M::force(p, {deflection}, dz, c);
      return Slope{dz.deflection, force * velocity(time), force * acceleration(time), force};
    };
    const Slope k1 = slope(t, z.deflection), k2 = slope(t + h / 2, z.deflection + h / 2 * k1.z),
                k3 = slope(t + h / 2, z.deflection + h / 2 * k2.z), k4 = slope(t + h, z.deflection + h * k3.z);
    z.deflection += h / 6 * (k1.z + 2 * k2.z + 2 * k3.z + k4.z);
    loop.force_by_position += h / 6 * (k1.work + 2 * k2.work + 2 * k3.work + k4.work);
    loop.force_by_velocity += h / 6 * (k1.lag + 2 * k2.lag + 2 * k3.lag + k4.lag);
    loop.largest_force = std::max(loop.largest_force, k1.force);
  }
  return loop;
}

/// x = amplitude sin(2 pi f t) after `warm_up` periods from z = 0. `steps` must be a multiple of four.
template <class M>
LoopIntegrals sinusoidal_loop(const ParametersOf<M>& p, double amplitude, double frequency, int warm_up, int steps) {
  const double omega = 2 * std::numbers::pi * frequency;
  const auto velocity = [=](double t) { return amplitude * omega * std::cos(omega * t); };
  const auto acceleration = [=](double t) { return -amplitude * omega * omega * std::sin(omega * t); };
  StateOf<M> z;
  for (int i = 0; i < warm_up; ++i) over_one_period<M>(p, z, velocity, acceleration, 1 / frequency, steps);
  return over_one_period<M>(p, z, velocity, acceleration, 1 / frequency, steps);
}

}  // namespace stiction::testing
