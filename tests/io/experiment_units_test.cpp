// SPDX-License-Identifier: BSD-3-Clause
// Numbers and units of experiment files: each is read as it is written, or refused.
#include <gtest/gtest.h>

#include "stiction/io/experiment_file.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/io/setting.hpp"
#include "tests/io/sample_trajectory.hpp"

namespace stiction::experiment_units_test {
namespace {

/// A mass under a force; further lines for [plant], [input] and the rest.
std::string text_of(const std::string& plant, const std::string& input, const std::string& more = "") {
  return "[plant]\nmodel = \"mass_on_surface\"\n" + plant + "\n[friction]\nmodel = \"lugre\"\n[input]\n" + input +
         "\n" + more;
}
NamedExperiment read(const std::string& text, const std::filesystem::path& folder = {}) {
  return parse_experiment(text, "a.toml", folder).experiment;
}
std::string complaint(const std::string& text, const std::filesystem::path& folder = {}) {
  try {
    read(text, folder);
  } catch (const InvalidFile& error) {
    return error.what();
  }
  return "nothing";
}
using Points = std::vector<std::pair<double, double>>;
Points points_of(const NamedExperiment& e) { return e.inputs.find("force")->second.terms.front().points; }

// Whole numbers above 2^53 are read as the nearest double.
TEST(ExperimentUnits, LargeWholeNumbersAreRead) {
  EXPECT_EQ(value_at(read(text_of("mass = 9007199254740993", "")), "plant.mass"), 9007199254740992.0);
  EXPECT_EQ(value_at(read(text_of("mass = 9223372036854775807", "")), "plant.mass"), 9223372036854775807.0);
}

// Points of a signal have units, which must fit.
TEST(ExperimentUnits, PointsHaveUnits) {
  EXPECT_EQ(points_of(read(text_of("", R"(force = { signal = "lines", points = [[0, 1], ["1 min", "2 kN"]] })"))),
            (Points{{0, 1}, {60, 2000}}));
  for (const char* point : {R"([0, "1 kg"])", R"(["1 N", 1])"}) {
    const std::string text = text_of("", R"(force = { signal = "lines", points = [)" + std::string(point) + "] }");
    EXPECT_NE(complaint(text).find("a.toml:7: input.force.points: is given in"), std::string::npos) << complaint(text);
  }
}

// So have the columns of a CSV file, time among them.
TEST(ExperimentUnits, ColumnsHaveUnits) {
  const testing::Folder folder;
  const std::string text = text_of("", R"(force = { signal = "csv", file = "f.csv" })");
  write_file(folder / "f.csv", "time [ms],force [kN]\n0,1\n1500,2\n");
  EXPECT_EQ(points_of(read(text, folder / "")), (Points{{0, 1000}, {1.5, 2000}}));
  write_file(folder / "f.csv", "time [kg],force [N]\n0,1\n1,2\n");
  EXPECT_NE(complaint(text, folder / "").find("column \"time\" is in kg but time is measured in s"), std::string::npos);
  write_file(folder / "f.csv", "time,force [s]\n0,1\n1,2\n");
  EXPECT_NE(complaint(text, folder / "").find("column \"force\" is in s"), std::string::npos);
}

// Laws, controllers and references are measured as the plant moves: a torque where it turns, a force where it slides. A
// number that means the other is refused at its line, in files and in settings.
TEST(ExperimentUnits, ThePlantDecidesBetweenForceAndTorque) {
  const auto servo = [](const std::string& plant, const std::string& law, const std::string& gain,
                        const std::string& reference) {
    return "[plant]\nmodel = \"" + plant + "\"\n[friction]\nmodel = \"lugre\"\n" + law +
           "\n[controller]\nmodel = \"pid\"\n" + gain + "\n[reference]\n" + reference + "\n";
  };
  const char *force = R"(static_force = "2 N")", *torque = R"(static_force = "2 N.m")";
  const char *straight_gain = R"(position_gain = "3 N/m")", *turning_gain = R"(position_gain = "3 N.m/rad")";
  const char* straight = R"(reference = { signal = "sine", amplitude = "20 mm", frequency = 1 })";
  const char* turning = R"(reference = { signal = "sine", amplitude = "20 deg", frequency = 1 })";
  EXPECT_EQ(complaint(servo("mass_on_surface", force, straight_gain, straight)), "nothing");
  EXPECT_EQ(complaint(servo("geared_motor", torque, turning_gain, turning)), "nothing");
  EXPECT_EQ(
      complaint(servo("geared_motor", force, straight_gain, straight)),
      "a.toml:5: friction.static_force: static_force is given in \"N\" but is measured in N.m: this plant turns\n"
      "a.toml:8: controller.position_gain: position_gain is given in \"N/m\" but is measured in N.m/rad: this plant "
      "turns\n"
      "a.toml:10: reference.reference.amplitude: amplitude is given in \"mm\", which does not fit an input measured "
      "in rad");
  EXPECT_EQ(
      complaint(servo("mass_on_surface", torque, turning_gain, turning)),
      "a.toml:5: friction.static_force: static_force is given in \"N.m\" but is measured in N: this plant does not "
      "turn\n"
      "a.toml:8: controller.position_gain: position_gain is given in \"N.m/rad\" but is measured in N/m: this plant "
      "does not turn\n"
      "a.toml:10: reference.reference.amplitude: amplitude is given in \"deg\", which does not fit an input measured "
      "in m");
  EXPECT_NE(complaint(text_of(R"(mass = "1 kg.m2")", "")).find("a.toml:3: plant.mass: mass is given in \"kg.m2\""),
            std::string::npos);
  EXPECT_NE(complaint(text_of("", "", "[friction.initial]\ndeflection = \"1 rad\"\n")).find("measured in m"),
            std::string::npos);
  NamedExperiment motor = read(servo("geared_motor", torque, turning_gain, turning));
  for (const char* setting : {"friction.static_force=3 N", "controller.position_gain=1 N/m",
                              "reference.reference.amplitude=1 mm", R"(reference={signal="sine",amplitude="1 mm"})"})
    EXPECT_THROW(apply_setting(motor, setting), InvalidInput) << setting;
  try {
    apply_setting(motor, "friction.static_force=3 N");
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("the number is measured in N.m"), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find("N.m.rad"), std::string::npos) << error.what();
  }
  apply_setting(motor, "friction.static_force=3000 N.mm");
  EXPECT_DOUBLE_EQ(value_at(motor, "friction.static_force"), 3);
}

// A normal force presses on a contact, whether the contact slides or turns.
TEST(ExperimentUnits, NormalForcesAreForcesOnShaftsToo) {
  NamedExperiment e = read(
      "[plant]\nmodel = \"pendulum_in_bearings\"\n[friction]\nmodel = \"lugre\"\nnominal_normal_force = \"10 N\"\n"
      "[input]\nnormal_force = \"12 N\"\n");
  EXPECT_EQ(unit_at(e, "friction.nominal_normal_force"), "N");
  EXPECT_EQ(unit_at(e, "friction.static_force"), "N.m");
  apply_setting(e, "friction.nominal_normal_force=20 N");
  EXPECT_DOUBLE_EQ(value_at(e, "friction.nominal_normal_force"), 20);
}

// A signal file is a regular file: no pipe that would be waited for, no device without an end.
TEST(ExperimentUnits, SignalFilesAreRegular) {
  const testing::Folder folder;
  EXPECT_NE(complaint(text_of("", R"(force = { signal = "csv", file = "/dev/zero" })")).find("not a regular file"),
            std::string::npos);
  EXPECT_NE(complaint(text_of("", R"(force = { signal = "csv", file = "." })"), folder / "").find("directory"),
            std::string::npos);
}

// --set means SI, whatever unit the file gives the number in, or the unit it names.
TEST(ExperimentUnits, SettingsAreInSi) {
  NamedExperiment e = read(text_of("", R"(force = { signal = "sine", amplitude = "2 kN", frequency = 3 })",
                                   "[plant.initial]\nposition = \"5 mm\"\n"));
  EXPECT_DOUBLE_EQ(value_at(e, "plant.initial.position"), 0.005);
  EXPECT_DOUBLE_EQ(value_at(e, "input.force.amplitude"), 2000);
  apply_setting(e, "plant.initial.position=0.25");
  apply_setting(e, "input.force.amplitude=3");
  EXPECT_DOUBLE_EQ(value_at(read(experiment_text(e)), "plant.initial.position"), 0.25);
  EXPECT_DOUBLE_EQ(value_at(read(experiment_text(e)), "input.force.amplitude"), 3);
  apply_setting(e, "plant.mass=200 g");
  EXPECT_DOUBLE_EQ(value_at(e, "plant.mass"), 0.2);
  for (const char* wrong : {"plant.mass=2 N", "plant.mass=2 ", "plant.mass=nan", "plant.mass=", "=2", "plant.mass"})
    EXPECT_THROW(apply_setting(e, wrong), InvalidInput) << wrong;
}

// An empty list of terms is no signal.
TEST(ExperimentUnits, EmptySignalsAreRefused) {
  EXPECT_NE(complaint(text_of("", "force = []")).find("an empty list is no signal"), std::string::npos);
}

// A zero byte does not end a number's text, nor the name of a file: "a.toml\0.csv" would replace a.toml.
TEST(ExperimentUnits, ZeroBytesEndNothing) {
  EXPECT_NE(complaint(text_of("", "", "[output]\nfile = \"a.toml\\u0000.csv\"")).find("output.file: a name of a file"),
            std::string::npos);
  EXPECT_NE(complaint(text_of("", "force = { signal = \"csv\", file = \"a\\u0000.csv\" }")).find("zero byte"),
            std::string::npos);
  EXPECT_NE(complaint(text_of("mass = \"2\\u0000\"", "")).find("plant.mass"), std::string::npos);
}

// A limit beyond every count of steps is none.
TEST(ExperimentUnits, HugeStepLimitsAreNone) {
  EXPECT_GT(read(text_of("", "", "[run]\nstep_limit = 1e300\n")).run.solver.step_limit, std::size_t{1} << 50U);
  EXPECT_THROW(read(text_of("", "", "[run]\nstep_limit = 2.5\n")), InvalidFile);
}

}  // namespace
}  // namespace stiction::experiment_units_test
