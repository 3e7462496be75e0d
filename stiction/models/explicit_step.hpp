// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "stiction/models/evaluate.hpp"
#include "stiction/scalar/dual_number.hpp"

/// How large a step explicit integration of a law can take, derived from the law itself.
namespace stiction {

template <std::size_t N>
using SquareMatrix = std::array<std::array<double, N>, N>;

/// d(dz/dt)/dz at a contact whose velocity is held, by dual numbers.
template <class M>
SquareMatrix<field_count<StateOf<M>>> state_jacobian(const ParametersOf<M>& p, const ModeOf<M>& m, const StateOf<M>& z,
                                                     const Contact<double>& c) {
  constexpr std::size_t n = field_count<StateOf<M>>;
  using D = Dual<double, n>;
  auto seeded = convert<StateOf<M, D>>(z);
  std::size_t column = 0;
  for_each_field(seeded, [&](const auto&, D& number, std::size_t) { number = D::variable(number.value, column++); });
  auto dz = rate_of<M, D>(convert<ParametersOf<M, D>>(p), convert<ModeOf<M, D>>(m), seeded,
                          Contact<D>{.velocity = c.velocity,
                                     .direction = c.direction,
                                     .speed = c.speed,
                                     .applied_force = c.applied_force,
                                     .normal_force = c.normal_force,
                                     .transmitted_force = c.transmitted_force});
  SquareMatrix<n> jacobian{};
  std::size_t row = 0;
  for_each_field(dz, [&](const auto&, const D& number, std::size_t) { jacobian[row++] = number.slope; });
  return jacobian;
}

namespace detail {

/// True when the powers of I + h J stay bounded: seen by squaring it until any growth would have shown.
template <std::size_t N>
bool euler_is_stable(const SquareMatrix<N>& jacobian, double h) {
  SquareMatrix<N> power{};
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < N; ++j) power[i][j] = (i == j ? 1.0 : 0.0) + h * jacobian[i][j];
  constexpr int squarings = 40;
  constexpr double grown = 1e6;
  for (int k = 0; k < squarings; ++k) {
    SquareMatrix<N> squared{};
    double largest = 0;
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t j = 0; j < N; ++j) {
        for (std::size_t l = 0; l < N; ++l) squared[i][j] += power[i][l] * power[l][j];
        largest = std::fmax(largest, std::fabs(squared[i][j]));
      }
    if (!(largest < grown)) return false;
    power = squared;
  }
  return true;
}

}  // namespace detail

/// Largest step h [s] with which explicit Euler stays stable at this state, velocity held; infinite when nothing
/// decays. For a law with one state this is 2/|d(dz/dt)/dz|: \f$ h < 2 g(v) / (\sigma_0 |v|) \f$ for LuGre. Beyond it a
/// simulation does not diverge but gives plausible wrong results. RK4 reaches 1.39 times this step.
template <class M>
double largest_explicit_step(const ParametersOf<M>& p, const ModeOf<M>& m, const StateOf<M>& z,
                             const Contact<double>& c) {
  constexpr double forever = std::numeric_limits<double>::infinity();
  if constexpr (MemoryModel<M> || field_count<StateOf<M>> == 0) {
    return forever;
  } else {
    const auto jacobian = state_jacobian<M>(p, m, z, c);
    double size = 0;
    for (const auto& row : jacobian)
      for (const double entry : row) size = std::fmax(size, std::fabs(entry));
    if (!(size > 0) || !std::isfinite(size)) return forever;
    // Bracket the limit by factors of four, from a step that no pole can make unstable, then bisect its logarithm.
    double low = 1e-9 / size, high = low;
    if (!detail::euler_is_stable(jacobian, low)) return 0.0;
    while (detail::euler_is_stable(jacobian, high)) {
      if (high * size > 1e15) return forever;
      low = high;
      high *= 4;
    }
    for (int k = 0; k < 60; ++k) {
      const double middle = std::sqrt(low * high);
      (detail::euler_is_stable(jacobian, middle) ? low : high) = middle;
    }
    return low;
  }
}

}  // namespace stiction
