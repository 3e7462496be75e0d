// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

#include "stiction/scalar/math_functions.hpp"

/// Small square matrices, row-major in a `std::array`, for laws that are linear while the velocity is held. Nothing
/// branches on a number: pivots and halvings are chosen per lane.
namespace stiction {

template <class Real, std::size_t N>
constexpr std::array<Real, N> times(const std::array<Real, N * N>& a, const std::array<Real, N>& x) {
  std::array<Real, N> y{};
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < N; ++j) y[i] = y[i] + a[i * N + j] * x[j];
  return y;
}

template <class Real, std::size_t N>
constexpr Real dot(const std::array<Real, N>& a, const std::array<Real, N>& b) {
  Real sum(0);
  for (std::size_t i = 0; i < N; ++i) sum = sum + a[i] * b[i];
  return sum;
}

/// factor a, for matrices and columns.
template <class Real, std::size_t N>
constexpr std::array<Real, N> scaled(const Real& factor, std::array<Real, N> a) {
  for (Real& entry : a) entry = factor * entry;
  return a;
}

template <class Real, std::size_t N>
constexpr std::array<Real, N> sum_of(std::array<Real, N> a, const std::array<Real, N>& b) {
  for (std::size_t i = 0; i < N; ++i) a[i] = a[i] + b[i];
  return a;
}

/// first, 2 first, 3 first, ...
template <class Real, std::size_t N>
constexpr std::array<Real, N> multiples_of(double first) {
  std::array<Real, N> a{};
  for (std::size_t i = 0; i < N; ++i) a[i] = Real(first * static_cast<double>(i + 1));
  return a;
}

template <class Real, std::size_t N>
constexpr std::array<Real, N * N> diagonal_matrix(const std::array<Real, N>& entries) {
  std::array<Real, N * N> a{};
  for (Real& entry : a) entry = Real(0);
  for (std::size_t i = 0; i < N; ++i) a[i * N + i] = entries[i];
  return a;
}

template <class Real, std::size_t N>
constexpr std::array<Real, N> filled_with(double value) {
  std::array<Real, N> a{};
  for (Real& entry : a) entry = Real(value);
  return a;
}

namespace detail {

template <std::size_t N, class Real>
constexpr std::array<Real, N * N> product(const std::array<Real, N * N>& a, const std::array<Real, N * N>& b) {
  std::array<Real, N * N> ab{};
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t k = 0; k < N; ++k)
      for (std::size_t j = 0; j < N; ++j) ab[i * N + j] = ab[i * N + j] + a[i * N + k] * b[k * N + j];
  return ab;
}

template <std::size_t N, class Real>
constexpr std::array<Real, N * N> plus_identity(std::array<Real, N * N> a, const Real& factor) {
  for (std::size_t i = 0; i < N; ++i) a[i * N + i] = a[i * N + i] + factor;
  return a;
}

/// Largest sum of absolute entries in a row: bounds every eigenvalue.
template <std::size_t N, class Real>
constexpr Real row_norm(const std::array<Real, N * N>& a) {
  Real norm(0);
  for (std::size_t i = 0; i < N; ++i) {
    Real row(0);
    for (std::size_t j = 0; j < N; ++j) row = row + abs(a[i * N + j]);
    norm = maximum(norm, row);
  }
  return norm;
}

template <class Mask, class Real>
constexpr void swap_where(const Mask& mask, Real& a, Real& b) {
  const Real new_a = select(mask, b, a);
  b = select(mask, a, b);
  a = new_a;
}

}  // namespace detail

/// x with a x = b, by elimination with row pivots. The matrix must be regular.
template <class Real, std::size_t N>
constexpr std::array<Real, N> solve(std::array<Real, N * N> a, std::array<Real, N> b) {
  for (std::size_t k = 0; k < N; ++k)
    for (std::size_t i = k + 1; i < N; ++i) {
      const auto larger = abs(a[i * N + k]) > abs(a[k * N + k]);
      for (std::size_t j = k; j < N; ++j) detail::swap_where(larger, a[k * N + j], a[i * N + j]);
      detail::swap_where(larger, b[k], b[i]);
      const Real ratio = select(a[k * N + k] == Real(0), Real(0), a[i * N + k] / a[k * N + k]);
      for (std::size_t j = k; j < N; ++j) a[i * N + j] = a[i * N + j] - ratio * a[k * N + j];
      b[i] = b[i] - ratio * b[k];
    }
  std::array<Real, N> x{};
  for (std::size_t k = N; k-- > 0;) {
    for (std::size_t j = k + 1; j < N; ++j) b[k] = b[k] - a[k * N + j] * x[j];
    x[k] = b[k] / a[k * N + k];
  }
  return x;
}

