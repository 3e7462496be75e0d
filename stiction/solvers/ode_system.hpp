// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <bitset>
#include <concepts>
#include <cstddef>
#include <vector>

#include "stiction/scalar/dependence.hpp"
#include "stiction/scalar/dual_number.hpp"
#include "stiction/solvers/flatten.hpp"
#include "stiction/solvers/sparse_matrix.hpp"

/// What a solver asks of a system of ordinary differential equations \f$ \dot y = f(t, y) \f$.
///
/// Systems whose size is known when compiling work on arrays, and everything is unrolled; systems whose size is known
/// at run time only (`RunTimeSystem`) work on pointers. Step control, events and dense output are the same code for
/// both.
///
/// Required of the former: `size`, a template `rates(t, y)` over the number type, and `scale()`, the natural size of
/// each state, from which tolerances are made. That is enough: Jacobians come from the same text by dual numbers.
///
/// | optional member                      | says                                                                      |
/// |--------------------------------------|---------------------------------------------------------------------------|
/// | `static constexpr pattern()`         | which rates depend on which states; dense without it                      |
/// | `is_driven()`                        | false while f does not depend on t, which saves one evaluation a step     |
/// | `jacobian(t, y, f, J)`               | for rates that are no template: fills f and df/dy                         |
/// | `time_slope(t, y)`                   | df/dt for such rates; without it a difference                             |
/// | `guard_count`, `guards(t, y)`,       | events: numbers that are positive and fall through zero (template too);   |
/// | `guard_bands()`                      | a guard counts as triggered below minus its band                          |
/// | `transition(fired, t, y)`            | called at a located event: sets modes and states; false ends the run      |
/// | `next_stop(t)`, `pass_stop(t, y)`    | times at which f or its derivatives jump: steps end there                 |
/// | `largest_step(t)`                    | bound on the step, so that a pulse in the input is not stepped over       |
/// | `accepted(t, h, y0, y1)`             | called after every accepted step, for memory that moves with the motion   |
namespace stiction {

template <std::size_t N, class Real = double>
using Vector = std::array<Real, N>;

/// A system whose size is known at run time only; optional members as above, with pointers for arrays. `linearise`
/// fills f and df/dy row by row; `measure_guards` the guards and their slopes along the motion with rates f.
template <class S>
concept RunTimeSystem = requires(const S& s, const double t, const double* y, double* out) {
  { s.state_count() } -> std::convertible_to<std::size_t>;
  { s.guard_count() } -> std::convertible_to<std::size_t>;
  s.rates(t, y, out);
  s.linearise(t, y, out, out);
  s.measure_guards(t, y, y, out, out);
};

template <class S>
concept FixedSystem = !RunTimeSystem<S> && requires(const S& s, const double t, const Vector<S::size>& y) {
  { s.rates(t, y) } -> std::same_as<Vector<S::size>>;
  { s.scale() } -> std::same_as<Vector<S::size>>;
};

template <class S>
concept OdeSystem = FixedSystem<S> || RunTimeSystem<S>;

/// Which guards have triggered, where their number is known at run time only.
class GuardFlags {
 public:
  explicit GuardFlags(std::size_t count = 0) : flags_(count, 0) {}
  bool operator[](std::size_t i) const { return flags_[i] != 0; }
  void set(std::size_t i) { flags_[i] = 1; }
  bool any() const {
    for (const char flag : flags_)
      if (flag) return true;
    return false;
  }
  const char* data() const { return flags_.data(); }
  std::size_t size() const { return flags_.size(); }

