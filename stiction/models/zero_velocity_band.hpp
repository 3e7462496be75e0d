// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/coulomb.hpp"
#include "stiction/models/generalized_kinetic.hpp"

/// Karnopp's remedy for finding v = 0 numerically: an interval |v| < DV that counts as rest \cite Karnopp1985,
/// \cite Dumitriu section 2.1.
namespace stiction {

/// What becomes of the body's momentum when its velocity enters the band.
enum class BandMomentum { kept, reset };

/// A set-valued law with the band around rest. Inside it friction balances the applied force up to F_S, the velocity
/// that leaves the block (`output_velocity`) is 0, and the body's own velocity keeps integrating u - F. With
/// `BandMomentum::reset` it is set to 0 on entering, which delays every break-away by sqrt(2 m DV / (k v_p)) on a
/// pulled spring; the two variants differ by per cents in the period of a stick-slip cycle.
///
/// Where friction just outside the band exceeds what drives the body, while inside it F_S does not hold it, the law
/// pushes the body back to the border from both sides. Its solution then moves along the border (in the sense of
/// Filippov): a mean of both sides, with the weight lambda of the outside that keeps v where it is. Here lambda grows
/// from 0 to 1 over the layer DV < |v| < (1 + epsilon) DV,
///
/// \f[ F = (1 - \lambda) F_{in} + \lambda F_{out}, \quad v_{out} = \lambda v, \quad \epsilon = 10^{-3} \tag{1} \f]
///
/// entered from inside when the outside would push back at once, and left at either edge.
template <class Law, BandMomentum Momentum>
struct ZeroVelocityBand {
  template <class Real>
  struct Parameters : ParametersOf<Law, Real> {
    Real band_velocity = Real(1e-3);

    static constexpr auto fields() {
      return join(ParametersOf<Law, Real>::fields(),
                  Table{Field{&Parameters::band_velocity, "band_velocity", "DV", "m/s", positive,
                              "Speed below which the contact counts as resting.", Role::velocity}});
    }
  };
  template <class Real>
  using State = Nothing;
  template <class Real>
  struct Mode {
    Real in_band{1};
    Real border_speed{0};
    static constexpr auto fields() {
      return Table{
          Field{&Mode::in_band, "in_band", "", "1", between(0, 1), "1 inside the zero-velocity band, 0 outside."},
          Field{&Mode::border_speed, "border_speed", "", "m/s", non_negative,
                "DV while the body moves along the border of the band, else 0."}};
    }
  };
  static constexpr double layer = 1e-3;  ///< epsilon of (1)

  template <class Real>
  static constexpr Nothing rate(const Parameters<Real>&, const Mode<Real>&, const Nothing&, const Contact<Real>&) {
    return {};
  }
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const Mode<Real>& m, const Nothing&, const Nothing&,
                              const Contact<Real>& c) {
    const Real inside = Law::template resting_force<Real>(p, c), outside = Law::template steady_force<Real>(p, c);
    const Real sliding =
        select(on_border(m), Real(inside + fraction_outside(m, c) * (outside - inside)), outside);  // (1)
    return select(resting(m), inside, sliding);
  }
  template <class Real>
  static constexpr Real output_velocity(const Mode<Real>& m, const Contact<Real>& c) {
    const Real sliding = select(on_border(m), Real(fraction_outside(m, c) * c.velocity), c.velocity);
    return select(resting(m), Real(0), sliding);
  }

