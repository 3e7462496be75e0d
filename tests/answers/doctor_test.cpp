// SPDX-License-Identifier: BSD-3-Clause
// What the doctor says about a file, in which order, and what it does not mention.
#include "stiction/analysis/doctor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "stiction/io/experiment_file.hpp"

namespace stiction::testing::doctor_test {
namespace {

std::vector<Finding> findings(const std::string& text) { return examine(parse_experiment(text, "test").experiment); }

const Finding* about(const std::vector<Finding>& all, std::string_view topic) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Finding& f) { return f.topic == topic; });
  return found == all.end() ? nullptr : &*found;
}

std::string servo(const std::string& mass, const std::string& gains) {
  return "[plant]\nmodel = 'mass_on_surface'\nmass = " + mass +
         "\n[friction]\nmodel = 'lugre'\n[controller]\nmodel = 'pid'\n" + gains +
         "[reference]\nreference = 1.0\n[run]\nduration = 5\n";
}

// Default gains suit 1 kg; far from it they are a finding, unless they were chosen. Switching the integral off is no
// choice of the others.
TEST(Doctor, FindsGainsLeftAtTheirDefaults) {
  const auto heavy = findings(servo("50.0", ""));
  ASSERT_NE(about(heavy, "gains"), nullptr);
  EXPECT_EQ(about(heavy, "gains")->severity, Severity::warning);
  EXPECT_NE(about(heavy, "gains")->what.find("50 kg"), std::string::npos);
  EXPECT_NE(about(heavy, "gains")->advice.find("controller.position_gain"), std::string::npos);
  EXPECT_NE(about(findings(servo("50.0", "integral_gain = 0\n")), "gains"), nullptr);
  EXPECT_EQ(about(findings(servo("50.0", "position_gain = 150\nvelocity_gain = 300\n")), "gains"), nullptr);
  EXPECT_EQ(about(findings(servo("1.5", "")), "gains"), nullptr);
  // The motor of a gear is small by default, and the gains are not made for it either.
  const std::string geared =
      "[plant]\nmodel = 'geared_motor'\n[friction]\nmodel = 'coulomb'\n[controller]\nmodel = 'pid'\n";
  EXPECT_NE(about(findings(geared + "[run]\nduration = 0.01\n"), "gains"), nullptr);
}

TEST(Doctor, PutsTheWorstFirstAndSaysNothingTwice) {
  for (const char* text :
       {"[plant]\nmodel = 'two_mass_drive'\n[friction]\nmodel = 'lugre'\n[input]\n"
        "motor_torque = { signal = 'sine', amplitude = 3.0, frequency = 1.0 }\n[run]\nduration = 3\n",
        "[plant]\nmodel = 'pulled_mass'\n[friction]\nmodel = 'lugre'\n[run]\nduration = 20\n"}) {
    const auto all = findings(text);
    std::set<std::string> said;
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_TRUE(said.insert(all[i].what).second) << all[i].what;
      if (i > 0) {
        EXPECT_GE(all[i - 1].severity, all[i].severity);
      }
    }
  }
}

// Who asks for no friction is not told what it lacks.
TEST(Doctor, DoesNotMissFrictionWhereThereIsToBeNone) {
  const auto all = findings("[plant]\nmodel = 'pulled_mass'\n[friction]\nmodel = 'none'\n[run]\nduration = 5\n");
  for (const char* topic : {"rest", "Stribeck effect", "presliding", "passivity"})
    EXPECT_EQ(about(all, topic), nullptr) << topic;
}

// A mass pushed along steadily neither rests nor turns, and no loop is closed around it.
TEST(Doctor, IsSilentAboutWhatDoesNotHappen) {
  const auto pushed = findings(
      "[plant]\nmodel = 'mass_on_surface'\n[friction]\nmodel = 'lugre'\n[input]\nforce = 5.0\n[run]\nduration = 5\n");
  for (const char* topic : {"rest", "hysteresis", "passivity", "hunting", "explicit step", "gains"})
    EXPECT_EQ(about(pushed, topic), nullptr) << topic;
  const auto shaken = findings(
      "[plant]\nmodel = 'mass_on_surface'\n[friction]\nmodel = 'lugre'\n[input]\n"
      "force = { signal = 'sine', amplitude = 3.0, frequency = 1.0 }\n[run]\nduration = 5\n");
  EXPECT_NE(about(shaken, "hysteresis"), nullptr);
}

