// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/accuracy_check.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace stiction {
namespace {

/// A mass on a spring of 1 N/m and a law that does next to nothing: 16 swings, x = cos t.
NamedExperiment swinging() {
  NamedExperiment e;
  e.plant.model = "pulled_mass";
  e.plant.values = {{"mass", 1.0}, {"spring_stiffness", 1.0}};
  e.plant.initial = {{"elongation", 1.0}};
  e.inputs.emplace("pull_speed", NamedSignal(0.0));
  e.friction.front() = NamedPart{.model = "coulomb", .values = {{"coulomb_force", 1e-9}}};
  e.run.duration = 32 * std::numbers::pi;
  e.run.record.interval = 0.05;
  return e;
}
const SignalDifference& signal(const AccuracyCheck& check, std::string_view name) {
  for (const SignalDifference& d : check.signals)
    if (d.name == name) return d;
  throw std::runtime_error("no signal of that name");
}

// The difference reported is the error of the run: x = cos t in closed form.
TEST(AccuracyCheck, EstimatesTheErrorOfTheRun) {
  NamedExperiment e = swinging();
  e.run.solver.tolerance = 1e-5;
  const Trajectory t = run_loop(assemble(e, true), e.run);
  double error = 0;
  for (std::size_t k = 0; k < t.time.size(); ++k)
    error = std::max(error, std::abs(t["elongation"][k] - std::cos(t.time[k])));
  const AccuracyCheck check = check_accuracy(e, t);
  ASSERT_GT(error, 1e-6);
  EXPECT_GT(signal(check, "elongation").largest, 0.5 * error);
  EXPECT_LT(signal(check, "elongation").largest, 2 * error);
  EXPECT_NEAR(signal(check, "elongation").relative, signal(check, "elongation").largest / 2, 1e-3 * error);
}

// Verdicts follow the numbers; a run of one sample per step is compared at common instants.
TEST(AccuracyCheck, JudgesByTheWorstState) {
  NamedExperiment e = swinging();
  e.run.record.interval = 0;
  e.run.solver.tolerance = 1e-10;
  AccuracyCheck check = check_accuracy(e, run_loop(assemble(e, true), e.run));
  EXPECT_EQ(check.verdict, "good") << check.sentence;
  EXPECT_DOUBLE_EQ(check.tolerance, 1e-11);
  e.run.solver.tolerance = 1e-3;
  check = check_accuracy(e, run_loop(assemble(e, true), e.run));
  EXPECT_GT(check.worst, 1e-6);
  EXPECT_NE(check.verdict, "good") << check.sentence;
}

// A check that is stopped, or whose second run does not end, concludes nothing.
TEST(AccuracyCheck, ConcludesNothingFromHalfARun) {
  NamedExperiment e = swinging();
  const Trajectory t = run_loop(assemble(e, true), e.run);
  e.run.solver.step_limit = 20;
  const AccuracyCheck check = check_accuracy(e, t);
  EXPECT_EQ(check.verdict, "no second run");
  EXPECT_FALSE(check.holds());
}

// Without friction its work is rounding of what is supplied, and is judged by that.
TEST(AccuracyCheck, JudgesWorkByTheWholeBalance) {
  NamedExperiment e;
  e.plant.model = "mass_on_surface";
  e.friction = {NamedPart{.model = "none"}};
  e.inputs.emplace("force", NamedSignal(1.0));
  e.run.duration = 2;
  const AccuracyCheck check = check_accuracy(e, run_loop(assemble(e, true), e.run));
  EXPECT_EQ(check.verdict, "good") << check.sentence;
}

}  // namespace
}  // namespace stiction
