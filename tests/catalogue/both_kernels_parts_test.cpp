// SPDX-License-Identifier: BSD-3-Clause
// compiled alone: every plant and every controller with types
#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/control/all_controllers.hpp"
#include "stiction/control/closed_loop.hpp"
#include "stiction/control/sampled.hpp"
#include "stiction/loop/sampled_step.hpp"
#include "stiction/models/coulomb.hpp"
#include "stiction/models/zero_velocity_band.hpp"
#include "stiction/plants/all_plants.hpp"
#include "tests/catalogue/both_kernels.hpp"

namespace stiction {
namespace {

// Every plant, with a law of bristles and, where there are more contacts, one with true rest and one with a band.
TEST(BothKernels, EvaluateEveryPlantAlike) {
  AllPlants::for_each([]<class Plant>() {
    const std::string name(Plant::info.name);
    NamedExperiment e;
    e.plant.model = name;
    e.friction = {{.model = "lugre"}};
    if constexpr (contact_count<Plant> >= 2) e.friction.push_back({.model = "stiction_coulomb_viscous"});
    if constexpr (contact_count<Plant> >= 3) e.friction.push_back({.model = "karnopp"});
    e.inputs.emplace(std::string(find_plant(name).inputs.front().name), testing::sine(2.0, 3.0));
    e.run.duration = 0.7;
    e.run.solver.tolerance = 1e-6;
    if constexpr (contact_count<Plant> == 3)
      testing::expect_same_equations<KernelOf<true, Plant, LuGre, StictionCoulombViscous, Karnopp>>(e, name);
    else if constexpr (contact_count<Plant> == 2)
      testing::expect_same_equations<KernelOf<true, Plant, LuGre, StictionCoulombViscous>>(e, name);
    else
      testing::expect_same_equations<KernelOf<true, Plant, LuGre>>(e, name);
  });
}

// Every controller on a mass whose reference moves.
TEST(BothKernels, EvaluateEveryControllerAlike) {
  AllControllers::for_each([]<class Controller>() {
    const std::string name(Controller::info.name);
    NamedExperiment e;
    e.friction = {{.model = "lugre"}};
    e.controller = {.model = name};
    e.references.emplace(std::string(find_controller(name).inputs.front().name), testing::sine(0.05, 1.5));
    e.run.duration = 0.7;
    e.run.solver.tolerance = 1e-6;
    testing::expect_same_equations<KernelOf<true, ClosedLoop<MassOnSurface, Controller>, LuGre>>(e, name);
  });
}

// Every controller in its sampled form, by name and by type: the same forces and states over three hundred samples.
TEST(BothKernels, SampleEveryControllerAlike) {
  AllControllers::for_each([]<class Controller>() {
    const std::string name(Controller::info.name);
    using Form = Sampled<Controller>;
    const ParametersOf<Controller> p;
    typename Form::Memory typed;
    std::vector<double> numbers(field_count<ParametersOf<Controller>>), c(field_count<StateOf<Controller>> + 1);
    pack(p, numbers.data()), pack(typed.state, c.data());
    ControllerInputsOf<Controller> u, du;
    double force = 0, largest = 0;
    for (int k = 0; k < 300; ++k) {
      const double t = 2e-3 * k;
      std::vector<double> references(field_count<ControllerInputsOf<Controller>>), rates(references);
      pack(ControllerInputsOf<Controller>{}, references.data());  // a supply voltage has a default
      references[0] = 0.05 * std::sin(9 * t), rates[0] = 0.45 * std::cos(9 * t);
      u = unpacked<ControllerInputsOf<Controller>>(references.data());
      du = unpacked<ControllerInputsOf<Controller>>(rates.data());
      const Measured<double> seen{0.04 * std::sin(9 * t - 0.2), 0.36 * std::cos(9 * t - 0.2)};
      const auto answer = Form::step(p, typed, u, du, seen, 2e-3);
      ASSERT_TRUE(answer.valid) << name;
      ASSERT_TRUE(sampled_step(controller_part<Controller>(), numbers.data(), c.data(), force, references.data(),
                               rates.data(), seen, 2e-3))
          << name;
      largest = std::max(largest, std::abs(answer.force));
      ASSERT_NEAR(answer.force, force, 1e-10 * (largest + 1)) << name << ", sample " << k;
    }
    EXPECT_GT(largest, 0) << name;
  });
}

// Every law under every controller, continuous and sampled, the plants taken in turn: each run ends, all numbers are
// numbers, and a run that is stopped halfway and taken up again is the same run to the last bit.
TEST(EveryCombination, OfLawControllerAndPlantGoesOnFromACopy) {
  std::vector<const PlantEntry*> driven;
  for (const PlantEntry& plant : plant_catalogue())
    if (plant.has_drive) driven.push_back(&plant);
  std::size_t turn = 0;
  for (const ModelEntry& law : model_catalogue())
    for (const ControllerEntry& controller : controller_catalogue()) {
      const PlantEntry& plant = *driven[turn++ % driven.size()];
      NamedExperiment e;
      e.plant.model = std::string(plant.info.name);
      e.friction.assign(plant.contacts.size(), NamedPart{.model = std::string(law.info.name)});
      e.controller = NamedPart{.model = std::string(controller.info.name)};
      e.references.emplace(std::string(controller.inputs.front().name), testing::sine(0.01, 4.0));
      if (law.info.name.starts_with("rate_and_state") && e.plant.model == "block_on_belt")
        e.inputs.emplace("belt_speed", NamedSignal(0.0));  // beside another speed their velocities are lost
      if (turn % 2 == 0) e.sampled = NamedValues{{"sample_time", 1e-3}, {"encoder_resolution", 1e-6}, {"delay", 1e-3}};
      e.run.solver.tolerance = 1e-4;
      const double half = 0.004, end = 0.008;
      const std::string what = e.plant.model + ", " + e.friction.front().model + ", " + e.controller->model;
      LoopRun run = assemble(e);
      LoopObserver nobody;
      std::vector<double> y = run.initial_state();
      run.start(0, y.data());
      SolveResult result = solve(run, y, 0, half, e.run.solver, nobody);
      ASSERT_TRUE(result.finished()) << what << ": " << result.reason;
      LoopRun again = assemble(e);
      again.set_branch(run.branch());
      std::vector<double> y_again = y;
      result = solve(run, y, half, end, e.run.solver, nobody);
      ASSERT_TRUE(result.finished()) << what << ": " << result.reason;
      ASSERT_TRUE(solve(again, y_again, half, end, e.run.solver, nobody).finished()) << what;
      EXPECT_EQ(y, y_again) << what;
      EXPECT_EQ(run.branch(), again.branch()) << what;
      for (const double x : y) ASSERT_TRUE(std::isfinite(x)) << what;
    }
}

}  // namespace
}  // namespace stiction
