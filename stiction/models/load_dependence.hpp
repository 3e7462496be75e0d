// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/friction_model.hpp"

/// Wrappers that let the load on a contact change the friction of any law, by scaling its force levels.
namespace stiction {

namespace detail {

/// The parameters at `ratio` times the nominal load, kept above a billionth of it so that no law divides by zero.
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

/// A law with bristles that slip when the level they were bent under falls: `slipped(p, z)`.
template <class Law, class Real>
concept HasSlippedState = requires(const ParametersOf<Law, Real>& p, const StateOf<Law, Real>& z) {
  { Law::slipped(p, z) } -> std::same_as<StateOf<Law, Real>>;
};

/// A law whose parameters depend on the contact: `Load::parameters(p, c)` gives those of the instant. Everything else
/// is the law's own: modes, guards, steps and all. Bristles that were bent under a larger load carry no more than the
/// present level. Without damping a contact then gives back at most the energy sigma_0 z^2 / 2 it has stored, however
/// the load varies.
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
    return rate_at<Real>(p, now<Real>(p, args...), args...);
  }
  template <class Real, class... Args>
  static constexpr auto force(const Parameters<Real>& p, const Args&... args)
    requires requires(const ParametersOf<Law, Real>& q) { Law::force(q, args...); }
  {
    const Real held = force_at<Real>(now<Real>(p, args...), args...);
    return select(Load::template parted<Real>(contact_among(args...)), Real(0), held);
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
    return step_at<Real>(p, now<Real>(p, args...), args...);
  }
  /// The law's own, then those of the load.
  template <class Real>
  static constexpr auto kinks(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c)
    requires(HasKinks<Law, Real> || Load::has_kinks)
  {
    if constexpr (!Load::has_kinks) {
      return Law::kinks(now<Real>(p, c), z, c);
    } else if constexpr (HasKinks<Law, Real>) {
      const auto own = Law::kinks(now<Real>(p, c), z, c);
      std::array<Real, own.size() + 1> all;
      for (std::size_t i = 0; i < own.size(); ++i) all[i] = own[i];
      all[own.size()] = Load::template kink<Real>(c);
      return all;
    } else {
      return std::array<Real, 1>{Load::template kink<Real>(c)};
    }
  }
  template <class Real>
  static constexpr Real steady_force(const Parameters<Real>& p, const Contact<Real>& c)
    requires HasSteadyForce<Law, Real>
  {
    return select(Load::template parted<Real>(c), Real(0), Real(Law::steady_force(now<Real>(p, c), c)));
  }
  template <class Real>
  static constexpr Real breakaway_force(const Parameters<Real>& p, const Contact<Real>& c)
    requires HoldsAtRest<Law, Real>
  {
    return select(Load::template parted<Real>(c), Real(0), Real(Law::breakaway_force(now<Real>(p, c), c)));
  }
  /// A law that shows its surroundings another velocity does so under load too.
  template <class Modes, class Real>
  static constexpr Real output_velocity(const Modes& m, const Contact<Real>& c)
    requires requires { Law::output_velocity(m, c); }
  {
    return Law::output_velocity(m, c);
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
  // The law at the parameters q of the instant, its bristles slipped where it has any. Parted bristles lose their
  // deflection along the path, over the length they bend at the nominal load: no energy returns, and no rate grows
  // without bound as the levels vanish.
  template <class Real, class... Args>
  static constexpr auto rate_at([[maybe_unused]] const Parameters<Real>& p, const ParametersOf<Law, Real>& q,
                                const Args&... args) {
    if constexpr (HasSlippedState<Law, Real>)
      return [&](const State<Real>& z, const Contact<Real>& c) {
        const Real lost = -z.deflection * c.speed / Law::template state_scale<Real>(p).deflection;
        const Real own = Law::rate(q, Law::slipped(q, z), c).deflection;
        return State<Real>{select(Load::template parted<Real>(c), lost, own)};
      }(args...);
    else
      return Law::rate(q, args...);
  }
  template <class Real, class... Args>
  static constexpr Real force_at(const ParametersOf<Law, Real>& q, const Args&... args) {
    if constexpr (HasSlippedState<Law, Real>)
      return [&](const State<Real>& z, const State<Real>& dz, const Contact<Real>& c) {
        return Law::force(q, Law::slipped(q, z), dz, c);
      }(args...);
    else
      return Law::force(q, args...);
  }
  template <class Real, class... Args>
  static constexpr auto step_at([[maybe_unused]] const Parameters<Real>& p, const ParametersOf<Law, Real>& q,
                                Args&&... args) {
    if constexpr (HasSlippedState<Law, Real>)
      return [&](const State<Real>& z, const Contact<Real>& c, const Real& h) {
        const Real left = z.deflection * exp(-c.speed * h / Law::template state_scale<Real>(p).deflection);
        const Real own = Law::exact_step(q, Law::slipped(q, z), c, h).deflection;
        return State<Real>{select(Load::template parted<Real>(c), left, own)};
      }(args...);
    else
      return Law::exact_step(q, args...);
  }
  template <class Real, class... Args>
  static constexpr ParametersOf<Law, Real> now(const Parameters<Real>& p, const Args&... args) {
    return Load::template parameters<Real>(p, contact_among(args...));
  }
};

/// Levels in proportion to the load; those of the nominal load where the surfaces have parted and none matters.
template <class Law>
struct InProportionToNormalForce {
  template <class Real>
  struct Parameters : ParametersOf<Law, Real> {
    Real nominal_normal_force = Real(1.0);

