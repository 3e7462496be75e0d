// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <utility>

#include "stiction/solvers/ode_system.hpp"
#include "stiction/solvers/rosenbrock_methods.hpp"
#include "stiction/solvers/runtime_matrix.hpp"
#include "stiction/solvers/small_matrices.hpp"

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
    find_time_slope(system, t, y);
  }
  inline void begin_inline(const System& system, Real t, const State& y) {
    linearise_inline(system, t, y, f_, jacobian_);
    find_time_slope(system, t, y);
  }

  /// Writes y(t + h) and the estimate of its error.
  STICTION_FLATTEN void take(const System& system, Real t, const State& y, Real h, State& end, State& error) {
    take_inline(system, t, y, h, end, error);
  }
  /// The same for a caller that is flattened itself.
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
        detail::unroll<size>(
            [&](auto n) { r[n] = detail::plus_product(f_[n], inverse_h, combined<Method::C[i], i>(u[n])); });
      } else {
        State inside;
        detail::unroll<size>([&](auto n) { inside[n] = combined<Method::A[i], i>(y[n], u[n]); });
        const State f = system.rates(t + Real(times[i]) * h, inside);
        detail::unroll<size>(
            [&](auto n) { r[n] = detail::plus_product(f[n], inverse_h, combined<Method::C[i], i>(u[n])); });
      }
      if (may_be_driven && driven_)
        detail::unroll<size>([&](auto n) { r[n] += h * Real(weights[i]) * time_slope_[n]; });
      factors.solve(r);
      detail::unroll<size>([&](auto n) { u[n][i] = r[n]; });
    });
    detail::unroll<size>([&](auto n) {
      end[n] = combined<Method::b, stages>(y[n], u[n]);
      error[n] = combined<Method::e, stages>(u[n]);
    });
    if constexpr (Method::dense_terms > 0) u_ = u;
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
  void find_time_slope([[maybe_unused]] const System& system, [[maybe_unused]] Real t,
                       [[maybe_unused]] const State& y) {
    if constexpr (may_be_driven) {
      driven_ = is_driven(system);
      if constexpr (std::is_same_v<Real, double>) {
        if (driven_) time_slope_ = time_slope(system, t, y);
      } else if constexpr (requires { system.time_slope(t, y); }) {
        if (driven_) time_slope_ = system.time_slope(t, y);
      }
    }
  }

  static constexpr auto times = detail::stage_times(Method::gamma, Method::A, Method::C);
  static constexpr auto weights = detail::time_weights(Method::gamma, Method::C);

  static constexpr bool may_be_driven = !requires { requires System::never_driven; };

  using StageValues = std::array<std::array<Real, stages>, size>;

  /// The first Count stages with constant weights, on top of `sum`; zero weights vanish.
  template <detail::Stages<stages> weight, std::size_t Count>
  static inline Real combined(Real sum, const std::array<Real, stages>& u) {
    detail::unroll<Count>([&](auto j) {
      if constexpr (weight[j] == 1)
        sum += u[j];
      else if constexpr (weight[j] != 0)
        sum = detail::plus_product(sum, Real(weight[j]), u[j]);
    });
    return sum;
  }
  template <detail::Stages<stages> weight, std::size_t Count>
  static inline Real combined(const std::array<Real, stages>& u) {
    constexpr std::size_t first = [] {
      std::size_t j = 0;
      while (j + 1 < Count && weight[j] == 0) ++j;
      return j;
    }();
    constexpr detail::Stages<stages> rest = [] {
      detail::Stages<stages> others = weight;
      others[first] = 0;
      return others;
    }();
    if constexpr (weight[first] == 1)
      return combined<rest, Count>(u[first], u);
    else
      return combined<rest, Count>(Real(weight[first]) * u[first], u);
  }

  StageValues u_;
  State f_, time_slope_;
  Matrix<Real, size> jacobian_;
  bool driven_ = false;
};

/// The same for systems whose size is known at run time only. Stage i of state n stands at u_[i * width_ + n], so that
/// four states are combined at a time.
template <class Method, RunTimeSystem System>
class RosenbrockStep<Method, System, double> {
 public:
  static constexpr std::size_t stages = Method::stages, rates_per_step = stages - 1, order = Method::order;
  static constexpr bool detects_stiffness = false;
  using State = std::vector<double>;

  void begin(const System& system, double t, const State& y) {
    const std::size_t n = y.size();
    if (f_.size() != n) {
      width_ = (n + 3) / 4 * 4;
      f_.resize(n), time_slope_.resize(n);
      jacobian_.resize(n * n), u_.assign(stages * width_, 0.0), padded_.assign(6 * width_, 0.0);
    }
    system.linearise(t, y.data(), f_.data(), jacobian_.data());
    driven_ = system.is_driven();
    if (driven_) system.time_slope(t, y.data(), time_slope_.data());
  }

