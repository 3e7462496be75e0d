// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/evaluate.hpp"
#include "stiction/schema/packing.hpp"

/// How a law's state takes part in the equations of a run.
namespace stiction {

/// A memory law is not a differential equation: its state moves with accepted pieces of motion, and only the distance
/// slid is a state of the run.
struct SlidDistance {
  template <class Real>
  struct State {
    Real slid{0};
    static constexpr auto fields() {
      return Table{Field{&State::slid, "slid", "s", "m", finite, "Distance slid since the start.", Role::deflection}};
    }
  };
};

namespace detail {
template <class Law, class Real>
struct RunState {
  using type = StateOf<Law, Real>;
};
template <MemoryModel Law, class Real>
struct RunState<Law, Real> {
  using type = SlidDistance::State<Real>;
};
}  // namespace detail

/// What of a law is integrated: its own state, or the distance slid.
template <class Law, class Real = double>
using RunStateOf = typename detail::RunState<Law, Real>::type;

/// The state of a memory law at the last accepted step, and since when.
template <class Law>
struct LawMemory {
  static constexpr std::size_t numbers = 0;
  static constexpr LawMemory from_numbers(const double*) { return {}; }
  constexpr void to_numbers(double*) const {}
};

template <MemoryModel Law>
struct LawMemory<Law> {
  StateOf<Law> state{};
  double time = 0, slid = 0;

  /// The same as numbers in a row: time, distance, state.
  static constexpr std::size_t numbers = 2 + field_count<StateOf<Law>>;
  static constexpr LawMemory from_numbers(const double* all) {
    return {unpacked<StateOf<Law>>(all + 2), all[0], all[1]};
  }
  constexpr void to_numbers(double* all) const {
    all[0] = time, all[1] = slid;
    pack(state, all + 2);
  }

  /// The state after the distance slid since then, taken at the mean velocity.
  template <class Real>
  StateOf<Law, Real> moved(const ParametersOf<Law, Real>& p, const Real& t, const Real& slid_now,
                           const Contact<Real>& c) const {
    const Real elapsed = maximum(t - Real(time), Real(1e-12));
    Contact<Real> mean = c;
    mean.velocity = (slid_now - Real(slid)) / elapsed;
    mean.speed = mean.direction * mean.velocity;
    return Law::exact_step(p, convert<StateOf<Law, Real>>(state), mean, elapsed);
  }
  void accept(const ParametersOf<Law>& p, double t, double slid_now, const Contact<double>& c) {
    if (t <= time) return;
    state = moved<double>(p, t, slid_now, c);
    time = t;
    slid = slid_now;
  }
};

}  // namespace stiction
