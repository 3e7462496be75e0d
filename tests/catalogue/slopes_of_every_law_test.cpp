// SPDX-License-Identifier: BSD-3-Clause
// Slopes of runs with every law, by name, against differences of runs at a tight tolerance (Richardson).
#include <gtest/gtest.h>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/loop/run_loop.hpp"
#include "tests/loop/slope_differences.hpp"

namespace stiction {
namespace {

class SlopesOfEveryLaw : public ::testing::TestWithParam<std::string> {};

// A mass pulled over presliding, break-away and the first slip; every plant parameter and every law parameter that is
// not zero.
TEST_P(SlopesOfEveryLaw, AreThoseOfDifferences) {
  NamedExperiment e;
  e.plant.model = "pulled_mass";
  NamedPart law;
  law.model = GetParam();
  e.friction = {law};
  e.inputs.insert_or_assign("pull_speed", NamedSignal(0.7));
  // GMS rings through twenty mode changes before it slides; slopes grow with each, and so do errors of the run.
  const double duration = GetParam() == "generalized_maxwell_slip" ? 0.9 : 2.6;
  const LoopRun made = assemble(e);
  const Loop& loop = made.loop();
  const std::vector<double>& p = made.parameters();
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < loop.controller_parameters; ++k)
    if (p[k] != 0 && places.size() < 8) places.push_back(k);
  testing::expect_slopes_of_differences(made, places, duration);
}

std::vector<std::string> laws_with_slopes() {
  std::vector<std::string> names;
  for (const ModelEntry& model : model_catalogue())
    if (model.kind != "memory") names.emplace_back(model.info.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(Catalogue, SlopesOfEveryLaw, ::testing::ValuesIn(laws_with_slopes()),
                         [](const auto& law) { return law.param; });

// Round a reversal the velocity of rate-and-state laws passes thirty decades in steps far below the resolution of time,
// and slopes change in them.
TEST(SlopesOfEveryLaw, OfRateAndStateGoThroughReversals) {
  for (const char* law : {"rate_and_state_ageing", "rate_and_state_slip"}) {
    SCOPED_TRACE(law);
    NamedExperiment e;
    e.friction.front().model = law;
    e.inputs.emplace("force", NamedSignal({{.kind = "sine", .values = {{"amplitude", 4.0}, {"frequency", 2.0}}}}));
    const LoopRun made = assemble(e);
    std::vector<std::size_t> places;
    for (const char* path : {"plant.mass", "friction.normal_force", "friction.reference_friction"})
      places.push_back(made.loop().find_parameter(path));
    testing::expect_slopes_of_differences(made, places, 0.9);
  }
}

// A block that a belt takes along at once: an event before any step.
TEST(SlopesOfEveryLaw, AreRecordedWhereARunBeginsWithAnEvent) {
  for (const char* law : {"karnopp", "karnopp_reset", "tustin_band", "generalized_kinetic_band", "bouc_wen"}) {
    NamedExperiment e;
    e.plant.model = "block_on_belt";
    e.friction.front().model = law;
    e.run.duration = 0.5, e.run.record.slopes = {"plant.spring_stiffness"};
    const auto position = [&](double change) {
      NamedExperiment other = e;
      other.run.record.slopes.clear(), other.run.solver.tolerance = 1e-12;
      LoopRun run = assemble(other);
      std::vector<double> p = run.parameters();
      p[run.loop().find_parameter("plant.spring_stiffness")] *= 1 + change;
      run.set_parameters(p);
      return run_loop(run, other.run).final_value("position");
    };
    LoopRun run = assemble(e);
    const double stiffness = run.parameters()[run.loop().find_parameter("plant.spring_stiffness")];
    const double slope = run_loop(run, e.run).final_value("d position/d plant.spring_stiffness");
    EXPECT_NEAR(slope * stiffness, (position(1e-3) - position(-1e-3)) / 2e-3, 1e-5) << law;
  }
}

// What has no slopes is refused in words.
TEST(SlopesOfEveryLaw, SayWhereThereAreNone) {
  NamedExperiment e;
  NamedPart law;
  law.model = "preisach";
  e.friction = {law};
  EXPECT_THROW(LoopSensitivity(assemble(e), {0}), InvalidInput);
}

}  // namespace
}  // namespace stiction
