// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/oscillation.hpp"
#include "stiction/control/with_pid.hpp"

namespace stiction {

/// Dither: a force that shakes faster than the loop can follow, so that friction no longer sticks.
///
/// \f[ u_c = A\,\mathrm{sat}(\sin(2\pi f t) / r) \tag{1} \f]
///
/// r = 1 is a sine, a small r a square wave with edges that a drive can follow.
struct Dither {
  static constexpr ControllerInfo info{
      .name = "dither",
      .type = "Dither",
      .description = "PID with a shaking force added: a sine, or nearly a square wave.",
      .source = "Armstrong1994"};

  template <class Real>
  struct Parameters {
    Real dither_amplitude = Real(1.5);
    Real dither_frequency = Real(50.0);
    Real dither_edge = Real(1.0);
    static constexpr auto fields() {
      using P = Parameters;
      return Table{
          Field{&P::dither_amplitude, "dither_amplitude", "A", "N", non_negative, "Largest force of the dither."},
          Field{&P::dither_frequency, "dither_frequency", "f", "Hz", positive, "Periods per second."},
          Field{&P::dither_edge, "dither_edge", "r", "1", between(0.01, 1),
                "Fraction of a sine that is kept: 1 is a sine, a small fraction nearly a square wave."}};
    }
  };
  template <class Real>
  using State = Oscillation::State<Real>;
  template <class Real>
  using Inputs = ReferenceInputs<Real>;

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>&,
                                    const Inputs<Real>&, const Measured<Real>&, const Real&) {
    return Oscillation::rate(c, p.dither_frequency);
  }
  template <class Real>
  static constexpr Real output(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>&,
                               const Inputs<Real>&, const Measured<Real>&, const Real&) {
    return p.dither_amplitude * clamp(Real(-c.clock_sine / p.dither_edge), Real(-1), Real(1));  // (1)
  }
  /// Where the wave is cut. A pure sine only touches its border and has no corner there: the border is moved away.
  template <class Real>
  static constexpr std::array<Real, 2> kinks(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>&,
                                             const Measured<Real>&) {
    const Real border = select(p.dither_edge < Real(1), p.dither_edge, Real(2));
    return {border - c.clock_sine, border + c.clock_sine};
  }
  static State<double> scale(const Parameters<double>&, double) { return Oscillation::scale(); }
};

}  // namespace stiction
