// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/realtime/friction_update.hpp"
#include "stiction/realtime/held_equations.hpp"
#include "stiction/realtime/implicit_friction.hpp"
#include "stiction/solvers/rosenbrock_step.hpp"

namespace stiction {

/// A plant with friction carried over one sample of fixed length, for simulators, observers and models inside a
/// controller: no allocation, no exception, bounded time.
///
/// Plant and bristles move together by a linearly implicit step, L-stable, with the exact Jacobian: no Newton
/// iteration, no bound on the step from stiff bristles. For laws with modes, the law's own exact step along the mean
/// velocity takes the place of the linear one. A sample in which the velocity reverses is cut where it is zero, at most
/// three times; a law with true rest stops there exactly, and rests until the inputs of a sample pull harder than it
/// can hold. A sample too long for a linear step ends with the friction that satisfies plant and law together, found by
/// bisection; so does one in which a falling curve lets the contact run away.
template <PlantModel Plant, class Law, std::floating_point Real = double>
  requires(contact_count<Plant> == 1 && UpdatedPerSample<Law, Real>)
class CoupledStep {
 public:
  using PlantState = StateOf<Plant, Real>;
  using LawState = StateOf<Law, Real>;
  using Inputs = InputsOf<Plant, Real>;

  static constexpr std::size_t plant_size = field_count<PlantState>;
  static constexpr std::size_t size = plant_size + field_count<LawState>;
  static constexpr bool has_bristles = HasExactStep<Law, Real> && field_count<LawState> != 0;

  /// All that is carried from sample to sample.
  struct Memory {
    Vector<size, Real> states{};  ///< of the plant, then of the law
    ContactModes<Law> modes{};
    bool started = false;
  };

  CoupledStep(const ParametersOf<Plant, Real>& plant, const ParametersOf<Law, Real>& law, Real sample_time,
              const PlantState& plant_start = {}, const LawState& law_start = {})
      : plant_(plant),
        law_(law),
        bounds_(Law::template state_scale<Real>(law)),
        sample_time_(detail::usable_time(sample_time)) {
    pack<0>(plant_start, memory_.states);
    pack<plant_size>(law_start, memory_.states);
  }

  /// Inputs are held over the sample. One that is no number, or a sample time that is not a positive number, leaves
  /// everything as it was.
  UpdateStatus step(const Inputs& u) noexcept {
    bool usable = sample_time_ > Real(0);
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
  using Equations = detail::HeldEquations<Plant, Law, Real>;

  Contact<Real> contact_of(const States& y, const Inputs& u) const noexcept {
    return Plant::contacts(plant_, unpacked<PlantState, 0>(y), u, detail::still<Plant, Real>())[0];
  }

  /// The usual sample: nothing reverses, nothing leaves its bounds. Numbers are copied one by one; structs would go
  /// through memory.
  STICTION_FLATTEN bool step_without_event(const Inputs& u) noexcept {
    const Equations system{plant_, law_, memory_.modes, u};
    RosenbrockStep<OneRateRos2, Equations, Real> step;
    States end;
    step.begin_and_take(system, Real(0), memory_.states, sample_time_, end);
    if (!speed_within_factor_two(memory_, u, end) || !within_bounds(end)) return false;
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
      if constexpr (has_bristles)
        if (speed < Real(0))
          return move_with_implicit_friction(m, u, h), h;  // past a reversal the linear step would drive with friction
      m = after;
      return h;
    }
    const Real before = contact_of(m.states, u).velocity * direction;
    const Real used = before > Real(0) ? h * (before / (before - speed)) : Real(0);
    if (used > Real(0)) move(m, u, used);
    m.modes.direction = static_cast<double>(direction);  // whatever the short step has made of it
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
    const Equations system{plant_, law_, m.modes, u};
    RosenbrockStep<OneRateRos2, Equations, Real> step;
    States end;
    step.begin_and_take(system, Real(0), m.states, h, end);
    if constexpr (has_bristles) {
      if (!linear_step_is_valid(m, u, h, end)) return move_with_implicit_friction(m, u, h);
      if constexpr (HasModes<Law, Real>) {
        const Real mean = Real(0.5) * (contact_of(m.states, u).velocity + contact_of(end, u).velocity);
        if (springs_are_too_stiff(m, u, h, mean)) return move_with_implicit_friction(m, u, h);
        pack<plant_size>(carried(m, u, h, mean), end);
      }
      m.states = end;
    } else {
      if constexpr (HoldsAtRest<Law, Real>)
        if (runs_away(m, u, h)) end = plant_under(m, u, h, friction_of_falling_curve(m, u, h));
      m.states = end;
      if constexpr (HasModes<Law, Real>) change_mode(m, u);
    }
  }