  void take(const System& system, double t, const State& y, double h, State& end, State& error) {
    // Few states, as most loops have, are worth code of their own.
    const bool taken = y.size() == 2   ? take_sized<2>(system, t, y, h, end, error)
                       : y.size() == 3 ? take_sized<3>(system, t, y, h, end, error)
                       : y.size() == 4 ? take_sized<4>(system, t, y, h, end, error)
                       : y.size() == 5 ? take_sized<5>(system, t, y, h, end, error)
                       : y.size() == 6 ? take_sized<6>(system, t, y, h, end, error)
                                       : false;
    if (taken) return;
    factors_.factor(y.size(), jacobian_.data(), 1 / (h * Method::gamma));
    take_by(system, t, y, h, end, error, width_ / 4, [&](double* r, double* u) {
      factors_.solve(r);
      std::copy_n(r, y.size(), u);
    });
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
    detail::unroll<Method::dense_terms>([&](auto m) {
      detail::unroll<stages>([&](auto i) {
        if constexpr (Method::H[m][i] != 0) k[m] += Method::H[m][i] * u_[i * width_ + n];
      });
    });
    return k;
  }

 private:
  using Columns = detail::Columns;
  template <std::size_t N>
  using Constant = std::integral_constant<std::size_t, N>;

  /// With the inverse of the matrix, column by column. False when it does not exist.
  template <std::size_t N>
  bool take_sized(const System& system, double t, const State& y, double h, State& end, State& error) {
    constexpr std::size_t batches = (N + 3) / 4, row = 4 * batches;
    using Sizes = detail::SmallMatrices<Constant<N>, Constant<batches>, Constant<batches>>;
    // Rows of the transpose of I/gamma - h J: the rows of its inverse are the columns of the other one.
    std::array<double, N * row> inverse{};
    for (std::size_t c = 0; c < N; ++c)
      for (std::size_t r = 0; r < N; ++r)
        inverse[c * row + r] = (r == c ? 1 / Method::gamma : 0.0) - h * jacobian_[r * N + c];
    if (!Sizes{}.invert(inverse.data())) return false;
    take_by(system, t, y, h, end, error, Constant<batches>{}, [&](const double* r, double* u) {
      detail::unroll<batches>([&](auto b) {
        Columns sum = Columns(h * r[0]) * Columns::load(&inverse[4 * b]);
        detail::unroll<N>([&](auto c) {
          if constexpr (c > 0) sum += Columns(h * r[c]) * Columns::load(&inverse[c * row + 4 * b]);
        });
        sum.store(u + 4 * b);
      });
    });
    return true;
  }

  /// `solve(r, u)` solves with the matrix of the step.
  template <class Batches, class Solve>
  inline void take_by(const System& system, double t, const State& y, double h, State& end, State& error,
                      Batches batches, Solve&& solve) {
    const std::size_t n = y.size(), width = 4 * batches;
    const double inverse_h = 1 / h;
    double* const u = u_.data();
    double* next = padded_.data();
    const auto padded = [&](const State& numbers) {
      double* const own = std::exchange(next, next + width);
      std::copy_n(numbers.data(), n, own);
      return own;
    };
    double *const from = padded(y), *const f = padded(f_), *const drift = padded(time_slope_);
    double *const inside = padded(y), *const r = padded(y), *const last = padded(y);
    // The first Count stages with constant weights times a factor, on top of a sum; zero weights vanish.
    const auto combine = [&]<detail::Stages<stages> weight, std::size_t Count>(const double* sum, double factor,
                                                                               double* to) {
      detail::each_below(batches, [&](std::size_t b) {
        Columns of_stages(0);
        detail::unroll<Count>([&](auto j) {
          if constexpr (weight[j] != 0) of_stages += Columns(weight[j]) * Columns::load(u + j * width + 4 * b);
        });
        (sum ? Columns::load(sum + 4 * b) + Columns(factor) * of_stages : of_stages).store(to + 4 * b);
      });
    };
    detail::unroll<stages>([&](auto i) {
      const double* rates = f;
      if constexpr (i > 0 && Method::A[i] != detail::Stages<stages>{}) {
        combine.template operator()<Method::A[i], i>(from, 1.0, inside);
        system.rates(t + times[i] * h, inside, last);
        rates = last;
      }
      combine.template operator()<Method::C[i], i>(rates, inverse_h, r);
      if (driven_)
        detail::each_below(batches, [&](std::size_t b) {
          (Columns::load(r + 4 * b) + Columns(h * weights[i]) * Columns::load(drift + 4 * b)).store(r + 4 * b);
        });
      solve(r, u + i * width);
    });
    combine.template operator()<Method::b, stages>(from, 1.0, inside);
    combine.template operator()<Method::e, stages>(nullptr, 1.0, r);
    std::copy_n(inside, n, end.data());
    std::copy_n(r, n, error.data());
  }

  static constexpr auto times = detail::stage_times(Method::gamma, Method::A, Method::C);
  static constexpr auto weights = detail::time_weights(Method::gamma, Method::C);

  RunTimeMatrix factors_;
  std::vector<double> u_, padded_, jacobian_;
  State f_, time_slope_;
  std::size_t width_ = 0;
  bool driven_ = false;
};

}  // namespace stiction
