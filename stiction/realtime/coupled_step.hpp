// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/plant.hpp"
#include "stiction/realtime/friction_update.hpp"
#include "stiction/schema/packing.hpp"
#include "stiction/simulation/contact_modes.hpp"
#include "stiction/solvers/rosenbrock_step.hpp"

namespace stiction {

/// A plant with friction carried over one sample of fixed length, for simulators, observers and models inside a
/// controller: no allocation, no exception, bounded time.
///
/// Plant and bristles move together by the linearly implicit Ros2, L-stable, with the exact Jacobian: no Newton
/// iteration, no bound on the step from stiff bristles. Where its bristles would leave their bounds, the plant moves
/// under a held friction; there, and for laws with modes, the law's own exact step along the mean velocity takes the
/// place of Ros2's. A sample in which the velocity
/// reverses is cut where it is zero, at most three times; a law with true rest stops there exactly, and rests until the
/// inputs of a sample pull harder than it can hold.
template <PlantModel Plant, class Law, std::floating_point Real = double>
  requires(contact_count<Plant> == 1 && UpdatedPerSample<Law, Real>)
class CoupledStep {
 public:
  using PlantState = StateOf<Plant, Real>;
  using LawState = StateOf<Law, Real>;
  using Inputs = InputsOf<Plant, Real>;

  static constexpr std::size_t plant_size = field_count<PlantState>;
  static constexpr std::size_t size = plant_size + field_count<LawState>;

  /// All that is carried from sample to sample.
  struct Memory {
    Vector<size, Real> states{};  ///< of the plant, then of the law
    ContactModes<Law> modes{};
    bool started = false;
  };

  CoupledStep(const ParametersOf<Plant, Real>& plant, const ParametersOf<Law, Real>& law, Real sample_time,
              const PlantState& plant_start = {}, const LawState& law_start = {})
      : plant_(plant), law_(law), bounds_(Law::template state_scale<Real>(law)), sample_time_(sample_time) {
    pack<0>(plant_start, memory_.states);
    pack<plant_size>(law_start, memory_.states);
  }

  /// Inputs are held over the sample. One that is no number leaves everything as it was.
  UpdateStatus step(const Inputs& u) noexcept {
    bool usable = true;
    for_each_field(u, [&](const auto&, Real x, std::size_t) { usable = usable && std::isfinite(x); });
    if (!usable) return UpdateStatus::invalid;
    if constexpr (!HasModes<Law, Real> && !HoldsAtRest<Law, Real>)
      if (memory_.started && step_without_event(u)) return UpdateStatus::ok;
    return step_with_events(u);
  }

  PlantState plant() const noexcept { return unpacked<PlantState, 0>(memory_.states); }
  LawState law() const noexcept { return unpacked<LawState, plant_size>(memory_.states); }
  /// Friction under these inputs [N].
  Real friction_force(const Inputs& u) const noexcept {
    const Contact<Real> c = memory_.modes.template held<true>(contact_of(memory_.states, u));
    return memory_.modes.force(law_, law(), memory_.modes.rate(law_, law(), c), c);
  }

  const Memory& save() const noexcept { return memory_; }
  void restore(const Memory& memory) noexcept { memory_ = memory; }

 private:
  using States = Vector<size, Real>;

  /// The equations with inputs and branch held.
  struct Equations {
    static constexpr std::size_t size = CoupledStep::size;
    const CoupledStep& owner;
    const Inputs& u;
    const ContactModes<Law>& modes;

