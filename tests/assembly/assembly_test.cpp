// SPDX-License-Identifier: BSD-3-Clause
// Runs put together at run time are the runs that were put together when compiling.
#include <gtest/gtest.h>

#include "stiction/assembly/run_assembly.hpp"
#include "stiction/control/friction_observer.hpp"
#include "stiction/control/pid.hpp"
#include "stiction/models/element_models.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/models/memoryless_models.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "stiction/plants/two_mass_drive.hpp"
#include "stiction/simulation/simulate.hpp"

namespace stiction {
namespace {

template <class Plant, class... Laws>
Assembly assembled(const Experiment<Plant, Laws...>& e) {
  Assembly a;
  a.plant = std::make_shared<PlantPartOf<Plant>>(e.plant, e.initial);
  std::apply([&](const auto&... p) { (a.contacts.push_back(std::make_unique<ContactPartOf<Laws>>(p)), ...); }, e.laws);
  for_each_field(e.inputs, [&](const auto&, const Signal& s, std::size_t) { a.inputs.push_back(s); });
  return a;
}
RunOptions options_of(const auto& e) { return {e.start_time, e.duration, e.solver, e.record}; }

/// Every signal of the compiled run that the other has too, at every sample.
void expect_equal(const Trajectory& run, const Trajectory& compiled, double relative) {
  ASSERT_TRUE(run.result.finished()) << run.result.reason;
  ASSERT_EQ(run.time.size(), compiled.time.size());
  for (const TrajectorySignal& signal : run.signals) {
    const auto same = [&](const TrajectorySignal& other) {
      return signal.name == other.name || signal.name == "controller." + other.name;
    };
    const auto found = std::find_if(compiled.signals.begin(), compiled.signals.end(), same);
    ASSERT_NE(found, compiled.signals.end()) << signal.name;
    double size = 0;
    for (const double x : found->values) size = std::max(size, std::abs(x));
    for (std::size_t k = 0; k < run.time.size(); ++k)
      ASSERT_NEAR(signal.values[k], found->values[k], relative * size) << signal.name << " at " << run.time[k] << " s";
  }
}

// Stick-slip of a pulled mass: signals and located events.
TEST(Assembly, PullsAMassAsTheCompiledRunDoes) {
  Experiment<PulledMass, LuGre> e;
  e.duration = 20;
  e.solver.tolerance = 1e-10;
  const Trajectory compiled = simulate(e), run = run_assembly(assembled(e), options_of(e));
  expect_equal(run, compiled, 1e-6);
  ASSERT_EQ(run.events.size(), compiled.events.size());
  for (std::size_t i = 0; i < run.events.size(); ++i) EXPECT_NEAR(run.events[i].time, compiled.events[i].time, 1e-7);
}

// A loop with a controller beside the plant, whose reference moves.
TEST(Assembly, ClosesALoopAsTheCompiledRunDoes) {
  Experiment<ClosedLoop<MassOnSurface, Pid>, LuGre> e;
  e.inputs.reference = Signal::sine(0.1, 0.5);
  e.duration = 5;
  e.solver.tolerance = 1e-10;
  Assembly a;
  a.plant = std::make_shared<PlantPartOf<MassOnSurface>>(ParametersOf<MassOnSurface>{});
  a.contacts.push_back(std::make_unique<ContactPartOf<LuGre>>(ParametersOf<LuGre>{}));
  a.controller = std::make_shared<ControllerPartOf<Pid>>(ParametersOf<Pid>{});
  a.references = {e.inputs.reference};
  expect_equal(run_assembly(a, options_of(e)), simulate(e), 1e-6);
}

// Two contacts with different kinds of laws, backlash between them: modes and kinks.
TEST(Assembly, TurnsTwoMassesAsTheCompiledRunDoes) {
  Experiment<TwoMassDrive, StictionCoulombViscous, MaxwellSlip> e;
  e.inputs.motor_torque = Signal::sine(3, 1.0);
  e.duration = 3;
  e.solver.tolerance = 1e-9;
  expect_equal(run_assembly(assembled(e), options_of(e)), simulate(e), 1e-5);
}

// Work that is supplied is stored or dissipated, to the accuracy of the run.
TEST(Assembly, AccountsForWork) {
  Experiment<PulledMass, LuGre> e;
  e.duration = 20;
  Assembly a = assembled(e);
  a.account_work = true;
  const Trajectory run = run_assembly(a, options_of(e));
  const double supplied = run.final_value("supplied_work");
  const double balance = run.final_value("mechanical_energy") + run.final_value("friction_work") - supplied;
  EXPECT_GT(supplied, 0.5);
  EXPECT_NEAR(balance, 0.0, 1e-6 * supplied);
}

// The acceleration of a reference is found from the reference: an observer loop that starts on it stays on it.
TEST(Assembly, FollowsTheAccelerationOfAReference) {
  using Observer = FrictionObserver<LuGre>;
  Assembly a;
  StateOf<MassOnSurface> start;
  start.velocity = 0.1;
  a.plant = std::make_shared<PlantPartOf<MassOnSurface>>(ParametersOf<MassOnSurface>{}, start);
  a.contacts.push_back(std::make_unique<ContactPartOf<LuGre>>(ParametersOf<LuGre>{}));
  a.controller = std::make_shared<ControllerPartOf<Observer>>(ParametersOf<Observer>{});
  a.references = {Signal::sine(0.1 / (2 * std::numbers::pi), 1.0), Signal(0)};
  a.follows_acceleration = true;
  const Trajectory run = run_assembly(a, {.duration = 2, .solver = {.tolerance = 1e-9}});
  for (std::size_t k = 0; k < run.time.size(); ++k)
    ASSERT_NEAR(run["position"][k], run["reference"][k], 1e-9) << run.time[k];
}

// A section ends the run where a state passes a level, and not before it is armed.
TEST(Assembly, EndsOnASection) {
  Experiment<PulledMass, LuGre> e;
  e.duration = 50;
  Assembly a = assembled(e);
  a.section = Section{.state = 1, .level = 0.05, .direction = 1, .armed_from = 10};
  const Trajectory run = run_assembly(a, options_of(e));
  EXPECT_EQ(run.result.status, SolveStatus::ended_by_event);
  EXPECT_GT(run.result.time, 10);
  EXPECT_LT(run.result.time, 20);
}

// The sampled form of a controller becomes the continuous one as samples get shorter, with first order.
TEST(Assembly, SamplesAController) {
  Assembly a;
  a.plant = std::make_shared<PlantPartOf<MassOnSurface>>(ParametersOf<MassOnSurface>{});
  a.contacts.push_back(std::make_unique<ContactPartOf<LuGre>>(ParametersOf<LuGre>{}));
  a.controller = std::make_shared<ControllerPartOf<Pid>>(ParametersOf<Pid>{});
  a.references = {Signal::step(0.1, 0, 1)};
  const RunOptions options{.duration = 2, .solver = {.tolerance = 1e-9}};
  const double exact = run_assembly(a, options).final_value("position");
  double errors[2];
  for (int k = 0; k < 2; ++k) {
    a.sampled = SampledOptions{.sample_time = k == 0 ? 2e-3 : 1e-3};
    errors[k] = std::abs(run_assembly(a, options).final_value("position") - exact);
  }
  EXPECT_LT(errors[0], 1e-2);
  EXPECT_NEAR(errors[0] / errors[1], 2.0, 0.3);
}

}  // namespace
}  // namespace stiction
