// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "stiction/solvers/ode_system.hpp"
#include "stiction/solvers/rosenbrock_methods.hpp"
#include "stiction/solvers/runtime_matrix.hpp"
#include "stiction/solvers/sparse_matrix.hpp"

namespace stiction {

/// One step of a Rosenbrock method: `begin` at a point, then `take` steps of any size from it until one is accepted.
template <class Method, OdeSystem System, class Real = double>
class RosenbrockStep;

template <class Method, FixedSystem System, class Real>
class RosenbrockStep<Method, System, Real> {
 public:
  static constexpr std::size_t size = System::size, stages = Method::stages;
  static constexpr std::size_t rates_per_step = stages - 1;
  static constexpr std::size_t order = Method::order;
  static constexpr bool detects_stiffness = false;
  using State = Vector<size, Real>;

  void begin(const System& system, Real t, const State& y) {
    linearise(system, t, y, f_, jacobian_);
    driven_ = is_driven(system);
    if constexpr (std::is_same_v<Real, double>) {
      if (driven_) time_slope_ = time_slope(system, t, y);
    }
  }

  /// Writes y(t + h) and the estimate of its error.
  STICTION_FLATTEN void take(const System& system, Real t, const State& y, Real h, State& end, State& error) {
    take_inline(system, t, y, h, end, error);
  }

  /// Both at once, for a step that is never repeated: numbers stay in registers from one to the other. Nothing is
  /// driven.
  inline void begin_and_take(const System& system, Real t, const State& y, Real h, State& end) {
    State error;
    linearise_inline(system, t, y, f_, jacobian_);
    take_inline(system, t, y, h, end, error);
  }

  const State& rates_at_begin() const { return f_; }
  /// Largest diagonal entry of the Jacobian [1/s]: positive where a state drives itself away.
  Real growth_rate() const {
    Real fastest = 0;
    detail::unroll<size>([&](auto n) { fastest = std::max(fastest, jacobian_[n][n]); });
    return fastest;
  }
  Real jacobian(std::size_t row, std::size_t column) const { return jacobian_[row][column]; }

  /// The coefficients k of the dense output of state n, (3) of rosenbrock_methods.hpp.
  std::array<Real, 3> dense_terms(std::size_t n, Real, Real, Real) const {
    std::array<Real, 3> k{};
    detail::unroll<Method::dense_terms>([&](auto m) { k[m] = combined<Method::H[m], stages>(u_[n]); });
    return k;
  }

 private:
  inline void take_inline(const System& system, Real t, const State& y, Real h, State& end, State& error) {
    const Real inverse_h = Real(1) / h;
    FactoredMatrix<size, pattern_of<System>(), Real> factors;
    factors.factor(jacobian_, inverse_h * Real(1 / Method::gamma), h * Real(Method::gamma));
    StageValues u;  // local, and by state: the compiler then keeps numbers in registers one by one
    detail::unroll<stages>([&](auto i) {
      State r;
      if constexpr (i == 0) {
        detail::unroll<size>([&](auto n) { r[n] = f_[n]; });
      } else if constexpr (Method::A[i] == detail::Stages<stages>{}) {  // it looks where the first one did
        detail::unroll<size>([&](auto n) { r[n] = f_[n] + inverse_h * combined<Method::C[i], i>(u[n]); });
      } else {
        State inside;
        detail::unroll<size>([&](auto n) { inside[n] = combined<Method::A[i], i>(y[n], u[n]); });
        const State f = system.rates(t + Real(times[i]) * h, inside);
        detail::unroll<size>([&](auto n) { r[n] = f[n] + inverse_h * combined<Method::C[i], i>(u[n]); });
      }
      if (driven_) detail::unroll<size>([&](auto n) { r[n] += h * Real(weights[i]) * time_slope_[n]; });
      factors.solve(r);
      detail::unroll<size>([&](auto n) { u[n][i] = r[n]; });
    });
    detail::unroll<size>([&](auto n) {
      end[n] = combined<Method::b, stages>(y[n], u[n]);
      error[n] = combined<Method::e, stages>(u[n]);
    });
    if constexpr (Method::dense_terms > 0) u_ = u;
  }

  static constexpr auto times = detail::stage_times(Method::gamma, Method::A, Method::C);
  static constexpr auto weights = detail::time_weights(Method::gamma, Method::C);

  using StageValues = std::array<std::array<Real, stages>, size>;

  /// The first Count stages with constant weights, on top of `sum`; zero weights vanish.
  template <detail::Stages<stages> weight, std::size_t Count>
  static inline Real combined(Real sum, const std::array<Real, stages>& u) {
    detail::unroll<Count>([&](auto j) {
      if constexpr (weight[j] != 0) sum += Real(weight[j]) * u[j];
    });
    return sum;
  }
  template <detail::Stages<stages> weight, std::size_t Count>
  static inline Real combined(const std::array<Real, stages>& u) {
    constexpr detail::Stages<stages> rest = [] {
      detail::Stages<stages> all_but_first = weight;
      all_but_first[0] = 0;
      return all_but_first;
    }();
    return combined<rest, Count>(Real(weight[0]) * u[0], u);
  }

  StageValues u_;
  State f_, time_slope_;
  Matrix<Real, size> jacobian_;
  bool driven_ = false;
};

/// The same for systems whose size is known at run time only; stage i of state n stands at u_[n * stages + i].
template <class Method, RunTimeSystem System>
class RosenbrockStep<Method, System, double> {
 public:
  static constexpr std::size_t stages = Method::stages, rates_per_step = stages - 1, order = Method::order;
  static constexpr bool detects_stiffness = false;
  using State = std::vector<double>;

