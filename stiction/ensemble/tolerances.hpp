// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/ensemble/sweep.hpp"

namespace stiction {

/// The spread of a measurement to first order: what is left of it when the axes are in the middle, and how much it
/// changes with each of them.
struct FirstOrderSpread {
  double nominal = 0;
  std::vector<double> slopes;     ///< by each axis, in the units of both; not numbers where there are none
  double deviation = 0;           ///< sqrt(sum (slope deviation of the axis)^2)
  std::vector<double> fractions;  ///< of each axis in the variance
};

/// For the measurements of a study whose axes are spread: one run with every axis at its median and two more for each,
/// a hundredth of the axis' deviation to either side, at a tolerance of 1e-9. Empty for studies over a grid or a list.
std::vector<FirstOrderSpread> first_order_spread(const NamedExperiment& experiment, const Sweep& sweep,
                                                 const std::function<bool()>& interrupt = {});

}  // namespace stiction
