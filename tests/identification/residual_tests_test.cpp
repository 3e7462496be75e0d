// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/residual_tests.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <random>

#include "stiction/identification/identify.hpp"

namespace stiction::residual_tests_test {

constexpr double mass = 3, coulomb = 5, drag = 15, offset = 0.4;

/// Coulomb and viscous friction of a mass that moves by three sines, and another force beside them; exact motion.
ForceData axis(const std::function<double(double x, double v, double chance)>& other, double sign = 1) {
  Log log{"axis.csv",
          {{"time", "s", {}},
           {"position", "m", {}},
           {"velocity", "m/s", {}},
           {"acceleration", "m/s2", {}},
           {"force", "N", {}}},
          {}};
  std::mt19937_64 chance(5);
  std::normal_distribution<double> normal(0, 1);
  for (int i = 0; i < 10000; ++i) {
    const double t = 0.002 * i;
    double x = 0, v = 0, a = 0;
    for (const auto& [size, frequency, phase] : {std::array{0.02, 0.17, 4.0}, {0.008, 0.53, 1.7}, {0.002, 1.31, 0.3}}) {
      const double w = 2 * M_PI * frequency, angle = w * t + phase;
      x += size * std::sin(angle), v += size * w * std::cos(angle), a -= size * w * w * std::sin(angle);
    }
    const double force = (v > 0 ? coulomb : -coulomb) + drag * v + mass * a + offset + other(x, v, normal(chance));
    std::size_t column = 0;
    for (const double value : {t, x, v, a, sign * force}) log.columns[column++].values.push_back(value);
  }
  return ForceData({prepared(log, {})}, {});
}

const ResidualTest* find(const Identification& found, std::string_view name) {
  for (const ResidualTest& test : found.tests)
    if (test.name == name) return &test;
  return nullptr;
}

// White noise, and noise that remembers itself over a tenth of a second, are explained by nothing.
TEST(ResidualTests, NoiseIsNotSystematic) {
  double slow = 0;
  for (const double memory : {0.0, 0.98}) {
    const ForceData data = axis([&](double, double, double chance) { return slow = memory * slow + 0.03 * chance; });
    const Identification found = identify(data, {"coulomb_viscous"});
    for (const char* name : {"velocity", "position", "direction"})
      EXPECT_TRUE(find(found, name)->passed) << memory << ": " << find(found, name)->sentence;
    EXPECT_EQ(find(found, "energy"), nullptr);
  }
}

// What a law misses makes neighbouring residuals alike, which is no reason to take it for chance: drag under a law
// without any, by 0.3 N at full speed, ten times the noise.
TEST(ResidualTests, WhatDependsOnSpeedIsFound) {
  const ForceData data = axis([](double, double, double chance) { return 0.03 * chance; });
  const Identification found = identify(data, {"coulomb"});
  const ResidualTest& velocity = *find(found, "velocity");
  EXPECT_FALSE(velocity.passed) << velocity.sentence;
  EXPECT_GT(velocity.statistic, 0.7);
}

// A force with a period of 5 mm, ten of them in the travel, is named with its period and size.
TEST(ResidualTests, ARippleIsNamedWithItsPeriod) {
  const ForceData data =
      axis([](double x, double, double chance) { return 0.1 * std::sin(2 * M_PI * x / 5e-3 + 1) + 0.03 * chance; });
  const Identification found = identify(data, {"coulomb_viscous"});
  const ResidualTest& position = *find(found, "position");
  EXPECT_FALSE(position.passed) << position.sentence;
  EXPECT_NE(position.sentence.find("--ripple 0.005"), std::string::npos) << position.sentence;
  EXPECT_NEAR(position.statistic, 0.5 * 0.01 / (0.5 * 0.01 + 9e-4), 0.05);  // of the mean square
}

// Friction cannot drive a motion: a force recorded with the other sign is called so.
TEST(ResidualTests, AForceWithTheWrongSignIsNoticed) {
  const auto noise = [](double, double, double chance) { return 0.03 * chance; };
  const Identification found = identify(axis(noise, -1), {"lugre"}, {}, {.starts = 2});
  const ResidualTest* const energy = find(found, "energy");
  ASSERT_NE(energy, nullptr);
  EXPECT_NE(energy->sentence.find("opposite signs"), std::string::npos);
}

}  // namespace stiction::residual_tests_test
