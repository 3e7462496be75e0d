// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/identification/verdict.hpp"

/// Which experiment tells the numbers of a law, before anybody records it.
namespace stiction {

struct DesignLimits {
  double position = 0.1;      ///< largest travel from the middle [m]
  double speed = 0.1;         ///< [m/s]
  double force = 1e300;       ///< of the drive [N]
  double duration = 30;       ///< [s]
  double sample_time = 1e-3;  ///< [s]
  double noise = 0.01;        ///< standard deviation of the measured force [N]
  double mass = 1;            ///< of what moves [kg]
  bool rotary = false;        ///< a shaft that turns: read all of these in rad, N.m and kg.m2
};

/// Inertia and kind of motion of an experiment's plant.
void take_plant(DesignLimits& limits, const NamedExperiment& experiment);

/// A motion to be made, and the error bars it would give.
struct DesignedMotion {
  std::string name, doc;
  Recording motion;  ///< position, velocity and acceleration over time; force: what the drive needs
  double largest_force = 0;
  std::string problem{};                   ///< why it cannot be made within the limits
  std::vector<EstimatedNumber> predicted;  ///< value and interval of every number, if the law is as assumed
  double worst = 1e300;                    ///< largest relative standard deviation among the numbers of the law
};

/// Motions within the limits, the most telling first: reversals before sliding, a ladder of constant speeds, a sine
/// that grows, a chirp, and all of them one after the other. The law's numbers are what is known of it so far.
std::vector<DesignedMotion> design_motions(std::string_view law, const std::vector<double>& p,
                                           const DesignLimits& limits);

}  // namespace stiction