 private:
  std::vector<char> flags_;
};

namespace detail {
template <class S>
struct SystemTypes {};
template <class S>
  requires requires { S::size; }
struct SystemTypes<S> {
  using State = Vector<S::size>;
  static constexpr std::size_t guards = [] {
    if constexpr (requires { S::guard_count; })
      return std::size_t{S::guard_count};
    else
      return std::size_t{0};
  }();
  using GuardValues = std::array<double, guards>;
  using GuardMask = std::bitset<guards>;
  static State state(const S&) { return {}; }
  static GuardValues guard_values(const S&) { return {}; }
  static GuardMask guard_mask(const S&) { return {}; }
  static constexpr std::size_t size(const S&) { return S::size; }
  static constexpr std::size_t guard_total(const S&) { return guards; }
};
template <RunTimeSystem S>
struct SystemTypes<S> {
  using State = std::vector<double>;
  using GuardValues = std::vector<double>;
  using GuardMask = GuardFlags;
  static State state(const S& s) { return State(s.state_count()); }
  static GuardValues guard_values(const S& s) { return GuardValues(s.guard_count()); }
  static GuardMask guard_mask(const S& s) { return GuardMask(s.guard_count()); }
  static std::size_t size(const S& s) { return s.state_count(); }
  static std::size_t guard_total(const S& s) { return s.guard_count(); }
};
}  // namespace detail

template <class S>
using SystemState = typename detail::SystemTypes<S>::State;
template <class S>
using GuardValues = typename detail::SystemTypes<S>::GuardValues;
template <class S>
using GuardMask = typename detail::SystemTypes<S>::GuardMask;

/// Number of states and of guards, constant where the type says it.
template <OdeSystem S>
constexpr std::size_t state_count(const S& s) {
  return detail::SystemTypes<S>::size(s);
}
template <OdeSystem S>
constexpr std::size_t guard_count(const S& s) {
  return detail::SystemTypes<S>::guard_total(s);
}

/// dy = f(t, y).
template <OdeSystem S>
inline void rates_into(const S& s, double t, const SystemState<S>& y, SystemState<S>& dy) {
  if constexpr (RunTimeSystem<S>)
    s.rates(t, y.data(), dy.data());
  else
    dy = s.rates(t, y);
}

template <class S>
concept HasGuards = RunTimeSystem<S> || (FixedSystem<S> && S::guard_count > 0);

template <class S>
constexpr Pattern<S::size> pattern_of() {
  if constexpr (requires { S::pattern(); })
    return S::pattern();
  else
    return dense_pattern<S::size>();
}

/// The pattern of rates written as a template over numbers and vectors of numbers, from its own text.
template <std::size_t N, class Rates>
constexpr Pattern<N> pattern_from(Rates rates) {
  Vector<N, Dependence> y;
  for (std::size_t i = 0; i < N; ++i) y[i] = Dependence::variable(static_cast<unsigned>(i));
  const Vector<N, Dependence> f = rates(Dependence(), y);
  Pattern<N> pattern{};
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < N; ++j) pattern[i][j] = f[i].depends_on(static_cast<unsigned>(j));
  return pattern;
}

/// f and df/dy at a point, inlined.
template <class S, class Real>
inline void linearise_inline(const S& system, Real t, const Vector<S::size, Real>& y, Vector<S::size, Real>& f,
                             Matrix<Real, S::size>& jacobian) {
  constexpr std::size_t n = S::size;
  if constexpr (requires { system.jacobian(t, y, f, jacobian); }) {
    system.jacobian(t, y, f, jacobian);
  } else {
    using D = Dual<Real, n>;
    Vector<n, D> seeded;
    detail::unroll<n>([&](auto i) {
      seeded[i].value = y[i];
      detail::unroll<n>([&](auto j) { seeded[i].slope[j] = i == j ? Real(1) : Real(0); });
    });
    const Vector<n, D> rates = system.rates(D(t), seeded);
    detail::unroll<n>([&](auto i) {
      f[i] = rates[i].value;
      detail::unroll<n>([&](auto j) { jacobian[i][j] = rates[i].slope[j]; });
    });
  }
}

/// f and df/dy at a point.
template <class S, class Real>
STICTION_FLATTEN void linearise(const S& system, Real t, const Vector<S::size, Real>& y, Vector<S::size, Real>& f,
                                Matrix<Real, S::size>& jacobian) {
  linearise_inline(system, t, y, f, jacobian);
}

template <OdeSystem S>
bool is_driven(const S& system) {
  if constexpr (requires { system.is_driven(); })
    return system.is_driven();
  else
    return true;
}

/// df/dt at a point.
template <FixedSystem S>
Vector<S::size> time_slope(const S& system, double t, const Vector<S::size>& y) {
  constexpr std::size_t n = S::size;
  Vector<n> slope{};
  if constexpr (requires { system.time_slope(t, y); }) {
    slope = system.time_slope(t, y);
  } else if constexpr (requires { system.jacobian(t, y, slope, std::declval<Matrix<double, n>&>()); }) {
    // Rates that are no template: a central difference, in a step that balances truncation and rounding.
    const double step = 6e-6 * (t < 0 ? 1 - t : 1 + t);
    const Vector<n> before = system.rates(t - step, y), after = system.rates(t + step, y);
    for (std::size_t i = 0; i < n; ++i) slope[i] = (after[i] - before[i]) / (2 * step);
  } else {
    using D = Dual<double, 1>;
    Vector<n, D> constant;
    for (std::size_t i = 0; i < n; ++i) constant[i] = D(y[i]);
    const Vector<n, D> rates = system.rates(D::variable(t, 0), constant);
    for (std::size_t i = 0; i < n; ++i) slope[i] = rates[i].slope[0];
  }
  return slope;
}

}  // namespace stiction
