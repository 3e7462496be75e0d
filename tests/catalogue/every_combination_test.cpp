// SPDX-License-Identifier: BSD-3-Clause
// Any law runs on any plant under any controller, by name.
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"

namespace stiction {
namespace {

NamedExperiment experiment(std::string_view plant, std::string_view law) {
  NamedExperiment e;
  e.plant.model = std::string(plant);
  e.friction.assign(find_plant(plant).contacts.size(), NamedPart{.model = std::string(law)});
  e.run.duration = 0.05;
  e.run.solver.tolerance = 1e-5;
  e.run.record.interval = 0.01;
  return e;
}
void expect_runs(const NamedExperiment& e) {
  const std::string what =
      e.plant.model + ", " + e.friction.front().model + (e.controller ? ", " + e.controller->model : "");
  const Trajectory t = run_loop(assemble(e, true), e.run);
  EXPECT_TRUE(t.result.finished()) << what << ": " << t.result.reason;
  EXPECT_EQ(t.time.size(), 6U) << what;
  for (const TrajectorySignal& signal : t.signals)
    for (const double x : signal.values) ASSERT_TRUE(std::isfinite(x)) << what << ": " << signal.name;
}

// Every law in every contact of every plant: the run ends, and every signal is a number at every sample.
TEST(EveryCombination, OfLawAndPlantRuns) {
  for (const PlantEntry& plant : plant_catalogue())
    for (const ModelEntry& law : model_catalogue()) {
      NamedExperiment e = experiment(plant.info.name, law.info.name);
      if (!plant.inputs.empty()) e.inputs.emplace(std::string(plant.inputs.front().name), NamedSignal(0.5));
      // Refused: beside the speed of a belt nothing is left of the velocities these laws distinguish.
      if (plant.info.name == "block_on_belt" && law.info.name.starts_with("rate_and_state")) continue;
      expect_runs(e);
    }
}

// Every law under every controller, at the default tolerance and long enough to start, stick and turn round.
TEST(EveryCombination, OfLawAndControllerRuns) {
  for (const ModelEntry& law : model_catalogue())
    for (const ControllerEntry& controller : controller_catalogue()) {
      NamedExperiment e = experiment("mass_on_surface", law.info.name);
      e.controller = NamedPart{.model = std::string(controller.info.name)};
      e.references.emplace(std::string(controller.inputs.front().name), NamedSignal(0.1));
      e.run.duration = 0.5, e.run.record.interval = 0.1, e.run.solver.tolerance = SolveOptions{}.tolerance;
      expect_runs(e);
    }
}

// Every controller on every plant that has a drive, continuous and sampled.
TEST(EveryCombination, OfControllerAndPlantRuns) {
  for (const PlantEntry& plant : plant_catalogue()) {
    if (!plant.has_drive) continue;
    for (const ControllerEntry& controller : controller_catalogue())
      for (const bool sampled : {false, true}) {
        NamedExperiment e = experiment(plant.info.name, "lugre");
        e.controller = NamedPart{.model = std::string(controller.info.name)};
        e.references.emplace(std::string(controller.inputs.front().name), NamedSignal(0.01));
        if (sampled) e.sampled = NamedValues{{"sample_time", 1e-3}};
        expect_runs(e);
      }
  }
}

// Hard stops go on any plant with a drive.
TEST(EveryCombination, OfPlantAndStopsRuns) {
  for (const PlantEntry& plant : plant_catalogue()) {
    if (!plant.has_drive) continue;
    NamedExperiment e = experiment(plant.info.name, "lugre");
    e.plant.values.emplace("upper_stop", 0.01);
    e.inputs.emplace(std::string(plant.inputs.front().name), NamedSignal(3.0));
    expect_runs(e);
  }
}

// The loss of a gear by name: while the motor drives, friction is the Coulomb level and a share of what is passed on.
TEST(NamedExperiment, PutsALawInAGear) {
  NamedExperiment e = experiment("geared_motor", "generalized_kinetic");
  e.friction.front().values = {
      {"coulomb_force", 0.05}, {"static_force", 0.05}, {"viscous_damping", 0.0}, {"driving_loss", 0.25}};
  e.inputs.emplace("motor_torque", NamedSignal(2.0));
  e.inputs.emplace("load_torque", NamedSignal(3.0));
  const Trajectory t = run_loop(assemble(e), e.run);
  ASSERT_TRUE(t.result.finished()) << t.result.reason;
  const double passed_on = 3.0 / 50;  // through the default ratio
  EXPECT_NEAR(t.final_value("friction_force"), 0.05 + 0.25 * passed_on, 1e-12);
  EXPECT_DOUBLE_EQ(value_at(e, "friction.driving_loss"), 0.25);
  EXPECT_DOUBLE_EQ(value_at(e, "friction.back_driving_loss"), 0.0);
}

// A controller assumes the true values unless others are given; a map over the true ones moves its own too.
TEST(NamedExperiment, BelievesTheTruthUnlessTold) {
  NamedExperiment e = experiment("mass_on_surface", "lugre");
  e.plant.values.emplace("mass", 2.5);
  e.friction.front().values.emplace("coulomb_force", 1.2);
  e.controller = NamedPart{.model = "friction_observer_lugre"};
  EXPECT_DOUBLE_EQ(value_at(e, "controller.nominal_mass"), 2.5);
  EXPECT_DOUBLE_EQ(value_at(e, "controller.friction_coulomb_force"), 1.2);
  set_value(e, "friction.coulomb_force", 1.3);
  EXPECT_DOUBLE_EQ(value_at(e, "controller.friction_coulomb_force"), 1.3);
  set_value(e, "controller.friction_coulomb_force", 0.9);
  EXPECT_DOUBLE_EQ(value_at(e, "controller.friction_coulomb_force"), 0.9);
  EXPECT_DOUBLE_EQ(value_at(e, "friction.coulomb_force"), 1.3);
}

}  // namespace
}  // namespace stiction
