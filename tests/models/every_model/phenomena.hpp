// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A flag in a law's info is a promise: what it says is seen in the law's own motion, and what it does not say is not.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/models/every_model/family.hpp"
#include "tests/support/drive_model.hpp"

namespace stiction {
namespace {

using testing::Driven;

template <class Model>
struct EveryModelPhenomena : ::testing::Test {
  static constexpr Phenomena promised = Model::info.phenomena;
  static constexpr double slow = 1e-9;  ///< [m/s] nothing but the path matters at this speed

  ParametersOf<Model> p;
  double level = Model::template coulomb_level<double>(p);

  /// Moves to the displacement `to`, counted from the start, in equal pieces.
  static void go(Driven<Model>& law, double& x, double to, double speed = slow, int pieces = 20) {
    const double piece = (to - x) / pieces;
    for (int i = 0; i < pieces; ++i) law.move(std::copysign(speed, piece), std::abs(piece) / speed);
    x = to;
  }
  double presliding_length() const { return testing::presliding_length<Model>(p); }
};
TYPED_TEST_SUITE(EveryModelPhenomena, testing::FamilyUnderTest, testing::NameOfModel);

TYPED_TEST(EveryModelPhenomena, PreslidingSpring) {
  EXPECT_EQ(this->presliding_length() > 0, this->promised.presliding_spring);
}

TYPED_TEST(EveryModelPhenomena, Stribeck) {
  if constexpr (HasSteadyForce<TypeParam>) {
    bool falls = false;
    double before = std::abs(TypeParam::steady_force(this->p, contact(1e-9)));
    for (double v = 1e-9; v < 10; v *= 1.05) {
      const double now = std::abs(TypeParam::steady_force(this->p, contact(v)));
      falls = falls || now < before * (1 - 1e-9);
      before = now;
    }
    EXPECT_EQ(falls, this->promised.stribeck);
  }
}

TYPED_TEST(EveryModelPhenomena, Hysteresis) {
  const double length = this->presliding_length();
  if (length == 0) {
    EXPECT_FALSE(this->promised.hysteresis) << "a law without presliding has no presliding loops";
    return;
  }
  Driven<TypeParam> law(this->p);
  double x = 0, area = 0, force_before = 0, x_before = 0;
  for (int i = 0; i <= 1200; ++i) {
    this->go(law, x, 2 * length * std::sin(2 * std::numbers::pi * i / 400), this->slow, 1);
    if (i > 800) area += 0.5 * (law.force(0.0) + force_before) * (x - x_before);
    force_before = law.force(0.0), x_before = x;
  }
  EXPECT_EQ(area > 1e-3 * this->level * length, this->promised.hysteresis);
}

// The same path travelled a hundred times faster ends with the same force.
TYPED_TEST(EveryModelPhenomena, RateIndependence) {
  const double length = std::max(this->presliding_length(), 1e-6);
  const auto force_at_the_end = [&](double speed) {
    Driven<TypeParam> law(this->p);
    double x = 0;
    for (const double turn : {1.5, -0.5, 0.9, 0.1}) this->go(law, x, turn * length, speed, 200);
    return law.force(-speed);
  };
  const double late = force_at_the_end(1e-4), early = force_at_the_end(1e-2);
  EXPECT_EQ(std::abs(early - late) < 1e-9 * this->level, this->promised.rate_independent) << late << " N, " << early;
}

// A closed inner loop leaves no trace: back at its start, the force is what it was.
TYPED_TEST(EveryModelPhenomena, ReversalPointMemory) {
  const double length = this->presliding_length();
  if (length == 0) {
    EXPECT_FALSE(this->promised.reversal_point_memory);
    return;
  }
  Driven<TypeParam> law(this->p);
  double x = 0;
  for (const double turn : {4.0, 0.0}) this->go(law, x, turn * length);
  const double before = law.force(0.0);
  for (const double turn : {3.8, 0.0}) this->go(law, x, turn * length);
  EXPECT_EQ(std::abs(law.force(0.0) - before) < 1e-9 * this->level, this->promised.reversal_point_memory);
}

// Vibration about a biased position: a law that drifts relaxes from cycle to cycle, one that does not repeats itself.
TYPED_TEST(EveryModelPhenomena, NonDriftingPresliding) {
  const double length = this->presliding_length();
  if (length == 0) {
    EXPECT_FALSE(this->promised.non_drifting_presliding);
    return;
  }
  Driven<TypeParam> law(this->p);
  double x = 0;
  const auto cycle = [&] {
    for (const double turn : {0.4, 0.2}) this->go(law, x, turn * length);
    return law.force(0.0);
  };
  cycle();
  const double first = cycle();
  for (int i = 0; i < 20; ++i) cycle();
  EXPECT_EQ(std::abs(cycle() - first) < 1e-9 * this->level, this->promised.non_drifting_presliding);
}

// Sliding one way at varying speed: force against velocity encloses an area if and only if friction lags.
TYPED_TEST(EveryModelPhenomena, FrictionalLag) {
  if (TypeParam::info.random) GTEST_SKIP() << "the force fluctuates at random; no loop can be told from noise";
  double widest = 0;
  for (double v0 = 1.3e-7; v0 < 1; v0 *= 31)
    for (double omega = 0.1; omega < 1e6; omega *= 31) {
      if (v0 / omega > 1e-2) continue;  // too slow a variation to show a lag
      Driven<TypeParam> law(this->p);
      constexpr int samples = 64;
      double area = 0, force_before = 0, v_before = 0;
      for (int i = 0; i <= 4 * samples; ++i) {
        const double v = v0 * (1 + 0.5 * std::sin(2 * std::numbers::pi * i / samples));
        const double duration = 2 * std::numbers::pi / (omega * samples);
        if (i == 0) law.move(v0, 100 * std::max(this->presliding_length(), 1e-4) / v0 + 10);  // into steady sliding
        law.move(v, duration);
        const double force = law.force(v);
        if (i > 3 * samples) area += 0.5 * (force + force_before) * (v - v_before);
        force_before = force, v_before = v;
      }
      widest = std::max(widest, std::abs(area) / (this->level * v0));
    }
  EXPECT_EQ(widest > 1e-4, this->promised.frictional_lag) << "widest loop " << widest;
}

TYPED_TEST(EveryModelPhenomena, TrueStick) {
  for (const double share : {-0.9, 0.3, 0.9}) {
    Contact<double> c = contact(0.0);
    c.applied_force = share * this->level;
    const double force = force_of<TypeParam, double>(this->p, {}, {}, c);
    EXPECT_EQ(force == c.applied_force, this->promised.true_stick) << "applied " << c.applied_force << " N";
  }
}

}  // namespace
}  // namespace stiction