// A velocity loop with integral action winds up as a PID does, and any contact may stick: `analyse` finds both hunting.
TEST(Doctor, ExpectsHuntingOfEveryIntegralAction) {
  const std::string servo = "[reference]\nreference = 1.0\n[run]\nduration = 5\n[controller]\nmodel = ";
  const std::string block = "[plant]\nmodel = 'mass_on_surface'\n[friction]\nmodel = 'lugre'\n";
  EXPECT_NE(about(findings(block + servo + "'cascade'\n"), "hunting"), nullptr);
  EXPECT_EQ(about(findings(block + servo + "'cascade'\nvelocity_integral_gain = 0\n"), "hunting"), nullptr);
  const std::string drive =
      "[plant]\nmodel = 'two_mass_drive'\n[friction.motor]\nmodel = 'coulomb'\n[friction.load]\nmodel = 'lugre'\n";
  EXPECT_NE(about(findings(drive + servo + "'pid'\n"), "hunting"), nullptr);
}

// Numbers have prefixes and digits that can be read: neither 2.68e6 us nor 1e3 mrad/s.
TEST(Doctor, WritesTimesAsPeopleDo) {
  const auto all = findings(
      "[plant]\nmodel = 'mass_on_surface'\n[friction]\nmodel = 'coulomb_viscous'\nviscous_damping = 0.5\n[controller]\n"
      "model = 'pid'\nvelocity_gain = 0.25\n[controller.sampled]\nsample_time = 1e-3\n[reference]\nreference = 0.5\n");
  const Finding* step = about(all, "explicit step");
  ASSERT_NE(step, nullptr);
  EXPECT_NE(step->what.find("explicit Euler is stable below 4 s,"), std::string::npos) << step->what;
}

TEST(Doctor, SpeaksOfAnglesWhereAPlantTurns) {
  const auto all = findings(
      "[plant]\nmodel = 'geared_motor'\n[friction]\nmodel = 'lugre'\npreset = 'dupont2002'\n[controller]\nmodel = "
      "'pid'\n"
      "[controller.sampled]\nsample_time = 1e-3\nencoder_resolution = 1e-4\nvelocity_filter = 1e-3\n"
      "[reference]\nreference = 0.5\n[run]\nduration = 1\n");
  ASSERT_NE(about(all, "encoder"), nullptr);
  EXPECT_NE(about(all, "encoder")->what.find("rad is seen"), std::string::npos);
  ASSERT_NE(about(all, "velocity signal"), nullptr);
  EXPECT_NE(about(all, "velocity signal")->what.find("mrad/s"), std::string::npos);
}

std::string sampled(const std::string& controller, const std::string& signals) {
  return "[plant]\nmodel = 'mass_on_surface'\n[friction]\nmodel = 'lugre'\n[controller]\n" + controller +
         "[controller.sampled]\nsample_time = 1e-3\n" + signals + "[run]\nduration = 0.1\n";
}
std::string sine(const char* frequency) {
  return "{ signal = 'sine', amplitude = 1.0, frequency = " + std::string(frequency) + " }\n";
}

