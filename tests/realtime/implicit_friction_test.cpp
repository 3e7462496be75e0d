// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/realtime/implicit_friction.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace stiction::implicit_friction_test {
namespace {

constexpr double mass = 2, sample_time = 0.5;

/// A free mass after a sample under a friction F, from the velocity v0.
auto free_mass(double v0) {
  return [v0](double force) { return v0 - sample_time * force / mass; };
}

// A bristle without a limit, F = F_0 + k h v, has the answer F = (F_0 + k h v_0) / (1 + k h^2 / m), for soft and for
// very stiff ones, loaded before or not.
TEST(ImplicitFriction, SolvesALinearBristleExactly) {
  for (const double stiffness : {1e-3, 1.0, 1e9})
    for (const double start : {0.0, -3.0, 7.0})
      for (const double v0 : {0.3, -20.0}) {
        const auto bristle = [&](double v) { return start + stiffness * sample_time * v; };
        const double exact =
            (start + stiffness * sample_time * v0) / (1 + stiffness * sample_time * sample_time / mass);
        const double force = detail::solve_implicit_friction<double>(free_mass(v0), bristle);
        EXPECT_NEAR(force, exact, 1e-14 * (std::abs(exact) + stiffness * sample_time * std::abs(v0)));
      }
}

// A bristle that gives way at F_C = 1 stops a slow mass, F = m v_0 / h, and only slows a fast one, F = F_C.
TEST(ImplicitFriction, HoldsOrSlides) {
  const auto slipping = [](double v) { return std::clamp(1e8 * sample_time * v, -1.0, 1.0); };
  EXPECT_NEAR(detail::solve_implicit_friction<double>(free_mass(0.1), slipping), mass * 0.1 / sample_time, 1e-7);
  EXPECT_EQ(detail::solve_implicit_friction<double>(free_mass(5), slipping), 1);
  EXPECT_EQ(detail::solve_implicit_friction<double>(free_mass(-5), slipping), -1);
  EXPECT_EQ(detail::solve_implicit_friction<double>(free_mass(0), slipping), 0);
}

}  // namespace
}  // namespace stiction::implicit_friction_test
