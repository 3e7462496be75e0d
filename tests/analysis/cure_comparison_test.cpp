// SPDX-License-Identifier: BSD-3-Clause
// What `compare` answers is what runs of its experiments show.
#include "stiction/analysis/cure_comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>

#include "stiction/loop/run_loop.hpp"

namespace stiction {
namespace {

NamedExperiment servo(const char* controller = "pid") {
  NamedExperiment e;
  e.controller = NamedPart{.model = controller};
  e.references.emplace("reference",
                       NamedSignal({{.kind = "sine", .values = {{"amplitude", 0.01}, {"frequency", 1.0}}}}));
  e.run.duration = 1;
  return e;
}

/// Root mean squares of a run as anybody would compute them, from many samples.
struct Sampled {
  double error = 0, effort = 0, chatter = 0;

  Sampled(NamedExperiment e, double interval) {
    e.run.record = {.interval = interval};
    const Trajectory t = run_loop(assemble(e), e.run);
    const std::vector<double>&x = t["position"], &r = t["reference"], &u = t["control"];
    for (std::size_t k = 1; k < x.size(); ++k) {
      error += std::pow(x[k] - r[k], 2), effort += std::pow(u[k], 2), chatter += std::pow(u[k] - u[k - 1], 2);
    }
    const auto n = static_cast<double>(x.size() - 1);
    error = std::sqrt(error / n), effort = std::sqrt(effort / n), chatter = std::sqrt(chatter / n);
  }
};

// Whatever the controller, continuous or sampled with an encoder and a delay, it runs as the file gives it.
TEST(LoopScore, TheGivenControllerRunsAsGiven) {
  for (const char* model : {"cascade", "textbook_pid", "feed_forward", "friction_observer_lugre"})
    for (const bool sampled : {false, true}) {
      NamedExperiment e = servo(model);
      if (sampled) e.sampled = NamedValues{{"sample_time", 2e-3}, {"encoder_resolution", 1e-6}, {"delay", 1e-3}};
      const ServoTask task(e);
      const LoopScore s = task.score(task.controller(), task.frictions(), {.set_point = false});
      ASSERT_EQ(s.problem, "") << model;
      const Sampled run(e, 1e-5);  // the observer begins with a force that decays within a millisecond
      EXPECT_NEAR(s.error, run.error, 1e-3 * run.error) << model << sampled;
      EXPECT_NEAR(s.effort, run.effort, 2e-3 * run.effort) << model << sampled;
      if (!sampled) continue;
      const Sampled at_samples(e, 2e-3);
      EXPECT_NEAR(s.chatter, at_samples.chatter, 0.02 * at_samples.chatter) << model;
    }
}

// A reference that begins late and a force that disturbs: the first error is tiny, and what follows is not divergence.
TEST(LoopScore, AnErrorThatBeginsTinyIsNotUnstable) {
  NamedExperiment e = servo();
  e.references["reference"] =
      NamedSignal({{.kind = "move", .values = {{"distance", 0.5}, {"speed", 0.5}, {"start", 0.2}}}});
  e.inputs.emplace("force", NamedSignal({{.kind = "sine", .values = {{"amplitude", 0.2}, {"frequency", 2.0}}}}));
  e.run.duration = 2;
  const ServoTask task(e);
  const LoopScore s = task.score(task.controller(), task.frictions(), {.set_point = false});
  EXPECT_EQ(s.problem, "");
  EXPECT_GT(s.error, 0);
}

// Hunting by an integral takes longer than what is followed: the run at the set-point goes on until it is seen.
TEST(LoopScore, HuntingThatIsSlowerThanTheTaskIsSeen) {
  NamedExperiment e;
  e.controller = NamedPart{.model = "cascade"};
  e.references.emplace("reference",
                       NamedSignal({{.kind = "move", .values = {{"distance", 0.5}, {"speed", 0.5}, {"start", 0.2}}}}));
  e.run.duration = 5;
  const ServoTask task(e);
  const LoopScore s = task.score(task.controller(), task.frictions(), {.patient = true});
  EXPECT_TRUE(s.hunts) << "as analyse finds: a stable cycle of 21 s";
  EXPECT_GT(s.set_point_time, 3 * e.run.duration);
}

// Gains of a loop that turns are told in units of rotation, as its experiment file writes them.
TEST(CureCandidates, GainsHaveTheUnitsOfTheMotion) {
  for (const bool turns : {false, true}) {
    NamedExperiment e = servo();
    if (turns) e.plant.model = "pendulum_in_bearings";
    std::map<std::string, std::string> units;
    for (const CureCandidate& c : cure_candidates(ServoTask(e)))
      for (const TunedNumber& n : c.numbers) units[n.name] = n.unit;
    EXPECT_EQ(units.at("position_gain"), turns ? "N.m/rad" : "N/m");
    EXPECT_EQ(units.at("velocity_gain"), turns ? "N.m.s/rad" : "N.s/m");
  }
}

// PID hunting of CanudasDeWit1995, Fig. 8, has a period of 24.4 s and swings by 2 x 0.0639025 m. The second half of a
// run of 40 s sees no whole period, that of the longer one at the set-point does.
TEST(LoopScore, HuntingIsLookedForInALongerRun) {
  NamedExperiment e = servo();
  e.references["reference"] = NamedSignal(1.0);
  e.run.duration = 40;
  const ServoTask task(e);
  const LoopScore s = task.score(task.controller(), task.frictions(), {});
  EXPECT_TRUE(s.hunts);
  EXPECT_NEAR(s.swing, 2 * 0.0639025103, 1e-4);
  NamedPart without_integral = task.controller();
  without_integral.values.insert_or_assign("integral_gain", 0.0);
  const LoopScore rests = task.score(without_integral, task.frictions(), {});
  EXPECT_FALSE(rests.hunts);
  EXPECT_GT(rests.rest_error, 0.1);  // stiction holds it up to F_S / K_p = 0.5 m away
}

// Of several contacts, every one is moved by itself, under its own name, and a factor of friction is one of all.
TEST(CompareCures, TakesPlantsWithSeveralContacts) {
  NamedExperiment e = servo();
  e.plant = {.model = "two_mass_drive"};
  e.friction = {{.model = "coulomb_viscous", .values = {{"coulomb_force", 0.01}, {"viscous_damping", 0.01}}},
                {.model = "coulomb_viscous", .values = {{"coulomb_force", 0.02}, {"viscous_damping", 0.02}}}};
  e.run.duration = 0.2;
  const ServoTask task(e);
  EXPECT_DOUBLE_EQ(task.force_level(), 0.02);
  const Frictions less = with_force_levels(task.frictions(), 0.5);
  EXPECT_DOUBLE_EQ(*value_in(less[0].values, "coulomb_force"), 0.005);
  EXPECT_DOUBLE_EQ(*value_in(less[1].values, "coulomb_force"), 0.01);
  const CureComparison all = compare_cures(e, {.evaluations = 2});
  ASSERT_TRUE(all.complete);
  const auto given =
      std::find_if(all.cures.begin(), all.cures.end(), [](const Cure& c) { return c.label == "as given"; });
  ASSERT_EQ(given->moved.size(), 8U);
  std::set<std::string> names;
  for (const RobustnessScore& moved : given->moved) names.insert(moved.parameter);
  EXPECT_EQ(names, (std::set<std::string>{"motor.coulomb_force", "motor.viscous_damping", "load.coulomb_force",
                                          "load.viscous_damping"}));
  // The score of a moved friction is that of a run with it.
  for (const RobustnessScore& moved : given->moved) {
    Frictions frictions = task.frictions();
    const std::size_t contact = moved.parameter.starts_with("load.") ? 1 : 0;
    for (double& x :
         frictions[contact].values.find(moved.parameter.substr(moved.parameter.find('.') + 1))->second.numbers)
      x *= 1 + moved.change;
    const LoopScore s = task.score(task.controller(), frictions, {.tolerance = 1e-6, .set_point = false});
    EXPECT_NEAR(moved.score.error, s.error, 1e-12) << moved.parameter;
  }
}

// Every candidate gets as many evaluations, keeps to the budget, and its experiment gives the numbers of the table. The
// answer does not depend on how the work is shared.
TEST(CompareCures, IsFairAndRepeatable) {
  NamedExperiment e = servo();
  e.controller->values = {{"velocity_gain", 60.0}, {"position_gain", 900.0}, {"integral_gain", 3000.0}};
  e.sampled = NamedValues{{"sample_time", 2e-3}};
  e.run.duration = 0.5;
  const CureComparison one = compare_cures(e, {.evaluations = 16, .threads = 1}),
                       two = compare_cures(e, {.evaluations = 16, .threads = 2});
  ASSERT_TRUE(one.complete && two.complete);
  ASSERT_EQ(one.cures.size(), two.cures.size());
  ASSERT_GE(one.cures.size(), 8U);
  const Cure *given = nullptr, *tuned = nullptr, *observer = nullptr;
  for (std::size_t i = 0; i < one.cures.size(); ++i) {
    const Cure& c = one.cures[i];
    EXPECT_EQ(c.label, two.cures[i].label);
    EXPECT_EQ(c.nominal.error, two.cures[i].nominal.error);
    EXPECT_EQ(c.evaluations, c.numbers.empty() ? 0 : 16) << c.label;
    (c.numbers.empty() ? given : c.label == "friction observer" ? observer : tuned) = &c;
    if (c.label == "as given, tuned") tuned = &c;
    if (!c.ran()) continue;
    const Sampled run(c.experiment, 1e-4);
    EXPECT_NEAR(c.nominal.error, run.error, 2e-3 * run.error) << c.label;
    EXPECT_NEAR(c.nominal.effort, run.effort, 5e-3 * run.effort) << c.label;
  }
  ASSERT_TRUE(given && tuned && observer);
  EXPECT_EQ(given->controller().values.find("velocity_gain")->second.numbers.front(), 60.0);
  EXPECT_LE(tuned->nominal.error + tuned->nominal.rest_error, given->nominal.error + given->nominal.rest_error);
  EXPECT_LT(observer->nominal.error, 0.5 * given->nominal.error);
  EXPECT_LE(tuned->nominal.effort, 1.02 * one.budget.effort);
  EXPECT_LE(tuned->nominal.chatter, 1.02 * one.budget.chatter);
  for (std::size_t i = 1; i < one.cures.size(); ++i)
    EXPECT_TRUE(one.cures[i].rank == 0 || one.cures[i].rank == one.cures[i - 1].rank + 1) << one.cures[i].label;
}

// A wish to stop is heard inside a run, and what is known by then is kept.
TEST(CompareCures, KeepsWhatItHasWhenStopped) {
  std::atomic<int> asked = 0;
  const CureComparison all = compare_cures(servo(), {.threads = 1, .stop = [&] { return ++asked > 40; }});
  EXPECT_FALSE(all.complete);
  const auto given = std::find_if(all.cures.begin(), all.cures.end(), [](const Cure& c) { return c.numbers.empty(); });
  ASSERT_NE(given, all.cures.end());
  EXPECT_TRUE(given->ran()) << given->nominal.problem;
  EXPECT_GT(given->nominal.error, 0);
}

// What cannot be compared is refused in words.
TEST(CompareCures, NeedsALoop) {
  EXPECT_THROW(compare_cures(NamedExperiment{}), InvalidInput);
  NamedExperiment no_reference = servo();
  no_reference.references.clear();
  EXPECT_THROW(compare_cures(no_reference), InvalidInput);
}

}  // namespace
}  // namespace stiction
