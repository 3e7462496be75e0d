// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/evaluate.hpp"

/// How a law's state takes part in the equations of a run.
namespace stiction {

/// A memory law is no differential equation: its state moves with accepted pieces of motion, and only the way slid
/// since the last one is a state of the run.
struct SlidDistance {
  template <class Real>
  struct State {
    Real slid{0};
    static constexpr auto fields() {
      return Table{Field{&State::slid, "slid", "s", "m", finite, "Way slid since the start."}};
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

/// What of a law is integrated: its own state, or the way slid.
template <class Law, class Real = double>
using RunStateOf = typename detail::RunState<Law, Real>::type;

/// The state of a memory law at the last accepted step, and since when.
template <class Law>
struct LawMemory {};

template <MemoryModel Law>
struct LawMemory<Law> {
  StateOf<Law> state{};
  double time = 0, slid = 0;

  /// The state after the way slid since then, taken at its mean velocity.
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
