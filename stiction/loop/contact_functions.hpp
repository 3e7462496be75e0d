// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <limits>

#include "stiction/models/contact_modes.hpp"
#include "stiction/models/law_memory.hpp"
#include "stiction/scalar/dependence.hpp"

namespace stiction {

/// A law in a contact. Its branch b: direction, mode, sides of non-smooth points, memory. The lists of a law that has
/// some hold n numbers each, in p, in b and among the states; where types are known n is their length.
template <class Law>
struct ContactFunctions {
  using Modes = ContactModes<Law>;
  using Memory = LawMemory<Law>;
  static constexpr std::size_t branch_numbers = Modes::numbers + Memory::numbers;
  static constexpr std::size_t length = list_length_of<Law>;

  /// Rates of the law's states, and friction. `Frozen` false: on the branch of the velocity, not on the branch held.
  template <bool Frozen, class Number, class P>
  static constexpr void evaluate(const P* p, const double* b, [[maybe_unused]] const Number& t, const Number* z,
                                 const Contact<Number>& c, Number* dz, Number& force,
                                 [[maybe_unused]] std::size_t n = length) {
    const Modes modes = Modes::from_numbers(b, n);
    const Contact<Number> held = modes.template held<Frozen>(c);
    if constexpr (MemoryModel<Law>) {
      dz[0] = c.velocity;
      if constexpr (std::is_same_v<Number,
                                   Dependence>)  // a memory is not an equation, but depends on no more than this
        force = z[0] + c.velocity + c.direction + c.applied_force + c.normal_force + c.transmitted_force;
      else
        force = memory(b).force(parameters<Number>(p), t, z[0], held);
    } else {
      const auto state = unpacked_with<Law, StateOf<Law, Number>>(z, n);
      const auto all = parameters<Number>(p, n);
      const auto rate = modes.rate(all, state, held);
      pack_with<Law>(rate, dz, n);
      force = modes.force(all, state, rate, held);
    }
  }
  template <class Number, class P>
  static constexpr void guards([[maybe_unused]] const P* p, const double* b, [[maybe_unused]] const Number* z,
                               const Contact<Number>& c, Number* all, [[maybe_unused]] std::size_t n = length) {
    const Modes modes = Modes::from_numbers(b, n);
    const Contact<Number> held = modes.template held<true>(c);
    if constexpr (MemoryModel<Law>) {
      all[0] = held.speed;
      if constexpr (SnappingModel<Law>) {
        const auto own = memory(b).guards(parameters<Number>(p), z[0], held);
        all[1] = own[0], all[2] = own[1];
      }
    } else {
      const auto own = modes.guards(parameters<Number>(p, n), unpacked_with<Law, StateOf<Law, Number>>(z, n), held);
      const std::size_t used = 1 + law_guards(n);
      for (std::size_t k = 0; k < used; ++k) all[k] = own[k];
      for (std::size_t k = 0; k < Modes::kink_count; ++k) all[used + k] = own[1 + Modes::law_guard_count + k];
    }
  }
  /// The velocity its surroundings see.
  template <class Number>
  static constexpr Number output_velocity([[maybe_unused]] const double* b, const Contact<Number>& c,
                                          [[maybe_unused]] std::size_t n = length) {
    if constexpr (Modes::holds_back_velocity)
      return Modes::from_numbers(b, n).output_velocity(c);
    else
      return c.velocity;
  }
  static constexpr Hold hold(const double* b, std::size_t n = length) { return Modes::from_numbers(b, n).hold(); }
  static constexpr bool can_rest(const double* p, std::size_t n = length) {
    return Modes::can_rest(parameters<double>(p, n));
  }
  template <class Number, class P>
  static constexpr Number storage([[maybe_unused]] const P* p, [[maybe_unused]] const Number* z,
                                  [[maybe_unused]] std::size_t n = length) {
    if constexpr (HasStorage<Law> && !MemoryModel<Law>)
      return Law::template storage<Number>(parameters<Number>(p, n), unpacked_with<Law, StateOf<Law, Number>>(z, n));
    else
      return Number(0);
  }

  template <class Number>
  static constexpr Number level(const Number* p, std::size_t n = length) {
    return Law::template coulomb_level<Number>(parameters<Number>(p, n));
  }
  template <class Number>
  static constexpr void slipped(const Number* p, Number* z, std::size_t n = length) {
    pack(Law::template slipped<Number>(parameters<Number>(p, n),
                                       unpacked<StateOf<Law, Number>>(static_cast<const Number*>(z))),
         z);
  }

  // --- the branch ---

