// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

}  // namespace stiction
