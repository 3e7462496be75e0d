// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/closed_loop.hpp"
#include "stiction/loop/fixed_kernel.hpp"

namespace stiction {

/// Asks a run to keep account of its energies: further states, integrated under the same error control as the motion,
///
/// \f[ \dot W_i = F_i v_i, \quad \dot W_s = P \f]
///
/// work done against friction in each contact, and work supplied from outside, less what the plant's own dampers have
/// taken. They balance: \f$ E(t) - E(0) + \sum W_i = W_s \f$; of W_i a law with `storage` can give that much back.
template <class Plant>
struct WithWork {
  static constexpr PlantInfo info = Plant::info;
  static constexpr auto contact_names = Plant::contact_names;

  template <class Real>
  using Parameters = ParametersOf<Plant, Real>;
  template <class Real>
  using State = StateOf<Plant, Real>;
  template <class Real>
  using Inputs = InputsOf<Plant, Real>;
};

namespace detail {

/// What a plant type stands for: the plant itself, its controller, whether work is accounted for.
template <class P>
struct PlantOfType {
  using Plant = P;
  using Controller = NoController;
  static constexpr bool work = false;
};
template <class P, class C>
struct PlantOfType<ClosedLoop<P, C>> {
  using Plant = P;
  using Controller = C;
  static constexpr bool work = false;
};
template <class P>
struct PlantOfType<WithWork<P>> {
  using Plant = typename PlantOfType<P>::Plant;
  using Controller = typename PlantOfType<P>::Controller;
  static constexpr bool work = true;
};

}  // namespace detail

/// The kernel of a plant type (`MassOnSurface`, `ClosedLoop<MassOnSurface, Pid>`, `WithWork<...>`) with its laws.
template <bool Frozen, class P, class... Laws>
using KernelOf = FixedKernel<Frozen, detail::PlantOfType<P>::work, typename detail::PlantOfType<P>::Plant,
                             typename detail::PlantOfType<P>::Controller, Laws...>;

}  // namespace stiction
