// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/plant.hpp"

namespace stiction::testing {

/// A loop with a friction observer, theorems 1 and 2 of CanudasDeWit1995, for a mass of 1 kg: with \f$ e = x - x_d \f$,
///
/// \f[ u = -K_v \dot e - K_p e - w + \hat F + \ddot x_d, \quad \ddot w + 28 \dot w + 400 w = 400 K_w \dot e \f]
/// \f[ \dot{\hat z} = v - h(v) \hat z - k e - k_v \dot e \f]
template <class Real>
struct ObserverGains {
  Real position_gain{0};
  Real velocity_gain{0};
  Real filtered_gain{0};
  Real position_correction{0};
  Real velocity_correction{0};
  static constexpr auto fields() {
    return Table{
        Field{&ObserverGains::position_gain, "position_gain", "K_p", "N/m", non_negative, "Force per error."},
        Field{&ObserverGains::velocity_gain, "velocity_gain", "K_v", "N.s/m", non_negative, "Force per rate of error."},
        Field{&ObserverGains::filtered_gain, "filtered_gain", "K_w", "N.s/m", non_negative, "The same, filtered."},
        Field{&ObserverGains::position_correction, "position_correction", "k", "1/s", non_negative,
              "Correction of the observer per error."},
        Field{&ObserverGains::velocity_correction, "velocity_correction", "k_v", "1", non_negative,
              "Correction of the observer per rate of error."}};
  }
};

}  // namespace stiction::testing