  /// Velocity along the held direction after h under a friction of this magnitude.
  Real speed_under(const Memory& m, const Inputs& u, Real h, Real magnitude) const noexcept {
    const Real direction = static_cast<Real>(m.modes.direction);
    return direction * contact_of(plant_under(m, u, h, direction * magnitude), u).velocity;
  }
  /// Where friction falls with speed faster than the mass takes up speed in half a sample, a linearly implicit step
  /// ends at the unstable equilibrium, which can lie behind the contact.
  bool runs_away(const Memory& m, const Inputs& u, Real h) const noexcept
    requires HoldsAtRest<Law, Real>
  {
    if (m.modes.direction == 0) return false;
    using D = Dual<Real, 1>;
    const Contact<Real> now = contact_of(m.states, u);
    const Contact<D> c = m.modes.template held<true>(Contact<D>{.velocity = D::variable(now.velocity, 0),
                                                                .applied_force = now.applied_force,
                                                                .normal_force = now.normal_force,
                                                                .transmitted_force = now.transmitted_force});
    const D force = Law::force(convert<ParametersOf<Law, D>>(law_), Nothing{}, Nothing{}, c);
    if (!(force.slope[0] < Real(0))) return false;
    const Real level = Law::template coulomb_level<Real>(law_);
    const Real gain = (speed_under(m, u, h, Real(0)) - speed_under(m, u, h, level)) / level;
    return -force.slope[0] * gain > Real(0.5);
  }
  Real friction_of_falling_curve(const Memory& m, const Inputs& u, Real h) const noexcept
    requires HoldsAtRest<Law, Real>
  {
    const Real direction = static_cast<Real>(m.modes.direction);
    return direction * detail::falling_friction<Real>([&](Real magnitude) { return speed_under(m, u, h, magnitude); },
                                                      [&](Real speed) {
                                                        Contact<Real> c = contact_of(m.states, u);
                                                        c.velocity = direction * maximum(speed, Real(0));
                                                        c = m.modes.template held<true>(c);
                                                        return direction * Law::force(law_, Nothing{}, Nothing{}, c);
                                                      });
  }
  bool within_bounds(const States& y) const noexcept {
    bool within = true;
    const LawState z = unpacked<LawState, plant_size>(y);
    for_each_pair(z, bounds_, [&](const auto&, Real x, Real bound) { within = within && std::abs(x) <= bound; });
    return within;
  }

  /// The contact neither reverses nor changes its speed by more than a factor of two.
  bool speed_within_factor_two(const Memory& m, const Inputs& u, const States& end) const noexcept {
    const Real direction = static_cast<Real>(m.modes.direction);
    const Real before = direction * contact_of(m.states, u).velocity, after = direction * contact_of(end, u).velocity;
    return after >= Real(0.5) * before && after <= Real(2) * before;
  }
  /// Accepts a linear step when the law's state is within its bounds and either the speed changes by less than a factor
  /// of two, or the displacement is shorter than the bristles' and the speed at most twice that of the plant under the
  /// push of its bristles alone. The factor of two allows for the implicit Euler step that gives the latter.
  bool linear_step_is_valid(const Memory& m, const Inputs& u, Real h, const States& end) const noexcept {
    if (!within_bounds(end)) return false;
    if (speed_within_factor_two(m, u, end)) return true;
    const Real direction = static_cast<Real>(m.modes.direction);
    const Real before = direction * contact_of(m.states, u).velocity, after = direction * contact_of(end, u).velocity;
    bool goes_far = false;
    for_each_field(bounds_, [&](const auto&, Real bound, std::size_t) {
      goes_far = goes_far || h * maximum(before, after) > bound;
    });
    if (goes_far) return false;
    if (after <= Real(2) * before) return true;
    LawState pushing = unpacked<LawState, plant_size>(m.states), still_bristles = bounds_;
    for_each_field(pushing,
                   [&](const auto&, Real& z, std::size_t) { z = direction * minimum(direction * z, Real(0)); });
    for_each_field(still_bristles, [](const auto&, Real& dz, std::size_t) { dz = Real(0); });
    const Contact<Real> c = m.modes.template held<true>(contact_of(m.states, u));
    const States fastest = plant_under(m, u, h, m.modes.force(law_, pushing, still_bristles, c));
    return after <= Real(2) * direction * contact_of(fastest, u).velocity;
  }

