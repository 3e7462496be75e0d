// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/friction_model.hpp"

/// Wrappers that let the load on a contact change the friction of any law, by scaling its force levels.
namespace stiction {

namespace detail {

/// The parameters at `ratio` times the nominal load. A contact that is lifted off keeps a billionth of its friction, so
/// that no law divides by zero.
template <class P, class Real>
constexpr P at_load(P p, const Real& ratio) {
  const Real scale = maximum(ratio, Real(1e-9));
  for_each_field(p, [&](const auto& row, Real& number, std::size_t) {
    if (row.role == Role::force_level) number = number * scale;
  });
  return p;
}

/// The contact among the arguments of a law's function.
template <class Real, class... More>
constexpr const Contact<Real>& contact_among(const Contact<Real>& c, const More&...) {
  return c;
}
template <class First, class... More>
constexpr const auto& contact_among(const First&, const More&... more) {
  return contact_among(more...);
}

/// A wrapper has modes when its law has.
template <class Law>
struct ModesOf {};
template <HasModes Law>
struct ModesOf<Law> {
  template <class Real>
  using Mode = ModeOf<Law, Real>;
};

/// A law whose parameters depend on the contact: `Load::parameters(p, c)` gives those of the instant. Everything else
/// is the law's own: modes, guards, steps and all.
template <class Law, class Load>
struct LoadDependent : ModesOf<Law> {
  static constexpr const ModelInfo& info = Law::info;

  template <class Real>
  using Parameters = typename Load::template Parameters<Real>;
  template <class Real>
  using State = StateOf<Law, Real>;

  template <class Real, class... Args>
  static constexpr auto rate(const Parameters<Real>& p, const Args&... args)
    requires requires(const ParametersOf<Law, Real>& q) { Law::rate(q, args...); }
  {
    return Law::rate(now<Real>(p, args...), args...);
  }
  template <class Real, class... Args>
  static constexpr auto force(const Parameters<Real>& p, const Args&... args)
    requires requires(const ParametersOf<Law, Real>& q) { Law::force(q, args...); }
  {
    return Law::force(now<Real>(p, args...), args...);
  }
  template <class Real, class... Args>
  static constexpr auto guards(const Parameters<Real>& p, const Args&... args)
    requires requires(const ParametersOf<Law, Real>& q) { Law::guards(q, args...); }
  {
    return Law::guards(now<Real>(p, args...), args...);
  }
  template <class Real, class... Args>
  static constexpr void transition(const Parameters<Real>& p, Args&&... args)
    requires requires(const ParametersOf<Law, Real>& q) { Law::transition(q, args...); }
  {
    Law::transition(now<Real>(p, args...), args...);
  }
  template <class Real, class... Args>
  static constexpr auto exact_step(const Parameters<Real>& p, Args&&... args)
    requires requires(const ParametersOf<Law, Real>& q) { Law::exact_step(q, args...); }
  {
    return Law::exact_step(now<Real>(p, args...), args...);
  }
  template <class Real, class... Args>
  static constexpr auto kinks(const Parameters<Real>& p, const Args&... args)
    requires requires(const ParametersOf<Law, Real>& q) { Law::kinks(q, args...); }
  {
    return Law::kinks(now<Real>(p, args...), args...);
  }
  template <class Real>
  static constexpr Real steady_force(const Parameters<Real>& p, const Contact<Real>& c)
    requires HasSteadyForce<Law, Real>
  {
    return Law::steady_force(now<Real>(p, c), c);
  }
  template <class Real>
  static constexpr Real breakaway_force(const Parameters<Real>& p, const Contact<Real>& c)
    requires HoldsAtRest<Law, Real>
  {
    return Law::breakaway_force(now<Real>(p, c), c);
  }
  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return Law::template coulomb_level<Real>(p);
  }
  template <class Real>
  static constexpr State<Real> state_scale(const Parameters<Real>& p) {
    return Law::template state_scale<Real>(p);
  }
  template <class Real>
  static constexpr Real natural_speed(const Parameters<Real>& p)
    requires HasNaturalSpeed<Law, Real>
  {
    return Law::template natural_speed<Real>(p);
  }

 private:
  template <class Real, class... Args>
  static constexpr ParametersOf<Law, Real> now(const Parameters<Real>& p, const Args&... args) {
    return Load::template parameters<Real>(p, contact_among(args...));
  }
};

template <class Law>
struct InProportionToNormalForce {
  template <class Real>
  struct Parameters : ParametersOf<Law, Real> {
    Real nominal_normal_force = Real(1.0);

    static constexpr auto fields() {
      return join(ParametersOf<Law, Real>::fields(),
                  Table{Field{&Parameters::nominal_normal_force, "nominal_normal_force", "N_0", "N", positive,
                              "Load across the contact at which the law's own force levels hold."}});
    }
  };
  template <class Real>
  static constexpr ParametersOf<Law, Real> parameters(const Parameters<Real>& p, const Contact<Real>& c) {
    return at_load<ParametersOf<Law, Real>>(p, c.normal_force / p.nominal_normal_force);
  }
};

template <class Law>
struct WithTransmittedForce {
  template <class Real>
  struct Parameters : ParametersOf<Law, Real> {
    Real driving_loss = Real(0.0);
    Real back_driving_loss = Real(0.0);

    static constexpr auto fields() {
      return join(ParametersOf<Law, Real>::fields(),
                  Table{Field{&Parameters::driving_loss, "driving_loss", "c_{load}^{+}", "1", non_negative,
                              "Friction added per transmitted force while the motor drives the load."},
                        Field{&Parameters::back_driving_loss, "back_driving_loss", "c_{load}^{-}", "1", non_negative,
                              "Friction added per transmitted force while the load drives the motor."}});
    }
  };
  /// F_C -> F_C + c |tau_load|, with all other levels of the law in proportion. At rest the contact is about to move
  /// the way it is pulled.
  template <class Real>
  static constexpr ParametersOf<Law, Real> parameters(const Parameters<Real>& p, const Contact<Real>& c) {
    const Real onward = select(c.direction == Real(0), sign(c.applied_force), c.direction);
    const Real opposing = c.transmitted_force * onward;
    const Real loss = select(opposing < Real(0), -p.back_driving_loss * opposing, p.driving_loss * opposing);
    return at_load<ParametersOf<Law, Real>>(p, Real(1) + loss / Law::template coulomb_level<Real>(p));
  }
};

}  // namespace detail

/// Any law with force levels in proportion to the load across the contact, N(t)/N_0. Stiffness and drag stay.
template <class Law>
struct NormalLoad : detail::LoadDependent<Law, detail::InProportionToNormalForce<Law>> {};

/// Any law with the load-dependent loss of a gear: the transmitted force adds to the Coulomb level, by one share while
/// the motor drives and by another while it is driven back.
template <class Law>
struct GearLoss : detail::LoadDependent<Law, detail::WithTransmittedForce<Law>> {};

}  // namespace stiction
