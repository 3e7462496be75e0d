// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/set_valued.hpp"

/// The classical kinetic friction models of \cite Dumitriu Fig. 1a-c.
namespace stiction {

/// F = F_C sgn v.
struct Coulomb : SetValued<ConstantCurve, NoDrag> {
  static constexpr ModelInfo info{.name = "coulomb",
                                  .type = "Coulomb",
                                  .description = "Constant friction that opposes motion and holds at rest.",
                                  .source = "Dumitriu, Fig. 1a and (1)",
                                  .phenomena = {.rate_independent = true, .true_stick = true}};
};

/// F = F_C sgn v + sigma_2 v.
struct CoulombViscous : SetValued<ConstantCurve, LinearDrag> {
  static constexpr ModelInfo info{.name = "coulomb_viscous",
                                  .type = "CoulombViscous",
                                  .description = "Coulomb friction with linear drag.",
                                  .source = "Dumitriu, Fig. 1b and (1)",
                                  .phenomena = {.true_stick = true}};
};

/// F_S at rest, F_C sgn v + sigma_2 v in motion.
struct StictionCoulombViscous : SetValued<StictionCurve, LinearDrag> {
  static constexpr ModelInfo info{.name = "stiction_coulomb_viscous",
                                  .type = "StictionCoulombViscous",
                                  .description = "Stiction at rest, Coulomb friction and linear drag in motion.",
                                  .source = "Dumitriu, Fig. 1c and (1)",
                                  .phenomena = {.true_stick = true}};

  /// The force levels of Table I of \cite CanudasDeWit1995 without its bristles.
  static constexpr auto presets() {
    using P = Parameters<double>;
    return std::array{Preset<P>{"canudas1995", "Canudas de Wit et al. 1995, Table I",
                                [](P& p) { p.coulomb_force = 1.0, p.static_force = 1.5, p.viscous_damping = 0.4; }}};
  }
};

}  // namespace stiction
