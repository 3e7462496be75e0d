// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/stribeck_curve.hpp"
#include "stiction/models/viscous_drag.hpp"

namespace stiction {

/// The velocity of a moment ago, kept as a polygon of past samples in numbers of fixed count.
///
/// Sample 0 is the present. A step shorter than delay/7 adds at most one sample, and only when the newest is older than
/// that, so a smooth velocity is followed with an error of second order in delay/7, and a jump becomes a ramp of that
/// length. A longer step adds the two ends of its piece of constant velocity, so jumps between long steps are kept
/// exactly. Sixteen samples always reach back beyond the delay.
template <class Real>
struct DelayedVelocity {
  static constexpr std::size_t samples = 16;
  std::array<Real, samples> past_velocity{};
  std::array<Real, samples> past_age{};

  static constexpr auto fields() {
    using D = DelayedVelocity;
    return Table{
        Field{&D::past_velocity, "past_velocity", "v", "m/s", any_finite, "Velocity at moments past, newest first."},
        Field{&D::past_age, "past_age", "t", "s", non_negative, "How long ago these moments are."}};
  }

  /// The record after a further time h at velocity v.
  constexpr DelayedVelocity after(const Real& v, const Real& h, const Real& delay) const {
    const Real spacing = delay / Real(7);
    const auto is_long = h >= spacing;
    const Real added = select(is_long, Real(2), select(past_age[1] >= spacing, Real(1), Real(0)));
    DelayedVelocity next;
    next.past_velocity[0] = v;
    next.past_age[0] = Real(0);
    for (std::size_t j = 1; j < samples; ++j) {
      const Real two_velocity = j == 1 ? v : past_velocity[j - (j > 1 ? 2 : 0)];
      const Real two_age = (j > 2 ? past_age[j - 2] : Real(0)) + h;
      const Real one_age = (j > 1 ? past_age[j - 1] : Real(0)) + h;
      next.past_velocity[j] =
          select(added > Real(1.5), two_velocity, select(added > Real(0.5), past_velocity[j - 1], past_velocity[j]));
      next.past_age[j] = select(added > Real(1.5), two_age, select(added > Real(0.5), one_age, past_age[j] + h));
    }
    return next;
  }
  /// The velocity that long ago; before the record began it stays what it was.
  constexpr Real at(const Real& delay) const {
    Real found = past_velocity[samples - 1];
    for (std::size_t j = samples - 1; j-- > 0;) {
      const Real gap = past_age[j + 1] - past_age[j];
      const Real fraction = select(gap > Real(0), clamp((delay - past_age[j]) / gap, Real(0), Real(1)), Real(0));
      const Real here = past_velocity[j] + (past_velocity[j + 1] - past_velocity[j]) * fraction;
      found = select(past_age[j + 1] > delay, here, found);
    }
    return found;
  }
};

/// The seven-parameter model \cite Armstrong1991, \cite Armstrong1994: one law for stiction, another for sliding.
///
/// \f[ F = k_t x \quad \mathrm{stuck}                                                          \tag{1} \f]
/// \f[ F = \left(F_C + F_s/(1 + (v(t - \tau_L)/v_s)^2)\right)\mathrm{sgn}\,v + F_v v \quad \mathrm{sliding} \tag{2} \f]
/// \f[ F_s(t_2) = F_{s,a} + (F_{s,\infty} - F_{s,a})\,t_2/(t_2 + \gamma)                       \tag{3} \f]
///
/// t_2 is the time at rest, F_{s,a} the Stribeck term when the last slide ended: static friction rises while the
/// contact rests. tau_L is the frictional memory. Here `static_force` is F_C + F_{s,inf}, and the state is what is
/// missing to it, F_{s,inf} - F_{s,a}, so that a fresh contact is one that has rested for ever; (3) becomes a decay
/// with gamma/(t_2 + gamma).
///
/// The survey does not say how the two laws are joined. Here a slide ends when the velocity leaves its direction; the
/// stick spring takes over with the force of that instant, so F has no jump but that of the drag. It breaks away
/// when k_t x reaches F_C + F_s(t_2), at an instant that is found exactly within a step; F_s then stays what it was at
/// break-away. The spring returns at most what it took, so the law is passive.
///
/// Break-away depends on the rate of loading through the dwell time, and only where an earlier slide has lowered it.
struct ArmstrongSevenParameter {
  static constexpr ModelInfo info{.name = "armstrong_seven_parameter",
                                  .type = "ArmstrongSevenParameter",
                                  .description = "Stick spring, rising static friction, Stribeck effect with a delay.",
                                  .source = "Armstrong1991; Armstrong1994",
                                  .phenomena = {.stribeck = true,
                                                .presliding_spring = true,
                                                .hysteresis = true,
                                                .frictional_lag = true,
                                                .non_drifting_presliding = true,
                                                .reversal_point_memory = true}};
  using Curve = LorentzianCurve;

  template <class Real>
  struct Parameters : Curve::Parameters<Real>, LinearDrag::Parameters<Real> {
    Real stick_stiffness = Real(1e5);
    Real memory_delay = Real(5e-3);
    Real dwell_time_constant = Real(1.0);

    static constexpr auto fields() {
      return join(Table{Field{&Parameters::stick_stiffness, "stick_stiffness", "k_t", "N/m", positive,
                              "Force per displacement while stuck."}},
                  Curve::Parameters<Real>::fields(), LinearDrag::Parameters<Real>::fields(),
                  Table{Field{&Parameters::memory_delay, "memory_delay", "\\tau_L", "s", positive,
                              "How late the Stribeck term follows the velocity."},
                        Field{&Parameters::dwell_time_constant, "dwell_time_constant", "\\gamma", "s", positive,
                              "Time at rest after which half of the lost static friction is back."}});
    }
  };
  template <class Real>
  struct State : DelayedVelocity<Real> {
    Real sliding{0};
    Real stick_displacement{0};
    Real dwell_time{0};
    Real missing_force{0};

