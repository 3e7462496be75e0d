// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>

#include "stiction/loop/evaluate.hpp"
#include "stiction/loop/part_functions.hpp"

namespace stiction {

struct NoController {};

/// Parts known when compiling. Laid out as `Loop` lays out parts chosen by name, so both kernels work on the same
/// numbers. `Frozen` false: laws are evaluated on the branch of their velocity, and nothing is located.
template <bool Frozen, bool Work, class Plant, class Controller, class... Laws>
struct FixedKernel {
  using PlantType = Plant;
  using ControllerType = Controller;
  using PF = PlantFunctions<Plant>;
  using CF = ControllerFunctions<Controller>;
  template <std::size_t I>
  using Law = std::tuple_element_t<I, std::tuple<Laws...>>;
  template <std::size_t I>
  using LF = ContactFunctions<Law<I>>;
  static constexpr bool controlled = !std::is_same_v<Controller, NoController>;
  static constexpr std::size_t law_count = sizeof...(Laws);
  static_assert(law_count == contact_count<Plant>, "one law per contact of the plant");

  template <class Real>
  static constexpr std::size_t count_in_controller(auto count) {
    if constexpr (controlled)
      return count.template operator()<Controller>();
    else
      return 0;
  }

  static constexpr std::size_t plant_size = field_count<StateOf<Plant>>;
  static constexpr std::size_t controller_size =
      count_in_controller<double>([]<class C>() { return field_count<StateOf<C>>; });
  static constexpr std::size_t controller_inputs =
      count_in_controller<double>([]<class C>() { return field_count<ControllerInputsOf<C>>; });
  static constexpr std::size_t controller_kink_count =
      count_in_controller<double>([]<class C>() { return kink_count_of_controller<C>(); });
  static constexpr std::size_t plant_inputs = field_count<InputsOf<Plant>>;

  /// First places of each contact: sums over the contacts before it.
  using Places = std::array<std::size_t, law_count + 1>;
  static constexpr Places places(std::size_t first, std::array<std::size_t, law_count> counts) {
    Places all{first};
    for (std::size_t i = 0; i < law_count; ++i) all[i + 1] = all[i] + counts[i];
    return all;
  }
  static constexpr Places states = places(plant_size + controller_size, {field_count<RunStateOf<Laws>>...});
  static constexpr Places guards_of = places(0, {ContactModes<Laws>::guard_count...});
  static constexpr Places branches = places(branch_head_numbers, {ContactFunctions<Laws>::branch_numbers...});
  static constexpr Places parameters = places(field_count<ParametersOf<Plant>>, {field_count<ParametersOf<Laws>>...});
  static constexpr std::size_t size = states[law_count] + (Work ? law_count + 1 : 0);
  static constexpr std::size_t section = guards_of[law_count] + kink_count_of_plant<Plant>() + controller_kink_count;
  static constexpr std::size_t guard_count = section + 1;
  static constexpr std::size_t branch_count = branches[law_count] + section - guards_of[law_count];

  template <class Number>
  struct Instant {
    std::array<Number, plant_inputs> inputs, input_rates, driven;
    std::array<Number, controller_inputs> references, reference_rates;
    std::array<Number, plant_size> plant;
    std::array<Number, law_count> friction, own_velocity;
    std::array<Number, 2> measured;
    std::array<Contact<Number>, law_count> touching;
    Number control;
  };

  static constexpr std::size_t plant_states() { return plant_size; }
  static constexpr std::size_t controller_states() { return controller_size; }
  static constexpr std::size_t input_count() { return plant_inputs; }
  static constexpr std::size_t contacts() { return law_count; }
  static constexpr std::size_t first_controller() { return plant_size; }
  static constexpr std::size_t first_work() { return states[law_count]; }
  static constexpr std::size_t first_state(std::size_t i) { return states[i]; }
  static constexpr std::size_t first_guard(std::size_t i) { return guards_of[i]; }
  static constexpr std::size_t first_plant_kink() { return guards_of[law_count]; }
  static constexpr std::size_t first_controller_kink() { return first_plant_kink() + kink_count_of_plant<Plant>(); }
  static constexpr std::size_t section_place() { return section; }
  static constexpr std::size_t first_side() { return branches[law_count]; }
  static constexpr std::size_t contact_branch(std::size_t i) { return branches[i]; }
  static constexpr std::size_t plant_parameters() { return 0; }
  static constexpr std::size_t controller_parameters() { return parameters[law_count]; }
  static constexpr std::size_t contact_parameters(std::size_t i) { return parameters[i]; }
  static constexpr std::size_t drive_input() { return controlled ? PF::drive : 0; }
  static constexpr bool has_controller() { return controlled; }
  static constexpr bool is_sampled() { return false; }
  static constexpr bool accounts_work() { return Work; }
  static constexpr bool may_share_inertia = SharesInertia<Plant>;
  static constexpr bool shares_inertia() { return may_share_inertia; }
  static constexpr bool holds_back() { return (ContactModes<Laws>::holds_back_velocity || ...); }
  template <std::size_t I>
  static constexpr bool holds_back_velocity(std::integral_constant<std::size_t, I>) {
    return ContactModes<Law<I>>::holds_back_velocity;
  }
  static constexpr auto held_force(const auto& now) { return now.control; }

