// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <concepts>
#include <limits>

#include "stiction/models/elasto_plastic.hpp"
#include "stiction/realtime/update_result.hpp"

namespace stiction {

/// Friction from positions alone, for encoders that are too coarse or too noisy for a velocity: the time-free
/// elastoplastic estimator, after the idea of \cite Hayward2000.
///
/// \f[ z = x - w, \quad dw = \alpha(z)\,(z / z_{ss})\,|dx| \tag{1} \f]
/// \f[ F = \sigma_0 z, \quad z_{ss} = F_C / \sigma_0       \tag{2} \f]
///
/// w is where the contact adheres; alpha is the adhesion map, here that of ElastoPlastic, 0 up to z_ba and 1 from z_ss.
/// No time enters, so the force does not depend on the sample time, and there is no drag, damping or Stribeck effect.
/// While |z| <= z_ba the same position gives the same force to the last bit: noise of the encoder only bends the
/// spring and leaves nothing behind. Noise while sliding is motion like any other: its reversals let the force sag by
/// sigma_0 times their size. (1) between two samples is solved by the law's own exact step, so large increments need no
/// special case. Steady sliding, like elastic motion, takes the time of a few additions; the transition between them
/// some 24 points of an integral.
///
/// w = x_s - z_s is kept as the position x_s and the deflection z_s of the last slip. Far from the origin their
/// difference would be rounded to the spacing of positions, which in float exceeds z_ss from 100 m on.
template <std::floating_point Real = double>
class PositionFriction {
 public:
  struct Parameters {
    Real stiffness = Real(1e5);
    Real coulomb_force = Real(1.0);
    Real breakaway_ratio = Real(0.7169);

    static constexpr auto fields() {
      using P = Parameters;
      return Table{
          Field{&P::stiffness, "stiffness", "\\sigma_0", "N/m", positive, "Force per displacement before sliding."},
          Field{&P::coulomb_force, "coulomb_force", "F_C", "N", positive, "Friction of sliding.", Role::force_level},
          Field{&P::breakaway_ratio, "breakaway_ratio", "z_{ba}/z_{ss}", "1", Range{0.0, 1.0, false, false},
                "Fraction of the steady deflection that is purely elastic."}};
    }
  };
  /// All that is carried from sample to sample.
  struct Memory {
    Real position{0};         ///< x at the last good sample [m]
    Real slip_position{0};    ///< x_s, where it last slipped [m]
    Real slip_deflection{0};  ///< z_s, deflection there [m]
    bool started = false;
  };

  explicit PositionFriction(const Parameters& p) noexcept : law_(law_of(p)) {}

  /// x: the position read at this sample [m]. The first one is where the contact adheres without force.
  UpdateResult<Real> update_position(Real x) noexcept {
    if (!std::isfinite(x)) return {force(), UpdateStatus::invalid};
    if (!memory_.started) memory_ = {x, x, Real(0), true};
    const Real before = deflection(), steady = law_.coulomb_force / law_.bristle_stiffness;
    // A path of 40 z_ss from the elastic range ends in steady sliding, to rounding; a longer one could overflow.
    const Real step = clamp(Real(x - memory_.position), Real(-100) * steady, Real(100) * steady);
    const Real direction = sign(step), bent = memory_.slip_deflection + (x - memory_.slip_position);
    memory_.position = x;
    if (direction * bent <= ElastoPlastic::breakaway_deflection(law_)) return {force(), UpdateStatus::ok};
    constexpr Real rounding = Real(4) * std::numeric_limits<Real>::epsilon();
    const bool slides = direction * before >= steady * (Real(1) - rounding) && direction * before <= steady;
    memory_.slip_position = x;
    memory_.slip_deflection =
        slides ? direction * steady
               : ElastoPlastic::exact_step<Real>(law_, {before}, contact(step), Real(1)).deflection;  // (1)
    return {force(), UpdateStatus::ok};
  }
  /// The force that holds where the contact is now.
  Real force() const noexcept { return law_.bristle_stiffness * deflection(); }  // (2)

  const Memory& save() const noexcept { return memory_; }
  void restore(const Memory& memory) noexcept { memory_ = memory; }

 private:
  /// z = x - w. [m]
  Real deflection() const noexcept { return memory_.slip_deflection + (memory_.position - memory_.slip_position); }
  static ElastoPlastic::Parameters<Real> law_of(const Parameters& p) noexcept {
    ElastoPlastic::Parameters<Real> law;
    law.bristle_stiffness = p.stiffness;
    law.coulomb_force = law.static_force = p.coulomb_force;
    law.breakaway_ratio = p.breakaway_ratio;
    return law;
  }

  ElastoPlastic::Parameters<Real> law_;
  Memory memory_{};
};

}  // namespace stiction
