// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bitset>

#include "stiction/plants/plant.hpp"
#include "stiction/schema/packing.hpp"
#include "stiction/simulation/contact_modes.hpp"
#include "stiction/simulation/held_inputs.hpp"
#include "stiction/simulation/law_memory.hpp"
#include "stiction/solvers/ode_system.hpp"

namespace stiction {

/// A plant and one law per contact, as a system a solver can integrate: \f$ y = (x, z_1, z_2, \ldots) \f$.
///
/// Between events everything is smooth: directions and modes are held, signals are on one of their pieces. Without
/// `LocateEvents` the direction is the sign of the velocity at every instant, as in a plain script: for comparison.
template <bool LocateEvents, PlantModel Plant, class... Laws>
class BasicCoupledSystem {
 public:
  using PlantType = Plant;
  static constexpr std::size_t contacts = sizeof...(Laws);
  static constexpr bool has_memory_law = (MemoryModel<Laws> || ...);
  static_assert(contacts == contact_count<Plant>, "one law per contact of the plant");
  static constexpr std::size_t plant_size = field_count<StateOf<Plant>>;
  static constexpr std::size_t size = (plant_size + ... + field_count<RunStateOf<Laws>>);
  static constexpr std::size_t contact_guards = (std::size_t{0} + ... + ContactModes<Laws>::guard_count);
  static constexpr std::size_t plant_kinks = kink_count_of_plant<Plant>();
  static constexpr std::size_t guard_count = LocateEvents ? contact_guards + plant_kinks : 0;
  /// Without bristles nothing is stiff, as a rule.
  static constexpr bool prefers_explicit = ((field_count<RunStateOf<Laws>> == 0) && ...);
  template <std::size_t I>
  using Law = std::tuple_element_t<I, std::tuple<Laws...>>;
  using LawParameters = std::tuple<ParametersOf<Laws>...>;
  using Modes = std::tuple<ContactModes<Laws>...>;
  using Memories = std::tuple<LawMemory<Laws>...>;
  using Inputs = HeldInputs<Plant>;
  using Fired = std::bitset<guard_count>;

  BasicCoupledSystem(const ParametersOf<Plant>& plant, const LawParameters& laws, const InputsOf<Plant, Signal>& inputs)
      : plant_(plant), laws_(laws), inputs_(inputs) {}

  // --- the equations ---

  template <class Real>
  Vector<size, Real> rates(const Real& t, const Vector<size, Real>& y) const {
    return equations<Real>(plant_, laws_, modes_, memories_, inputs_.values(t), inputs_.rates(t), t, y);
  }
  static constexpr Pattern<size> pattern() {
    return pattern_from<size>([](const auto& t, const auto& y) {
      using Real = std::remove_cvref_t<decltype(t)>;
      return equations<Real>(ParametersOf<Plant>{}, LawParameters{}, Modes{}, Memories{}, {}, {}, t, y);
    });
  }
  bool is_driven() const { return has_memory_law || !inputs_.are_constant(); }

  Vector<size> scale() const {
    std::array<ContactScale, contacts> of_contacts;
    Vector<size> all;
    each_contact([&](auto i) {
      const auto& p = std::get<i>(laws_);
      of_contacts[i] = {.force = Law<i>::coulomb_level(p), .speed = smallest_speed(p)};
      RunStateOf<Law<i>> sizes;
      if constexpr (MemoryModel<Law<i>>)
        sizes.slid = 1e-5;
      else
        sizes = Law<i>::state_scale(p);
      for_each_field(sizes, [&](const auto& row, double s, std::size_t) {
        if (row.unit == "m") of_contacts[i].deflection = s;
      });
      pack<first_state(i)>(sizes, all);
    });
    pack<0>(Plant::scale(plant_, of_contacts), all);
    return all;
  }

  // --- events ---

