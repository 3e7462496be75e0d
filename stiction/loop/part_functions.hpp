// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/controller.hpp"
#include "stiction/models/contact_modes.hpp"
#include "stiction/models/law_memory.hpp"
#include "stiction/plants/plant.hpp"
#include "stiction/scalar/dependence.hpp"

/// Plants, laws and controllers as functions of numbers in a row: parameters p, branch b, states, inputs. The coupled
/// system (evaluate.hpp) is written in terms of these functions and of nothing else. Where types are known they are
/// inlined; where a part was chosen by name they are called through a table (parts.hpp).
///
/// `Number` is the type an evaluation is carried out in; parameters may be in it too (slopes by parameters) or plain.
namespace stiction {

template <class Plant>
struct PlantFunctions {
  static constexpr std::size_t contact_total = contact_count<Plant>;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  /// Place of the input a controller adds to.
  static constexpr std::size_t drive = [] {
    std::size_t found = none;
    if constexpr (HasDrive<Plant>) {
      InputsOf<Plant> u;
      const double* driven = &Plant::drive(u);
      std::size_t place = 0;
      for_each_field(u, [&](const auto&, double& one, std::size_t) {
        if (&one == driven) found = place;
        ++place;
      });
    }
    return found;
  }();

  template <class Number, class P>
  static constexpr void contacts(const P* p, const Number* x, const Number* u, const Number* du, Contact<Number>* all) {
    const auto touching = Plant::template contacts<Number>(parameters<Number>(p), state(x), input(u), input(du));
    for (std::size_t i = 0; i < contact_total; ++i) all[i] = touching[i];
  }
  template <class Number, class P>
  static constexpr void rate(const P* p, const Number* x, const Number* u, const Number* du, const Number* friction,
                             Number* dx) {
    pack(Plant::template rate<Number>(parameters<Number>(p), state(x), input(u), input(du), forces(friction)), dx);
  }
  template <class Number, class P>
  static constexpr void set_sliding_velocity(const P* p, Number* x, const Number* u, std::size_t contact,
                                             const Number& v) {
    auto moved = state(static_cast<const Number*>(x));
    Plant::template set_sliding_velocity<Number>(parameters<Number>(p), moved, input(u), contact, v);
    pack(moved, x);
  }
  template <class Number, class P>
  static constexpr void kinks([[maybe_unused]] const P* p, [[maybe_unused]] const Number* x,
                              [[maybe_unused]] const Number* u, [[maybe_unused]] Number* all) {
    if constexpr (kink_count_of_plant<Plant>() > 0) {
      const auto values = Plant::template kinks<Number>(parameters<Number>(p), state(x), input(u));
      for (std::size_t i = 0; i < values.size(); ++i) all[i] = values[i];
    }
  }
  /// Position and velocity, as a controller sees them.
  template <class Number, class P>
  static constexpr void measured([[maybe_unused]] const P* p, [[maybe_unused]] const Number* x, Number* seen) {
    seen[0] = seen[1] = Number(0);
    if constexpr (HasDrive<Plant>) {
      const auto both = Plant::template measured<Number>(parameters<Number>(p), state(x));
      seen[0] = both[0], seen[1] = both[1];
    }
  }
  /// What flows in from outside [W].
  template <class Number, class P>
  static constexpr Number power([[maybe_unused]] const P* p, [[maybe_unused]] const Number* x,
                                [[maybe_unused]] const Number* u, [[maybe_unused]] const Number* du,
                                [[maybe_unused]] const Number* friction) {
    if constexpr (HasPower<Plant>)
      return Plant::template power<Number>(parameters<Number>(p), state(x), input(u), input(du), forces(friction));
    else
      return Number(0);
  }
  template <class Number, class P>
  static constexpr Number energy([[maybe_unused]] const P* p, [[maybe_unused]] const Number* x,
                                 [[maybe_unused]] const Number* u) {
    if constexpr (HasEnergy<Plant>)
      return Plant::template energy<Number>(parameters<Number>(p), state(x), input(u));
    else
      return Number(0);
  }
  template <class Number, class P>
  static constexpr void outputs(const P* p, const Number* x, const Number* u, const Number* du, const Number* friction,
                                Number* all) {
    pack(outputs_of<Plant, Number>(parameters<Number>(p), state(x), input(u), input(du), forces(friction)), all);
  }
  static void scale(const double* p, const ContactScale* contacts, double* sizes) {
    std::array<ContactScale, contact_total> all;
    for (std::size_t i = 0; i < contact_total; ++i) all[i] = contacts[i];
    pack(Plant::scale(parameters<double>(p), all), sizes);
  }

