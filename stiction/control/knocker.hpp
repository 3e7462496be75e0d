// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/oscillation.hpp"
#include "stiction/control/with_pid.hpp"

namespace stiction {

/// Knocker: short pulses that push a stuck body towards its reference, as used for sticking valves and in impulsive
/// control.
///
/// \f[ u_c = A\,p(t)\,\mathrm{sat}((x_d - x) / e_0)       \tag{1} \f]
///
/// p is a pulse of width w in the middle of every period, with edges of a tenth of its width. Within e_0 of the
/// reference the pulses fade.
struct Knocker {
  static constexpr ControllerInfo info{.name = "knocker",
                                       .type = "Knocker",
                                       .description = "PID with short pulses towards the reference.",
                                       .source = "Armstrong1994"};

  template <class Real>
  struct Parameters {
    Real pulse_height = Real(2.0);
    Real pulse_width = Real(0.01);
    Real pulse_period = Real(0.1);
    Real pulse_tolerance = Real(1e-4);
    static constexpr auto fields() {
      using P = Parameters;
      return Table{Field{&P::pulse_height, "pulse_height", "A", "N", non_negative, "Force of a pulse."},
                   Field{&P::pulse_width, "pulse_width", "w", "s", positive, "Length of a pulse at half height."},
                   Field{&P::pulse_period, "pulse_period", "T", "s", positive, "Time from pulse to pulse."},
                   Field{&P::pulse_tolerance, "pulse_tolerance", "e_0", "m", positive,
                         "Position error below which pulses fade."}};
    }
    static constexpr auto rules() {
      return Table{Rule<Parameters>{"pulse_width <= 0.9 pulse_period",
                                    [](const Parameters& p) { return p.pulse_width <= Real(0.9) * p.pulse_period; }}};
    }
  };
  template <class Real>
  using State = Oscillation::State<Real>;
  template <class Real>
  using Inputs = ReferenceInputs<Real>;

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>&,
                                    const Inputs<Real>&, const Measured<Real>&, const Real&) {
    return Oscillation::rate(c, Real(Real(1) / p.pulse_period));
  }
  template <class Real>
  static constexpr Real output(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                               const Inputs<Real>&, const Measured<Real>& measured, const Real&) {
    const Real towards = clamp(Real(-position_error(u, measured) / p.pulse_tolerance), Real(-1), Real(1));
    const Real pulse = clamp(Real(Real(0.5) + above_border(p, c) / edge(p)), Real(0), Real(1));
    return p.pulse_height * pulse * towards;  // (1)
  }
  /// The corners of a pulse and its middle, so that none is stepped over however short it is.
  template <class Real>
  static constexpr std::array<Real, 5> kinks(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                                             const Measured<Real>& measured) {
    const Real e = position_error(u, measured), begun = above_border(p, c), half_edge = Real(0.5) * edge(p);
    return {p.pulse_tolerance - e, p.pulse_tolerance + e, begun + half_edge, begun - half_edge, c.clock_sine};
  }
  static State<double> scale(const Parameters<double>&, double) { return Oscillation::scale(); }

 private:
  /// Half of the pulse, as a phase.
  template <class Real>
  static constexpr Real half_width(const Parameters<Real>& p) {
    return Real(3.141592653589793) * p.pulse_width / p.pulse_period;
  }
  /// How far the clock's cosine is above where a pulse begins and ends.
  template <class Real>
  static constexpr Real above_border(const Parameters<Real>& p, const State<Real>& c) {
    return c.clock_cosine - cos(half_width(p));
  }
  /// What the cosine gains while a pulse rises.
  template <class Real>
  static constexpr Real edge(const Parameters<Real>& p) {
    return Real(0.2) * half_width(p) * sin(half_width(p));
  }
};

}  // namespace stiction
