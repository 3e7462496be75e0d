// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/solvers/weak_damping.hpp"

#include <gtest/gtest.h>

#include <array>

#include "stiction/scalar/random_numbers.hpp"

namespace stiction {
namespace {

using Two = std::array<double, 2>;
constexpr double omega = 300;  // [rad/s]

/// m x'' + 2 zeta omega x' + omega^2 x = 0 at x = 1, with velocities of the size omega.
double cycles(double zeta, RingingAt at, double amplitude = 1) {
  const auto jacobian = [zeta](std::size_t i, std::size_t j) {
    const double all[2][2] = {{0, 1}, {-omega * omega, -2 * zeta * omega}};
    return all[i][j];
  };
  return undamped_cycles(jacobian, Two{0, -omega * omega * amplitude}, Two{amplitude, 0}, Two{1, omega}, at);
}

// Without damping the error of a step stays to the end of the run: omega T/2 pi cycles.
TEST(UndampedCycles, AreThoseOfTheRunWithoutDamping) {
  EXPECT_NEAR(cycles(0, {1e-4, 10}), omega * 10 / (2 * std::numbers::pi), 1e-9);
}

// With damping it stays for 1/(zeta omega) seconds.
TEST(UndampedCycles, AreThoseOfTheDecay) {
  const double zeta = 0.01, damped = omega * std::sqrt(1 - zeta * zeta);
  EXPECT_NEAR(cycles(zeta, {1e-4, 10}), damped / (zeta * omega) / (2 * std::numbers::pi), 1e-9);
  EXPECT_LT(cycles(0.5, {1e-4, 10}), 0.5);
  EXPECT_EQ(cycles(2, {1e-4, 10}), 0);      // overdamped: nothing oscillates
  EXPECT_EQ(cycles(-0.01, {1e-4, 10}), 0);  // it grows, up to a cycle that attracts
}

// Two springs at one mass: omega^2 = k_1 + k_2, not that of the stiffer alone.
TEST(UndampedCycles, SpringsAddUp) {
  const auto jacobian = [](std::size_t i, std::size_t j) {
    const double all[3][3] = {{0, -9, -16}, {1, 0, 0}, {1, 0, 0}};
    return all[i][j];
  };
  using Three = std::array<double, 3>;
  const double seen = undamped_cycles(jacobian, Three{-25, 0, 0}, Three{0, 1, 1}, Three{5, 1, 1}, {1e-3, 100});
  EXPECT_NEAR(seen, 5 * 100 / (2 * std::numbers::pi), 1e-9);
}

// Steps longer than the oscillation damp it, and one without size does no harm.
TEST(UndampedCycles, AreThoseThatTheStepsFollow) {
  EXPECT_EQ(cycles(0, {3 / omega, 10}), 0);
  EXPECT_EQ(cycles(0, {1e-4, 10}, 1e-7), 0);
  EXPECT_GT(cycles(0, {1e-4, 10}, 1e-5), 100);
}

// A glance may take few cycles for many, but never many for few.
TEST(SurelyDamped, IsNeverSaidOfManyCycles) {
  using Four = std::array<double, 4>;
  std::size_t said = 0, many = 0;
  for (std::size_t run = 0; run < 20000; ++run) {
    std::uint64_t axis = 0;
    const auto number = [&] {  // of either sign, over eight decades; some are zero
      const double sign = random_fraction(7, run, axis++) - 0.5, size = random_fraction(7, run, axis++);
      return size < 0.3 ? 0.0 : std::copysign(std::pow(10.0, 8 * size - 4), sign);
    };
    std::array<Four, 4> j{};
    for (Four& row : j)
      for (double& entry : row) entry = number();
    for (std::size_t n = 0; n < 4; ++n) j[n][n] = -std::abs(j[n][n]);
    const double duration = std::pow(10.0, 4 * random_fraction(7, run, axis++) - 2);
    const auto jacobian = [&](std::size_t i, std::size_t k) { return j[i][k]; };
    const double seen =
        undamped_cycles(jacobian, Four{1e9, 1e9, 1e9, 1e9}, Four{}, Four{1, 1, 1, 1}, {1e-300, duration});
    const auto couples = [&](std::size_t i, std::size_t k) { return j[i][k] != 0 && j[k][i] != 0; };
    const bool damped = surely_damped(4, couples, jacobian, 1 / duration);
    said += damped, many += seen > few_undamped_cycles;
    if (damped) {
      EXPECT_LE(seen, few_undamped_cycles) << "run " << run;
    }
  }
  EXPECT_GT(said, 1000U);  // or nothing was tested
  EXPECT_GT(many, 1000U);
}

}  // namespace
}  // namespace stiction
