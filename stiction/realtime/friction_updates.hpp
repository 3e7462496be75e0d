// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "stiction/realtime/friction_update.hpp"
#include "stiction/scalar/simd_math.hpp"

namespace stiction {

/// A law with which many contacts can be updated in SIMD lanes.
template <class Law, std::size_t W = 8>
concept UpdatedInLanes = UpdatedPerSample<Law, double> && UpdatedPerSample<Law, Batch<double, W>>;

/// `FrictionUpdate` for many contacts, W at a time in SIMD lanes: robots with thousands of joints, ensembles. Every
/// contact has its own state and gets the force that a `FrictionUpdate` of its own would give, to rounding.
///
/// Arrays hold one number per contact. Nothing is allocated after construction. Contacts are stored in blocks of W;
/// different threads may update different blocks at the same time.
template <class Law, std::size_t W = 8>
  requires UpdatedInLanes<Law, W>
class FrictionUpdates {
 public:
  using Real = Batch<double, W>;

  /// One set of parameters for all contacts, or one for each. `rest_velocity` as in FrictionUpdate; only laws with true
  /// rest use it.
  FrictionUpdates(const std::vector<ParametersOf<Law>>& parameters, std::size_t contacts, double sample_time,
                  double rest_velocity = 0)
      : contacts_(contacts),
        sample_time_(rest_velocity >= 0 ? detail::usable_time(sample_time) : 0.0),
        rest_velocity_(rest_velocity),
        blocks_((contacts + W - 1) / W) {
    if (parameters.size() == 1)
      parameters_.push_back(convert<ParametersOf<Law, Real>>(parameters.front()));
    else
      for (std::size_t i = 0; i < blocks(); ++i) parameters_.push_back(gathered(parameters, i * W));
  }

  std::size_t contacts() const noexcept { return contacts_; }
  std::size_t blocks() const noexcept { return blocks_.size(); }

  /// Forces at each contact [N], as in ContactForces; null: zero.
  struct Forces {
    const double* applied = nullptr;
    const double* normal = nullptr;
    const double* transmitted = nullptr;
  };

  /// Velocities at this sample [m/s] in, forces [N] out, for blocks `first` to `last` - 1. Returns the number of
  /// samples that are no usable numbers: their forces are held, and the next good sample bridges the gap.
  std::size_t update_velocity(const double* v, const Forces& forces, double* force, std::size_t first,
                              std::size_t last) noexcept {
    return each_block(v, forces, force, first, last, &FrictionUpdates::move_to_velocity);
  }
  /// The same from displacements since the last good sample [m].
  std::size_t update_displacement(const double* dx, const Forces& forces, double* force, std::size_t first,
                                  std::size_t last) noexcept {
    return each_block(dx, forces, force, first, last, &FrictionUpdates::move_by_displacement);
  }

 private:
  /// What W contacts carry from sample to sample: FrictionUpdate::Memory in lanes.
  struct Block {
    StateOf<Law, Real> state = convert<StateOf<Law, Real>>(StateOf<Law>{});
    ModeOf<Law, Real> mode = convert<ModeOf<Law, Real>>(ModeOf<Law>{});
    Real velocity{0.0}, samples_since{0.0}, force{0.0};
    Real resting{1.0};
  };

  static ParametersOf<Law, Real> gathered(const std::vector<ParametersOf<Law>>& all, std::size_t first) {
    auto lanes = convert<ParametersOf<Law, Real>>(all[first]);  // lanes beyond the last contact need valid numbers too
    for (std::size_t k = 1; k < W && first + k < all.size(); ++k)
      for_each_pair(lanes, all[first + k], [&](const auto&, Real& x, double y) { x.set(k, y); });
    return lanes;
  }
  static Real loaded(const double* from, std::size_t count) noexcept {
    if (!from) return Real(0);
    if (count == W) return Real::load(from);
    double padded[W] = {};
    std::copy_n(from, count, padded);
    return Real::load(padded);
  }

  /// What a sample of W contacts does to their block. Called through a pointer: `each_block` is compiled once.
  using Update = void (FrictionUpdates::*)(Block&, const ParametersOf<Law, Real>&, const Real& sample,
                                           const ContactForces<Real>&) const noexcept;

  std::size_t each_block(const double* samples, const Forces& forces, double* force, std::size_t first,
                         std::size_t last, Update update) noexcept {
    std::size_t refused = 0;
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t from = i * W, count = std::min(W, contacts_ - from);
      const auto column = [&](const double* all) { return loaded(all ? all + from : nullptr, count); };
      const ContactForces<Real> f{column(forces.applied), column(forces.normal), column(forces.transmitted)};
      const Real sample = column(samples);
      Block& b = blocks_[i];
      Block next = b;
      (this->*update)(next, parameters_[parameters_.size() == 1 ? 0 : i], sample, f);
      // Zero times x is zero for finite numbers only.
      const Real sum = sample + f.applied_force + f.normal_force + f.transmitted_force + next.force + next.velocity;
      const auto good = (Real(0) * sum == Real(0)) && Real(sample_time_) > Real(0);
      keep(b, next, good);
      if (!all(good))
        for (std::size_t k = 0; k < count; ++k) refused += good[k] ? 0U : 1U;
      if (count == W)
        b.force.store(force + from);
      else
        for (std::size_t k = 0; k < count; ++k) force[from + k] = b.force[k];
    }
    return refused;
  }

