// SPDX-License-Identifier: BSD-3-Clause
// A run by parts is the run with types: same steps, same events, same numbers.
#include <gtest/gtest.h>

#include "stiction/control/friction_observer.hpp"
#include "stiction/control/pid.hpp"
#include "stiction/loop/simulate.hpp"
#include "stiction/models/element_models.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/models/memoryless_models.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "stiction/plants/two_mass_drive.hpp"

namespace stiction {
namespace {

template <class Plant, class... Laws>
void expect_same_run(const Experiment<Plant, Laws...>& e, double relative = 1e-9) {
  const Trajectory fixed = simulate(e), parts = detail::simulate<true>(LoopSolver(&solve_by_parts), e);
  ASSERT_TRUE(fixed.result.finished()) << fixed.result.reason;
  ASSERT_TRUE(parts.result.finished()) << parts.result.reason;
  ASSERT_EQ(fixed.time, parts.time);
  ASSERT_EQ(fixed.events.size(), parts.events.size());
  for (std::size_t i = 0; i < fixed.events.size(); ++i) {
    EXPECT_NEAR(fixed.events[i].time, parts.events[i].time, 1e-9 * (1 + fixed.events[i].time));
    EXPECT_EQ(fixed.events[i].what, parts.events[i].what);
  }
  for (std::size_t s = 0; s < fixed.signals.size(); ++s) {
    double size = 0;
    for (const double x : fixed.signals[s].values) size = std::max(size, std::abs(x));
    for (std::size_t k = 0; k < fixed.time.size(); ++k)
      ASSERT_NEAR(fixed.signals[s].values[k], parts.signals[s].values[k], relative * size)
          << fixed.signals[s].name << " at " << fixed.time[k] << " s";
  }
}

TEST(ByParts, PullsAMass) {
  Experiment<PulledMass, LuGre> e;
  e.duration = 20;
  expect_same_run(e);
}

TEST(ByParts, ClosesALoopWhoseReferenceMoves) {
  Experiment<ClosedLoop<MassOnSurface, Pid>, LuGre> e;
  e.inputs.reference = Signal::sine(0.1, 0.5);
  e.duration = 5;
  expect_same_run(e);
}

// Two contacts with different kinds of laws, backlash between them: modes and non-smooth points.
TEST(ByParts, TurnsTwoMasses) {
  Experiment<TwoMassDrive, StictionCoulombViscous, MaxwellSlip> e;
  e.inputs.motor_torque = Signal::sine(3, 1.0);
  e.duration = 3;
  expect_same_run(e, 1e-6);
}

// Without bristles both use the explicit method.
TEST(ByParts, ChoosesTheSameMethod) {
  Experiment<MassOnSurface, Coulomb> e;
  e.inputs.force = Signal::sine(2, 1.0);
  e.duration = 5;
  const Trajectory fixed = simulate(e), parts = detail::simulate<true>(LoopSolver(&solve_by_parts), e);
  EXPECT_EQ(fixed.result.counters.accepted, parts.result.counters.accepted);
  EXPECT_EQ(parts.result.counters.rates,
            6 * (parts.result.counters.accepted + parts.result.counters.rejected + parts.result.counters.repeated));
  expect_same_run(e);
}

// --- loops put together at run time ---

std::shared_ptr<const Loop> servo(bool sampled, const ControllerPart& controller, std::vector<SignalSum> references) {
  return std::make_shared<const Loop>(LoopParts{.plant = &plant_part<MassOnSurface>(),
                                                .contacts = {&contact_part<LuGre>()},
                                                .controller = &controller,
                                                .references = std::move(references),
                                                .sampled = sampled});
}

// The acceleration of a reference is found from the reference: an observer loop that starts on it stays on it.
TEST(ByParts, FollowsTheAccelerationOfAReference) {
  const SignalSum sine{{nullptr, Signal::sine(0.1 / (2 * std::numbers::pi), 1.0)}};
  const auto loop = servo(false, controller_part<FrictionObserver<LuGre>>(), {sine, {{nullptr, Signal(0)}}});
  std::vector<double> p = loop->default_parameters();
  p[loop->find_parameter("plant.initial.velocity")] = 0.1;
  const Trajectory run = run_loop(loop, p, {.duration = 2, .solver = {.tolerance = 1e-9}});
  for (std::size_t k = 0; k < run.time.size(); ++k)
    ASSERT_NEAR(run["position"][k], run["reference"][k], 1e-9) << run.time[k];
}

// A section ends the run where a state passes a level, and not before it is armed.
TEST(ByParts, EndsOnASection) {
  const auto loop =
      std::make_shared<const Loop>(LoopParts{.plant = &plant_part<PulledMass>(), .contacts = {&contact_part<LuGre>()}});
  LoopRun run(loop, loop->default_parameters());
  run.set_section(Section{.state = 1, .level = 0.05, .direction = 1, .armed_from = 10});
  const Trajectory t = run_loop(run, {.duration = 50});
  EXPECT_EQ(t.result.status, SolveStatus::ended_by_event);
  EXPECT_GT(t.result.time, 10);
  EXPECT_LT(t.result.time, 20);
  EXPECT_NEAR(t.final_value("velocity"), 0.05, 1e-9);
  EXPECT_EQ(t.time.back(), t.result.time);  // the end is recorded, wherever it is
}

// The sampled form of a controller becomes the continuous one as samples get shorter, with first order.
TEST(ByParts, SamplesAController) {
  const SignalSum step{{nullptr, Signal::step(0.1, 0, 1)}};
  const RunOptions options{.duration = 2, .solver = {.tolerance = 1e-9}};
  const auto continuous = servo(false, controller_part<Pid>(), {step}),
             sampled = servo(true, controller_part<Pid>(), {step});
  const double exact = run_loop(continuous, continuous->default_parameters(), options).final_value("position");
  double errors[2];
  for (int k = 0; k < 2; ++k) {
    std::vector<double> p = sampled->default_parameters();
    p[sampled->find_parameter("controller.sampled.sample_time")] = k == 0 ? 2e-3 : 1e-3;
    errors[k] = std::abs(run_loop(sampled, p, options).final_value("position") - exact);
  }
  EXPECT_LT(errors[0], 1e-2);
  EXPECT_NEAR(errors[0] / errors[1], 2.0, 0.3);
}

// Parameters have paths, units and ranges; a set of numbers is checked against all parts at once.
TEST(ByParts, KnowsItsParameters) {
  const auto loop = servo(true, controller_part<Pid>(), {});
  for (const char* path : {"plant.mass", "friction.static_force", "controller.integral_gain", "reference.reference",
                           "controller.sampled.sample_time", "input.force", "plant.initial.velocity",
                           "friction.initial.deflection", "controller.initial.error_integral"})
    EXPECT_LT(loop->find_parameter(path), loop->parameters().size()) << path;
  std::vector<double> p = loop->default_parameters();
  EXPECT_TRUE(loop->violations(p.data()).empty());
  p[loop->find_parameter("plant.mass")] = -1;
  p[loop->find_parameter("controller.sampled.sample_time")] = 0;
  EXPECT_EQ(loop->violations(p.data()).size(), 2U);
  EXPECT_THROW(loop->find_parameter("plant.maas"), InvalidInput);
}

}  // namespace
}  // namespace stiction
