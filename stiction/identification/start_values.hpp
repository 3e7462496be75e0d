// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/fit_parameters.hpp"
#include "stiction/identification/force_data.hpp"

namespace stiction {

/// Sizes of friction that can be read off the data before any law is chosen.
struct FrictionSizes {
  double force = 1;        ///< Coulomb level of a straight-line fit [N]
  double drag = 0;         ///< its slope by speed [N.s/m]
  double distance = 1e-5;  ///< over which the force turns round after a reversal [m]
  double travel = 0;       ///< largest distance between two positions [m]
  double speed = 1e-2;     ///< between the slowest and the usual speed [m/s]
  double fastest = 1;      ///< [m/s]
};
FrictionSizes sizes_in(const ForceData& data);

/// Where this point of a speed table lies: at rest, at the fastest motion, and closer at small speeds [m/s].
double table_speed(const FitParameters& parameters, const LawNumber& number, double fastest);

/// Numbers of a law to begin with: what its table says about unit and role decides which size they get. Values that the
/// user gives are kept. Start 0 is the plain one; others are spread about it by chance, the same for the same seed.
std::vector<double> start_numbers(const FitParameters& parameters, const FrictionSizes& sizes, std::size_t start,
                                  std::uint64_t seed);

}  // namespace stiction
