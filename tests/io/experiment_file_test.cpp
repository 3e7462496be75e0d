// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/experiment_file.hpp"

#include <gtest/gtest.h>

namespace stiction::experiment_file_test {
namespace {

constexpr const char* pulled = R"(# A mass pulled over a rough surface
title = "stick-slip"
[plant]
model = "pulled_mass"
spring_stiffness = "2 N/m"
[friction]
model = "lugre"
preset = "canudas1995"
static_force = 1500e-3
[input]
pull_speed = "10 cm/s"
[run]
duration = 50
[output]
interval = 0.05
signals = ["velocity", "spring_force"]
[[output.panel]]
y = ["spring_force"]
)";

/// What reading the text complains about.
std::string complaint(const std::string& text) {
  try {
    parse_experiment(text, "servo.toml");
  } catch (const InvalidFile& error) {
    return error.what();
  }
  return "nothing";
}
bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
std::string with(const std::string& old_text, const std::string& new_text) {
  std::string text = pulled;
  const std::size_t at = text.find(old_text);
  EXPECT_NE(at, std::string::npos) << old_text;
  return text.replace(at, old_text.size(), new_text);
}

// A whole file, with units and a preset, becomes the experiment it says.
TEST(ExperimentFile, IsRead) {
  const ExperimentFile file = parse_experiment(pulled, "servo.toml");
  EXPECT_EQ(file.experiment.title, "stick-slip");
  EXPECT_DOUBLE_EQ(value_at(file.experiment, "plant.spring_stiffness"), 2.0);
  EXPECT_DOUBLE_EQ(value_at(file.experiment, "friction.static_force"), 1.5);
  EXPECT_DOUBLE_EQ(make_signal(file.experiment.inputs.find("pull_speed")->second, "m/s").tracks()[0].pieces[0].value,
                   0.1);
  EXPECT_EQ(file.experiment.run.record.signals.size(), 2U);
  ASSERT_EQ(file.output.panels.size(), 1U);
  EXPECT_EQ(file.output.panels[0].x, "time");
}

// What is wrong is named with file, line and key, and with what could be meant.
TEST(ExperimentFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(complaint(with("static_force = 1500e-3", "static_forc = 1.5")).substr(0, 37),
            "servo.toml:9: friction.static_forc: u");
  EXPECT_TRUE(
      contains(complaint(with("static_force = 1500e-3", "static_forc = 1.5")), "did you mean \"static_force\"?"));
  EXPECT_TRUE(contains(complaint(with("model = \"lugre\"", "model = \"lugree\"")), "servo.toml:7: friction.model: "));
  EXPECT_TRUE(contains(complaint(with("\"2 N/m\"", "-2")), "servo.toml:5: plant.spring_stiffness: "));
  EXPECT_TRUE(contains(complaint(with("\"2 N/m\"", "\"2 kg\"")), "measured in N/m"));
  EXPECT_TRUE(
      contains(complaint(with("\"2 N/m\"", "nan")), "servo.toml:5: plant.spring_stiffness: must be a finite number"));
  EXPECT_TRUE(contains(complaint(with("\"2 N/m\"", "true")), "must be a number"));
  EXPECT_TRUE(contains(complaint(with("[friction]", "[frction]")), "section [friction] is missing"));
  EXPECT_TRUE(contains(complaint(with("[friction]", "[frction]")), "did you mean \"friction\"?"));
  EXPECT_TRUE(contains(complaint(with("duration = 50", "duration = -1")), "servo.toml:13: run.duration: "));
  EXPECT_TRUE(contains(complaint(with("\"velocity\"", "\"velocty\"")), "did you mean \"velocity\"?"));
  EXPECT_TRUE(contains(complaint(with("pull_speed = ", "pul_speed = ")), "did you mean \"pull_speed\"?"));
  EXPECT_TRUE(
      contains(complaint(with("preset = \"canudas1995\"", "preset = \"canudas95\"")), "servo.toml:8: friction.preset"));
  EXPECT_TRUE(contains(complaint("[plant\n"), "servo.toml:1: "));
  EXPECT_TRUE(contains(complaint(""), "empty"));
  EXPECT_TRUE(contains(complaint("\r\n \n"), "empty"));
}

// Everything that is wrong is named at once, in the order of the file.
TEST(ExperimentFile, NamesEverythingThatIsWrong) {
  std::string text = with("\"2 N/m\"", "-2");
  text.replace(text.find("duration = 50"), 13, "duration = -1");
  const std::string all = complaint(text);
  EXPECT_TRUE(contains(all, "servo.toml:5: "));
  EXPECT_TRUE(contains(all, "servo.toml:13: "));
}

// Files from Windows: line ends and a byte order mark are harmless.
TEST(ExperimentFile, TakesWindowsTexts) {
  std::string text = "\xEF\xBB\xBF";
  for (const char c : std::string(pulled)) text += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_DOUBLE_EQ(parse_experiment(text, "servo.toml").experiment.run.duration, 50.0);
}

// A sum of signals, and a signal of lines.
TEST(ExperimentFile, ReadsSignals) {
  const auto file = parse_experiment(with("pull_speed = \"10 cm/s\"",
                                          "pull_speed = { signal = \"lines\", points = [[0, 0], [2, 1]] }\n"
                                          "force = [{ signal = \"sine\", amplitude = \"2 kN\", frequency = 3 }, 1.5]"),
                                     "servo.toml");
  const auto& force = file.experiment.inputs.find("force")->second;
  ASSERT_EQ(force.terms.size(), 2U);
  EXPECT_DOUBLE_EQ(make_signal(force, "N").tracks()[0].pieces[0].amplitude, 2000.0);
  EXPECT_TRUE(contains(complaint(with("pull_speed = \"10 cm/s\"", "pull_speed = { signal = \"sin\" }")),
                       "did you mean \"sine\"?"));
  EXPECT_TRUE(contains(
      complaint(with("pull_speed = \"10 cm/s\"", "pull_speed = { signal = \"lines\", points = [[1, 0], [0, 1]] }")),
      "times must not fall"));
}

// The text of a resolved experiment is a file again, and gives the same experiment.
TEST(ExperimentFile, IsWrittenAsAFileThatReadsTheSame) {
  const ExperimentFile file = parse_experiment(pulled, "servo.toml");
  const std::string text = experiment_text(file.experiment);
  const ExperimentFile again = parse_experiment(text, "again.toml");
  EXPECT_EQ(experiment_text(again.experiment), text);
  for (const std::string& path : value_paths(file.experiment))
    EXPECT_EQ(value_at(file.experiment, path), value_at(again.experiment, path)) << path;
}

// Lists of any length are read, written, found and set number by number; a wrong length is refused at its line.
TEST(ExperimentFile, HasAsManyElementsAsItsListsHaveNumbers) {
  const std::string law = "model = \"lugre\"\npreset = \"canudas1995\"\nstatic_force = 1500e-3\n";
  const std::string slip = "model = \"maxwell_slip\"\n";
  for (const char* lists : {"element_stiffness = [4e4, 3e4, 2e4, 1e4, 5e3, 1e3]\nelement_limit = [1, 2, 3, 4, 5, 6]\n",
                            "element_stiffness = [4e4]\nelement_limit = 2\n"}) {
    const ExperimentFile file = parse_experiment(with(law, slip + lists), "servo.toml");
    const std::string written = experiment_text(file.experiment);
    EXPECT_EQ(experiment_text(parse_experiment(written, "again.toml").experiment), written);
  }
  const std::string six = with(law, slip +
                                        "element_stiffness = [6, 5, 4, 3, 2, 1]\nelement_limit = [1, 2, 3, 4, 5, "
                                        "6]\n[friction.initial]\nelement_force = [0, 0, 0, 0, 0, 1]\n");
  NamedExperiment e = parse_experiment(six, "servo.toml").experiment;
  set_value(e, "friction.element_limit[5]", 7);
  EXPECT_EQ(value_at(e, "friction.element_limit[5]"), 7);
  EXPECT_EQ(value_at(e, "friction.element_limit[4]"), 5);
  set_value(e, "friction.initial.element_force[0]", 0.5);
  EXPECT_EQ(value_at(e, "friction.initial.element_force[0]"), 0.5);
  EXPECT_EQ(value_at(e, "friction.initial.element_force[5]"), 1);
  EXPECT_THROW(value_at(e, "friction.element_limit[6]"), InvalidInput);
  const std::string short_list = complaint(with(law, slip + "element_stiffness = [6, 5]\nelement_limit = []\n"));
  EXPECT_TRUE(
      contains(short_list, "servo.toml:9: friction.element_limit: element_limit has 0 numbers; it takes 1 to 128"))
      << short_list;
}

// Numbers are found by their paths, and a name that only one path ends in is enough.
TEST(ExperimentFile, HasNumbersByPath) {
  NamedExperiment e = parse_experiment(pulled, "servo.toml").experiment;
  set_value(e, "run.pull_speed", 0.3);
  EXPECT_DOUBLE_EQ(value_at(e, "input.pull_speed"), 0.3);
  set_value(e, "friction.viscous_damping", 0.7);
  EXPECT_DOUBLE_EQ(value_at(e, "friction.viscous_damping"), 0.7);
  EXPECT_DOUBLE_EQ(value_at(e, "friction.static_force"), 1.5);
  EXPECT_EQ(unit_at(e, "input.pull_speed"), "m/s");
  EXPECT_THROW(set_value(e, "friction.mass_of_moon", 1), InvalidInput);
}

// Laws and controllers are written for translation; what is printed of them on a plant that turns is not.
TEST(ExperimentText, ShowsRotaryUnitsOnRotaryPlants) {
  NamedExperiment e;
  e.plant = {.model = "geared_motor", .values = {{"lower_stop", -2.0}}};
  e.friction = {{.model = "coulomb_viscous"}};
  e.controller = NamedPart{.model = "pid"};
  const std::string text = experiment_text(e);
  for (const char* unit : {"  # N.m\n", "  # N.m.s/rad\n", "  # N.m/rad\n", "lower_stop = -2  # rad\n"})
    EXPECT_NE(text.find(unit), std::string::npos) << unit;
  for (const char* unit : {"  # N\n", "  # N.s/m\n", "  # N/m\n", "  # m\n"})
    EXPECT_EQ(text.find(unit), std::string::npos) << unit << text;
}

// What a part takes only where it is given is known too, and the nearest word may be one of those.
TEST(ExperimentFile, KnowsOptionalKeysWhenAsked) {
  const std::string law = with("static_force = 1500e-3", "temperature = 60");
  EXPECT_TRUE(contains(complaint(law),
                       "servo.toml:9: friction.temperature: unknown parameter \"temperature\"; did you "
                       "mean \"temperature_rise\"?"))
      << complaint(law);
  const std::string elsewhere = with("static_force = 1500e-3", "interval = 0.1");
  EXPECT_TRUE(contains(complaint(elsewhere), "belongs into the section [output]")) << complaint(elsewhere);
  const std::string load = with("static_force = 1500e-3", "nominal_normal_force = 10");
  EXPECT_TRUE(contains(complaint(load), "servo.toml:9: friction.nominal_normal_force: ")) << complaint(load);
}

// A plant that turns has torques and angles in every message, and a signal the unit of what it is given to.
TEST(ExperimentFile, SpeaksInTheUnitsOfThePlant) {
  const auto servo = [](const char* plant) {
    return "[plant]\nmodel = '" + std::string(plant) +
           "'\n[friction]\nmodel = 'lugre'\ncoulomb_force = -1\n[controller]\nmodel = 'pid'\nvelocity_gain = -2\n"
           "[reference.reference]\nsignal = 's_curve'\njerk = 0\n";
  };
  for (const char* text : {"coulomb_force = -1 N must", "velocity_gain = -2 N.s/m must", "jerk = 0 m/s3 must"})
    EXPECT_TRUE(contains(complaint(servo("mass_on_surface")), text)) << complaint(servo("mass_on_surface"));
  for (const char* text : {"coulomb_force = -1 N.m must", "velocity_gain = -2 N.m.s/rad must", "jerk = 0 rad/s3 must"})
    EXPECT_TRUE(contains(complaint(servo("geared_motor")), text)) << complaint(servo("geared_motor"));
}

}  // namespace
}  // namespace stiction::experiment_file_test
