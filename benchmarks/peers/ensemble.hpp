// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "stiction/models/lugre.hpp"

/// A hundred thousand variants of one problem: stick-slip on a pulled spring, P3 of problems.hpp, for 20 s.
namespace stiction::peers {

struct Variant {
  ParametersOf<LuGre> law;
  double mass, stiffness, pull_speed;
};
inline constexpr double variant_span = 20;

/// The elongation at the end of each, by one solver at one tolerance.
using Elongations = std::vector<double>;

/// Prints what runs of three laws cost by parts, one by one and in lanes.
void measure_by_parts(std::size_t count, double (*clock)());

#ifdef STICTION_HAS_SUNDIALS
/// CVODE, BDF, exact Jacobian, one memory for all.
Elongations by_cvode(const std::vector<Variant>& variants, double tolerance);
#endif

}  // namespace stiction::peers
