// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/fit_parameters.hpp"
#include "stiction/identification/force_data.hpp"

namespace stiction {

/// Read off when they are first asked for, and kept with the data.
FrictionSizes sizes_in(const ForceData& data);

/// Where this point of a speed table lies: at rest, at the fastest motion, and closer at small speeds [m/s].
double table_speed(const FitParameters& parameters, const LawNumber& number, double fastest);

/// Numbers of a law to begin with: what its table says about unit and role decides which size they get. Values that the
/// user gives are kept. Start 0 is the plain one; others are spread about it by chance, the same for the same seed.
std::vector<double> start_numbers(const FitParameters& parameters, const FrictionSizes& read, std::size_t start,
                                  std::uint64_t seed);

}  // namespace stiction