  template <class Real>
  std::array<Real, guard_count> guards(const Real& t, const Vector<size, Real>& y) const {
    std::array<Real, guard_count> all;
    const auto touching = contacts_at(t, y);
    each_contact([&](auto i) {
      constexpr std::size_t first = first_guard(i);
      if constexpr (MemoryModel<Law<i>>) {
        all[first] = touching[i].speed;
      } else {
        const auto own = std::get<i>(modes_).guards(law_parameters<i, Real>(laws_), law_state<i>(y), touching[i]);
        for (std::size_t k = 0; k < own.size(); ++k) all[first + k] = own[k];
      }
    });
    if constexpr (plant_kinks > 0) {
      const auto kinks =
          Plant::kinks(in_numbers<Real>(plant_), unpacked<StateOf<Plant, Real>, 0>(y), inputs_.values(t));
      for (std::size_t k = 0; k < plant_kinks; ++k) all[contact_guards + k] = Real(plant_sides_[k]) * kinks[k];
    }
    return all;
  }
  /// Half of the error allowed in what the guard measures: a speed, a force or a length.
  std::array<double, guard_count> guard_bands(double tolerance) const {
    std::array<double, guard_count> bands{};
    const Vector<size> sizes = scale();
    each_contact([&](auto i) {
      double smallest = Law<i>::coulomb_level(std::get<i>(laws_));
      if (const double speed = smallest_speed(std::get<i>(laws_)); speed > 0) smallest = std::min(smallest, speed);
      for_each_field(unpacked<StateOf<Plant>, 0>(sizes), [&](const auto& row, double s, std::size_t) {
        if (row.unit == "m/s" || row.unit == "rad/s") smallest = std::min(smallest, s);
      });
      for (std::size_t k = 0; k < ContactModes<Law<i>>::guard_count; ++k) {
        if (k == 1)
          for_each_field(law_state<i>(sizes),
                         [&](const auto&, double s, std::size_t) { smallest = std::min(smallest, s); });
        bands[first_guard(i) + k] = 0.5 * tolerance * smallest;
      }
    });
    for (std::size_t k = 0; k < plant_kinks; ++k)
      bands[contact_guards + k] = 0.5 * tolerance * *std::min_element(sizes.begin(), sizes.begin() + plant_size);
    return bands;
  }
  bool transition(const Fired& fired, double t, Vector<size>& y) {
    bool reversed = false;
    each_contact([&](auto i) { reversed |= fire_contact<i>(fired, t, y); });
    for (std::size_t k = 0; k < plant_kinks; ++k)
      if (fired[contact_guards + k]) plant_sides_[k] = -plant_sides_[k];
    if (reversed) find_sides(t, y);
    return true;
  }

  /// Chooses directions, sides of kinks and pieces of signals at the start of a run.
  void start(double t, const Vector<size>& y) {
    inputs_.move_to(t);
    const auto touching = Plant::contacts(plant_, unpacked<StateOf<Plant>, 0>(y), inputs_.values(t), inputs_.rates(t));
    each_contact([&](auto i) {
      std::get<i>(modes_).settle(std::get<i>(laws_), touching[i]);
      if constexpr (MemoryModel<Law<i>>) std::get<i>(memories_).time = t;
    });
    find_sides(t, y);
  }

  // --- stops and memory ---

  double next_stop(double) const { return inputs_.next_corner(); }
  void pass_stop(double t, const Vector<size>& y) {
    const auto contacts_now = [&] {
      return Plant::contacts(plant_, unpacked<StateOf<Plant>, 0>(y), inputs_.values(t), inputs_.rates(t));
    };
    const auto before = contacts_now();
    inputs_.move_to(t);
    const auto after = contacts_now();
    // An input can make a contact's velocity jump; then it is on another branch at once, without having stopped.
    each_contact([&](auto i) {
      const double jump = std::abs(after[i].velocity - before[i].velocity);
      if (jump > 1e-12 * (std::abs(after[i].velocity) + std::abs(before[i].velocity)))
        std::get<i>(modes_).settle(std::get<i>(laws_), after[i]);
    });
    find_sides(t, y);
  }
  double largest_step(double t) const { return inputs_.largest_step(t); }
  void accepted(double t, double h, const Vector<size>&, const Vector<size>& y)
    requires has_memory_law
  {
    const auto touching = contacts_at(t + h, y);
    each_contact([&](auto i) {
      if constexpr (MemoryModel<Law<i>>)
        std::get<i>(memories_).accept(std::get<i>(laws_), t + h, law_state<i>(y).slid, touching[i]);
    });
  }

  // --- for those who record ---

  const ParametersOf<Plant>& plant() const { return plant_; }
  const LawParameters& laws() const { return laws_; }
  const Modes& modes() const { return modes_; }
  Modes& modes() { return modes_; }
  const Memories& memories() const { return memories_; }
  Memories& memories() { return memories_; }
  const Inputs& inputs() const { return inputs_; }

