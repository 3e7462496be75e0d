// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <concepts>

#include "stiction/models/evaluate.hpp"
#include "stiction/realtime/update_result.hpp"

namespace stiction {

/// A law without memory: its force follows from the contact and, at most, from a mode.
template <class Law, class Real = double>
concept WithoutMemory = !MemoryModel<Law, Real> && field_count<StateOf<Law, Real>> == 0;

/// A law that can be carried from sample to sample in bounded time.
template <class Law, class Real = double>
concept UpdatedPerSample = FrictionModel<Law, Real> && (HasExactStep<Law, Real> || WithoutMemory<Law, Real>);

/// Forces at a contact that a controller may have measured; laws read those they need.
template <class Real>
struct ContactForces {
  Real applied_force{};      ///< F_e, sum of all other forces along v [N]; what a law with true rest holds
  Real normal_force{};       ///< N [N]; read by NormalLoad
  Real transmitted_force{};  ///< [N]; read by GearLoss
};

/// One friction force per sample, for controllers: no allocation, no exception, bounded time.
///
/// \f[ z_k = \Phi(z_{k-1}, \bar v, h), \quad \bar v h = x_k - x_{k-1} \tag{1} \f]
/// \f[ F_k = F(z_k, \dot z(z_k, v_k), v_k)                            \tag{2} \f]
///
/// Phi is the law's exact step at a held velocity, here the mean one, so that the state takes the whole displacement of
/// the sample. From velocities the mean is (v_{k-1} + v_k)/2, which makes (1) of second order; a sample in which the
/// velocity reverses is cut where the straight line through both is zero, and (1) taken for either part: without the
/// cut the two displacements cancel and the bristles still point backwards at full speed. From displacements the mean
/// is known, and stands for v_k in (2), which is half a sample late. Since Phi is exact for any h, the state stays in
/// the law's own bounds for any step and speed. Where the law's spring force never falls while the contact moves on
/// (Dahl, LuGre, elastoplastic, Maxwell slip), the spring force of F_k times the displacement is never less than the
/// energy it stores: sampling creates none.
///
/// Parameters are taken as they are; check them once with `is_valid` or `require_valid`. With a sample time that is not
/// a positive number, or a negative rest velocity, every sample gives `invalid`. The first sample sets the
/// velocity and moves nothing. After samples that were missing or no numbers, the next good one bridges the gap: its
/// velocity is joined to the last good one by a straight line, its displacement counts from the last good one.
template <class Law, std::floating_point Real = double>
  requires UpdatedPerSample<Law, Real>
class FrictionUpdate {
 public:
  /// All that is carried from sample to sample. The velocity does not stand beside the force: compilers would store
  /// both at once, and the next sample's velocity would wait for this one's force.
  struct Memory {
    StateOf<Law, Real> state{};
    ModeOf<Law, Real> mode{};
    Real velocity{0};       ///< at the last good sample [m/s]
    Real samples_since{0};  ///< samples from it to the next one; 0 before the first
    Real force{0};          ///< at it [N]
    bool resting = true;    ///< used by laws with true rest
  };

  FrictionUpdate(const ParametersOf<Law, Real>& p, Real sample_time)
    requires(!HoldsAtRest<Law, Real>)
      : parameters_(p), sample_time_(detail::usable_time(sample_time)) {}

  /// A measured velocity is never zero: the contact comes to rest below half of `rest_velocity` and leaves rest above
  /// it, so that noise at the border does not make the force chatter. Choose it above the noise, for example 1.5 counts
  /// of the encoder per sample.
  FrictionUpdate(const ParametersOf<Law, Real>& p, Real sample_time, Real rest_velocity)
    requires HoldsAtRest<Law, Real>
      : parameters_(p),
        sample_time_(rest_velocity >= Real(0) ? detail::usable_time(sample_time) : Real(0)),
        rest_velocity_(rest_velocity) {}