  /// States after the plant has moved under this friction; the law's own are left as they are.
  States plant_under(const Memory& m, const Inputs& u, Real h, Real friction) const noexcept {
    const detail::HeldFriction<Plant, Real> system{plant_, u, friction};
    Vector<plant_size, Real> x, after;
    for (std::size_t n = 0; n < plant_size; ++n) x[n] = m.states[n];
    RosenbrockStep<ImplicitEuler, detail::HeldFriction<Plant, Real>, Real> step;
    step.begin_and_take(system, Real(0), x, h, after);
    States end = m.states;
    for (std::size_t n = 0; n < plant_size; ++n) end[n] = after[n];
    return end;
  }
  /// The law's state after its own exact step, modes and all, along this velocity.
  LawState carried(Memory& m, const Inputs& u, Real h, Real velocity) const noexcept {
    auto mode = convert<ModeOf<Law, Real>>(m.modes.mode);  // modes of a contact are kept in double
    const LawState z =
        step_of<Law, Real>(law_, mode, unpacked<LawState, plant_size>(m.states), sliding(m, u, velocity), h);
    m.modes.mode = convert<ModeOf<Law, double>>(mode);
    return z;
  }
  Contact<Real> sliding(const Memory& m, const Inputs& u, Real velocity) const noexcept {
    Contact<Real> c = contact_of(m.states, u);
    c.velocity = velocity;
    return m.modes.template held<false>(c);
  }
  /// Carried along the mean velocity, the law no longer moves together with the plant: where its springs turn the plant
  /// round several times within a sample, (omega h)^2 >> 1, each sample would drive the next.
  bool springs_are_too_stiff(const Memory& m, const Inputs& u, Real h, Real mean) const noexcept
    requires HasModes<Law, Real>
  {
    Memory trial = m;
    const Contact<Real> c = sliding(m, u, mean);
    const auto force_at = [&](const LawState& z) {
      return trial.modes.force(law_, z, trial.modes.rate(law_, z, c), c);
    };
    const Real still = force_at(unpacked<LawState, plant_size>(m.states)), moved = force_at(carried(trial, u, h, mean));
    const auto speed = [&](Real friction) { return contact_of(plant_under(m, u, h, friction), u).velocity; };
    return std::abs(speed(still) - speed(moved)) > Real(10) * std::abs(mean);
  }
  /// Implicit Euler for the plant, the law's exact step, and the friction that satisfies both.
  void move_with_implicit_friction(Memory& m, const Inputs& u, Real h) const noexcept {
    const Real friction = detail::solve_implicit_friction<Real>(
        [&](Real force) { return contact_of(plant_under(m, u, h, force), u).velocity; },
        [&](Real velocity) {
          Memory trial = m;
          const LawState z = carried(trial, u, h, velocity);
          const Contact<Real> c = sliding(m, u, velocity);
          return trial.modes.force(law_, z, trial.modes.rate(law_, z, c), c);
        });
    States end = plant_under(m, u, h, friction);
    pack<plant_size>(carried(m, u, h, contact_of(end, u).velocity), end);
    m.states = end;
    m.modes.settle(law_, contact_of(m.states, u));
  }
  void change_mode(Memory& m, const Inputs& u) const noexcept
    requires HasModes<Law, Real>
  {
    Contact<Real> c = m.modes.template held<true>(contact_of(m.states, u));
    LawState z = unpacked<LawState, plant_size>(m.states);
    auto mode = convert<ModeOf<Law, Real>>(m.modes.mode);
    const auto guards = Law::guards(law_, mode, z, c);
    std::array<bool, std::tuple_size_v<decltype(guards)>> fired{};
    for (std::size_t i = 0; i < fired.size(); ++i) fired[i] = guards[i] < Real(0);
    const Real velocity = c.velocity;
    Law::transition(law_, fired, mode, z, c);
    m.modes.mode = convert<ModeOf<Law, double>>(mode);
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