  /// The border: into the band from outside, along the motion; out of it from inside, in either direction. Then the
  /// outer edge of the layer (1).
  template <class Real>
  static constexpr std::array<Real, 2> guards(const Parameters<Real>& p, const Mode<Real>& m, const Nothing&,
                                              const Contact<Real>& c) {
    return {select(resting(m), Real(p.band_velocity - abs(c.velocity)), Real(c.speed - p.band_velocity)),
            select(on_border(m), Real(Real(1 + layer) * p.band_velocity - c.speed), p.band_velocity)};
  }
  /// Whatever enters the band does so at its border exactly, or stops there: a kept momentum a little below the border
  /// would have to be made up again after break-away, which takes a time that goes with the square root of the error.
  template <class Real>
  static constexpr void transition(const Parameters<Real>& p, const std::array<MaskOf<Real>, 2>& fired, Mode<Real>& m,
                                   Nothing&, Contact<Real>& c) {
    // Out of the band, at its border, against more friction than what drives: along the border.
    const Real onward = sign(c.velocity), distance = abs(c.velocity) - p.band_velocity;
    const auto pushed_back =
        resting(m) && abs(distance) < Real(1e-6) * p.band_velocity &&
        onward * c.applied_force < onward * Law::template steady_force<Real>(p, contact(c.velocity));
    m.border_speed = select(fired[0] && pushed_back, p.band_velocity,
                            select(fired[0] || fired[1], Real(Real(0) * p.band_velocity), m.border_speed));
    const Real entered =
        Momentum == BandMomentum::reset ? Real(Real(0) * c.velocity) : Real(c.direction * p.band_velocity);
    c.velocity = select(fired[0], select(resting(m), c.velocity, entered), c.velocity);
    m.in_band = select(fired[0], Real(1) - m.in_band, m.in_band);
  }

  /// Inside the band friction stops following the applied force where that exceeds break-away.
  template <class Real>
  static constexpr std::array<Real, 1> kinks(const Parameters<Real>& p, const Nothing&, const Contact<Real>& c) {
    return {Real(Law::template breakaway_force<Real>(p, c) - abs(c.applied_force))};
  }

  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return Law::template coulomb_level<Real>(p);
  }
  template <class Real>
  static constexpr Nothing state_scale(const Parameters<Real>&) {
    return {};
  }
  template <class Real>
  static constexpr Real steady_force(const Parameters<Real>& p, const Contact<Real>& c) {
    return Law::template steady_force<Real>(p, c);
  }

 private:
  template <class Real>
  static constexpr MaskOf<Real> resting(const Mode<Real>& m) {
    return m.in_band > Real(0.5);
  }
  template <class Real>
  static constexpr MaskOf<Real> on_border(const Mode<Real>& m) {
    return m.border_speed > Real(0) * m.border_speed;
  }
  /// lambda of (1), on the border.
  template <class Real>
  static constexpr Real fraction_outside(const Mode<Real>& m, const Contact<Real>& c) {
    return (abs(c.velocity) - m.border_speed) / (Real(layer) * m.border_speed);
  }
};

struct GeneralizedKineticBand : ZeroVelocityBand<GeneralizedKinetic, BandMomentum::kept> {
  static constexpr ModelInfo info{.name = "generalized_kinetic_band",
                                  .type = "GeneralizedKineticBand",
                                  .description = "Generalised kinetic friction with a zero-velocity band.",
                                  .source = "Dumitriu, (1) and section 2.1",
                                  .phenomena = {.stribeck = true, .true_stick = true}};
};
struct TustinBand : ZeroVelocityBand<Tustin, BandMomentum::kept> {
  static constexpr ModelInfo info{.name = "tustin_band",
                                  .type = "TustinBand",
                                  .description = "Tustin friction with a zero-velocity band.",
                                  .source = "Dumitriu, (2) and section 2.1",
                                  .phenomena = {.stribeck = true, .true_stick = true}};
};
struct Karnopp : ZeroVelocityBand<StictionCoulombViscous, BandMomentum::kept> {
  static constexpr ModelInfo info{.name = "karnopp",
                                  .type = "Karnopp",
                                  .description = "Stiction in a zero-velocity band; momentum kept on entering it.",
                                  .source = "Karnopp1985; Dumitriu, section 2.1",
                                  .phenomena = {.true_stick = true}};
};
struct KarnoppReset : ZeroVelocityBand<StictionCoulombViscous, BandMomentum::reset> {
  static constexpr ModelInfo info{.name = "karnopp_reset",
                                  .type = "KarnoppReset",
                                  .description = "Stiction in a zero-velocity band; momentum reset on entering it.",
                                  .source = "Karnopp1985; Dumitriu, section 2.1",
                                  .phenomena = {.true_stick = true}};
};

}  // namespace stiction
