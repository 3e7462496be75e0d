// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/schema/named_values.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stiction/models/lugre.hpp"
#include "tests/support/sample_struct.hpp"

namespace stiction::named_values_test {
namespace {

using Parameters = LuGre::Parameters<double>;
using Sample = testing::Sample<double>;

/// The texts of what is wrong when LuGre is given these values; empty when nothing is.
std::vector<std::string> complaints(const NamedValues& values) {
  std::vector<std::string> texts;
  try {
    with_values(Parameters{}, values, "lugre");
  } catch (const InvalidInput& e) {
    for (const Violation& v : e.violations()) texts.push_back(v.text);
  }
  return texts;
}

// Fields that are not named keep their defaults (Table I of the 1995 paper).
TEST(NamedValues, OverwriteDefaults) {
  const auto p = with_values(Parameters{}, {{"viscous_damping", 0.7}, {"static_force", {2.0, "N"}}}, "lugre");
  EXPECT_EQ(p.viscous_damping, 0.7);
  EXPECT_EQ(p.static_force, 2.0);
  EXPECT_EQ(p.coulomb_force, 1.0);
  EXPECT_EQ(p.bristle_stiffness, 1e5);
}

// 3 N/um = 3e6 N/m, 1.5 kN = 1500 N, 2 mm/s = 0.002 m/s, 50 % = 0.5, 0.2 N.s/mm = 200 N.s/m.
TEST(NamedValues, AreConvertedToSi) {
  const auto p = with_values(Parameters{},
                             {{"bristle_stiffness", {3.0, "N/um"}},
                              {"static_force", {1.5, "kN"}},
                              {"stribeck_velocity", {2.0, "mm/s"}},
                              {"stribeck_exponent", {50.0, "%"}},
                              {"bristle_damping", {0.2, "N.s/mm"}}},
                             "lugre");
  EXPECT_DOUBLE_EQ(p.bristle_stiffness, 3e6);
  EXPECT_DOUBLE_EQ(p.static_force, 1500);
  EXPECT_DOUBLE_EQ(p.stribeck_velocity, 0.002);
  EXPECT_DOUBLE_EQ(p.stribeck_exponent, 0.5);
  EXPECT_DOUBLE_EQ(p.bristle_damping, 200);
}

// The same law in rotation: torques, radians, turns per minute. 30 rpm = pi rad/s, 1 N.m/deg = 180/pi N.m/rad.
TEST(NamedValues, MayBeGivenInRotation) {
  const auto p = with_values(Parameters{},
                             {{"static_force", {2000.0, "mN.m"}},
                              {"bristle_stiffness", {1.0, "N.m/deg"}},
                              {"viscous_damping", {0.3, "N.m.s/rad"}},
                              {"stribeck_velocity", {30.0, "rpm"}}},
                             "lugre");
  EXPECT_DOUBLE_EQ(p.static_force, 2.0);
  EXPECT_DOUBLE_EQ(p.bristle_stiffness, 180 / std::numbers::pi);
  EXPECT_DOUBLE_EQ(p.viscous_damping, 0.3);
  EXPECT_DOUBLE_EQ(p.stribeck_velocity, std::numbers::pi);
}

// A unit of another quantity, an unknown unit and a unit on a pure number are refused, each with what is expected.
TEST(NamedValues, RefuseAWrongUnit) {
  const auto broken = complaints(
      {{"bristle_stiffness", {1.0, "N"}}, {"static_force", {1.0, "furlong"}}, {"stribeck_exponent", {1.0, "m"}}});
  ASSERT_EQ(broken.size(), 3u);
  EXPECT_EQ(broken[0], "bristle_stiffness is given in \"N\" but is measured in N/m (or, in rotation, N.m/rad)");
  EXPECT_EQ(broken[1], "static_force is given in \"furlong\" but is measured in N (or, in rotation, N.m)");
  EXPECT_EQ(broken[2], "stribeck_exponent is given in \"m\" but is a pure number");
}

// A mistyped name is answered with the nearest one, a strange one with the list alone.
TEST(NamedValues, AnswerAnUnknownNameWithTheNearest) {
  const auto broken = complaints({{"stribek_velocity", 1.0}, {"temperature", 293.0}});
  ASSERT_EQ(broken.size(), 2u);
  EXPECT_EQ(broken[0],
            "unknown parameter \"stribek_velocity\"; did you mean \"stribeck_velocity\"? Known: bristle_stiffness "
            "bristle_damping viscous_damping coulomb_force static_force stribeck_velocity stribeck_exponent");
  EXPECT_EQ(broken[1].find("did you mean"), std::string::npos);
}

// Arrays take exactly as many numbers as they hold; one unit serves all of them.
TEST(NamedValues, FillArrays) {
  Sample s;
  EXPECT_TRUE(assign(s, {{"limit", {{1.0, 2.0, 4.0}, "kN"}}}).empty());
  EXPECT_EQ(s.limit, (std::array{1000.0, 2000.0, 4000.0}));
  for (const std::vector<double>& wrong : {std::vector<double>{}, {1.0}, {1.0, 2.0}, {1.0, 2.0, 3.0, 4.0}}) {
    const auto broken = assign(s, {{"limit", wrong}});
    ASSERT_EQ(broken.size(), 1u);
    EXPECT_EQ(broken[0].text, "limit takes 3 number(s), " + std::to_string(wrong.size()) + " given");
  }
  EXPECT_EQ(s.limit, (std::array{1000.0, 2000.0, 4000.0})) << "left alone";
  EXPECT_EQ(assign(s, {{"share", {0.1, 0.2}}}).size(), 1u) << "two numbers for one";
}

// One call, one exception, everything in it: wrong unit, wrong length, unknown name, range, NaN and rule.
TEST(NamedValues, ReportEverythingThatIsWrongAtOnce) {
  try {
    with_values(Parameters{},
                {{"bristle_stiffness", -1e5},
                 {"bristle_damping", {3.0, "kg"}},
                 {"coulomb_force", 2.0},
                 {"static_force", {1200.0, "mN"}},
                 {"viscous_damping", std::nan("")},
                 {"stribeck_exponent", {1.0, 2.0}},
                 {"stribek_velocity", 0.01}},
                "lugre");
    FAIL() << "nothing thrown";
  } catch (const InvalidInput& e) {
    EXPECT_STREQ(e.what(),
                 "lugre: bristle_damping is given in \"kg\" but is measured in N.s/m (or, in rotation, N.m.s/rad); "
                 "stribeck_exponent takes 1 number(s), 2 given; "
                 "unknown parameter \"stribek_velocity\"; did you mean \"stribeck_velocity\"? Known: bristle_stiffness "
                 "bristle_damping viscous_damping coulomb_force static_force stribeck_velocity stribeck_exponent; "
                 "bristle_stiffness = -1e5 N/m must be finite and positive; "
                 "viscous_damping = nan N.s/m must be finite and not negative; "
                 "static_force >= coulomb_force must hold, but coulomb_force = 2 N, static_force = 1.2 N");
    ASSERT_EQ(e.violations().size(), 6u);
    const char* fields[] = {"bristle_damping",   "stribeck_exponent", "stribek_velocity",
                            "bristle_stiffness", "viscous_damping",   ""};
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(e.violations()[i].field, fields[i]);
  }
}

// assign writes what it understands, also what is out of range, and leaves the rest alone: the caller checks after it.
TEST(Assign, WritesWhatItUnderstandsAndLeavesTheRest) {
  Parameters p;
  const auto broken = assign(p, {{"static_force", {3.0, "kg"}}, {"coulomb_force", -2.0}, {"viscous_damping", 0.9}});
  ASSERT_EQ(broken.size(), 1u);
  EXPECT_EQ(broken[0].field, "static_force");
  EXPECT_EQ(p.static_force, 1.5) << "not understood: left alone";
  EXPECT_EQ(p.coulomb_force, -2.0) << "understood, though out of range";
  EXPECT_EQ(p.viscous_damping, 0.9);
}

// with_values works on a copy: whoever catches the exception still has the parameters they had.
TEST(NamedValues, LeaveTheOriginalAloneWhenTheyFail) {
  Parameters p;
  EXPECT_THROW(with_values(p, {{"viscous_damping", 0.9}, {"coulomb_force", -2.0}}, "lugre"), InvalidInput);
  EXPECT_EQ(p.viscous_damping, 0.4);
  EXPECT_EQ(p.coulomb_force, 1.0);
}

// A number that could not be read keeps its default, and rules judge that default: two complaints, one cause.
TEST(NamedValues, RulesJudgeTheDefaultOfANumberThatCouldNotBeRead) {
  const auto broken = complaints({{"coulomb_force", 2.0}, {"static_force", {3.0, "furlong"}}});
  ASSERT_EQ(broken.size(), 2u);
  EXPECT_EQ(broken[1], "static_force >= coulomb_force must hold, but coulomb_force = 2 N, static_force = 1.5 N");
}

// What named_values writes, with_values reads: the same numbers, arrays too.
TEST(NamedValues, SurviveTheRoundTrip) {
  const Sample s{.stiffness = 0.1 + 0.2 + 1, .limit = {1e-300, 1.0 / 3, 1e300}, .share = 5e-324};
  const NamedValues values = named_values(s);
  EXPECT_EQ(values.size(), 3u);
  EXPECT_EQ(values.at("limit").numbers, (std::vector<double>{1e-300, 1.0 / 3, 1e300}));
  EXPECT_EQ(values.at("limit").unit, "");
  const Sample back = with_values(Sample{}, values, "sample");
  EXPECT_EQ(back.stiffness, s.stiffness);
  EXPECT_EQ(back.limit, s.limit);
  EXPECT_EQ(back.share, s.share);
}

}  // namespace
}  // namespace stiction::named_values_test