    static constexpr auto fields() {
      return join(Table{Field{&State::sliding, "sliding", "", "1", between(-1, 1),
                              "+1 slides forwards, -1 backwards, 0 sticks."},
                        Field{&State::stick_displacement, "stick_displacement", "x", "m", any_finite,
                              "Elongation of the stick spring; 0 while sliding.", Role::deflection},
                        Field{&State::dwell_time, "dwell_time", "t_2", "s", non_negative, "Time since the last slide."},
                        Field{&State::missing_force, "missing_force", "F_{s,\\infty} - F_{s,a}", "N", non_negative,
                              "What static friction lacked when the last slide ended, or lacks in this one."}},
                  DelayedVelocity<Real>::fields());
    }
  };

  /// Friction of sliding without drag, the bracket of (2).
  template <class Real>
  static constexpr Real sliding_level(const Parameters<Real>& p, const State<Real>& z) {
    typename Curve::template Parameters<Real> now = p;
    now.static_force = p.static_force - z.missing_force;
    return Curve::level(now, contact(z.at(p.memory_delay)));
  }
  /// What is missing after a time at rest, by (3).
  template <class Real>
  static constexpr Real still_missing(const Parameters<Real>& p, const Real& missing, const Real& dwell) {
    return missing * p.dwell_time_constant / (dwell + p.dwell_time_constant);
  }

  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    const Real slides = z.sliding * sliding_level(p, z) + LinearDrag::force<Real>(p, c);          // (2)
    return select(abs(z.sliding) > Real(0.5), slides, p.stick_stiffness * z.stick_displacement);  // (1)
  }

  template <class Real>
  static constexpr State<Real> exact_step(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c,
                                          const Real& h) {
    const auto slid = abs(z.sliding) > Real(0.5);
    const auto slides_on = z.sliding * c.direction > Real(0.5);
    const Real level = sliding_level(p, z);
    const Real spring = select(slid, z.sliding * level / p.stick_stiffness, z.stick_displacement);
    const Real rested = select(slid, Real(0), z.dwell_time);
    const Real missing = select(slid, p.static_force - level, z.missing_force);

    const Real stretched = spring + c.velocity * h;
    const Real limit = p.static_force - still_missing(p, missing, rested + h);
    const auto breaks = c.direction * p.stick_stiffness * stretched > limit;
    const Real stuck = select(slides_on, Real(0), select(breaks, Real(0), Real(1)));
    const Real time = breakaway_time(p, c, spring, rested, missing, h);
    const Real left = select(breaks, still_missing(p, missing, rested + time), missing);

    State<Real> after;
    static_cast<DelayedVelocity<Real>&>(after) = z.after(c.velocity, h, p.memory_delay);
    after.sliding = select(slides_on, c.direction, (Real(1) - stuck) * c.direction);
    after.stick_displacement = stuck * stretched;
    after.dwell_time = stuck * (rested + h);
    after.missing_force = select(slides_on, z.missing_force, left);
    return after;
  }

  template <class Real>
  static constexpr Real steady_force(const Parameters<Real>& p, const Contact<Real>& c) {
    return Curve::level<Real>(p, c) * c.direction + LinearDrag::force<Real>(p, c);
  }
  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return p.coulomb_force;
  }
  template <class Real>
  static constexpr State<Real> state_scale(const Parameters<Real>& p) {
    State<Real> scale;
    scale.past_velocity.fill(p.stribeck_velocity);
    scale.past_age.fill(p.memory_delay);
    scale.sliding = Real(1);
    scale.stick_displacement = p.static_force / p.stick_stiffness;
    scale.dwell_time = p.dwell_time_constant;
    scale.missing_force = p.static_force;
    return scale;
  }
  /// The stick spring; while sliding, the energy it had at break-away, of which the next stick starts with less.
  template <class Real>
  static constexpr Real storage(const Parameters<Real>& p, const State<Real>& z) {
    const Real at_breakaway = (p.static_force - z.missing_force) / p.stick_stiffness;
    const Real x = select(abs(z.sliding) > Real(0.5), at_breakaway, z.stick_displacement);
    return Real(0.5) * p.stick_stiffness * x * x;
  }
  static constexpr std::string_view passivity_condition = "always";
  template <class Real>
  static constexpr Real passivity_margin(const Parameters<Real>& p) {
    return p.coulomb_force;
  }

 private:
  /// When within the step k_t x meets the rising limit: the positive root of
  /// (r t - q)(t + w) + D gamma = 0, r = k_t |v|, q = F_C + F_{s,inf} - k_t x, w = t_2 + gamma, D what is missing.
  template <class Real>
  static constexpr Real breakaway_time(const Parameters<Real>& p, const Contact<Real>& c, const Real& spring,
                                       const Real& rested, const Real& missing, const Real& h) {
    const Real r = p.stick_stiffness * c.speed;
    const Real q = p.static_force - c.direction * p.stick_stiffness * spring;
    const Real w = rested + p.dwell_time_constant;
    const Real linear = r * w - q, constant = missing * p.dwell_time_constant - q * w;
    const Real root = sqrt(maximum(linear * linear - Real(4) * r * constant, Real(0)));
    const Real time = select(linear > Real(0), Real(-2) * constant / (linear + root), (root - linear) / (Real(2) * r));
    return clamp(time, Real(0), h);
  }
};

}  // namespace stiction
