// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

/// The forces at a contact that a controller may know; laws read those that concern them.
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
/// Phi is the law's exact step at a held velocity, here the mean one, so that the state sees the whole displacement of
/// the sample. From velocities the mean is (v_{k-1} + v_k)/2, which makes (1) of second order; from displacements it is
/// known, and stands for v_k in (2), which is half a sample late. Since Phi is exact for any h, the state stays in the
/// law's own bounds for any step and speed. Where the law's spring force never falls while the contact moves on (Dahl,
/// LuGre, elastoplastic, Maxwell slip), F_k of the spring times the displacement is never less than the energy it
/// stores: sampling creates none.
///
/// Parameters are taken as they are; check them once with `is_valid` or `require_valid`. The first sample sets the
/// velocity and moves nothing. After samples that were missing or no numbers, the next good one bridges the gap: its
/// velocity is joined to the last good one by a straight line, its displacement counts from the last good one.
template <class Law, std::floating_point Real = double>
  requires UpdatedPerSample<Law, Real>
class FrictionUpdate {
 public:
  /// All that is carried from sample to sample.
  struct Memory {
    StateOf<Law, Real> state{};
    ModeOf<Law, Real> mode{};
    Real velocity{0};       ///< at the last good sample [m/s]
    Real force{0};          ///< answer to it [N]
    Real samples_since{0};  ///< samples from it to the next one; 0 before the first
    bool resting = true;    ///< used by laws with true rest
  };

  FrictionUpdate(const ParametersOf<Law, Real>& p, Real sample_time)
    requires(!HoldsAtRest<Law, Real>)
      : parameters_(p), sample_time_(sample_time) {}

  /// A measured velocity is never zero: the contact comes to rest below half of `rest_velocity` and leaves rest above
  /// it, so that noise at the border does not make the force chatter. Choose it above the noise, for example 1.5 counts
  /// of the encoder per sample.
  FrictionUpdate(const ParametersOf<Law, Real>& p, Real sample_time, Real rest_velocity)
    requires HoldsAtRest<Law, Real>
      : parameters_(p), sample_time_(sample_time), rest_velocity_(rest_velocity) {}

  /// v: the velocity at this sample [m/s].
  UpdateResult<Real> update_velocity(Real v, const ContactForces<Real>& forces = {}) noexcept {
    return advance(Real(0.5) * memory_.velocity + Real(0.5) * v, v, memory_.samples_since * sample_time_, forces);
  }
  /// dx: the displacement since the last good sample [m].
  UpdateResult<Real> update_displacement(Real dx, const ContactForces<Real>& forces = {}) noexcept {
    const Real duration = maximum(memory_.samples_since, Real(1)) * sample_time_, v = dx / duration;
    return advance(v, v, duration, forces);
  }
  /// No sample came this time.
  UpdateResult<Real> miss_sample() noexcept { return hold(UpdateStatus::missing); }

  const Memory& save() const noexcept { return memory_; }
  void restore(const Memory& memory) noexcept { memory_ = memory; }

 private:
  UpdateResult<Real> hold(UpdateStatus status) noexcept {
    if (memory_.samples_since > Real(0)) memory_.samples_since += Real(1);
    return {memory_.force, status};
  }

  /// The new memory replaces the old one only if everything in it has become a number.
  UpdateResult<Real> advance(Real mean, Real v, Real duration, const ContactForces<Real>& forces) noexcept {
    if (!std::isfinite(mean) || !std::isfinite(forces.applied_force)) return hold(UpdateStatus::invalid);
    Memory next = memory_;
    if constexpr (HasExactStep<Law, Real>)
      if (duration > Real(0))
        next.state =
            step_of<Law, Real>(parameters_, next.mode, memory_.state, with_forces(contact(mean), forces), duration);
    Contact<Real> now = with_forces(contact(v), forces);
    if constexpr (HoldsAtRest<Law, Real>) {
      next.resting = now.speed <= (memory_.resting ? rest_velocity_ : Real(0.5) * rest_velocity_);
      if (next.resting) now = with_forces(contact(v, Real(0)), forces);
    }
    if constexpr (HasModes<Law, Real> && !HasExactStep<Law, Real>) change_mode(next, now);
    next.force = force_of<Law, Real>(parameters_, next.mode, next.state, now);
    if (!std::isfinite(next.force)) return hold(UpdateStatus::invalid);
    next.velocity = v;
    next.samples_since = Real(1);
    memory_ = next;
    return {next.force, UpdateStatus::ok};
  }

  static Contact<Real> with_forces(Contact<Real> c, const ContactForces<Real>& forces) noexcept {
    c.applied_force = forces.applied_force;
    c.normal_force = forces.normal_force;
    c.transmitted_force = forces.transmitted_force;
    return c;
  }
  /// Through every border that the sample has crossed. The velocity is measured, so what a transition makes of it (a
  /// reset) has no effect here.
  void change_mode(Memory& next, Contact<Real> c) const noexcept {
    const auto guards = Law::guards(parameters_, next.mode, next.state, c);
    std::array<bool, std::tuple_size_v<decltype(guards)>> fired{};
    for (std::size_t i = 0; i < fired.size(); ++i) fired[i] = guards[i] < Real(0);
    Law::transition(parameters_, fired, next.mode, next.state, c);
  }

  ParametersOf<Law, Real> parameters_;
  Real sample_time_, rest_velocity_{0};
  Memory memory_{};
};

}  // namespace stiction