  template <class Visitor>
  static constexpr void each_contact(Visitor&& visit) {
    detail::unroll<law_count>(visit);
  }
  template <class Visitor>
  static constexpr void each_state(Visitor&& visit) {
    detail::unroll<size>(visit);
  }

  template <class N, class P>
  static constexpr void plant_contacts(const P* p, const N* x, const N* u, const N* du, Contact<N>* all) {
    PF::template contacts<N>(p, x, u, du, all);
  }
  template <class N, class P>
  static constexpr void plant_rate(const P* p, const N* x, const N* u, const N* du, const N* friction, N* dx) {
    PF::template rate<N>(p, x, u, du, friction, dx);
  }
  template <class N, class P>
  static constexpr void set_sliding_velocity(const P* p, N* x, const N* u, std::size_t i, const N& v) {
    PF::template set_sliding_velocity<N>(p, x, u, i, v);
  }
  template <class N, class P>
  static constexpr void contact_inertia(const P* p, const N* x, N* all) {
    PF::template contact_inertia<N>(p, x, all);
  }
  template <class N, class P>
  static constexpr void plant_kinks(const P* p, const N* x, const N* u, N* all) {
    PF::template kinks<N>(p, x, u, all);
  }
  template <class N, class P>
  static constexpr void measured(const P* p, const N* x, N* seen) {
    PF::template measured<N>(p, x, seen);
  }
  template <class N, class P>
  static constexpr N power(const P* p, const N* x, const N* u, const N* du, const N* friction) {
    return PF::template power<N>(p, x, u, du, friction);
  }
  template <class N, class P>
  static constexpr N control(const P* p, const N* c, const N* u, const N* du, const N* seen) {
    if constexpr (controlled)
      return CF::template output<N>(p, c, u, du, seen);
    else
      return N(0);
  }
  template <class N, class P>
  static constexpr void controller_rate(const P* p, const N* c, const N* u, const N* du, const N* seen, N* dc) {
    if constexpr (controlled) CF::template rate<N>(p, c, u, du, seen, dc);
  }
  template <class N, class P>
  static constexpr void controller_kinks(const P* p, const N* c, const N* u, const N* seen, N* all) {
    if constexpr (controlled) CF::template kinks<N>(p, c, u, seen, all);
  }
  template <std::size_t I, class N, class P>
  static constexpr void contact_evaluate(std::integral_constant<std::size_t, I>, const P* p, const double* b,
                                         const N& t, const N* z, const Contact<N>& c, N* dz, N& force) {
    LF<I>::template evaluate<Frozen, N>(p, b, t, z, c, dz, force);
  }
  template <std::size_t I, class N, class P>
  static constexpr void contact_guards(std::integral_constant<std::size_t, I>, const P* p, const double* b, const N* z,
                                       const Contact<N>& c, N* all) {
    LF<I>::template guards<N>(p, b, z, c, all);
  }
  /// Where nothing is located nothing is held.
  template <std::size_t I>
  static constexpr Hold hold(std::integral_constant<std::size_t, I>, const double* b) {
    return Frozen ? LF<I>::hold(b) : Hold::none;
  }
  template <std::size_t I, class N>
  static constexpr N output_velocity(std::integral_constant<std::size_t, I>, const double* b, const Contact<N>& c) {
    return LF<I>::template output_velocity<N>(b, c);
  }
};

}  // namespace stiction