  /// v: the velocity at this sample [m/s].
  UpdateResult<Real> update_velocity(Real v, const ContactForces<Real>& forces = {}) noexcept {
    if (!usable(v, forces)) return hold(UpdateStatus::invalid);
    Inside inside{memory_.state, memory_.mode};
    Real before = memory_.velocity, duration = memory_.samples_since * sample_time_;
    if (before * v < Real(0)) [[unlikely]] {
      const Real until_reversal = duration * (before / (before - v));
      inside = moved(inside, Real(0.5) * before, until_reversal, forces);
      before = Real(0);
      duration -= until_reversal;
    }
    return answer(moved(inside, Real(0.5) * before + Real(0.5) * v, duration, forces), v, forces);
  }
  /// dx: the displacement since the last good sample [m].
  UpdateResult<Real> update_displacement(Real dx, const ContactForces<Real>& forces = {}) noexcept {
    const Real duration = maximum(memory_.samples_since, Real(1)) * sample_time_, v = dx / duration;
    if (!usable(v, forces)) return hold(UpdateStatus::invalid);
    return answer(moved({memory_.state, memory_.mode}, v, duration, forces), v, forces);
  }
  /// No sample came this time.
  UpdateResult<Real> miss_sample() noexcept { return hold(UpdateStatus::missing); }

  const Memory& save() const noexcept { return memory_; }
  void restore(const Memory& memory) noexcept { memory_ = memory; }

 private:
  /// What the motion changes.
  struct Inside {
    StateOf<Law, Real> state;
    ModeOf<Law, Real> mode;
  };

  bool usable(Real v, const ContactForces<Real>& forces) const noexcept {
    return sample_time_ > Real(0) && std::isfinite(v) && std::isfinite(forces.applied_force) &&
           std::isfinite(forces.normal_force) && std::isfinite(forces.transmitted_force);
  }
  UpdateResult<Real> hold(UpdateStatus status) noexcept {
    if (memory_.samples_since > Real(0)) memory_.samples_since += Real(1);
    return {memory_.force, status};
  }
  Inside moved(Inside inside, Real mean, Real duration, const ContactForces<Real>& forces) const noexcept {
    if constexpr (HasExactStep<Law, Real>)
      if (duration > Real(0))
        inside.state =
            step_of<Law, Real>(parameters_, inside.mode, inside.state, with_forces(contact(mean), forces), duration);
    return inside;
  }

  /// Nothing is remembered unless the force has become a number. Fields are read and written one by one: a copy of the
  /// whole memory would wait for the stores of the last sample.
  UpdateResult<Real> answer(Inside inside, Real v, const ContactForces<Real>& forces) noexcept {
    Contact<Real> now = with_forces(contact(v), forces);
    bool resting = memory_.resting;
    if constexpr (HoldsAtRest<Law, Real>) {
      resting = now.speed <= (resting ? rest_velocity_ : Real(0.5) * rest_velocity_);
      if (resting) now = with_forces(contact(v, Real(0)), forces);
    }
    if constexpr (HasModes<Law, Real> && !HasExactStep<Law, Real>) change_mode(inside, now);
    const Real force = force_of<Law, Real>(parameters_, inside.mode, inside.state, now);
    if (!std::isfinite(force)) return hold(UpdateStatus::invalid);
    memory_.state = inside.state;
    memory_.mode = inside.mode;
    memory_.velocity = v;
    memory_.samples_since = Real(1);
    memory_.force = force;
    memory_.resting = resting;
    return {force, UpdateStatus::ok};
  }

  static Contact<Real> with_forces(Contact<Real> c, const ContactForces<Real>& forces) noexcept {
    c.applied_force = forces.applied_force;
    c.normal_force = forces.normal_force;
    c.transmitted_force = forces.transmitted_force;
    return c;
  }
  /// Through every border that the sample has crossed. The velocity is measured, so what a transition makes of it (a
  /// reset) has no effect here.
  void change_mode(Inside& inside, Contact<Real> c) const noexcept {
    const auto guards = Law::guards(parameters_, inside.mode, inside.state, c);
    std::array<bool, std::tuple_size_v<decltype(guards)>> fired{};
    for (std::size_t i = 0; i < fired.size(); ++i) fired[i] = guards[i] < Real(0);
    Law::transition(parameters_, fired, inside.mode, inside.state, c);
  }

  ParametersOf<Law, Real> parameters_;
  Real sample_time_, rest_velocity_{0};
  Memory memory_{};
};

}  // namespace stiction
