// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/contact_modes.hpp"
#include "stiction/models/law_memory.hpp"
#include "stiction/scalar/dependence.hpp"

namespace stiction {

/// A law in a contact. Its branch b: direction, mode, sides of non-smooth points, memory.
template <class Law>
struct ContactFunctions {
  using Modes = ContactModes<Law>;
  using Memory = LawMemory<Law>;
  static constexpr std::size_t branch_numbers = Modes::numbers + Memory::numbers;

  /// Rates of the law's states, and friction. `Frozen` false: on the branch of the velocity, not on the branch held.
  template <bool Frozen, class Number, class P>
  static constexpr void evaluate(const P* p, const double* b, [[maybe_unused]] const Number& t, const Number* z,
                                 const Contact<Number>& c, Number* dz, Number& force) {
    const Modes modes = Modes::from_numbers(b);
    const Contact<Number> held = modes.template held<Frozen>(c);
    if constexpr (MemoryModel<Law>) {
      dz[0] = c.velocity;
      if constexpr (std::is_same_v<Number,
                                   Dependence>)  // a memory is not an equation, but depends on no more than this
        force = z[0] + c.velocity + c.direction + c.applied_force + c.normal_force + c.transmitted_force;
      else
        force = Law::force(parameters<Number>(p), memory(b).moved(parameters<Number>(p), t, z[0], held), held);
    } else {
      const auto state = unpacked<StateOf<Law, Number>>(z);
      const auto rate = modes.rate(parameters<Number>(p), state, held);
      pack(rate, dz);
      force = modes.force(parameters<Number>(p), state, rate, held);
    }
  }
  template <class Number, class P>
  static constexpr void guards([[maybe_unused]] const P* p, const double* b, [[maybe_unused]] const Number* z,
                               const Contact<Number>& c, Number* all) {
    const Modes modes = Modes::from_numbers(b);
    const Contact<Number> held = modes.template held<true>(c);
    if constexpr (MemoryModel<Law>) {
      all[0] = held.speed;
    } else {
      const auto own = modes.guards(parameters<Number>(p), unpacked<StateOf<Law, Number>>(z), held);
      for (std::size_t k = 0; k < own.size(); ++k) all[k] = own[k];
    }
  }
  /// The velocity its surroundings see.
  template <class Number>
  static constexpr Number output_velocity([[maybe_unused]] const double* b, const Contact<Number>& c) {
    if constexpr (Modes::holds_back_velocity)
      return Modes::from_numbers(b).output_velocity(c);
    else
      return c.velocity;
  }
  template <class Number, class P>
  static constexpr Number storage([[maybe_unused]] const P* p, [[maybe_unused]] const Number* z) {
    if constexpr (HasStorage<Law> && !MemoryModel<Law>)
      return Law::template storage<Number>(parameters<Number>(p), unpacked<StateOf<Law, Number>>(z));
    else
      return Number(0);
  }

  // --- the branch ---

  /// Of a contact that has not moved yet; `initial` is the state of a memory law.
  static constexpr void start(double* b, [[maybe_unused]] const double* initial, [[maybe_unused]] double t) {
    Modes{}.to_numbers(b);
    if constexpr (MemoryModel<Law>) {
      Memory memory{.state = unpacked<StateOf<Law>>(initial), .time = t};
      memory.to_numbers(b + Modes::numbers);
    }
  }
  static void settle(const double* p, double* b, const Contact<double>& c) {
    change(b, [&](Modes& m) { m.settle(parameters<double>(p), c); });
  }
  static void reverse(const double* p, double* b, const Contact<double>& c) {
    change(b, [&](Modes& m) { m.reverse(parameters<double>(p), c); });
  }
  /// The law's own guards that triggered; may change z and the velocity in c. With slopes the branch is not changed:
  /// that is done once, in plain numbers.
  template <class Number, class P>
  static void change_mode([[maybe_unused]] const P* p, [[maybe_unused]] double* b, [[maybe_unused]] const char* fired,
                          [[maybe_unused]] Number* z, [[maybe_unused]] Contact<Number>& c) {
    if constexpr (Modes::law_guard_count > 0) {
      Modes modes = Modes::from_numbers(b);
      std::array<bool, Modes::law_guard_count> own;
      for (std::size_t k = 0; k < own.size(); ++k) own[k] = fired[k] != 0;
      auto state = unpacked<StateOf<Law, Number>>(static_cast<const Number*>(z));
      auto mode = convert<ModeOf<Law, Number>>(modes.mode);
      c = modes.template held<true>(c);
      Law::transition(parameters<Number>(p), own, mode, state, c);
      pack(state, z);
      if constexpr (std::is_same_v<Number, double>) {
        modes.mode = mode;
        modes.to_numbers(b);
      }
    }
  }
  static void pass_kink(double* b, std::size_t k) {
    change(b, [&](Modes& m) { m.pass_kink(k); });
  }
  static void find_sides([[maybe_unused]] const double* p, [[maybe_unused]] double* b, [[maybe_unused]] const double* z,
                         [[maybe_unused]] const Contact<double>& c) {
    if constexpr (Modes::kink_count > 0)
      change(b, [&](Modes& m) {
        m.find_sides(parameters<double>(p), unpacked<StateOf<Law>>(z), m.template held<true>(c));
      });
  }
  /// An accepted piece of motion.
  static void accept([[maybe_unused]] const double* p, [[maybe_unused]] double* b, [[maybe_unused]] double t,
                     [[maybe_unused]] const double* z, [[maybe_unused]] const Contact<double>& c) {
    if constexpr (MemoryModel<Law>) {
      Memory moved = memory(b);
      moved.accept(parameters<double>(p), t, z[0], Modes::from_numbers(b).template held<true>(c));
      moved.to_numbers(b + Modes::numbers);
    }
  }

  // --- sizes ---

  static void state_scale([[maybe_unused]] const double* p, double* sizes) {
    if constexpr (MemoryModel<Law>)
      sizes[0] = 1e-5;
    else
      pack(Law::state_scale(parameters<double>(p)), sizes);
  }
  static double smallest_speed(const double* p) { return stiction::smallest_speed<Law>(parameters<double>(p)); }
  static double coulomb_level(const double* p) { return Law::coulomb_level(parameters<double>(p)); }

 private:
  template <class Number, class P>
  static constexpr auto parameters(const P* p) {
    return unpacked<ParametersOf<Law, Number>>(p);
  }
  static constexpr Memory memory(const double* b) { return Memory::from_numbers(b + Modes::numbers); }
  template <class Change>
  static void change(double* b, Change&& to) {
    Modes modes = Modes::from_numbers(b);
    to(modes);
    modes.to_numbers(b);
  }
};

}  // namespace stiction
