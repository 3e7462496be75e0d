// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/evaluate.hpp"
#include "stiction/models/list_length.hpp"
#include "stiction/schema/packing.hpp"

/// One contact of a run: the branch its law is held on between events, and what happens at an event.
namespace stiction {

/// What the force of a contact has to do with the applied one, on the branch held.
enum class Hold : unsigned char {
  none,      ///< nothing: the contact slides, or its law has no true rest
  balanced,  ///< it equals it: the contact keeps its velocity
  exceeded   ///< the contact is pulled harder than it holds
};

template <class Law>
class ContactModes {
 public:
  static constexpr std::size_t kink_count = [] {
    if constexpr (HasKinks<Law>)
      return std::tuple_size_v<decltype(Law::kinks(ParametersOf<Law>{}, StateOf<Law>{}, Contact<double>{}))>;
    else
      return std::size_t{0};
  }();
  static constexpr std::size_t law_guard_count = [] {
    if constexpr (HasModes<Law>)
      return std::tuple_size_v<decltype(Law::guards(ParametersOf<Law>{}, ModeOf<Law>{}, StateOf<Law>{},
                                                    Contact<double>{}))>;
    else
      return SnappingModel<Law> ? std::size_t{2} : std::size_t{0};  // those of `LawMemory`
  }();
  /// The reversal (or, at rest, break-away), then the law's own guards, then its kinks.
  static constexpr std::size_t guard_count = 1 + law_guard_count + kink_count;

  /// The law shows its surroundings another velocity than the body's own.
  static constexpr bool holds_back_velocity =
      requires(const ModeOf<Law>& m, const Contact<double>& c) { Law::output_velocity(m, c); };

  double direction = 1;
  ModeOf<Law> mode{};

  /// The same as numbers in a row: direction, mode, sides of the non-smooth points. A run's branch is made of them.
  /// Lists of a law have n numbers there.
  static constexpr std::size_t numbers = 1 + field_count<ModeOf<Law>> + kink_count;
  static constexpr ContactModes from_numbers(const double* all, std::size_t n = list_length_of<Law>) {
    ContactModes m;
    m.direction = all[0];
    m.mode = unpacked_with<Law, ModeOf<Law>>(all + 1, n);
    const double* sides = all + 1 + field_count_with<Law, ModeOf<Law>>(n);
    for (std::size_t i = 0; i < kink_count; ++i) m.kink_side_[i] = sides[i];
    return m;
  }
  constexpr void to_numbers(double* all, std::size_t n = list_length_of<Law>) const {
    all[0] = direction;
    pack_with<Law>(mode, all + 1, n);
    double* sides = all + 1 + field_count_with<Law, ModeOf<Law>>(n);
    for (std::size_t i = 0; i < kink_count; ++i) sides[i] = kink_side_[i];
  }

  /// The contact on the branch that is held; with `Frozen` false, on that of its velocity. Field by field: compilers
  /// keep numbers in registers, but copy structs through memory.
  template <bool Frozen, class Real>
  constexpr Contact<Real> held(const Contact<Real>& c) const {
    Real branch = static_cast<Real>(direction);
    if constexpr (!Frozen) branch = select(c.velocity < Real(0), Real(-1), Real(1));
    return {.velocity = c.velocity,
            .direction = branch,
            .speed = branch * c.velocity,
            .applied_force = c.applied_force,
            .normal_force = c.normal_force,
            .transmitted_force = c.transmitted_force};
  }

  template <class Real>
  constexpr Real force(const ParametersOf<Law, Real>& p, const StateOf<Law, Real>& z, const StateOf<Law, Real>& dz,
                       const Contact<Real>& c) const {
    if constexpr (HasModes<Law, Real>) {
      // In a band that holds: exactly, until the kink says that it has become too much. A step that passes the kink
      // would else begin to slide inside it, and leave the band at an instant that its dense output cannot tell.
      if constexpr (holds_back_velocity)
        if (hold() == Hold::balanced) return c.applied_force;
      return Law::force(p, convert<ModeOf<Law, Real>>(mode), z, dz, c);
    } else {
      if constexpr (HoldsAtRest<Law, Real> || JumpsAtRest<Law, Real>)
        if (direction == 0) return c.applied_force;  // exactly, until the guard says that it has become too much
      return Law::force(p, z, dz, c);
    }
  }
  template <class Real>
  constexpr StateOf<Law, Real> rate(const ParametersOf<Law, Real>& p, const StateOf<Law, Real>& z,
                                    const Contact<Real>& c) const {
    return rate_of<Law, Real>(p, convert<ModeOf<Law, Real>>(mode), z, c);
  }

  template <class Real>
  constexpr Real output_velocity(const Contact<Real>& c) const
    requires holds_back_velocity
  {
    return Law::output_velocity(convert<ModeOf<Law, Real>>(mode), c);
  }

