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
      return Table{
          Field{&State::slid, "slid", "s", "m", any_finite, "Distance slid since the start.", Role::deflection}};
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
  double direction = 0, turned = 0;  ///< of the last piece of motion, and where on the path that direction began [m]
  double averaged = 0;               ///< 1: bonds snap too fast to be followed and act with their mean force

  /// The same as numbers in a row: time, distance, direction, turning point, averaged, state.
  static constexpr std::size_t numbers = 5 + field_count<StateOf<Law>>;
  static constexpr LawMemory from_numbers(const double* all) {
    return {unpacked<StateOf<Law>>(all + 5), all[0], all[1], all[2], all[3], all[4]};
  }
  constexpr void to_numbers(double* all) const {
    all[0] = time, all[1] = slid, all[2] = direction, all[3] = turned, all[4] = averaged;
    pack(state, all + 5);
  }

  /// Friction after the distance slid since the last accepted step.
  template <class Real>
  Real force(const ParametersOf<Law, Real>& p, const Real& t, const Real& slid_now, const Contact<Real>& c) const {
    if constexpr (SnappingModel<Law, Real>) {
      if (is_averaged(c)) return Law::mean_force(p, c);
      return Law::force(p, Law::stretched(p, convert<StateOf<Law, Real>>(state), c, path_to(slid_now, c)), c);
    } else {
      return Law::force(p, moved(p, t, slid_now, c), c);
    }
  }
  void accept(const ParametersOf<Law>& p, double t, double slid_now, const Contact<double>& c) {
    if (t <= time) return;
    state = moved<double>(p, t, slid_now, c);
    if (c.direction != direction) direction = c.direction, turned = slid, averaged = 0;
    time = t;
    slid = slid_now;
  }

  // --- events of a law whose bonds snap ---

  /// The next snap; the speed at which bonds are no longer followed, or are followed again. See `SnappingModel`.
  template <class Real>
  std::array<Real, 2> guards(const ParametersOf<Law, Real>& p, const Real& slid_now, const Contact<Real>& c) const
    requires SnappingModel<Law, Real>
  {
    const Real fast = Law::followed_speed(p), length = Law::snap_length(p);
    if (is_averaged(c)) return {length, c.speed / fast - Real(0.5)};
    const double began = c.direction == Real(direction) ? turned : slid;
    const Real path = c.direction * (slid_now - Real(began)) / length;
    return {Law::free_path(p, convert<StateOf<Law, Real>>(state), c) - path_to(slid_now, c),
            maximum(Real(Real(1) - c.speed / fast), Real(Real(1) - path / Real(8)))};
  }
  void change_mode(bool passes_speed) { averaged = passes_speed ? 1 - averaged : averaged; }

 private:
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
  template <class Real>
  Real path_to(const Real& slid_now, const Contact<Real>& c) const {
    return c.direction * (slid_now - Real(slid));
  }
  template <class Real>
  bool is_averaged(const Contact<Real>& c) const {
    return averaged != 0 && c.direction == Real(direction);
  }
};

}  // namespace stiction
