// SPDX-License-Identifier: BSD-3-Clause
// --set takes what a file takes.
#include "stiction/io/setting.hpp"

#include <gtest/gtest.h>

#include "stiction/io/experiment_file.hpp"

namespace stiction::testing::setting_test {
namespace {

constexpr const char* servo = R"(
[plant]
model = "mass_on_surface"
mass = 2
[friction]
model = "lugre"
static_force = 1.7
[controller]
model = "friction_observer_lugre"
[reference]
reference = 1
)";
NamedExperiment with(const std::vector<std::string>& settings) {
  NamedExperiment e = parse_experiment(servo, "servo.toml").experiment;
  apply_settings(e, settings);
  resolved(e);
  return e;
}
std::string refused(const std::vector<std::string>& settings) {
  try {
    with(settings);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(Setting, TakesNumbersAndUnits) {
  EXPECT_EQ(value_at(with({"plant.mass=300 g"}), "plant.mass"), 0.3);
  EXPECT_EQ(value_at(with({"plant.mass=\"300 g\""}), "plant.mass"), 0.3);
  EXPECT_EQ(with({"output.interval=20 ms"}).run.record.interval, 0.02);
}

// What bounds a run is a number of the file too, but not of the experiment.
TEST(Setting, TakesLimitsOfARun) {
  const NamedExperiment e = with({"run.seconds_limit=2 min", "run.step_limit=100", "run.largest_step=5 ms"});
  EXPECT_EQ(e.run.solver.seconds_limit, 120);
  EXPECT_EQ(e.run.solver.step_limit, 100U);
  EXPECT_EQ(e.run.solver.largest_step, 0.005);
  EXPECT_EQ(e.run.duration, with({}).run.duration);
  EXPECT_NE(refused({"run.step_limit=1.5"}).find("must be a whole number"), std::string::npos);
  EXPECT_NE(refused({"run.seconds_limit=-1"}).find("must be"), std::string::npos);
}

TEST(Setting, TakesNamesAndPresets) {
  const NamedExperiment other = with({"controller.model=pid", "friction.model=dahl", "friction.coulomb_force=3"});
  EXPECT_EQ(other.friction[0].model, "dahl");
  EXPECT_EQ(value_at(other, "friction.coulomb_force"), 3);
  // A preset goes under what the file gives.
  const NamedExperiment preset = with({"friction.preset=\"canudas1995\""});
  EXPECT_EQ(value_at(preset, "friction.static_force"), 1.7);
  EXPECT_EQ(with({"friction.model=none"}).friction[0].model, "none");
  const NamedExperiment drive = with({"plant.model=two_mass_drive", "friction.load.model=coulomb"});
  ASSERT_EQ(drive.friction.size(), 2U);
  EXPECT_EQ(drive.friction[0].model, "lugre");
  EXPECT_EQ(drive.friction[1].model, "coulomb");
  EXPECT_EQ(with({"controller.model=pid", "controller.position_gain=9"}).controller->model, "pid");
  EXPECT_EQ(with({"run.method=rodas4p"}).run.solver.method, SolveMethod::rodas4p);
  EXPECT_EQ(with({"output.signals=[\"position\"]"}).run.record.signals, std::vector<std::string>{"position"});
}

TEST(Setting, TakesListsSignalsAndWhatThePartDidNotHave) {
  const NamedExperiment e =
      with({"friction.position_cosine=[0.1, 0.2]", "friction.position_period=5 mm", "controller.notch_frequency=50 Hz",
            "plant.motor_constant=0.4", "controller.sampled.sample_time=1 ms", "plant.upper_stop=3"});
  EXPECT_EQ(value_at(e, "friction.position_cosine[1]"), 0.2);
  EXPECT_EQ(value_at(e, "friction.position_period"), 0.005);
  EXPECT_EQ(value_at(e, "controller.notch_frequency"), 50);
  EXPECT_EQ(value_at(e, "plant.motor_constant"), 0.4);
  EXPECT_EQ(value_at(e, "controller.sampled.sample_time"), 1e-3);
  const NamedExperiment moved = with({"reference.reference={ signal = \"s_curve\", distance = \"20 mm\" }",
                                      "input.force=[{ signal = \"noise\", seed = 3 }, 2]"});
  EXPECT_EQ(value_at(moved, "reference.reference.distance"), 0.02);
  EXPECT_EQ(value_at(moved, "input.force.seed"), 3);
  EXPECT_EQ(value_at(with({"reference={ signal = \"step\", after = 4 }"}), "reference.reference.after"), 4);
}

TEST(Setting, SaysWhatIsWrong) {
  EXPECT_NE(refused({"friction.model=lugr"}).find("did you mean \"lugre\""), std::string::npos);
  EXPECT_NE(refused({"friction.preset=x"}).find("canudas1995"), std::string::npos);
  EXPECT_NE(refused({"run.method=euler"}).find("automatic"), std::string::npos);
  EXPECT_NE(refused({"plant.mass=[1, 2]"}).find("takes 1 number"), std::string::npos);
  EXPECT_NE(refused({"friction.position_period=3 N"}).find("measured in m"), std::string::npos);
  EXPECT_NE(refused({"plant.mass=heavy"}).find("PATH=NUMBER"), std::string::npos);
  EXPECT_NE(refused({"controller.sampled.sample_tme=1"}).find("controller.sampled"), std::string::npos);
  EXPECT_NE(refused({"reference.reference={ signal = \"sin\" }"}).find("sine"), std::string::npos);
}

// What follows another number is shown as such in a resolved file, and follows it again when that is read.
TEST(Setting, FollowersGoOnFollowing) {
  const NamedExperiment e = with({});
  const std::string text = experiment_text(e);
  EXPECT_NE(text.find("# nominal_mass = 2 follows plant.mass"), std::string::npos) << text;
  NamedExperiment again = parse_experiment(text, "again.toml").experiment;
  EXPECT_EQ(experiment_text(again), text);
  apply_setting(again, "plant.mass=5");
  EXPECT_EQ(value_at(again, "controller.nominal_mass"), 5);
  apply_setting(again, "controller.nominal_mass=4");
  EXPECT_NE(experiment_text(again).find("\nnominal_mass = 4"), std::string::npos);
}

// A command line has no order: a model may be named behind its numbers.
TEST(Setting, TakesModelsBeforeTheirNumbers) {
  const NamedExperiment e =
      with({"controller.dither_frequency=80", "friction.motor.stiffness=5 N.m/rad", "friction.motor.model=dahl",
            "controller.model=dither", "plant.gear_ratio=7", "plant.model=two_mass_drive"});
  EXPECT_EQ(value_at(e, "controller.dither_frequency"), 80);
  EXPECT_EQ(value_at(e, "friction.motor.stiffness"), 5);
  EXPECT_EQ(value_at(e, "plant.gear_ratio"), 7);
}

}  // namespace
}  // namespace stiction::testing::setting_test