  constexpr Hold hold() const {
    if constexpr (holds_back_velocity) {  // a zero-velocity band: the first non-smooth point is where it holds no more
      if (mode.in_band > 0.5) return kink_side_[0] > 0 ? Hold::balanced : Hold::exceeded;
      return mode.border_speed > 0 ? Hold::exceeded : Hold::none;
    } else if constexpr (HoldsAtRest<Law> || JumpsAtRest<Law>) {
      return direction == 0 ? Hold::balanced : Hold::none;
    } else {
      return Hold::none;
    }
  }
  /// The contact can come to true rest, with direction 0.
  static constexpr bool can_rest([[maybe_unused]] const ParametersOf<Law>& p) {
    if constexpr (JumpsAtRest<Law>)
      return Law::direct_force(p) > 0;
    else
      return HoldsAtRest<Law>;
  }

  /// Positive numbers that fall through zero when something must happen.
  template <class Real>
  constexpr std::array<Real, guard_count> guards(const ParametersOf<Law, Real>& p, const StateOf<Law, Real>& z,
                                                 const Contact<Real>& c) const {
    std::array<Real, guard_count> all;
    all[0] = c.speed;
    if constexpr (HoldsAtRest<Law, Real>)
      if (direction == 0) all[0] = Law::breakaway_force(p, c) - abs(c.applied_force);
    if constexpr (JumpsAtRest<Law, Real>)
      if (direction == 0) all[0] = Law::direct_force(p) - abs(c.applied_force - carried_force(p, z, c));
    if constexpr (law_guard_count > 0) {
      const auto own = Law::guards(p, convert<ModeOf<Law, Real>>(mode), z, c);
      for (std::size_t i = 0; i < law_guard_count; ++i) all[1 + i] = own[i];
    }
    if constexpr (kink_count > 0) {
      const auto kinks = Law::kinks(p, z, c);
      for (std::size_t i = 0; i < kink_count; ++i) all[1 + law_guard_count + i] = Real(kink_side_[i]) * kinks[i];
    }
    return all;
  }

  /// The direction to begin with. A law with true rest rests when it can; any other takes the side it is pulled to.
  template <class Real>
  void settle(const ParametersOf<Law, Real>& p, const Contact<Real>& c) {
    direction = c.velocity > 0 ? 1 : c.velocity < 0 ? -1 : 0;
    if (direction != 0) return;
    if constexpr (HoldsAtRest<Law, Real>)
      direction = rests(p, c) ? 0 : c.applied_force < 0 ? -1 : 1;
    else
      direction = c.applied_force < 0 ? -1 : 1;
  }

  /// The sliding velocity has come to zero, or a resting contact has been pulled too hard.
  template <class Real>
  void reverse(const ParametersOf<Law, Real>& p, const Contact<Real>& c) {
    if constexpr (HoldsAtRest<Law, Real>) {
      const bool breaks_away = direction == 0;
      direction = !breaks_away && rests(p, c) ? 0 : c.applied_force < 0 ? -1 : 1;
    } else {
      direction = -direction;
    }
  }

  /// The same for a law that jumps at rest; `net` is the applied force less that of the states. False: the law does not
  /// jump, or has not stopped.
  template <class Real>
  bool settle_jump(const ParametersOf<Law, Real>& p, const Real& velocity, const Real& net, bool breaks_away)
    requires JumpsAtRest<Law, Real>
  {
    if (!(Law::direct_force(p) > Real(0)) || (velocity != Real(0) && !breaks_away)) return false;
    const Real onward = velocity != Real(0) ? velocity : net;  // a prescribed velocity decides, whatever the force
    direction = !breaks_away && std::abs(net) <= Law::direct_force(p) ? 0 : onward < 0 ? -1 : 1;
    return true;
  }
  /// What the states of a law that jumps at rest hold without the jump.
  template <class Real>
  static constexpr Real carried_force(const ParametersOf<Law, Real>& p, const StateOf<Law, Real>& z, Contact<Real> c)
    requires JumpsAtRest<Law, Real>
  {
    c.direction = c.speed = Real(0);
    return Law::force(p, z, Law::rate(p, z, c), c);
  }

  /// Which side of its kinks the law is on now.
  void find_sides([[maybe_unused]] const ParametersOf<Law>& p, [[maybe_unused]] const StateOf<Law>& z,
                  [[maybe_unused]] const Contact<double>& c) {
    if constexpr (kink_count > 0) {
      const auto kinks = Law::kinks(p, z, c);
      for (std::size_t i = 0; i < kink_count; ++i) kink_side_[i] = kinks[i] < 0 ? -1 : 1;
    }
  }
  void pass_kink(std::size_t i) { kink_side_[i] = -kink_side_[i]; }

 private:
  template <class Real>
  static bool rests(const ParametersOf<Law, Real>& p, Contact<Real> c)
    requires HoldsAtRest<Law, Real>
  {
    c.direction = c.speed = 0;
    return std::abs(c.applied_force) <= Law::breakaway_force(p, c);
  }

  std::array<double, kink_count> kink_side_{};
};

}  // namespace stiction
