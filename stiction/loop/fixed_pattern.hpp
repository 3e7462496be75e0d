// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/fixed_kernel.hpp"
#include "stiction/solvers/ode_system.hpp"

namespace stiction {
namespace detail {

template <class Kernel>
constexpr auto default_numbers_of() {
  constexpr std::size_t of_controller =
      Kernel::template count_in_controller<double>([]<class C>() { return field_count<ParametersOf<C>>; });
  std::array<double, Kernel::controller_parameters() + of_controller + 1> p{};
  pack(ParametersOf<typename Kernel::PlantType>{}, p.data());
  Kernel::each_contact([&](auto i) {
    pack(ParametersOf<typename Kernel::template Law<i>>{}, p.data() + Kernel::contact_parameters(i));
  });
  if constexpr (Kernel::controlled)
    pack(ParametersOf<typename Kernel::ControllerType>{}, p.data() + Kernel::controller_parameters());
  return p;
}
template <class Kernel>
constexpr auto default_branch_of() {
  std::array<double, Kernel::branch_count> b{};
  Kernel::each_contact([&](auto i) {
    using L = typename Kernel::template Law<i>;
    std::array<double, field_count<StateOf<L>> + 1> initial{};
    pack(StateOf<L>{}, initial.data());
    ContactFunctions<L>::start(b.data() + Kernel::contact_branch(i), initial.data(), 0);
  });
  for (std::size_t k = Kernel::first_side(); k < Kernel::branch_count; ++k) b[k] = 1;
  return b;
}

}  // namespace detail

/// Which rates of a kernel depend on which states, from the text of its equations.
template <class Kernel>
constexpr Pattern<Kernel::size> kernel_pattern() {
  return pattern_from<Kernel::size>([](const auto& t, const auto& y) {
    using Real = std::remove_cvref_t<decltype(t)>;
    Vector<Kernel::size, Real> dy{};
    typename Kernel::template Instant<Real> now{};
    constexpr auto p = detail::default_numbers_of<Kernel>();
    constexpr auto b = detail::default_branch_of<Kernel>();
    coupled_rates(Kernel{}, t, y.data(), p.data(), b.data(), dy.data(), now);
    return dy;
  });
}

}  // namespace stiction
