// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/bounded_slope_power.hpp"
#include "stiction/models/friction_model.hpp"

/// Drag f(v): the part of friction that has no memory and vanishes at rest. A building block of laws, like the curves.
namespace stiction {

/// f = 0.
struct NoDrag {
  template <class Real>
  struct Parameters {
    static constexpr auto fields() { return Table<>{}; }
  };
  template <class Real>
  static constexpr Real force(const Parameters<Real>&, const Contact<Real>&) {
    return Real(0);
  }
};

/// f = sigma_2 v.
struct LinearDrag {
  template <class Real>
  struct Parameters {
    Real viscous_damping = Real(0.4);

    static constexpr auto fields() {
      return Table{Field{&Parameters::viscous_damping, "viscous_damping", "\\sigma_2", "N.s/m", non_negative,
                         "Drag of the lubricant."}};
    }
  };
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const Contact<Real>& c) {
    return p.viscous_damping * c.velocity;
  }
};

/// f = sigma_2 v_1 |v/v_1|^d sgn(v) with v_1 = `viscous_reference_speed`: the s2 |v|^d sgn(v) of the literature with
/// v_1 = 1 m/s. The reference speed keeps sigma_2 in N.s/m for every d. Below exponent 1 the printed drag has an
/// infinite slope at v = 0; here it is smooth below |v| = 1e-8 v_1, with an error of at most 1e-8^d sigma_2 v_1.
struct PowerDrag {
  template <class Real>
  struct Parameters : LinearDrag::Parameters<Real> {
    Real viscous_exponent = Real(1.0);
    Real viscous_reference_speed = Real(1.0);

    static constexpr auto fields() {
      return join(
          LinearDrag::Parameters<Real>::fields(),
          Table{Field{&Parameters::viscous_exponent, "viscous_exponent", "d", "1", between(0.1, 10.0),
                      "Power of the velocity in the drag; 1 is a Newtonian film."},
                Field{&Parameters::viscous_reference_speed, "viscous_reference_speed", "v_1", "m/s", positive,
                      "Speed at which the drag is viscous_damping times speed for every exponent.", Role::velocity}});
    }
  };
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const Contact<Real>& c) {
    const auto linear = exactly(p.viscous_exponent, 1.0);
    Real film = LinearDrag::force<Real>(p, c);
    if (all(linear)) return film;
    const Real ratio = c.speed / p.viscous_reference_speed;
    const Real drag =
        p.viscous_damping * p.viscous_reference_speed * odd_power(ratio, c.direction, p.viscous_exponent, 1e-8);
    return select(linear, film, drag);
  }
};

}  // namespace stiction
