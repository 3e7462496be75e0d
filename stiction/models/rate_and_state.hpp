// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/friction_model.hpp"

/// Rate-and-state friction of rock and of dry solids at low speed, regularised so that it is defined at rest.
namespace stiction {

/// Parameters of both laws. The defaults are typical of rock in the laboratory \cite Marone1998, no single experiment.
template <class Real>
struct RateAndStateParameters {
  Real reference_friction = Real(0.6);
  Real direct_effect = Real(0.010);
  Real evolution_effect = Real(0.015);
  Real slip_distance = Real(1e-5);
  Real reference_velocity = Real(1e-6);
  Real normal_force = Real(1.0);

  static constexpr auto fields() {
    using P = RateAndStateParameters;
    return Table{
        Field{&P::reference_friction, "reference_friction", "\\mu_0", "1", positive,
              "Friction coefficient of steady sliding at the reference velocity."},
        Field{&P::direct_effect, "direct_effect", "a", "1", positive,
              "Rise of the coefficient when speed grows e-fold."},
        Field{&P::evolution_effect, "evolution_effect", "b", "1", non_negative,
              "Fall that follows as contacts get younger."},
        Field{&P::slip_distance, "slip_distance", "D_c", "m", positive, "Path over which contacts are renewed."},
        Field{&P::reference_velocity, "reference_velocity", "v_0", "m/s", positive, "Speed at which mu_0 was measured.",
              Role::velocity},
        Field{&P::normal_force, "normal_force", "N", "N", positive, "Load across the contact.", Role::force_level}};
  }
};

namespace detail {
/// ln of the smallest and largest theta v_0 / D_c that is distinguished: a float still holds e^80.
inline constexpr double log_state_limit = 80.0;

/// |v| / v_0, and its logarithm kept finite at rest.
template <class Real>
constexpr Real speed_ratio(const RateAndStateParameters<Real>& p, const Contact<Real>& c) {
  return maximum(Real(c.speed / p.reference_velocity), Real(0));
}
template <class Real>
constexpr Real log_speed_ratio(const RateAndStateParameters<Real>& p, const Contact<Real>& c) {
  return log(maximum(speed_ratio(p, c), Real(1e-35)));
}
}  // namespace detail

/// Dieterich's ageing law: contacts strengthen with time, also at rest.
///
/// \f[ \dot\theta = 1 - |v| \theta / D_c \;\Rightarrow\; \dot\psi = (v_0 e^{-\psi} - |v|) / D_c \tag{2a} \f]
struct AgeingEvolution {
  template <class Real>
  static constexpr Real rate(const RateAndStateParameters<Real>& p, const Real& psi, const Contact<Real>& c) {
    const Real renewal = exp(minimum(Real(-psi), Real(detail::log_state_limit)));
    return (p.reference_velocity * renewal - c.speed) / p.slip_distance;  // (2a)
  }
  /// (2a) is linear in theta.
  template <class Real>
  static constexpr Real after(const RateAndStateParameters<Real>& p, const Real& psi, const Contact<Real>& c,
                              const Real& h) {
    const Real path = c.speed * h / p.slip_distance, limit(detail::log_state_limit);
    const auto rests = path == Real(0);
    const Real mean_fraction = select(rests, Real(1), Real(-expm1(Real(-path)) / select(rests, Real(1), path)));
    const Real old = exp(clamp(psi, Real(-limit), limit) - path);
    return log(old + p.reference_velocity * h / p.slip_distance * mean_fraction);
  }
};

/// Ruina's slip law: contacts change only while sliding.
///
/// \f[ \dot\theta = -x \ln x,\ x = |v|\theta/D_c \Rightarrow \dot\psi = -(\psi + \ln(|v|/v_0))\,|v|/D_c \tag{2b} \f]
struct SlipEvolution {
  template <class Real>
  static constexpr Real rate(const RateAndStateParameters<Real>& p, const Real& psi, const Contact<Real>& c) {
    const Real speed = maximum(c.speed, Real(0));
    return -speed / p.slip_distance * (psi + detail::log_speed_ratio(p, c));  // (2b)
  }
  /// (2b) is linear in psi.
  template <class Real>
  static constexpr Real after(const RateAndStateParameters<Real>& p, const Real& psi, const Contact<Real>& c,
                              const Real& h) {
    const Real speed = maximum(c.speed, Real(0));
    return psi + (psi + detail::log_speed_ratio(p, c)) * expm1(Real(-speed * h / p.slip_distance));
  }
};

/// Rate-and-state friction with either evolution law.
///
/// \f[ F = a N\,\mathrm{asinh}(\tfrac{v}{2 v_0} e^{(\mu_0 + b \psi)/a}), \quad \psi = \ln(v_0 \theta/D_c) \tag{1} \f]
/// \f[ \psi_{ss} = -\ln(|v|/v_0), \quad F_{ss} \approx N\,(\mu_0 + (a - b) \ln(|v|/v_0))\,\mathrm{sgn}\,v \tag{3} \f]
///
/// The asinh of \cite Rice2001 replaces the logarithm of \cite Dieterich1979 and \cite Ruina1983, which has no value at
/// rest; they differ below |v| = v_0 e^{-mu_0 / a}. The state is the logarithm psi of the contact age theta: it keeps
/// theta positive whatever a solver does, spans its many decades evenly, and makes (2b) linear.
///
/// Without stiffness, mass or a true stick: at rest the force is 0, and a contact under any load creeps. Friction grows
/// or falls without end with the logarithm of speed, so (1) is meant for slow sliding. Below |v| = v_0 e^{-79} the
/// force falls to 0 faster than (1) when (mu_0 + b psi)/a exceeds 80.
///
/// Under a load F the velocity is v_0 e^{(F/N - mu_0 - b psi)/a}: it grows e-fold per a N of load, over some 26 decades
/// for the defaults. A solver that allows it an absolute error of more than `natural_speed` finds no error while the
/// force is wrong by everything.
template <class Evolution>
struct BasicRateAndState {
  template <class Real>
  struct Parameters : RateAndStateParameters<Real> {};
  template <class Real>
  struct State {
    Real log_age{0};
    static constexpr auto fields() {
      return Table{Field{&State::log_age, "log_age", "\\psi", "1",
                         between(-detail::log_state_limit, detail::log_state_limit),
                         "Logarithm of the contact age, 0 in steady sliding at the reference velocity."}};
    }
  };

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    return {Evolution::template rate<Real>(p, z.log_age, c)};  // (2)
  }
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const State<Real>& z, const State<Real>&,
                              const Contact<Real>& c) {
    const Real exponent = (p.reference_friction + p.evolution_effect * z.log_age) / p.direct_effect;
    return p.direct_effect * p.normal_force * asinh_of_product(p, c, exponent);  // (1)
  }
  template <class Real>
  static constexpr Real steady_force(const Parameters<Real>& p, const Contact<Real>& c) {
    const State<Real> steady{-detail::log_speed_ratio(p, c)};  // (3)
    return force(p, steady, steady, c);
  }
  template <class Real>
  static constexpr State<Real> exact_step(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c,
                                          const Real& h) {
    return {Evolution::template after<Real>(p, z.log_age, c, h)};
  }

  /// mu_0 N, met at the reference velocity: (3) has no limit at high speed.
  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return p.reference_friction * p.normal_force;
  }
  template <class Real>
  static constexpr State<Real> state_scale(const Parameters<Real>&) {
    return {Real(1)};
  }
  /// Speed below which (1) is linear in v, for psi = 0: v_0 e^{-mu_0/a}.
  template <class Real>
  static constexpr Real natural_speed(const Parameters<Real>& p) {
    return p.reference_velocity *
           exp(-minimum(Real(p.reference_friction / p.direct_effect), Real(detail::log_state_limit)));
  }
  template <class Real>
  static constexpr Real storage(const Parameters<Real>&, const State<Real>&) {
    return Real(0);
  }
  static constexpr std::string_view passivity_condition = "always: F v >= 0 at every instant";
  template <class Real>
  static constexpr Real passivity_margin(const Parameters<Real>& p) {
    return coulomb_level(p);
  }

 private:
  /// asinh(v / (2 v_0) e^y) without overflow: with L = ln(|v| / v_0) + y, asinh(e^L / 2) = L + ln((1 + sqrt(1 + 4
  /// e^{-2L})) / 2), used above L = 1; below, the plain form, smooth through v = 0. Above y = 80 the surplus y - 80 is
  /// reached by an odd cubic within |v| < v_0 e^{-79}: F stays continuous there, and keeps its value above.
  template <class Real>
  static constexpr Real asinh_of_product(const Parameters<Real>& p, const Contact<Real>& c, const Real& y) {
    const Real held = minimum(y, Real(detail::log_state_limit)), factor = exp(held);
    const auto large = detail::speed_ratio<Real>(p, c) * factor > Real(2.718281828459045);
    const Real product = select(large, Real(0), Real(Real(0.5) * (c.velocity / p.reference_velocity) * factor));
    const Real l = maximum(Real(detail::log_speed_ratio<Real>(p, c) + held), Real(1));
    const Real far = l + log(Real(0.5) + Real(0.5) * sqrt(Real(1) + Real(4) * exp(Real(-2) * l)));
    Real near = select(large, Real(c.direction * far), asinh(product));
    if (all(y <= Real(detail::log_state_limit))) return near;
    const Real s = clamp(Real(c.velocity / p.reference_velocity / Real(smallest_ratio)), Real(-1), Real(1));
    return near + (y - held) * s * (Real(1.5) - Real(0.5) * s * s);
  }
  static constexpr double smallest_ratio = 4.906094730649281e-35;  // e^{-79}
};

struct RateAndStateAgeing : BasicRateAndState<AgeingEvolution> {
  static constexpr ModelInfo info{.name = "rate_and_state_ageing",
                                  .type = "RateAndStateAgeing",
                                  .description = "Friction that grows with contact age; contacts age with time.",
                                  .source = "Dieterich1979; Rice2001; Marone1998",
                                  .phenomena = {.stribeck = true, .frictional_lag = true}};
};
struct RateAndStateSlip : BasicRateAndState<SlipEvolution> {
  static constexpr ModelInfo info{.name = "rate_and_state_slip",
                                  .type = "RateAndStateSlip",
                                  .description = "Friction that grows with contact age; contacts change by slip alone.",
                                  .source = "Ruina1983; Rice2001; Marone1998",
                                  .phenomena = {.stribeck = true, .frictional_lag = true}};
};

}  // namespace stiction