  void move_to_velocity(Block& b, const ParametersOf<Law, Real>& p, const Real& now,
                        const ContactForces<Real>& f) const noexcept {
    Real before = b.velocity, duration = b.samples_since * Real(sample_time_);
    const auto reverses = before * now < Real(0);
    if (any(reverses)) {  // cut where the straight line through both velocities is zero
      const Real span = select(reverses, before - now, Real(1));
      const Real until_reversal = select(reverses, duration * (before / span), Real(0));
      move(b, p, Real(0.5) * before, until_reversal, f);
      before = select(reverses, Real(0), before);
      duration = duration - until_reversal;
    }
    move(b, p, Real(0.5) * before + Real(0.5) * now, duration, f);
    answer(b, p, now, f);
  }
  void move_by_displacement(Block& b, const ParametersOf<Law, Real>& p, const Real& moved,
                            const ContactForces<Real>& f) const noexcept {
    const Real duration = maximum(b.samples_since, Real(1)) * Real(sample_time_), v = moved / duration;
    move(b, p, v, duration, f);
    answer(b, p, v, f);
  }

  /// Good lanes take over what they have become; the others hold it and count the sample as missed.
  static void keep(Block& b, const Block& next, const auto& good) noexcept {
    const auto take = [&](const auto&, Real& old, const Real& now) { old = select(good, now, old); };
    for_each_pair(b.state, next.state, take);
    for_each_pair(b.mode, next.mode, take);
    const Real missed = select(b.samples_since > Real(0), b.samples_since + Real(1), Real(0));
    b.samples_since = select(good, Real(1), missed);
    b.velocity = select(good, next.velocity, b.velocity);
    b.force = select(good, next.force, b.force);
    b.resting = select(good, next.resting, b.resting);
  }

  static Contact<Real> with_forces(Contact<Real> c, const ContactForces<Real>& f) noexcept {
    c.applied_force = f.applied_force, c.normal_force = f.normal_force, c.transmitted_force = f.transmitted_force;
    return c;
  }
  /// The law's exact step; lanes with no time to move stay.
  static void move([[maybe_unused]] Block& b, [[maybe_unused]] const ParametersOf<Law, Real>& p,
                   [[maybe_unused]] const Real& mean, [[maybe_unused]] const Real& duration,
                   [[maybe_unused]] const ContactForces<Real>& f) noexcept {
    if constexpr (HasExactStep<Law, Real>) {
      const auto moves = duration > Real(0);
      ModeOf<Law, Real> mode = b.mode;
      const StateOf<Law, Real> state = step_of<Law, Real>(p, mode, b.state, with_forces(contact(mean), f), duration);
      const auto take = [&](const auto&, Real& old, const Real& now) { old = select(moves, now, old); };
      for_each_pair(b.state, state, take);
      for_each_pair(b.mode, mode, take);
    }
  }
  void answer(Block& b, const ParametersOf<Law, Real>& p, const Real& v, const ContactForces<Real>& f) const noexcept {
    Contact<Real> now = with_forces(contact(v), f);
    if constexpr (HoldsAtRest<Law, Real>) {
      const Real limit = select(b.resting > Real(0), Real(rest_velocity_), Real(0.5 * rest_velocity_));
      const auto rests = now.speed <= limit;
      now = with_forces(contact(v, select(rests, Real(0), now.direction)), f);
      b.resting = select(rests, Real(1), Real(0));
    }
    if constexpr (HasModes<Law, Real> && !HasExactStep<Law, Real>) {
      Contact<Real> c = now;  // the velocity is measured: what a transition makes of it has no effect
      const auto guards = Law::guards(p, b.mode, b.state, c);
      std::array<MaskOf<Real>, std::tuple_size_v<decltype(guards)>> fired;
      for (std::size_t i = 0; i < fired.size(); ++i) fired[i] = guards[i] < Real(0);
      Law::transition(p, fired, b.mode, b.state, c);
    }
    b.force = force_of<Law, Real>(p, b.mode, b.state, now);
    b.velocity = v;
  }

  std::size_t contacts_;
  double sample_time_, rest_velocity_;
  std::vector<Block> blocks_;
  std::vector<ParametersOf<Law, Real>> parameters_;
};

}  // namespace stiction