  void begin(const System& system, double t, const State& y) {
    const std::size_t n = y.size();
    if (f_.size() != n) {
      f_.resize(n), time_slope_.resize(n), inside_.resize(n), r_.resize(n);
      jacobian_.resize(n * n), u_.resize(n * stages);
    }
    system.linearise(t, y.data(), f_.data(), jacobian_.data());
    driven_ = system.is_driven();
    if (driven_) system.time_slope(t, y.data(), time_slope_.data());
  }

  void take(const System& system, double t, const State& y, double h, State& end, State& error) {
    // Few states, as most loops have, are worth code of their own.
    switch (y.size()) {
      case 2:
        return take_sized<2>(system, t, y, h, end, error);
      case 3:
        return take_sized<3>(system, t, y, h, end, error);
      case 4:
        return take_sized<4>(system, t, y, h, end, error);
      case 5:
        return take_sized<5>(system, t, y, h, end, error);
      case 6:
        return take_sized<6>(system, t, y, h, end, error);
      default:
        return take_any(system, t, y, h, end, error);
    }
  }

  const State& rates_at_begin() const { return f_; }
  double growth_rate() const {
    double fastest = 0;
    for (std::size_t n = 0; n < f_.size(); ++n) fastest = std::max(fastest, jacobian_[n * (f_.size() + 1)]);
    return fastest;
  }
  double jacobian(std::size_t row, std::size_t column) const { return jacobian_[row * f_.size() + column]; }
  std::array<double, 3> dense_terms(std::size_t n, double, double, double) const {
    std::array<double, 3> k{};
    detail::unroll<Method::dense_terms>([&](auto m) { k[m] = combined<Method::H[m], stages>(0.0, &u_[n * stages]); });
    return k;
  }

 private:
  template <std::size_t N>
  void take_sized(const System& system, double t, const State& y, double h, State& end, State& error) {
    const double inverse_h = 1 / h;
    Matrix<double, N> jacobian;
    for (std::size_t r = 0; r < N; ++r)
      for (std::size_t c = 0; c < N; ++c) jacobian[r][c] = jacobian_[r * N + c];
    FactoredMatrix<N, dense_pattern<N>()> factors;
    factors.factor(jacobian, inverse_h * (1 / Method::gamma), h * Method::gamma);
    double* const u = u_.data();
    std::array<double, N> inside, r;
    detail::unroll<stages>([&](auto i) {
      if constexpr (i == 0 || Method::A[i] == detail::Stages<stages>{}) {
        for (std::size_t m = 0; m < N; ++m) r[m] = f_[m];
      } else {
        for (std::size_t m = 0; m < N; ++m) inside[m] = combined<Method::A[i], i>(y[m], u + m * stages);
        system.rates(t + times[i] * h, inside.data(), r.data());
      }
      if constexpr (i > 0)
        for (std::size_t m = 0; m < N; ++m) r[m] += inverse_h * combined<Method::C[i], i>(0.0, u + m * stages);
      if (driven_)
        for (std::size_t m = 0; m < N; ++m) r[m] += h * weights[i] * time_slope_[m];
      factors.solve(r);
      for (std::size_t m = 0; m < N; ++m) u[m * stages + i] = r[m];
    });
    for (std::size_t m = 0; m < N; ++m) {
      end[m] = combined<Method::b, stages>(y[m], u + m * stages);
      error[m] = combined<Method::e, stages>(0.0, u + m * stages);
    }
  }
  void take_any(const System& system, double t, const State& y, double h, State& end, State& error) {
    const std::size_t n = y.size();
    const double inverse_h = 1 / h;
    factors_.factor(n, jacobian_.data(), inverse_h * (1 / Method::gamma));
    double* const r = r_.data();
    double* const u = u_.data();
    detail::unroll<stages>([&](auto i) {
      if constexpr (i == 0 || Method::A[i] == detail::Stages<stages>{}) {
        for (std::size_t m = 0; m < n; ++m) r[m] = f_[m];
      } else {
        for (std::size_t m = 0; m < n; ++m) inside_[m] = combined<Method::A[i], i>(y[m], u + m * stages);
        system.rates(t + times[i] * h, inside_.data(), r);
      }
      if constexpr (i > 0)
        for (std::size_t m = 0; m < n; ++m) r[m] += inverse_h * combined<Method::C[i], i>(0.0, u + m * stages);
      if (driven_)
        for (std::size_t m = 0; m < n; ++m) r[m] += h * weights[i] * time_slope_[m];
      factors_.solve(r);
      for (std::size_t m = 0; m < n; ++m) u[m * stages + i] = r[m];
    });
    for (std::size_t m = 0; m < n; ++m) {
      end[m] = combined<Method::b, stages>(y[m], u + m * stages);
      error[m] = combined<Method::e, stages>(0.0, u + m * stages);
    }
  }

  static constexpr auto times = detail::stage_times(Method::gamma, Method::A, Method::C);
  static constexpr auto weights = detail::time_weights(Method::gamma, Method::C);

  template <detail::Stages<stages> weight, std::size_t Count>
  static double combined(double sum, const double* u) {
    detail::unroll<Count>([&](auto j) {
      if constexpr (weight[j] != 0) sum += weight[j] * u[j];
    });
    return sum;
  }

  RunTimeMatrix factors_;
  std::vector<double> u_, jacobian_;
  State f_, time_slope_, inside_, r_;
  bool driven_ = false;
};

}  // namespace stiction
