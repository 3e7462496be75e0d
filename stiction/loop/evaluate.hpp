// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <utility>

#include "stiction/loop/branch.hpp"
#include "stiction/models/contact_modes.hpp"
#include "stiction/models/friction_model.hpp"
#include "stiction/plants/shared_inertia.hpp"
#include "stiction/solvers/sparse_matrix.hpp"

/// The coupled system, written once: plant, laws, controller and work as one set of equations over (t, y, p, branch),
/// in any number type.
///
/// A `Kernel` knows the parts. There are two: `FixedKernel`, whose parts are types, so that everything here is inlined
/// into one stretch of code; and `PartsKernel`, which calls parts chosen by name through tables. Both lay out y, p,
/// branch and guards in the same way.
///
/// What happens in an evaluation, in this order:
///  1. signals are read: inputs u and du/dt of the plant, references of the controller (by the caller, into `Instant`;
///     the inputs twice, as they are and to have the drive added to them);
///  2. the controller sees what the plant measures and adds its force to the drive (`drive`);
///  3. the plant says how its contacts move and what pulls at them;
///  4. laws such as Karnopp's show their surroundings a velocity of zero while the body keeps its momentum; with that
///     velocity 2 and 3 are repeated, but each law goes on seeing the body's own velocity;
///  5. each law gives the rates of its states and its friction force; where contacts share inertias, those that slide
///     first, for what the others must carry depends on them;
///  6. the plant takes the friction forces and gives the rates of its own states.
namespace stiction {

/// Adds the controller's force to the plant's inputs, for the plant states x.
template <class Kernel, class Number, class P>
constexpr void drive(const Kernel& k, const Number* y, const Number* x, const P* p, auto& now) {
  if (!k.has_controller()) return;
  k.measured(p + k.plant_parameters(), x, now.measured.data());
  if (k.is_sampled())
    now.control = k.held_force(now);
  else
    now.control = k.control(p + k.controller_parameters(), y + k.first_controller(), now.references.data(),
                            now.reference_rates.data(), now.measured.data());
  now.driven[k.drive_input()] = now.inputs[k.drive_input()] + now.control;
}

/// Step 5 of the above where contacts share inertias; (1) of shared_inertia.hpp.
///
/// A contact that is pulled harder than it holds gets the applied force at which it would rest. Its friction, a
/// constant then, may be needed to find that of another such contact: first they are taken to be held together, then
/// one by one until each bears the constant (projected Gauss-Seidel, which ends after few rounds).
template <class Kernel, class Number, class P>
[[gnu::noinline]] constexpr void evaluate_shared(const Kernel& k, const Number& t, const Number* y, const P* p,
                                                 const double* branch, Number* law_rates, auto& now) {
  const std::size_t n = k.contacts();
  std::array<Number, most_shared * most_shared> inertia{};
  k.contact_inertia(p + k.plant_parameters(), k.holds_back() ? std::as_const(now.plant).data() : y, inertia.data());
  SharedNumbers<Number> applied{}, net{};
  std::array<bool, most_shared> held{}, exceeded{};
  const auto find_friction = [&](auto i) {
    k.contact_evaluate(i, p + k.contact_parameters(i), branch + k.contact_branch(i), t, y + k.first_state(i),
                       now.touching[i], law_rates + k.first_state(i), now.friction[i]);
    net[i] = applied[i] - now.friction[i];
  };
  const auto find_at_rest = [&](auto i, const SharedNumbers<Number>& a) {
    now.touching[i].applied_force = force_at_rest<Number>(n, inertia.data(), i, applied[i], a);
    find_friction(i);
  };
  k.each_contact([&](auto i) {
    const Hold hold = k.hold(i, branch + k.contact_branch(i));
    held[i] = hold == Hold::balanced, exceeded[i] = hold == Hold::exceeded;
    applied[i] = now.touching[i].applied_force;
    if (hold == Hold::none) find_friction(i);
  });
  const auto accelerations_with = [&](const std::array<bool, most_shared>& more) {
    std::array<bool, most_shared> rest = held;
    for (std::size_t j = 0; j < n; ++j) rest[j] = rest[j] || more[j];
    return accelerations<Number>(n, inertia.data(), rest, net);
  };
  const std::size_t beyond = static_cast<std::size_t>(exceeded[0]) + exceeded[1] + exceeded[2];
  if (beyond > 0) {
    const SharedNumbers<Number> together = accelerations_with(exceeded);
    k.each_contact([&](auto i) {
      if (exceeded[i]) find_at_rest(i, together);
    });
    for (std::size_t round = 0; round < 4 * beyond && beyond > 1; ++round)
      k.each_contact([&](auto i) {
        std::array<bool, most_shared> alone{};
        alone[i] = true;
        if (exceeded[i]) find_at_rest(i, accelerations_with(alone));
      });
  }
  const SharedNumbers<Number> a = accelerations_with({});
  k.each_contact([&](auto i) {
    if (held[i]) find_at_rest(i, a);
  });
}

/// Steps 2 to 5 of the above. `law_rates` is laid out like y; only the laws' own places are written.
template <class Kernel, class Number, class P>
constexpr void evaluate(const Kernel& k, const Number& t, const Number* y, const P* p, const double* branch,
                        Number* law_rates, auto& now) {
  drive(k, y, y, p, now);
  k.plant_contacts(p + k.plant_parameters(), y, now.driven.data(), now.input_rates.data(), now.touching.data());
  if (k.holds_back()) {
    for (std::size_t n = 0; n < k.plant_states(); ++n) now.plant[n] = y[n];
    k.each_contact([&](auto i) {
      now.own_velocity[i] = now.touching[i].velocity;
      if (k.holds_back_velocity(i))
        k.set_sliding_velocity(p + k.plant_parameters(), now.plant.data(), now.driven.data(), i,
                               k.output_velocity(i, branch + k.contact_branch(i), now.touching[i]));
    });
    drive(k, y, std::as_const(now.plant).data(), p, now);
    k.plant_contacts(p + k.plant_parameters(), std::as_const(now.plant).data(), now.driven.data(),
                     now.input_rates.data(), now.touching.data());
    k.each_contact([&](auto i) { now.touching[i].velocity = now.own_velocity[i]; });
  }
  if constexpr (Kernel::may_share_inertia)
    if (k.shares_inertia()) {
      evaluate_shared(k, t, y, p, branch, law_rates, now);
      return;
    }
  k.each_contact([&](auto i) {
    k.contact_evaluate(i, p + k.contact_parameters(i), branch + k.contact_branch(i), t, y + k.first_state(i),
                       now.touching[i], law_rates + k.first_state(i), now.friction[i]);
  });
}

/// Contacts that are held have no acceleration: not what rounding leaves of one where inertias are shared.
template <class Kernel, class Number, class P>
[[gnu::noinline]] constexpr void stop_held(const Kernel& k, const P* p, const double* branch, Number* dy, auto& now) {
  k.each_contact([&](auto i) {
    if (k.hold(i, branch + k.contact_branch(i)) == Hold::balanced)
      k.set_sliding_velocity(p + k.plant_parameters(), dy, std::as_const(now.driven).data(), i, Number(0));
  });
}

/// The states of the plant as its surroundings see them.
template <class Kernel, class Number>
constexpr const Number* plant_seen(const Kernel& k, const Number* y, const auto& now) {
  return k.holds_back() ? now.plant.data() : y;
}

/// dy/dt. Signals must have been read into `now`.
template <class Kernel, class Number, class P>
constexpr void coupled_rates(const Kernel& k, const Number& t, const Number* y, const P* p, const double* branch,
                             Number* dy, auto& now) {
  evaluate(k, t, y, p, branch, dy, now);
  const Number* x = plant_seen(k, y, now);
  k.plant_rate(p + k.plant_parameters(), x, now.driven.data(), now.input_rates.data(), now.friction.data(), dy);
  if constexpr (Kernel::may_share_inertia)
    if (k.shares_inertia()) stop_held(k, p, branch, dy, now);
  if (k.controller_states() > 0)
    k.controller_rate(p + k.controller_parameters(), y + k.first_controller(), now.references.data(),
                      now.reference_rates.data(), now.measured.data(), dy + k.first_controller());
  if (k.accounts_work()) {
    k.each_contact([&](auto i) {
      const Number seen = k.output_velocity(i, branch + k.contact_branch(i), now.touching[i]);
      dy[k.first_work() + i] = now.friction[i] * seen;
      // A body that moves unseen by its surroundings gains or loses kinetic energy that nobody supplies: the law does.
      if (k.holds_back())
        dy[k.first_work() + i] = dy[k.first_work() + i] +
                                 (now.friction[i] - now.touching[i].applied_force) * (now.touching[i].velocity - seen);
    });
    dy[k.first_work() + k.contacts()] =
        k.power(p + k.plant_parameters(), x, now.driven.data(), now.input_rates.data(), now.friction.data());
  }
}

/// Positive on the near side of the section; 1 where there is none or it is not armed yet.
template <class Kernel, class Number>
constexpr Number section_guard(const Kernel& k, const Number* y, const BranchHead& head) {
  if (head.armed == 0) return Number(1);
  Number value(0);
  k.each_state([&](auto n) {
    if (static_cast<double>(n) == head.section_state) value = y[n];
  });
  return Number(head.section_direction) * (Number(head.section_level) - value);
}

/// Numbers that are positive and fall through zero at an event: those of each contact, non-smooth points of plant and
/// controller on the side held, the section. `evaluate` must have been called for this instant.
template <class Kernel, class Number, class P>
constexpr void coupled_guards(const Kernel& k, const Number* y, const P* p, const double* branch, Number* all,
                              const auto& now) {
  k.each_contact([&](auto i) {
    k.contact_guards(i, p + k.contact_parameters(i), branch + k.contact_branch(i), y + k.first_state(i),
                     now.touching[i], all + k.first_guard(i));
  });
  k.plant_kinks(p + k.plant_parameters(), y, now.driven.data(), all + k.first_plant_kink());
  if (k.first_controller_kink() < k.section_place())
    k.controller_kinks(p + k.controller_parameters(), y + k.first_controller(), now.references.data(),
                       now.measured.data(), all + k.first_controller_kink());
  for (std::size_t g = k.first_plant_kink(); g < k.section_place(); ++g)
    all[g] = Number(branch[k.first_side() + g - k.first_plant_kink()]) * all[g];
  all[k.section_place()] = section_guard(k, y, branch_head(branch));
}

}  // namespace stiction