  static constexpr std::size_t first_state(std::size_t contact) {
    constexpr std::array<std::size_t, contacts> counts{field_count<RunStateOf<Laws>>...};
    std::size_t first = plant_size;
    for (std::size_t i = 0; i < contact; ++i) first += counts[i];
    return first;
  }
  static constexpr std::size_t first_guard(std::size_t contact) {
    constexpr std::array<std::size_t, contacts> counts{ContactModes<Laws>::guard_count...};
    std::size_t first = 0;
    for (std::size_t i = 0; i < contact; ++i) first += counts[i];
    return first;
  }
  template <std::size_t I, class Real>
  static constexpr RunStateOf<Law<I>, Real> law_state(const Vector<size, Real>& y) {
    return unpacked<RunStateOf<Law<I>, Real>, first_state(I)>(y);
  }
  /// The contacts as held at an instant.
  template <class Real>
  std::array<Contact<Real>, contacts> contacts_at(const Real& t, const Vector<size, Real>& y) const {
    std::array<Contact<Real>, contacts> touching = contacts_of<Real>(
        in_numbers<Real>(plant_), unpacked<StateOf<Plant, Real>, 0>(y), inputs_.values(t), inputs_.rates(t), modes_);
    each_contact([&](auto i) { touching[i] = std::get<i>(modes_).template held<LocateEvents>(touching[i]); });
    return touching;
  }
  /// Friction in every contact at an instant.
  template <class Real>
  std::array<Real, contacts> friction_at(const Real& t, const Vector<size, Real>& y) const {
    const auto touching = contacts_at(t, y);
    std::array<Real, contacts> forces;
    each_contact([&](auto i) {
      RunStateOf<Law<i>, Real> dz;
      forces[i] = friction<i, Real>(laws_, modes_, memories_, touching[i], t, law_state<i>(y), dz);
    });
    return forces;
  }
  /// Rate of the law's state and friction force in one contact.
  template <std::size_t I, class Real>
  static constexpr Real friction(const LawParameters& laws, const Modes& modes,
                                 [[maybe_unused]] const Memories& memories, const Contact<Real>& c,
                                 [[maybe_unused]] const Real& t, const RunStateOf<Law<I>, Real>& z,
                                 RunStateOf<Law<I>, Real>& dz) {
    const auto& p = law_parameters<I, Real>(laws);
    if constexpr (MemoryModel<Law<I>>) {
      dz.slid = c.velocity;
      if constexpr (std::is_same_v<Real, Dependence>)  // a memory is no equation, but can depend on no more than this
        return z.slid + c.velocity + c.direction + c.applied_force + c.normal_force + c.transmitted_force;
      else
        return Law<I>::force(p, std::get<I>(memories).moved(p, t, z.slid, c), c);
    } else {
      dz = std::get<I>(modes).rate(p, z, c);
      return std::get<I>(modes).force(p, z, dz, c);
    }
  }
  template <class Visitor>
  static constexpr void each_contact(Visitor&& visit) {
    detail::unroll<contacts>(visit);
  }

 private:
  /// Parameters in another number type; themselves where they are in it already.
  template <class Real>
  static constexpr decltype(auto) in_numbers(const ParametersOf<Plant>& p) {
    if constexpr (std::is_same_v<Real, double>)
      return (p);
    else
      return convert<ParametersOf<Plant, Real>>(p);
  }
  template <std::size_t I, class Real>
  static constexpr decltype(auto) law_parameters(const LawParameters& laws) {
    if constexpr (std::is_same_v<Real, double>)
      return (std::get<I>(laws));
    else
      return convert<ParametersOf<Law<I>, Real>>(std::get<I>(laws));
  }

  /// The smallest velocity among a law's parameters: nothing finer than it happens. 0: it has none.
  static double smallest_speed(const auto& p) {
    double smallest = 0;
    for_each_field(p, [&](const auto& row, double v, std::size_t) {
      if (row.unit == "m/s" && v > 0 && (smallest == 0 || v < smallest)) smallest = v;
    });
    return smallest;
  }