// At 1 kHz a period of 100 Hz has ten samples, one of 500 Hz two, below which a sine appears as a slower one.
TEST(Doctor, FindsOscillationsThatAreSampledTooSeldom) {
  const auto about_dither = [](const std::string& frequency) {
    const auto all = findings(sampled("model = 'dither'\ndither_frequency = " + frequency + "\n", ""));
    const Finding* found = about(all, "sampled oscillation");
    return found ? *found : Finding{};
  };
  EXPECT_EQ(about_dither("99.0").severity, Severity::good);
  EXPECT_EQ(about_dither("110.0").severity, Severity::warning);
  EXPECT_EQ(about_dither("700.0").severity, Severity::problem);
  EXPECT_NE(about_dither("110.0").what.find("controller.dither_frequency swings at 110 Hz: 9.09 samples"),
            std::string::npos)
      << about_dither("110.0").what;
  const std::string pid = "model = 'pid'\n";
  for (const std::string& fast :
       {"[reference]\nreference = " + sine("150.0"), "[input]\nforce = [1.0, " + sine("150.0") + "]\n",
        std::string("[reference]\nreference = { signal = 'multisine', frequency = 10.0, first = 1, last = 20 }\n"),
        std::string("[reference]\nreference = { signal = 'chirp', from = 1.0, to = 300.0 }\n")})
    EXPECT_NE(about(findings(sampled(pid, fast)), "sampled oscillation"), nullptr) << fast;
  EXPECT_EQ(about(findings(sampled(pid, "[reference]\nreference = " + sine("20.0"))), "sampled oscillation"), nullptr);
  EXPECT_NE(about(findings(sampled("model = 'pid'\nnotch_frequency = 400.0\n", "")), "sampled oscillation"), nullptr);
  EXPECT_NE(about(findings(sampled("model = 'knocker'\npulse_width = 2e-3\n", "")), "sampled oscillation"), nullptr);
  // Nothing is sampled here.
  EXPECT_EQ(about(findings(servo("1.0", "")), "sampled oscillation"), nullptr);
}

// A plant without a mass of that name leaves the controller with a default; that must not go unsaid. Rotary units.
TEST(Doctor, SaysWhatAControllerWasNotTold) {
  const std::string drive =
      "[plant]\nmodel = 'two_mass_drive'\n[friction]\nmodel = 'lugre'\n[controller]\nmodel = "
      "'friction_observer_lugre'\n";
  const std::string run = "[reference]\nreference = 0.1\n[run]\nduration = 0.1\n";
  const auto all = findings(drive + run);
  ASSERT_NE(about(all, "belief"), nullptr);
  EXPECT_NE(about(all, "belief")->what.find("controller.nominal_mass is 1 kg.m2"), std::string::npos);
  ASSERT_NE(about(all, "observer"), nullptr);
  EXPECT_NE(about(all, "observer")->what.find("N.m.s/rad"), std::string::npos) << about(all, "observer")->what;
  const auto told = findings(drive + "nominal_mass = 2.0\n" + run);
  ASSERT_NE(about(told, "belief"), nullptr);
  EXPECT_EQ(about(told, "belief")->severity, Severity::note);  // friction of one contact out of two
  EXPECT_NE(about(told, "belief")->what.find("friction.motor"), std::string::npos);
  EXPECT_EQ(about(findings(servo("1.0", "")), "belief"), nullptr);
}

// Of a pendulum a controller must know the inertia [kg.m2], not the mass [kg].
TEST(Doctor, AControllerOfAPendulumAssumesItsInertia) {
  const auto e = parse_experiment(
                     "[plant]\nmodel = 'pendulum_in_bearings'\nmass = 3.0\ninertia = 0.2\n[friction]\nmodel = 'lugre'\n"
                     "[controller]\nmodel = 'friction_observer_lugre'\n",
                     "test")
                     .experiment;
  EXPECT_EQ(value_at(resolved(e), "controller.nominal_mass"), 0.2);
  EXPECT_EQ(about(examine(e), "belief"), nullptr);
}

// Of a motor behind a gear it is J_m + J_l / n^2, also with stops around it and a current loop in front.
TEST(Doctor, AControllerOfAGearedMotorAssumesAllThatTurns) {
  for (const char* more : {"", "upper_stop = 2.0\n", "motor_constant = 0.1\n"}) {
    const auto e =
        parse_experiment(
            "[plant]\nmodel = 'geared_motor'\nmotor_inertia = 2e-4\nload_inertia = 1.0\ngear_ratio = 50.0\n" +
                std::string(more) + "[friction]\nmodel = 'lugre'\n[controller]\nmodel = 'disturbance_observer'\n",
            "test")
            .experiment;
    EXPECT_NEAR(value_at(resolved(e), "controller.nominal_mass"), 2e-4 + 1.0 / 2500, 1e-15) << more;
  }
}

}  // namespace
}  // namespace stiction::testing::doctor_test
