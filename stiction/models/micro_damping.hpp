// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/friction_model.hpp"

/// Damping of the bending bristles, sigma_1: the block of bristle laws that multiplies dz/dt.
namespace stiction {

/// sigma_1, the same at all speeds. The default damps the micro-oscillation of a mass of 1 kg on bristles of 1e5 N/m
/// with ratio 1/2 \cite CanudasDeWit1995 (9).
struct ConstantMicroDamping {
  template <class Real>
  struct Parameters {
    Real bristle_damping = Real(316.2277660168379);

    static constexpr auto fields() {
      return Table{Field{&Parameters::bristle_damping, "bristle_damping", "\\sigma_1", "N.s/m", non_negative,
                         "Damping of the bending bristles."}};
    }
  };
  template <class Real>
  static constexpr Real coefficient(const Parameters<Real>& p, const Contact<Real>&) {
    return p.bristle_damping;
  }
};

/// sigma_1 exp(-(v/v_c)^2): damps the bristles at rest and vanishes in sliding \cite Astrom2008 Property 4.
struct FadingMicroDamping {
  template <class Real>
  struct Parameters : ConstantMicroDamping::Parameters<Real> {
    Real damping_velocity = Real(0.02);

    static constexpr auto fields() {
      return join(ConstantMicroDamping::Parameters<Real>::fields(),
                  Table{Field{&Parameters::damping_velocity, "damping_velocity", "v_c", "m/s", positive,
                              "Velocity at which bristle damping has fallen to 1/e.", Role::velocity}});
    }
  };
  template <class Real>
  static constexpr Real coefficient(const Parameters<Real>& p, const Contact<Real>& c) {
    const Real ratio = c.velocity / p.damping_velocity;
    return p.bristle_damping * exp(-ratio * ratio);
  }
};

}  // namespace stiction