  template <class Real>
  static constexpr Vector<size, Real> equations(const ParametersOf<Plant>& plant, const LawParameters& laws,
                                                const Modes& modes, const Memories& memories,
                                                const InputsOf<Plant, Real>& u, const InputsOf<Plant, Real>& du,
                                                const Real& t, const Vector<size, Real>& y) {
    Vector<size, Real> dy;
    const auto x = unpacked<StateOf<Plant, Real>, 0>(y);
    const auto& p = in_numbers<Real>(plant);
    const std::array<Contact<Real>, contacts> touching = contacts_of<Real>(p, x, u, du, modes);
    std::array<Real, contacts> forces;
    each_contact([&](auto i) {
      const Contact<Real> c = std::get<i>(modes).template held<LocateEvents>(touching[i]);
      RunStateOf<Law<i>, Real> dz;
      forces[i] = friction<i, Real>(laws, modes, memories, c, t, law_state<i>(y), dz);
      pack<first_state(i)>(dz, dy);
    });
    pack<0>(Plant::rate(p, moving<Real>(p, x, u, touching, modes), u, du, forces), dy);
    return dy;
  }
  /// The plant as its surroundings see it: a law may hold back the velocity of its contact, as Karnopp's band does,
  /// while the body keeps its momentum.
  template <class Real>
  static constexpr decltype(auto) moving([[maybe_unused]] const ParametersOf<Plant, Real>& p,
                                         const StateOf<Plant, Real>& x, [[maybe_unused]] const InputsOf<Plant, Real>& u,
                                         [[maybe_unused]] const std::array<Contact<Real>, contacts>& touching,
                                         [[maybe_unused]] const Modes& modes) {
    if constexpr ((ContactModes<Laws>::holds_back_velocity || ...)) {
      StateOf<Plant, Real> seen = x;
      each_contact([&](auto i) {
        if constexpr (ContactModes<Law<i>>::holds_back_velocity)
          Plant::set_sliding_velocity(p, seen, u, i, std::get<i>(modes).output_velocity(touching[i]));
      });
      return seen;
    } else {
      return (x);
    }
  }
  /// Contacts whose velocity is the body's own and whose forces are those of the plant as its surroundings see it.
  template <class Real>
  static constexpr std::array<Contact<Real>, contacts> contacts_of(const ParametersOf<Plant, Real>& p,
                                                                   const StateOf<Plant, Real>& x,
                                                                   const InputsOf<Plant, Real>& u,
                                                                   const InputsOf<Plant, Real>& du,
                                                                   [[maybe_unused]] const Modes& modes) {
    if constexpr ((ContactModes<Laws>::holds_back_velocity || ...)) {
      const auto own = Plant::contacts(p, x, u, du);
      auto seen = Plant::contacts(p, moving<Real>(p, x, u, own, modes), u, du);
      each_contact([&](auto i) { seen[i].velocity = own[i].velocity; });
      return seen;
    } else {
      return Plant::contacts(p, x, u, du);
    }
  }

  /// True when the contact reversed, stopped, broke away or changed its mode.
  template <std::size_t I>
  bool fire_contact(const Fired& fired, double t, Vector<size>& y) {
    using ModesOfLaw = ContactModes<Law<I>>;
    constexpr std::size_t first = first_guard(I);
    ModesOfLaw& modes = std::get<I>(modes_);
    auto x = unpacked<StateOf<Plant>, 0>(y);
    const auto u = inputs_.values(t);
    const auto contact_now = [&] { return Plant::contacts(plant_, x, u, inputs_.rates(t))[I]; };
    bool changed = fired[first];
    if (fired[first]) {
      Plant::set_sliding_velocity(plant_, x, u, I, 0.0);
      modes.reverse(std::get<I>(laws_), contact_now());
    }
    if constexpr (ModesOfLaw::law_guard_count > 0) {
      std::array<bool, ModesOfLaw::law_guard_count> own;
      for (std::size_t k = 0; k < own.size(); ++k) own[k] = fired[first + 1 + k];
      if (std::find(own.begin(), own.end(), true) != own.end()) {
        Contact<double> c = modes.template held<true>(contact_now());
        const double velocity = c.velocity;
        auto z = law_state<I>(y);
        Law<I>::transition(std::get<I>(laws_), own, modes.mode, z, c);
        pack<first_state(I)>(z, y);
        if (c.velocity != velocity) Plant::set_sliding_velocity(plant_, x, u, I, c.velocity);
        changed = true;
      }
    }
    for (std::size_t k = 0; k < ModesOfLaw::kink_count; ++k)
      if (fired[first + 1 + ModesOfLaw::law_guard_count + k]) modes.pass_kink(k);
    pack<0>(x, y);
    return changed;
  }
  /// After a reversal or a jump a law may stand on other sides of its kinks.
  void find_sides(double t, const Vector<size>& y) {
    const auto touching = contacts_at(t, y);
    each_contact([&](auto i) {
      if constexpr (ContactModes<Law<i>>::kink_count > 0)
        std::get<i>(modes_).find_sides(std::get<i>(laws_), law_state<i>(y), touching[i]);
    });
    if constexpr (plant_kinks > 0) {
      const auto kinks = Plant::kinks(plant_, unpacked<StateOf<Plant>, 0>(y), inputs_.values(t));
      for (std::size_t k = 0; k < plant_kinks; ++k) plant_sides_[k] = kinks[k] < 0 ? -1 : 1;
    }
  }

  ParametersOf<Plant> plant_;
  LawParameters laws_;
  Inputs inputs_;
  Modes modes_;
  Memories memories_;
  std::array<double, plant_kinks> plant_sides_{};
};

template <PlantModel Plant, class... Laws>
using CoupledSystem = BasicCoupledSystem<true, Plant, Laws...>;

}  // namespace stiction