    template <class Number>
    Vector<size, Number> rates(const Number&, const Vector<size, Number>& y) const {
      return equations<Number>(owner.plant_, owner.law_, modes, u, y);
    }
    static constexpr Pattern<size> pattern() {
      return pattern_from<size>([](const auto& t, const auto& y) {
        using Number = std::remove_cvref_t<decltype(t)>;
        return equations<Number>(ParametersOf<Plant, Real>{}, ParametersOf<Law, Real>{}, ContactModes<Law>{}, Inputs{},
                                 y);
      });
    }
    Vector<size> scale() const { return {}; }
    bool is_driven() const { return false; }
  };
  template <class Number, class Struct, class From>
  static constexpr decltype(auto) in_numbers(const From& s) {
    if constexpr (std::is_same_v<Struct, From>)
      return (s);
    else
      return convert<Struct>(s);
  }
  template <class Number>
  static constexpr Vector<size, Number> equations(const ParametersOf<Plant, Real>& plant,
                                                  const ParametersOf<Law, Real>& law, const ContactModes<Law>& modes,
                                                  const Inputs& inputs, const Vector<size, Number>& y) {
    const auto x = unpacked<StateOf<Plant, Number>, 0>(y);
    const auto z = unpacked<StateOf<Law, Number>, plant_size>(y);
    const auto& p = in_numbers<Number, ParametersOf<Plant, Number>>(plant);
    const auto& q = in_numbers<Number, ParametersOf<Law, Number>>(law);
    const auto& u = in_numbers<Number, InputsOf<Plant, Number>>(inputs);
    const InputsOf<Plant, Number> du = still<Number>();
    const Contact<Number> c = modes.template held<true>(Plant::contacts(p, x, u, du)[0]);
    const auto dz = modes.rate(q, z, c);
    Vector<size, Number> dy;
    pack<0>(Plant::rate(p, x, u, du, std::array<Number, 1>{modes.force(q, z, dz, c)}), dy);
    pack<plant_size>(dz, dy);
    return dy;
  }
  template <class Number>
  static constexpr InputsOf<Plant, Number> still() {
    InputsOf<Plant, Number> du;
    for_each_field(du, [](const auto&, Number& x, std::size_t) { x = Number(0); });
    return du;
  }

  Contact<Real> contact_of(const States& y, const Inputs& u) const noexcept {
    return Plant::contacts(plant_, unpacked<PlantState, 0>(y), u, still<Real>())[0];
  }

  /// The usual sample: nothing reverses, nothing leaves its bounds. Numbers are copied one by one; structs would go
  /// through memory.
  STICTION_FLATTEN bool step_without_event(const Inputs& u) noexcept {
    const Equations system{*this, u, memory_.modes};
    RosenbrockStep<Ros2, Equations, Real> step;
    States end;
    step.begin_and_take(system, Real(0), memory_.states, sample_time_, end);
    if (!(contact_of(end, u).velocity * static_cast<Real>(memory_.modes.direction) >= Real(0)) || !within_bounds(end))
      return false;
    Real sum = end[0];
    detail::unroll<size>([&](auto n) { sum += end[n]; });
    if (!std::isfinite(sum)) return false;
    detail::unroll<size>([&](auto n) { memory_.states[n] = end[n]; });
    return true;
  }
  [[gnu::noinline]] UpdateStatus step_with_events(const Inputs& u) noexcept {
    Memory next = memory_;
    begin(next, u);
    Real left = sample_time_;
    for (int cuts = 0; left > Real(0) && cuts < 4; ++cuts) left -= advance(next, u, left, cuts == 3);
    Real sum = 0;
    for (const Real state : next.states) sum += state;
    if (!std::isfinite(sum)) return UpdateStatus::invalid;
    memory_ = next;
    return UpdateStatus::ok;
  }

  /// New inputs may break a resting contact loose.
  void begin(Memory& m, const Inputs& u) const noexcept {
    if (!m.started) {
      m.modes.settle(law_, contact_of(m.states, u));
      m.started = true;
    } else if constexpr (HoldsAtRest<Law, Real>) {
      const Contact<Real> c = m.modes.template held<true>(contact_of(m.states, u));
      if (m.modes.direction == 0 && std::abs(c.applied_force) > Law::breakaway_force(law_, c)) m.modes.reverse(law_, c);
    }
  }

  /// Moves on to the next reversal or by h, whichever is first, or by h in any case; returns the time used.
  Real advance(Memory& m, const Inputs& u, Real h, bool in_any_case) const noexcept {
    const Real direction = static_cast<Real>(m.modes.direction);
    Memory after = m;
    move(after, u, h);
    const Real speed = contact_of(after.states, u).velocity * direction;
    if (!(speed < Real(0)) || in_any_case) {
      m = after;
      return h;
    }
    const Real before = contact_of(m.states, u).velocity * direction;
    const Real used = before > Real(0) ? h * (before / (before - speed)) : Real(0);
    if (used > Real(0)) move(m, u, used);
    set_sliding_velocity(m, u, Real(0));
    m.modes.reverse(law_, contact_of(m.states, u));
    return used;
  }
  void set_sliding_velocity(Memory& m, const Inputs& u, Real v) const noexcept {
    PlantState x = unpacked<PlantState, 0>(m.states);
    Plant::set_sliding_velocity(plant_, x, u, 0, v);
    pack<0>(x, m.states);
  }