 private:
  template <class Number, class P>
  static constexpr auto parameters(const P* p) {
    return unpacked<ParametersOf<Plant, Number>>(p);
  }
  template <class Number>
  static constexpr auto state(const Number* x) {
    return unpacked<StateOf<Plant, Number>>(x);
  }
  template <class Number>
  static constexpr auto input(const Number* u) {
    return unpacked<InputsOf<Plant, Number>>(u);
  }
  template <class Number>
  static constexpr auto forces(const Number* friction) {
    std::array<Number, contact_total> all;
    for (std::size_t i = 0; i < contact_total; ++i) all[i] = friction[i];
    return all;
  }
};

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
        force = memory(b).force(parameters<Number>(p), t, z[0], held);
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
      if constexpr (SnappingModel<Law>) {
        const auto own = memory(b).guards(parameters<Number>(p), z[0], held);
        all[1] = own[0], all[2] = own[1];
      }
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
  static void settle(const double* p, double* b, const double* z, const Contact<double>& c) {
    change(b, [&](Modes& m) {
      if (!settle_jump(m, p, z, c, false)) m.settle(parameters<double>(p), c);
    });
  }
  static void reverse(const double* p, double* b, const double* z, const Contact<double>& c) {
    change(b, [&](Modes& m) {
      if (!settle_jump(m, p, z, c, m.direction == 0)) m.reverse(parameters<double>(p), c);
    });
  }
  /// The law's own guards that triggered; may change z and the velocity in c. With slopes the branch is not changed:
  /// that is done once, in plain numbers.
  template <class Number, class P>
  static void change_mode([[maybe_unused]] const P* p, [[maybe_unused]] double* b, [[maybe_unused]] const char* fired,
                          [[maybe_unused]] Number* z, [[maybe_unused]] Contact<Number>& c) {
    if constexpr (MemoryModel<Law>) {
      if constexpr (SnappingModel<Law>) {
        Memory changed = memory(b);
        changed.change_mode(fired[1] != 0);
        if constexpr (std::is_same_v<Number, double>) changed.to_numbers(b + Modes::numbers);
      }
    } else if constexpr (Modes::law_guard_count > 0) {
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
      sizes[0] = smallest_deflection(parameters<double>(p));
    else
      pack(Law::state_scale(parameters<double>(p)), sizes);
  }
  /// Of the bonds of a memory law [m]: what the distance slid is measured by.
  static double smallest_deflection(const ParametersOf<Law>& p) {
    double least = std::numeric_limits<double>::infinity();
    for_each_field(Law::state_scale(p), [&](const auto& row, double size, std::size_t) {
      if (row.role == Role::deflection) least = std::min(least, size);
    });
    return least;
  }
  static double smallest_speed(const double* p) { return stiction::smallest_speed<Law>(parameters<double>(p)); }
  static double coulomb_level(const double* p) { return Law::coulomb_level(parameters<double>(p)); }

 private:
  template <class Number, class P>
  static constexpr auto parameters(const P* p) {
    return unpacked<ParametersOf<Law, Number>>(p);
  }
  static bool settle_jump([[maybe_unused]] Modes& m, [[maybe_unused]] const double* p, [[maybe_unused]] const double* z,
                          [[maybe_unused]] const Contact<double>& c, [[maybe_unused]] bool breaks_away) {
    if constexpr (JumpsAtRest<Law>) {
      const auto own = parameters<double>(p);
      const double net = c.applied_force - Modes::carried_force(own, unpacked<StateOf<Law>>(z), c);
      return m.settle_jump(own, c.velocity, net, breaks_away);
    } else {
      return false;
    }
  }
  static constexpr Memory memory(const double* b) { return Memory::from_numbers(b + Modes::numbers); }
  template <class Change>
  static void change(double* b, Change&& to) {
    Modes modes = Modes::from_numbers(b);
    to(modes);
    modes.to_numbers(b);
  }
};

/// A controller, which sees what the plant measures and nothing else.
template <class Controller>
struct ControllerFunctions {
  template <class Number, class P>
  static constexpr void rate(const P* p, const Number* c, const Number* u, const Number* du, const Number* measured,
                             Number* dc) {
    pack(Controller::template rate<Number>(parameters<Number>(p), state(c), input(u), input(du), seen(measured)), dc);
  }
  template <class Number, class P>
  static constexpr Number output(const P* p, const Number* c, const Number* u, const Number* du,
                                 const Number* measured) {
    return Controller::template output<Number>(parameters<Number>(p), state(c), input(u), input(du), seen(measured));
  }
  template <class Number, class P>
  static constexpr void kinks([[maybe_unused]] const P* p, [[maybe_unused]] const Number* c,
                              [[maybe_unused]] const Number* u, [[maybe_unused]] const Number* measured,
                              [[maybe_unused]] Number* all) {
    if constexpr (kink_count_of_controller<Controller>() > 0) {
      const auto values = Controller::template kinks<Number>(parameters<Number>(p), state(c), input(u), seen(measured));
      for (std::size_t i = 0; i < values.size(); ++i) all[i] = values[i];
    }
  }
  template <class Number, class P>
  static constexpr void outputs(const P* p, const Number* c, const Number* u, const Number* du, const Number* measured,
                                Number* all) {
    pack(controller_outputs<Controller, Number>(parameters<Number>(p), state(c), input(u), input(du), seen(measured)),
         all);
  }
  static void scale(const double* p, double force, double* sizes) {
    pack(Controller::scale(parameters<double>(p), force), sizes);
  }

 private:
  template <class Number, class P>
  static constexpr auto parameters(const P* p) {
    return unpacked<ParametersOf<Controller, Number>>(p);
  }
  template <class Number>
  static constexpr auto state(const Number* c) {
    return unpacked<StateOf<Controller, Number>>(c);
  }
  template <class Number>
  static constexpr auto input(const Number* u) {
    return unpacked<ControllerInputsOf<Controller, Number>>(u);
  }
  template <class Number>
  static constexpr Measured<Number> seen(const Number* measured) {
    return {measured[0], measured[1]};
  }
};

}  // namespace stiction