/// What a linear system with a constant or ramp input needs over one step, for a dimensionless matrix M:
///
/// \f[ x' = M x + b + c\,\tau \Rightarrow x(1) = x_0 + (e^M - 1) x_0 + \varphi_1(M)\,b + \varphi_2(M)\,c \tag{1} \f]
/// \f[ \varphi_1(M) = \textstyle\sum_k M^k/(k+1)!, \quad \varphi_2(M) = \sum_k M^k/(k+2)! \tag{2} \f]
template <class Real, std::size_t N>
struct StepMatrices {
  std::array<Real, N * N> growth;  ///< e^M - 1
  std::array<Real, N * N> phi1;
  std::array<Real, N * N> phi2;
};

/// The three matrices of (1) by halving M until its row norm is at most 1/2, Taylor's series to M^14, and doubling:
///
/// \f[ e^{2M} - 1 = 2 (e^M - 1) + (e^M - 1)^2 \tag{3} \f]
/// \f[ \varphi_1(2M) = \varphi_1(M) + \tfrac12 (e^M - 1)\,\varphi_1(M) \tag{4} \f]
/// \f[ \varphi_2(2M) = \tfrac14 \varphi_1(M)^2 + \tfrac12 \varphi_2(M) \tag{5} \f]
///
/// Carrying e^M - 1 keeps slow modes accurate beside fast ones, and where every eigenvalue has a negative real part
/// nothing grows however large M is: the result tends to -1, -M^{-1}, -M^{-1}. The error is some ten roundings of
/// the largest ||e^{tM}||, 0 <= t <= 1, absolute for growth and relative for phi1 and phi2.
template <std::size_t N, class Real>
constexpr StepMatrices<Real, N> step_matrices(const std::array<Real, N * N>& m) {
  using detail::plus_identity, detail::product;
  constexpr int most_halvings = 1100;  // more than the exponent of a double can ask for
  Real size = detail::row_norm<N>(m), fraction(1);
  int halvings = 0;
  for (; halvings < most_halvings && any(size > Real(0.5)); ++halvings) {
    fraction = select(size > Real(0.5), Real(0.5) * fraction, fraction);
    size = select(size > Real(0.5), Real(0.5) * size, size);
  }
  const std::array<Real, N * N> small = scaled(fraction, m);
  StepMatrices<Real, N> s{};
  for (int k = 14; k >= 0; --k)  // (2): 1/2! (1 + M/3 (1 + M/4 (...)))
    s.phi2 = plus_identity<N>(scaled(Real(1.0 / (k + 3)), product<N>(small, s.phi2)), Real(1));
  s.phi2 = scaled(Real(0.5), s.phi2);
  s.phi1 = plus_identity<N>(product<N>(small, s.phi2), Real(1));
  s.growth = product<N>(small, s.phi1);

  for (int k = 0; k < halvings; ++k) {
    const auto unfinished = fraction < Real(1);
    fraction = select(unfinished, Real(2) * fraction, fraction);
    const auto growth = sum_of(scaled(Real(2), s.growth), product<N>(s.growth, s.growth));                // (3)
    const auto phi2 = sum_of(scaled(Real(0.25), product<N>(s.phi1, s.phi1)), scaled(Real(0.5), s.phi2));  // (5)
    const auto phi1 = sum_of(s.phi1, scaled(Real(0.5), product<N>(s.growth, s.phi1)));                    // (4)
    for (std::size_t i = 0; i < N * N; ++i) {
      s.growth[i] = select(unfinished, growth[i], s.growth[i]);
      s.phi1[i] = select(unfinished, phi1[i], s.phi1[i]);
      s.phi2[i] = select(unfinished, phi2[i], s.phi2[i]);
    }
  }
  return s;
}