  void move(Memory& m, const Inputs& u, Real h) const noexcept {
    const Equations system{*this, u, m.modes};
    RosenbrockStep<Ros2, Equations, Real> step;
    States end;
    step.begin_and_take(system, Real(0), m.states, h, end);
    if constexpr (HasExactStep<Law, Real> && field_count<LawState> > 0) {
      if (HasModes<Law, Real> || !within_bounds(end)) {
        if (!within_bounds(end)) move_plant_alone(m, u, h, end);
        const LawState z = along_mean_velocity(m, u, h, end);
        pack<plant_size>(z, end);
      }
      m.states = end;
    } else {
      m.states = end;
      if constexpr (HasModes<Law, Real>) change_mode(m, u);
    }
  }
  bool within_bounds(const States& y) const noexcept {
    bool within = true;
    const LawState z = unpacked<LawState, plant_size>(y);
    for_each_pair(z, bounds_, [&](const auto&, Real x, Real bound) { within = within && std::abs(x) <= bound; });
    return within;
  }

  /// The plant under a friction that is held.
  struct PlantAlone {
    static constexpr std::size_t size = plant_size;
    const CoupledStep& owner;
    const Inputs& u;
    const Real friction;

    template <class Number>
    Vector<size, Number> rates(const Number&, const Vector<size, Number>& y) const {
      Vector<size, Number> dy;
      pack<0>(Plant::rate(in_numbers<Number, ParametersOf<Plant, Number>>(owner.plant_),
                          unpacked<StateOf<Plant, Number>, 0>(y), in_numbers<Number, InputsOf<Plant, Number>>(u),
                          still<Number>(), std::array<Number, 1>{Number(friction)}),
              dy);
      return dy;
    }
    Vector<size> scale() const { return {}; }
    bool is_driven() const { return false; }
  };
  /// Bristles beyond their bounds: nothing was linear in so long a step, and the velocity that came with them may be
  /// anything; step by step it would grow without end. Moves the plant under the friction that bristles carried over
  /// the whole step end with: it may be far off, but it is a friction force.
  void move_plant_alone(const Memory& m, const Inputs& u, Real h, States& end) const noexcept {
    Memory ahead = m;
    const LawState z = along_mean_velocity(ahead, u, h, m.states);
    const Contact<Real> c = m.modes.template held<true>(contact_of(m.states, u));
    const PlantAlone system{*this, u, ahead.modes.force(law_, z, ahead.modes.rate(law_, z, c), c)};
    Vector<plant_size, Real> x, after;
    for (std::size_t n = 0; n < plant_size; ++n) x[n] = m.states[n];
    RosenbrockStep<Ros2, PlantAlone, Real> step;
    step.begin_and_take(system, Real(0), x, h, after);
    for (std::size_t n = 0; n < plant_size; ++n) end[n] = after[n];
  }
  /// The law's state after its own exact step, modes and all, from where m is to the velocity at `end`.
  LawState along_mean_velocity(Memory& m, const Inputs& u, Real h, const States& end) const noexcept {
    Contact<Real> mean = contact_of(m.states, u);
    mean.velocity = Real(0.5) * (mean.velocity + contact_of(end, u).velocity);
    mean = m.modes.template held<true>(mean);
    mean.speed = maximum(mean.speed, Real(0));
    mean.velocity = mean.direction * mean.speed;
    return step_of<Law, Real>(law_, m.modes.mode, unpacked<LawState, plant_size>(m.states), mean, h);
  }
  void change_mode(Memory& m, const Inputs& u) const noexcept
    requires HasModes<Law, Real>
  {
    Contact<Real> c = m.modes.template held<true>(contact_of(m.states, u));
    LawState z = unpacked<LawState, plant_size>(m.states);
    const auto guards = Law::guards(law_, m.modes.mode, z, c);
    std::array<bool, std::tuple_size_v<decltype(guards)>> fired{};
    for (std::size_t i = 0; i < fired.size(); ++i) fired[i] = guards[i] < Real(0);
    const Real velocity = c.velocity;
    Law::transition(law_, fired, m.modes.mode, z, c);
    pack<plant_size>(z, m.states);
    if (c.velocity != velocity) set_sliding_velocity(m, u, c.velocity);
  }

  ParametersOf<Plant, Real> plant_;
  ParametersOf<Law, Real> law_;
  LawState bounds_;
  Real sample_time_;
  Memory memory_{};
};

}  // namespace stiction
