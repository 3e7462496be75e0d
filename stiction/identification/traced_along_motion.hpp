// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "stiction/identification/recording.hpp"
#include "stiction/identification/traced_number.hpp"
#include "stiction/models/evaluate.hpp"
#include "stiction/models/list_length.hpp"

namespace stiction::detail {

/// A law with one state and an exact step, as its text writes itself down.
struct TracedLaw {
  std::size_t numbers;
  Traced (*step)(const Traced* p, const Traced& z, const Contact<Traced>& c, const Traced& h);
  Traced (*force)(const Traced* p, const Traced& z, const Contact<Traced>& c);
};

/// Such a law along a prescribed motion, many samples at a time. Its step must be affine in the state, as LuGre's is:
/// then all exponentials are independent of one another, and one multiplication and addition per slope is left to do in
/// order:
///
/// \f[ z_k = A_k z_{k-1} + B_k, \quad dz_k = A_k\, dz_{k-1} + \Phi_p(z_{k-1}), \quad dF_k = F_p + F_z\, dz_k \tag{1}
/// \f]
///
/// slopes: by the numbers `which`, [k * stride + i] of sample i by which[k]. False: the step is not affine at these
/// numbers, and nothing was done.
bool follow_traced(const TracedLaw& law, std::span<const double> p, const Recording& motion, const MotionSteps& steps,
                   std::span<const std::size_t> which, double* force, double* slopes, std::size_t stride);

template <class Law>
inline constexpr bool can_be_traced = [] {
  if constexpr (MemoryModel<Law> || HasModes<Law> || HasLists<Law> || HoldsAtRest<Law> || !HasExactStep<Law>)
    return false;
  else
    return field_count<StateOf<Law>> == 1;
}();

template <class Law>
StateOf<Law, Traced> traced_state(const Traced& z) {
  StateOf<Law, Traced> s{};
  for_each_field(s, [&](const auto&, Traced& own, std::size_t) { own = z; });
  return s;
}

template <class Law>
inline constexpr TracedLaw traced_law{
    .numbers = field_count<ParametersOf<Law>>,
    .step =
        [](const Traced* p, const Traced& z, const Contact<Traced>& c, const Traced& h) {
          Traced after;
          for_each_field(Law::exact_step(unpacked<ParametersOf<Law, Traced>>(p), traced_state<Law>(z), c, h),
                         [&](const auto&, const Traced& own, std::size_t) { after = own; });
          return after;
        },
    .force =
        [](const Traced* p, const Traced& z, const Contact<Traced>& c) {
          const auto own = unpacked<ParametersOf<Law, Traced>>(p);
          const auto s = traced_state<Law>(z);
          return Law::force(own, s, Law::rate(own, s, c), c);
        }};

}  // namespace stiction::detail
