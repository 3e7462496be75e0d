// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/schema/unit.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace stiction {
namespace {

/// Exponents of m, kg, s by hand, and the factor to SI.
void expect_unit(std::string_view text, int metre, int kilogram, int second, double factor = 1.0) {
  const std::optional<Unit> unit = parse_unit(text);
  ASSERT_TRUE(unit.has_value()) << text;
  EXPECT_EQ(unit->metre, metre) << text;
  EXPECT_EQ(unit->kilogram, kilogram) << text;
  EXPECT_EQ(unit->second, second) << text;
  EXPECT_DOUBLE_EQ(unit->factor, factor) << text;
}

// Derived SI units by their definitions: N = kg.m/s2, Pa = N/m2, J = N.m, W = J/s, Hz = 1/s.
TEST(Unit, DerivedUnitsHaveTheirDefinitions) {
  expect_unit("N", 1, 1, -2);
  expect_unit("kg.m/s2", 1, 1, -2);
  expect_unit("Pa", -1, 1, -2);
  expect_unit("J", 2, 1, -2);
  expect_unit("N.m", 2, 1, -2);
  expect_unit("Nm", 2, 1, -2);
  expect_unit("W", 2, 1, -3);
  expect_unit("Hz", 0, 0, -1);
  EXPECT_EQ(*parse_unit("N"), *parse_unit("kg.m/s2"));
}

// All that stands behind the one '/' divides: N.s/m is kg/s, 1/m.s is m-1 s-1.
TEST(Unit, EverythingBehindTheSlashDivides) {
  expect_unit("N.s/m", 0, 1, -1);
  expect_unit("N/m", 0, 1, -2);
  expect_unit("N/m2", -1, 1, -2);
  expect_unit("1/m.s", -1, 0, -1);
  expect_unit("m/s", 1, 0, -1);
  expect_unit("1/m", -1, 0, 0);
  expect_unit("1", 0, 0, 0);
}

// Whole exponents stand behind the symbol, with a sign where they are negative.
TEST(Unit, ExponentsMultiply) {
  expect_unit("kg.m2/s3", 2, 1, -3);
  expect_unit("s-1", 0, 0, -1);
  expect_unit("m-2", -2, 0, 0);
  expect_unit("1/s-2", 0, 0, 2);
  expect_unit("mm2", 2, 0, 0, 1e-6);
  expect_unit("mm-1", -1, 0, 0, 1000);
  expect_unit("m9", 9, 0, 0);
}

// Prefixes and everyday units: one N/mm is 1000 N/m, one turn per minute is 2 pi/60 rad/s.
TEST(Unit, OtherSpellingsCarryTheirFactorToSi) {
  using std::numbers::pi;
  expect_unit("mm", 1, 0, 0, 1e-3);
  expect_unit("cm", 1, 0, 0, 1e-2);
  expect_unit("um", 1, 0, 0, 1e-6);
  expect_unit("\u00b5m", 1, 0, 0, 1e-6);  // the micro sign
  expect_unit("\u03bcm", 1, 0, 0, 1e-6);  // the Greek letter, which looks the same
  expect_unit("nm", 1, 0, 0, 1e-9);
  expect_unit("kN", 1, 1, -2, 1e3);
  expect_unit("mN", 1, 1, -2, 1e-3);
  expect_unit("MPa", -1, 1, -2, 1e6);
  expect_unit("GPa", -1, 1, -2, 1e9);
  expect_unit("g", 0, 1, 0, 1e-3);
  expect_unit("kg", 0, 1, 0, 1.0);
  expect_unit("ms", 0, 0, 1, 1e-3);
  expect_unit("min", 0, 0, 1, 60);
  expect_unit("h", 0, 0, 1, 3600);
  expect_unit("kHz", 0, 0, -1, 1e3);
  expect_unit("N/mm", 0, 1, -2, 1000);
  expect_unit("mm/s", 1, 0, -1, 1e-3);
  expect_unit("m/min", 1, 0, -1, 1.0 / 60);
  expect_unit("rpm", 0, 0, -1, 2 * pi / 60);
  expect_unit("rev/min", 0, 0, -1, 2 * pi / 60);
  expect_unit("deg", 0, 0, 0, pi / 180);
  expect_unit("deg/s", 0, 0, -1, pi / 180);
  expect_unit("mrad", 0, 0, 0, 1e-3);
  expect_unit("rad/s", 0, 0, -1);
  expect_unit("%", 0, 0, 0, 0.01);
}

// What is no unit is refused, never guessed.
TEST(Unit, MalformedTextIsRefused) {
  for (const char* text : {"",     " ",    "N//m", "N/m/s", "furlong", "m2s",  "N.",  ".N",      "/s", "N/",
                           "N..m", "m10",  "m0",   "m-",    "m--1",    "m1.5", "12",  "11",      "n",  "n/m",
                           "pa",   "kmin", "k%",   "kdeg",  "m s",     "N*m",  "m^2", "mm\u00b2"})
    EXPECT_FALSE(parse_unit(text).has_value()) << '"' << text << '"';
}

// The algebra of exponents and factors: (N/mm) mm = N, and equality of dimension is not equality of unit.
TEST(Unit, MultiplyAndDivide) {
  const Unit stiffness = *parse_unit("N/mm"), length = *parse_unit("mm"), force = *parse_unit("N");
  EXPECT_TRUE(same_dimension(stiffness * length, force));
  EXPECT_DOUBLE_EQ((stiffness * length).factor, 1.0);
  EXPECT_TRUE(same_dimension(force / force, Unit{}));
  EXPECT_TRUE(same_dimension(length, *parse_unit("m")));
  EXPECT_FALSE(length == *parse_unit("m"));
  EXPECT_FALSE(same_dimension(force, stiffness));
}

// Force becomes torque, metre radian, mass inertia: every unit that stands in a table of a law, and mass.
TEST(Rotational, TranslatesTheUnitsOfTheTables) {
  EXPECT_EQ(rotational("N"), "N.m");
  EXPECT_EQ(rotational("m"), "rad");
  EXPECT_EQ(rotational("kg"), "kg.m2");
  EXPECT_EQ(rotational("m/s"), "rad/s");
  EXPECT_EQ(rotational("m/s2"), "rad/s2");
  EXPECT_EQ(rotational("N/m"), "N.m/rad");
  EXPECT_EQ(rotational("N/m2"), "N.m/rad2");
  EXPECT_EQ(rotational("N.s/m"), "N.m.s/rad");
  EXPECT_EQ(rotational("1/m"), "1/rad");
  EXPECT_EQ(rotational("m-1"), "rad-1");
  EXPECT_EQ(rotational("1"), "1");
  EXPECT_EQ(rotational("s"), "s");
  EXPECT_EQ(rotational("J"), "J");
  EXPECT_EQ(rotational("min"), "min");
}

// Energy stays energy: the metre of N.m is a way, so it becomes an angle and N.m.rad is again a joule.
TEST(Rotational, WorkStaysWork) {
  EXPECT_EQ(rotational("N.m"), "N.m.rad");
  EXPECT_TRUE(same_dimension(*parse_unit(rotational("N.m")), *parse_unit("J")));
}

// Newton's law holds in rotation too: the unit of torque is that of inertia times angular acceleration.
TEST(Rotational, KeepsEquationsConsistent) {
  const Unit inertia = *parse_unit(rotational("kg")), acceleration = *parse_unit(rotational("m/s2"));
  EXPECT_TRUE(same_dimension(inertia * acceleration, *parse_unit(rotational("N"))));
  EXPECT_TRUE(
      same_dimension(*parse_unit(rotational("N/m")) * *parse_unit(rotational("m")), *parse_unit(rotational("N"))));
}

}  // namespace
}  // namespace stiction