/// x after the step of (1) with a constant input.
template <class Real, std::size_t N>
constexpr std::array<Real, N> linear_step(const std::array<Real, N * N>& m, const std::array<Real, N>& x,
                                          const std::array<Real, N>& constant) {
  const StepMatrices<Real, N> s = step_matrices<N>(m);
  return sum_of(sum_of(x, times(s.growth, x)), times(s.phi1, constant));  // (1)
}

/// x after the step of (1) with a constant and a ramp.
template <class Real, std::size_t N>
constexpr std::array<Real, N> linear_step(const std::array<Real, N * N>& m, const std::array<Real, N>& x,
                                          const std::array<Real, N>& constant, const std::array<Real, N>& ramp) {
  const StepMatrices<Real, N> s = step_matrices<N>(m);
  return sum_of(sum_of(x, times(s.growth, x)), sum_of(times(s.phi1, constant), times(s.phi2, ramp)));  // (1)
}

/// A matrix of which only the diagonal is not zero: uncoupled states. The same functions as above, at
/// the cost of one number each.
template <class Real, std::size_t N>
struct DiagonalMatrix {
  std::array<Real, N> entries{};
};
template <class Real, std::size_t N>
constexpr std::array<Real, N * N> full_matrix(const DiagonalMatrix<Real, N>& a) {
  return diagonal_matrix(a.entries);
}
template <class Real, std::size_t Entries>
constexpr const std::array<Real, Entries>& full_matrix(const std::array<Real, Entries>& a) {
  return a;
}
template <class Real, std::size_t N>
constexpr std::array<Real, N> times(const DiagonalMatrix<Real, N>& a, std::array<Real, N> x) {
  for (std::size_t i = 0; i < N; ++i) x[i] = a.entries[i] * x[i];
  return x;
}
template <class Real, std::size_t N>
constexpr DiagonalMatrix<Real, N> scaled(const Real& factor, const DiagonalMatrix<Real, N>& a) {
  return {scaled(factor, a.entries)};
}
template <class Real, std::size_t N>
constexpr std::array<Real, N> solve(const DiagonalMatrix<Real, N>& a, std::array<Real, N> b) {
  for (std::size_t i = 0; i < N; ++i) b[i] = b[i] / a.entries[i];
  return b;
}
template <class Real, std::size_t N>
constexpr std::array<Real, N> linear_step(const DiagonalMatrix<Real, N>& m, std::array<Real, N> x,
                                          const std::array<Real, N>& constant) {
  for (std::size_t i = 0; i < N; ++i) {
    const Real growth = expm1(m.entries[i]);
    const Real phi1 = select(m.entries[i] == Real(0), Real(1), growth / m.entries[i]);
    x[i] = x[i] + growth * x[i] + phi1 * constant[i];  // (1)
  }
  return x;
}

/// True when every eigenvalue of a has a negative real part. To order 2 by the signs of trace and determinant; beyond,
/// because the powers of (r - a)^{-1} (r + a), r > 0, vanish then and only then. One number, not a batch.
template <std::size_t N, class Real>
bool is_hurwitz(const std::array<Real, N * N>& a) {
  if constexpr (N == 1) {
    return a[0] < Real(0);
  } else if constexpr (N == 2) {
    return a[0] + a[3] < Real(0) && a[0] * a[3] > a[1] * a[2];
  } else {
    const Real r = Real(2) * detail::row_norm<N>(a);  // beyond every eigenvalue, so that r - a is regular
    if (!(r > Real(0))) return false;
    const auto left = detail::plus_identity<N>(scaled(Real(-1), a), r), right = detail::plus_identity<N>(a, r);
    std::array<Real, N * N> power{};
    for (std::size_t j = 0; j < N; ++j) {
      std::array<Real, N> column{};
      for (std::size_t i = 0; i < N; ++i) column[i] = right[i * N + j];
      column = solve(left, column);
      for (std::size_t i = 0; i < N; ++i) power[i * N + j] = column[i];
    }
    constexpr int most_squarings = 60;  // decays down to 1e-15 of r
    for (int k = 0; k < most_squarings && detail::row_norm<N>(power) < Real(1e15); ++k) {
      if (detail::row_norm<N>(power) < Real(0.5)) return true;
      power = detail::product<N>(power, power);
    }
    return false;
  }
}

}  // namespace stiction