    static constexpr auto fields() {
      return join(
          ParametersOf<Law, Real>::fields(),
          Table{Field{&Parameters::nominal_normal_force, "nominal_normal_force", "N_0", "N", positive,
                      "Load across the contact at which the law's own force levels hold.", Role::normal_force}});
    }
  };
  template <class Real>
  static constexpr ParametersOf<Law, Real> parameters(const Parameters<Real>& p, const Contact<Real>& c) {
    const Real ratio = c.normal_force / p.nominal_normal_force;
    return at_load<ParametersOf<Law, Real>>(p, select(parted(c), Real(1), ratio));
  }
  /// Surfaces that have parted have no friction of any kind, not even drag.
  template <class Real>
  static constexpr auto parted(const Contact<Real>& c) {
    return c.normal_force <= Real(0);
  }
  /// Where the surfaces part or meet the drag jumps; a run records the instant.
  static constexpr bool has_kinks = true;
  template <class Real>
  static constexpr Real kink(const Contact<Real>& c) {
    return c.normal_force;
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
  /// in the direction of the pull.
  template <class Real>
  static constexpr ParametersOf<Law, Real> parameters(const Parameters<Real>& p, const Contact<Real>& c) {
    const Real onward = select(c.direction == Real(0), sign(c.applied_force), c.direction);
    const Real opposing = c.transmitted_force * onward;
    const Real loss = select(opposing < Real(0), -p.back_driving_loss * opposing, p.driving_loss * opposing);
    return at_load<ParametersOf<Law, Real>>(p, Real(1) + loss / Law::template coulomb_level<Real>(p));
  }
  template <class Real>
  static constexpr auto parted(const Contact<Real>&) {
    return Real(0) > Real(0);  // gears stay in mesh
  }
  static constexpr bool has_kinks = false;
};

}  // namespace detail

/// Any law with force levels in proportion to the load across the contact, N(t)/N_0. Stiffness and drag stay while N >
/// 0; surfaces that have parted (N <= 0) have no friction at all. A plant without a normal force therefore has no
/// friction with this law: `nominal_normal_force` must be refused there.
template <class Law>
struct NormalLoad : detail::LoadDependent<Law, detail::InProportionToNormalForce<Law>> {};

/// Any law with the load-dependent loss of a gear: the transmitted force adds to the Coulomb level, by one fraction
/// while the motor drives and by another while it is driven back.
template <class Law>
struct GearLoss : detail::LoadDependent<Law, detail::WithTransmittedForce<Law>> {};

}  // namespace stiction
