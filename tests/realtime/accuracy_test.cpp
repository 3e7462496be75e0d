// SPDX-License-Identifier: BSD-3-Clause
// The error of the update against a fine solution of the law's own differential equation (classical Runge-Kutta, steps
// of 1 us), and against the exponential update that holds the newest velocity, as other simulators do. Two parameter
// sets, sliding and presliding motion.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "stiction/models/lugre.hpp"
#include "stiction/models/preset.hpp"
#include "stiction/realtime/friction_update.hpp"
#include "tests/support/path_integration.hpp"

namespace stiction::accuracy_test {
namespace {

constexpr double pi = std::numbers::pi, grid = 5e-5;

/// v = a sin(w t + phase) + b sin(14 pi t + 0.7).
struct Motion {
  double a, w, b, phase = 0;
  double operator()(double t) const { return a * std::sin(w * t + phase) + b * std::sin(14 * pi * t + 0.7); }
};
struct Case {
  LuGre::Parameters<double> p;
  Motion motion;
};
const Case sliding{{}, {0.5, 2 * pi, 0.1}}, presliding{{}, {1e-4, 10 * pi, 0}},
    astrom{preset<LuGre>("astrom2008_fig4"), {2, 2 * pi, 0.5}};

/// One second of the true deflection, every 50 us.
std::vector<double> fine_solution(const Case& test) {
  std::vector<double> z{0};
  test_support::Travelled<LuGre> now;
  for (int k = 0; k < 20000; ++k) {
    now = test_support::integrate<LuGre>(test.p, now, test.motion, k * grid, (k + 1) * grid, 50);
    z.push_back(now.state.deflection);
  }
  return z;
}

double force_at(const Case& test, double deflection, double v) {
  return force_of<LuGre, double>(test.p, {}, {deflection}, contact(v));
}

/// Largest error of the force over F_S; `stride` samples of the grid are one of the update. The answers come from
/// `answer(v)`, asked at every sample from t = 0 on.
template <class Answer>
double largest_error(const Case& test, const std::vector<double>& fine, int stride, Answer answer) {
  double largest = 0;
  for (std::size_t k = 0; k < fine.size(); k += static_cast<std::size_t>(stride)) {
    const double v = test.motion(static_cast<double>(k) * grid), force = answer(v);
    largest = std::max(largest, std::abs(force - force_at(test, fine[k], v)) / test.p.static_force);
  }
  return largest;
}
double error_of_update(const Case& test, const std::vector<double>& fine, int stride) {
  FrictionUpdate<LuGre> update(test.p, stride * grid);
  return largest_error(test, fine, stride, [&](double v) { return update.update_velocity(v).force; });
}
double error_of_held_velocity(const Case& test, const std::vector<double>& fine, int stride) {
  LuGre::State<double> z;
  double h = 0;
  return largest_error(test, fine, stride, [&](double v) {
    z = LuGre::exact_step(test.p, z, contact(v), h);
    h = stride * grid;
    return force_at(test, z.deflection, v);
  });
}

/// At 1, 0.25 and 0.1 ms the error is at least twenty times below that of a held velocity. Returns it.
std::array<double, 3> expect_twenty_times_below_held_velocity(const Case& test) {
  const auto fine = fine_solution(test);
  constexpr std::array strides{20, 5, 2};
  std::array<double, 3> errors{};
  for (std::size_t i = 0; i < 3; ++i) {
    errors[i] = error_of_update(test, fine, strides[i]);
    EXPECT_GT(error_of_held_velocity(test, fine, strides[i]) / errors[i], 20) << "at " << strides[i] * grid << " s";
  }
  return errors;
}

/// A case at several phases, so that reversals fall anywhere between two samples.
std::array<double, 3> largest_over_phases(Case test) {
  std::array<double, 3> largest{};
  for (const double phase : {0.0, 0.5, 1.1, 1.9}) {
    test.motion.phase = phase;
    const auto errors = expect_twenty_times_below_held_velocity(test);
    for (std::size_t i = 0; i < 3; ++i) largest[i] = std::max(largest[i], errors[i]);
  }
  return largest;
}

// A separate program found 2.6e-2, 2.0e-3, 4.8e-4 at phase 0 for the mean velocity without a cut at reversals; with it
// no phase comes out worse. Of what remains in presliding, 2.3e-5, reversals had no part.
TEST(ErrorOfTheUpdate, IsTwentyTimesSmallerInSlidingWithTableI) {
  const auto errors = largest_over_phases(sliding);
  EXPECT_LT(errors[0], 2.6e-2);
  EXPECT_LT(errors[1], 2.0e-3);
  EXPECT_LT(errors[2], 4.8e-4);
}
TEST(ErrorOfTheUpdate, IsTwentyTimesSmallerInPresliding) {
  EXPECT_NEAR(expect_twenty_times_below_held_velocity(presliding)[0], 2.3e-5, 0.05e-5);
}
TEST(ErrorOfTheUpdate, IsTwentyTimesSmallerWithTheSetOf2008) { largest_over_phases(astrom); }

// Second order wherever reversals fall.
TEST(ErrorOfTheUpdate, FallsWithTheSquareOfTheStep) {
  for (Case test : {presliding, astrom})
    for (const double phase : {0.4, 2.0}) {
      test.motion.phase = phase;
      const auto fine = fine_solution(test);
      for (const int stride : {2, 4, 8}) {
        const double order = std::log2(error_of_update(test, fine, 2 * stride) / error_of_update(test, fine, stride));
        EXPECT_GT(order, 1.9);
        EXPECT_LT(order, 2.1);
      }
    }
}

}  // namespace
}  // namespace stiction::accuracy_test