  /// Of a contact that has not moved yet; `initial` is the state of a memory law.
  static constexpr void start(double* b, [[maybe_unused]] const double* initial, [[maybe_unused]] double t,
                              std::size_t n = length) {
    Modes{}.to_numbers(b, n);
    if constexpr (MemoryModel<Law>) {
      Memory memory{.state = unpacked<StateOf<Law>>(initial), .time = t};
      memory.to_numbers(b + Modes::numbers);
    }
  }
  static void settle(const double* p, double* b, const double* z, const Contact<double>& c, std::size_t n = length) {
    change(b, n, [&](Modes& m) {
      if (!settle_jump(m, p, z, c, false, n)) m.settle(parameters<double>(p, n), c);
    });
  }
  static void reverse(const double* p, double* b, const double* z, const Contact<double>& c, std::size_t n = length) {
    change(b, n, [&](Modes& m) {
      if (!settle_jump(m, p, z, c, m.direction == 0, n)) m.reverse(parameters<double>(p, n), c);
    });
  }
  /// The law's own guards that triggered; may change z and the velocity in c. With slopes the branch is not changed:
  /// that is done once, in plain numbers.
  template <class Number, class P>
  static void change_mode([[maybe_unused]] const P* p, [[maybe_unused]] double* b, [[maybe_unused]] const char* fired,
                          [[maybe_unused]] Number* z, [[maybe_unused]] Contact<Number>& c,
                          [[maybe_unused]] std::size_t n = length) {
    if constexpr (MemoryModel<Law>) {
      if constexpr (SnappingModel<Law>) {
        Memory changed = memory(b);
        changed.change_mode(fired[1] != 0);
        if constexpr (std::is_same_v<Number, double>) changed.to_numbers(b + Modes::numbers);
      }
    } else if constexpr (Modes::law_guard_count > 0) {
      Modes modes = Modes::from_numbers(b, n);
      std::array<bool, Modes::law_guard_count> own{};
      for (std::size_t k = 0; k < law_guards(n); ++k) own[k] = fired[k] != 0;
      auto state = unpacked_with<Law, StateOf<Law, Number>>(static_cast<const Number*>(z), n);
      auto mode = convert<ModeOf<Law, Number>>(modes.mode);
      c = modes.template held<true>(c);
      Law::transition(parameters<Number>(p, n), own, mode, state, c);
      pack_with<Law>(state, z, n);
      if constexpr (std::is_same_v<Number, double>) {
        modes.mode = mode;
        modes.to_numbers(b, n);
      }
    }
  }
  static void pass_kink(double* b, std::size_t k, std::size_t n = length) {
    change(b, n, [&](Modes& m) { m.pass_kink(k); });
  }
  static void find_sides([[maybe_unused]] const double* p, [[maybe_unused]] double* b, [[maybe_unused]] const double* z,
                         [[maybe_unused]] const Contact<double>& c, [[maybe_unused]] std::size_t n = length) {
    if constexpr (Modes::kink_count > 0)
      change(b, n, [&](Modes& m) {
        m.find_sides(parameters<double>(p, n), unpacked_with<Law, StateOf<Law>>(z, n), m.template held<true>(c));
      });
  }
  /// An accepted piece of motion.
  static void accept([[maybe_unused]] const double* p, [[maybe_unused]] double* b, [[maybe_unused]] double t,
                     [[maybe_unused]] const double* z, [[maybe_unused]] const Contact<double>& c,
                     [[maybe_unused]] std::size_t n = length) {
    if constexpr (MemoryModel<Law>) {
      Memory moved = memory(b);
      moved.accept(parameters<double>(p), t, z[0], Modes::from_numbers(b).template held<true>(c));
      moved.to_numbers(b + Modes::numbers);
    }
  }

  // --- sizes ---

  static void state_scale([[maybe_unused]] const double* p, double* sizes, [[maybe_unused]] std::size_t n = length) {
    if constexpr (MemoryModel<Law>)
      sizes[0] = smallest_deflection(parameters<double>(p));
    else
      pack_with<Law>(Law::state_scale(parameters<double>(p, n)), sizes, n);
  }
  /// Of the bonds of a memory law [m]: what the distance slid is measured by.
  static double smallest_deflection(const ParametersOf<Law>& p) {
    double least = std::numeric_limits<double>::infinity();
    for_each_field(Law::state_scale(p), [&](const auto& row, double size, std::size_t) {
      if (row.role == Role::deflection) least = std::min(least, size);
    });
    return least;
  }
  static double smallest_speed(const double* p, std::size_t n = length) {
    return stiction::smallest_speed<Law>(parameters<double>(p, n));
  }
  static double coulomb_level(const double* p, std::size_t n = length) {
    return Law::coulomb_level(parameters<double>(p, n));
  }
  /// Numbers of a branch with lists of n, and guards of the law's own: of a law with elements each has one.
  static constexpr std::size_t branch_numbers_with(std::size_t n) {
    return 1 + field_count_with<Law, ModeOf<Law>>(n) + Modes::kink_count + Memory::numbers;
  }
  static constexpr std::size_t law_guards(std::size_t n) {
    return HasLists<Law> && Modes::law_guard_count > 0 ? n : Modes::law_guard_count;
  }

 private:
  template <class Number, class P>
  static constexpr auto parameters(const P* p, std::size_t n = length) {
    return parameters_with<Law, Number>(p, n);
  }
  static bool settle_jump([[maybe_unused]] Modes& m, [[maybe_unused]] const double* p, [[maybe_unused]] const double* z,
                          [[maybe_unused]] const Contact<double>& c, [[maybe_unused]] bool breaks_away,
                          [[maybe_unused]] std::size_t n) {
    if constexpr (JumpsAtRest<Law>) {
      const auto own = parameters<double>(p, n);
      const double net = c.applied_force - Modes::carried_force(own, unpacked_with<Law, StateOf<Law>>(z, n), c);
      return m.settle_jump(own, c.velocity, net, breaks_away);
    } else {
      return false;
    }
  }
  static constexpr Memory memory(const double* b) { return Memory::from_numbers(b + Modes::numbers); }
  template <class Change>
  static void change(double* b, std::size_t n, Change&& to) {
    Modes modes = Modes::from_numbers(b, n);
    to(modes);
    modes.to_numbers(b, n);
  }
};

}  // namespace stiction
