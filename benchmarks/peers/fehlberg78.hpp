// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

/// One step of the explicit Runge-Kutta pair of orders 7 and 8 (Fehlberg 1968, NASA TR R-287, Table X).
///
/// High order and thirteen stages, no matrices: it shares no idea with the stiff solvers it judges.
namespace stiction::peers {

namespace fehlberg78 {

constexpr std::size_t stages = 13;
template <class Real>
constexpr Real over(int numerator, int denominator) {
  return Real(numerator) / Real(denominator);
}
/// Row i holds the weights of the slopes 0 .. i-1 in stage i.
template <class Real>
inline constexpr std::array<std::array<Real, stages>, stages> weights{{
    {},
    {over<Real>(2, 27)},
    {over<Real>(1, 36), over<Real>(1, 12)},
    {over<Real>(1, 24), 0, over<Real>(1, 8)},
    {over<Real>(5, 12), 0, over<Real>(-25, 16), over<Real>(25, 16)},
    {over<Real>(1, 20), 0, 0, over<Real>(1, 4), over<Real>(1, 5)},
    {over<Real>(-25, 108), 0, 0, over<Real>(125, 108), over<Real>(-65, 27), over<Real>(125, 54)},
    {over<Real>(31, 300), 0, 0, 0, over<Real>(61, 225), over<Real>(-2, 9), over<Real>(13, 900)},
    {2, 0, 0, over<Real>(-53, 6), over<Real>(704, 45), over<Real>(-107, 9), over<Real>(67, 90), 3},
    {over<Real>(-91, 108), 0, 0, over<Real>(23, 108), over<Real>(-976, 135), over<Real>(311, 54), over<Real>(-19, 60),
     over<Real>(17, 6), over<Real>(-1, 12)},
    {over<Real>(2383, 4100), 0, 0, over<Real>(-341, 164), over<Real>(4496, 1025), over<Real>(-301, 82),
     over<Real>(2133, 4100), over<Real>(45, 82), over<Real>(45, 164), over<Real>(18, 41)},
    {over<Real>(3, 205), 0, 0, 0, 0, over<Real>(-6, 41), over<Real>(-3, 205), over<Real>(-3, 41), over<Real>(3, 41),
     over<Real>(6, 41), 0},
    {over<Real>(-1777, 4100), 0, 0, over<Real>(-341, 164), over<Real>(4496, 1025), over<Real>(-289, 82),
     over<Real>(2193, 4100), over<Real>(51, 82), over<Real>(33, 164), over<Real>(12, 41), 0, 1},
}};
/// The weights of the solution of order 8.
template <class Real>
inline constexpr std::array<Real, stages> solution{0,
                                                   0,
                                                   0,
                                                   0,
                                                   0,
                                                   over<Real>(34, 105),
                                                   over<Real>(9, 35),
                                                   over<Real>(9, 35),
                                                   over<Real>(9, 280),
                                                   over<Real>(9, 280),
                                                   0,
                                                   over<Real>(41, 840),
                                                   over<Real>(41, 840)};

}  // namespace fehlberg78

template <class Real, std::size_t N>
struct FehlbergStep {
  std::array<Real, N> state, error;  // solution of order 8 and its distance from that of order 7
};

/// y after the time h, for dy/dt = rates(y).
template <class Real, std::size_t N, class Rates>
FehlbergStep<Real, N> fehlberg78_step(const Rates& rates, const std::array<Real, N>& y, Real h) {
  using namespace fehlberg78;
  std::array<std::array<Real, N>, stages> slope;
  const auto advance = [&](const std::array<Real, stages>& weight, std::size_t count) {
    std::array<Real, N> sum{};
    for (std::size_t j = 0; j < count; ++j)
      if (weight[j] != 0)
        for (std::size_t n = 0; n < N; ++n) sum[n] += weight[j] * slope[j][n];
    for (std::size_t n = 0; n < N; ++n) sum[n] = y[n] + h * sum[n];
    return sum;
  };
  for (std::size_t i = 0; i < stages; ++i) slope[i] = rates(advance(weights<Real>[i], i));
  FehlbergStep<Real, N> step{advance(solution<Real>, stages), {}};
  for (std::size_t n = 0; n < N; ++n)
    step.error[n] = h * over<Real>(41, 840) * (slope[0][n] + slope[10][n] - slope[11][n] - slope[12][n]);
  return step;
}

}  // namespace stiction::peers
