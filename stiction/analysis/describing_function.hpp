// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/half_cycle_map.hpp"
#include "stiction/linear/transfer_function.hpp"

/// Limit cycles as the describing function predicts them, and where it misleads.
///
/// For v = V sin(wt) friction is replaced by its first harmonic, F = N v. With v = -G F, G from friction to velocity, a
/// cycle is predicted where
///
/// \f[ 1 + N(V, \omega)\,G(j\omega) = 0 \tag{1} \f]
///
/// Only the first harmonic counts. A motion that rests for most of its period is far from a sine, and stiction, which
/// acts at v = 0 only, does not enter N at all: hunting under PID control is missed altogether.
namespace stiction {

/// N of Coulomb friction with drag: 4 F_C / (pi V) + sigma_2, at any frequency.
double describing_function(const StictionLevels& friction, double speed_amplitude);

struct PredictedCycle {
  double angular_frequency = 0;   ///< [rad/s]
  double speed_amplitude = 0;     ///< V [m/s]
  double position_amplitude = 0;  ///< V / w [m]
  bool attracts = false;          ///< the loop without friction is stable: larger swings decay
};

/// All cycles of (1) for Coulomb friction: where Im G = 0 and Re G < 0, at the speed that makes N = -1/G.
std::vector<PredictedCycle> predicted_cycles(const TransferFunction& g, const StictionLevels& friction);

/// From friction to minus the velocity of a mass under PID control: s^2 / (m s^3 + K_v s^2 + K_p s + K_i).
TransferFunction friction_to_velocity(const PidLoop& loop);

/// Prediction and truth side by side.
struct DescribingFunctionCheck {
  std::vector<PredictedCycle> predicted{};
  HuntingReport exact{};
  bool agrees = false;  ///< both have an attracting cycle, or neither has
  std::string sentence{};
};
DescribingFunctionCheck check_describing_function(const PidLoop& loop, const StictionLevels& friction);

}  // namespace stiction
