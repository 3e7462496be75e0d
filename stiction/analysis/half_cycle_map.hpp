// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

/// Stick and slip with stiction and Coulomb friction, solved exactly: while it slides the loop is linear, and every
/// slide begins at rest where the force reaches F_S, so that one number holds all of the past.
namespace stiction {

/// F_S at rest, F_C sgn v + sigma_2 v in motion.
struct StictionLevels {
  double static_force = 1.5, coulomb_force = 1;  ///< [N]
  double viscous_damping = 0;                    ///< [N.s/m]
};

/// A mass under PID control with a constant reference \cite CanudasDeWit1995 (11).
struct PidLoop {
  double mass = 1, velocity_gain = 6, position_gain = 3, integral_gain = 4;
};

/// One slide from rest to rest and the rest after it. Errors are x - x_d.
struct HalfCycle {
  double start_error = 0, end_error = 0;  ///< [m]
  double slip_time = 0, stick_time = 0;   ///< [s]
  double largest_speed = 0;               ///< [m/s]
  bool sticks = true;                     ///< false: the force at the end exceeds F_S, and the mass turns round at once
};

/// The map e -> e' of PID control with stiction: at rest with error e != 0 the integral grows until the force reaches
/// F_S against the error; then
///
/// \f[ m \ddot e + (K_v + \sigma_2) \dot e + K_p e + K_i \textstyle\int e = \mp F_C \f]
///
/// until the velocity vanishes. None where the slide does not end: the loop is unstable.
std::optional<HalfCycle> half_cycle(const PidLoop& loop, const StictionLevels& friction, double error);

/// A symmetric limit cycle is a point with e' = -e.
struct HuntingCycle {
  double amplitude = 0;   ///< of x at rest [m]
  double period = 0;      ///< [s]
  double multiplier = 0;  ///< d(-e')/de there: the cycle attracts if it is less than 1 in size
  HalfCycle half{};
};
struct HuntingReport {
  std::vector<HuntingCycle> cycles{};  ///< by amplitude
  bool hunts = false;                  ///< one of them attracts
  std::string sentence{};
};
/// All symmetric cycles with amplitudes between 1e-4 and 1e4 times F_S / K_p (looked for in 400 steps of the
/// logarithm).
HuntingReport find_hunting(const PidLoop& loop, const StictionLevels& friction);

/// A mass pulled through a spring by a steady speed \cite Astrom2008 (17)-(19): every slip begins with the spring at
/// F_S, so the first is already the cycle.
struct PulledSpring {
  double mass = 1, spring_stiffness = 2, pull_speed = 0.1;
};
struct StickSlipCycle {
  bool exists = false;  ///< false: the mass, once moving, does not stop again
  double period = 0;    ///< [s]
  double slip_time = 0, stick_time = 0;
  double largest_speed = 0;                        ///< [m/s]
  double longest_spring = 0, shortest_spring = 0;  ///< elongation [m]
  double lowest_speed = 0;                         ///< after the largest, if it does not stop [m/s]
  std::string sentence{};
};
StickSlipCycle stick_slip_cycle(const PulledSpring& plant, const StictionLevels& friction);

}  // namespace stiction
