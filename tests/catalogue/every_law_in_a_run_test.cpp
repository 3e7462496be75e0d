// SPDX-License-Identifier: BSD-3-Clause
// What holds for every law in a run. By name and by parts: no law costs a compilation here.
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/named_experiment.hpp"

namespace stiction {
namespace {

class EveryLawInARun : public ::testing::TestWithParam<std::string> {
 protected:
  const ModelEntry& model = find_model(GetParam());
  bool memory = model.kind == "memory";
  // A memory moves by accepted steps and its force has corners everywhere: it converges slowly, at a high price.
  double loose = memory ? 1e-4 : 1e-6, tight = memory ? 1e-5 : 1e-9;

  NamedPart law() const {
    NamedPart part;
    part.model = GetParam();
    // The steep laws of rock move a mass of 1 kg for days before it slides.
    if (part.model.starts_with("rate_and_state")) part.values = {{"direct_effect", 0.04}, {"evolution_effect", 0.04}};
    return part;
  }
  double coulomb_level() const {
    NamedExperiment e;
    e.friction = {law()};
    return assemble(e).contact_scale(0).force;
  }
  static NamedSignal sine_with_step(double amplitude, double frequency, double before, double after) {
    NamedSignal::Term sine, step;
    sine.kind = "sine", sine.values = {{"amplitude", amplitude}, {"frequency", frequency}};
    step.kind = "step", step.values = {{"time", 0.6}, {"before", before}, {"after", after}};
    return NamedSignal(std::vector<NamedSignal::Term>{sine, step});
  }
  /// A force that slides the mass both ways, with stops, and jumps once meanwhile.
  NamedExperiment shaken(double tolerance) const {
    NamedExperiment e;
    e.friction = {law()};
    const double level = coulomb_level();
    e.inputs.emplace("force", sine_with_step(1.5 * level, 2.0, 0.1 * level, 0.3 * level));
    e.run.duration = 1.5;
    e.run.solver.tolerance = tolerance;
    e.run.solver.step_limit = 200'000;
    return e;
  }
  static Trajectory run(const NamedExperiment& e) { return run_loop(assemble(e, true), e.run); }
  double band() const {
    const NamedValues values = model.resolve("", law().values);
    return value_in(values, "band_velocity").value_or(0);
  }
  static double largest(const std::vector<double>& values) {
    double size = 0;
    for (const double x : values) size = std::max(size, std::abs(x));
    return size;
  }
};

// A run ends where it should, and every number in it is one.
TEST_P(EveryLawInARun, FinishesWithFiniteNumbers) {
  const Trajectory t = run(shaken(loose));
  ASSERT_EQ(t.result.status, SolveStatus::finished) << t.result.reason;
  EXPECT_EQ(t.time.back(), 1.5);
  for (const TrajectorySignal& signal : t.signals)
    for (const double x : signal.values) ASSERT_TRUE(std::isfinite(x)) << signal.name;
  EXPECT_GT(largest(t["velocity"]), 0.01);
}

// First law: kinetic energy and work done against friction are the work supplied.
TEST_P(EveryLawInARun, BalancesEnergy) {
  const Trajectory t = run(shaken(tight));
  ASSERT_EQ(t.result.status, SolveStatus::finished) << t.result.reason;
  const double most = largest(t["supplied_work"]);
  ASSERT_GT(most, 0.0);
  // A law with a band may give momentum back or take it when the band is left or entered.
  const double allowed = (memory ? 1e-5 : 1e-6) * most + 0.5 * band() * band();
  for (std::size_t i = 0; i < t.time.size(); ++i)
    ASSERT_NEAR(t["mechanical_energy"][i] + t["friction_work"][i], t["supplied_work"][i], allowed) << t.time[i];
}

// A loose run and a tight one end in the same place.
TEST_P(EveryLawInARun, EndsInTheSamePlaceAtAnyTolerance) {
  if (model.info.random) GTEST_SKIP() << "draws random numbers step by step: every tolerance is another contact";
  const Trajectory rough = run(shaken(loose)), fine = run(shaken(tight));
  ASSERT_EQ(rough.result.status, SolveStatus::finished) << rough.result.reason;
  ASSERT_EQ(fine.result.status, SolveStatus::finished) << fine.result.reason;
  // A momentum kept waits on the very border of its band: how far inside decides when it leaves, by a square root.
  const double allowed = band() > 0 ? 4e-3 : memory ? 1e-2 : 1e-4;
  EXPECT_NEAR(rough.final_value("position"), fine.final_value("position"), allowed * largest(fine["position"]));
}

// True stick: a load below break-away, however it is shaken, moves nothing at all.
TEST_P(EveryLawInARun, HoldsALoadWithoutMotionWhereItPromisesTo) {
  if (!model.info.phenomena.true_stick) GTEST_SKIP() << "does not promise true stick";
  NamedExperiment e = shaken(loose);
  const double holds = coulomb_level();
  e.inputs.insert_or_assign("force", sine_with_step(0.45 * holds, 5.0, 0.1 * holds, 0.5 * holds));
  e.plant.initial.emplace("position", 0.3);
  const Trajectory t = run(e);
  ASSERT_EQ(t.result.status, SolveStatus::finished) << t.result.reason;
  EXPECT_GT(largest(t["force"]), 0.9 * holds);
  for (std::size_t i = 0; i < t.time.size(); ++i) {
    ASSERT_EQ(t["velocity"][i], 0.0) << t.time[i];
    ASSERT_EQ(t["position"][i], 0.3) << t.time[i];
  }
}

/// Keeps the run at an instant, and its state there.
class Keeper final : public LoopObserver {
 public:
  explicit Keeper(std::size_t at) : at_(at) {}
  bool step(const LoopStep&) override { return ++steps_ < at_; }  // "memory is full": the run ends after this step
 private:
  std::size_t at_, steps_ = 0;
};

// A copy of (t, y, branch), taken at any step, goes on as the run does: at any instant the run is what these say.
// Steps restart from a chosen size, so both are stopped and go on.
TEST_P(EveryLawInARun, GoesOnFromACopyOfItsBranchToTheLastBit) {
  for (const bool sampled : {false, true}) {
    NamedExperiment e = shaken(loose);
    e.run.duration = 0.4;
    if (sampled) {
      NamedPart pid;
      pid.model = "pid";
      e.controller = pid;
      e.sampled = NamedValues{{"sample_time", 2e-3}, {"position_noise", 1e-6}, {"delay", 3e-3}};
    }
    for (const std::size_t at : {1U, 7U, 40U}) {
      LoopRun original = assemble(e);
      std::vector<double> y = original.initial_state();
      original.start(0, y.data());
      Keeper keeper(at);
      const SolveResult stopped = solve(original, y, 0, 0.4, e.run.solver, keeper);
      const Branch branch = original.branch();
      std::vector<double> copied = y;
      LoopRun copy = assemble(e);  // made anew: nothing but the branch and the states is carried over
      copy.set_branch(branch);
      LoopObserver none;
      const SolveResult one = solve(original, y, stopped.time, 0.4, e.run.solver, none);
      const SolveResult two = solve(copy, copied, stopped.time, 0.4, e.run.solver, none);
      ASSERT_EQ(one.status, two.status) << one.reason << two.reason;
      EXPECT_EQ(y, copied) << at << (sampled ? " sampled" : "");
      EXPECT_EQ(original.branch(), copy.branch());
    }
  }
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const ModelEntry& model : model_catalogue()) names.emplace_back(model.info.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(Catalogue, EveryLawInARun, ::testing::ValuesIn(all_names()),
                         [](const auto& law) { return law.param; });

}  // namespace
}  // namespace stiction
