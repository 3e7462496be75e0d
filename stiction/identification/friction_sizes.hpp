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
  /// Friction that falls with speed, where sliding shows it (`falling_curve`).
  struct Falling {
    double level = 0, excess = 0;  ///< at speed, and how much more near rest [N]
    double speed = 0;              ///< of the fall; 0: none is seen [m/s]
    double drag = 0;               ///< [N.s/m]
  } falling{};
};

}  // namespace stiction
