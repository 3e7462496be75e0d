// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/pid.hpp"

namespace stiction {

/// What a compensator of friction offers: the contract of a controller, but it also gets the force of the feedback
/// beside it.
template <class C, class Real = double>
concept CompensatorModel =
    std::derived_from<ControllerInputsOf<C, Real>, ReferenceInputs<Real>> &&
    requires(const ParametersOf<C, Real>& p, const StateOf<C, Real>& c, const ControllerInputsOf<C, Real>& u,
             const Measured<Real>& measured, const Real& feedback) {
      { C::info } -> std::convertible_to<ControllerInfo>;
      { C::template rate<Real>(p, c, u, u, measured, feedback) } -> std::same_as<StateOf<C, Real>>;
      { C::template output<Real>(p, c, u, u, measured, feedback) } -> std::same_as<Real>;
    };

/// A compensator of friction and a PID side by side: their forces add up.
///
/// \f[ u = u_{PID} + K_v c\,\dot x_d + u_c \tag{1} \f]
///
/// c = 0 is the PID itself, which damps the motion; c = 1 damps the error, for a reference that moves.
template <CompensatorModel Compensator>
struct WithPid {
  static constexpr ControllerInfo info = Compensator::info;

  template <class Real>
  struct Parameters : Pid::Parameters<Real>, ParametersOf<Compensator, Real> {
    Real reference_velocity_weight = Real(1.0);
    static constexpr auto fields() {
      return join(
          Pid::Parameters<Real>::fields(),
          Table{Field{&Parameters::reference_velocity_weight, "reference_velocity_weight", "c", "1", between(0, 1),
                      "Fraction of the reference's velocity in the damping: 0 damps motion, 1 the "
                      "error."}},
          ParametersOf<Compensator, Real>::fields());
    }
  };
  template <class Real>
  struct State : Pid::State<Real>, StateOf<Compensator, Real> {
    static constexpr auto fields() { return join(Pid::State<Real>::fields(), StateOf<Compensator, Real>::fields()); }
  };
  template <class Real>
  using Inputs = ControllerInputsOf<Compensator, Real>;
  template <class Real>
  struct Outputs {
    Real compensation{0};
    static constexpr auto fields() {
      return Table{Field{&Outputs::compensation, "compensation", "u_c", "N", any_finite,
                         "Force of the compensator, without the PID beside it."}};
    }
  };

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                                    const Inputs<Real>& du, const Measured<Real>& measured) {
    return {Pid::rate<Real>(p, c, u, du, measured),
            Compensator::template rate<Real>(p, c, u, du, measured, feedback(p, c, u, du, measured))};
  }
  template <class Real>
  static constexpr Real output(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                               const Inputs<Real>& du, const Measured<Real>& measured) {
    const Real beside = feedback(p, c, u, du, measured);
    return beside + Compensator::template output<Real>(p, c, u, du, measured, beside);  // (1)
  }
  template <class Real>
  static constexpr Outputs<Real> outputs(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                                         const Inputs<Real>& du, const Measured<Real>& measured) {
    return {Compensator::template output<Real>(p, c, u, du, measured, feedback(p, c, u, du, measured))};
  }
  template <class Real>
  static constexpr auto kinks(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                              const Measured<Real>& measured)
    requires(kink_count_of_controller<Compensator>() > 0)
  {
    return Compensator::template kinks<Real>(p, c, u, measured);
  }
  static State<double> scale(const Parameters<double>& p, double force) {
    return {Pid::scale(p, force), Compensator::scale(p, force)};
  }

 private:
  template <class Real>
  static constexpr Real feedback(const Parameters<Real>& p, const State<Real>& c, const Inputs<Real>& u,
                                 const Inputs<Real>& du, const Measured<Real>& measured) {
    return Pid::output<Real>(p, c, u, du, measured) + p.velocity_gain * p.reference_velocity_weight * du.reference;
  }
};

/// The state of a compensator without memory.
template <class Compensator>
struct NoMemory {
  static constexpr auto fields() { return Table<>{}; }
};

}  // namespace stiction
