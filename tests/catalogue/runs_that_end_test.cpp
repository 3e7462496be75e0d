// SPDX-License-Identifier: BSD-3-Clause
// Laws with corners, jumps and borders come to the end of a run, and to the answer known in closed form.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/named_experiment.hpp"

namespace stiction::runs_that_end_test {
namespace {

/// 1 kg on a surface under a constant force.
NamedExperiment pushed(std::string_view law, const NamedValues& values, double force, double duration) {
  NamedExperiment e;
  e.friction = {NamedPart{.model = std::string(law), .values = values}};
  e.inputs.emplace("force", NamedSignal(force));
  e.run.duration = duration;
  e.run.solver.step_limit = 20'000;
  return e;
}
Trajectory run(const NamedExperiment& e) { return run_loop(assemble(e, true), e.run); }

// Preisach's law slides at F_C: v = (F - F_C) t / m, but for the 20 um before sliding. Its Jacobian at saturation was
// that of the spring, and a second took a million steps.
TEST(RunsThatEnd, PreisachSlidesInFewSteps) {
  const Trajectory t = run(pushed("preisach", {}, 2.0, 10));
  ASSERT_TRUE(t.result.finished()) << t.result.reason;
  EXPECT_LT(t.result.counters.accepted, 2000U);
  // Before sliding, over X = 20 um, friction is below F_C; without any the body would gain sqrt(2 F X / m) = 8.9 mm/s.
  EXPECT_GT(t.final_value("velocity"), 10);
  EXPECT_LT(t.final_value("velocity"), 10 + 8.9e-3);
  EXPECT_NEAR(t.final_value("position"), 50, 0.089);
}

// Twenty bonds that snap at random: 50 m of sliding, with F_C in the mean.
TEST(RunsThatEnd, BristlesSlideWithTheirMeanForce) {
  const Trajectory t = run(pushed("bristles", {}, 2.0, 10));
  ASSERT_TRUE(t.result.finished()) << t.result.reason;
  EXPECT_NEAR(t.final_value("position"), 50, 0.05);
}

// Snap by snap a run follows the law: at a held velocity its force is that of exact steps of the law alone.
TEST(RunsThatEnd, BristlesSnapWhereTheLawSays) {
  const ModelEntry& law = find_model("bristles");
  NamedExperiment e;
  e.plant.model = "prescribed_velocity";
  e.friction = {NamedPart{.model = "bristles"}};
  e.inputs.emplace("velocity", NamedSignal(1e-4));
  e.run.duration = 2, e.run.record.interval = 0.01;  // ten snaps of every bond
  const Trajectory t = run(e);
  ASSERT_TRUE(t.result.finished()) << t.result.reason;
  const std::vector<double> alone = law.force_along(law.resolve("", {}), std::vector<double>(200, 1e-4), 0.01);
  ASSERT_EQ(t.time.size(), alone.size() + 1);
  for (std::size_t k = 0; k < alone.size(); ++k) ASSERT_NEAR(t["friction_force"][k + 1], alone[k], 1e-7) << k;
}

// A space-invariant law with a direct force D beside its states holds up to D at rest, exactly, and stops a body.
TEST(RunsThatEnd, ALawThatJumpsAtRestHolds) {
  const NamedValues direct{{"direct_force", 0.5}};
  const Trajectory held = run(pushed("space_invariant", direct, 0.4999, 1));
  ASSERT_TRUE(held.result.finished()) << held.result.reason;
  EXPECT_EQ(held.final_value("position"), 0.0);
  EXPECT_EQ(held.final_value("friction_force"), 0.4999);
  // Sliding at 1.5 N, then pushed by 0.9 N: it stops; the states hold 1 N less what they lose on the way, D the rest.
  NamedExperiment e = pushed("space_invariant", direct, 0.9, 2);
  e.plant.initial = {{"velocity", 0.1}};
  const Trajectory stopped = run(e);
  ASSERT_TRUE(stopped.result.finished()) << stopped.result.reason;
  EXPECT_EQ(stopped.final_value("velocity"), 0.0);
  EXPECT_EQ(stopped.events.back().what, "stick");
  // Energy: m v^2/2 = (F_D + F_C - 0.9) s, but for the first tenth of a millimetre.
  EXPECT_NEAR(stopped.final_value("position"), 0.005 / 0.6, 2e-4);
}

// Friction just outside the band is 1 + 1000 DV = 2 N, inside at most 1.5 N. Under 1.8 N the body moves along the
// border of the band: 0.6 of the time outside, so with 0.6 DV, after 1/300 s of acceleration by 0.3 m/s2 inside it.
TEST(RunsThatEnd, ABodyMovesAlongTheBorderOfItsBand) {
  const Trajectory t = run(pushed("karnopp", {{"viscous_damping", 1000.0}}, 1.8, 10));
  ASSERT_TRUE(t.result.finished()) << t.result.reason;
  EXPECT_NEAR(t.final_value("position"), 0.6e-3 * (10 - 1 / 300.0), 1e-3 * 6e-3);
  EXPECT_NEAR(t.final_value("friction_force"), 1.8, 1e-6);
}

// A band hides momentum from the surroundings; the work of friction accounts for it.
TEST(RunsThatEnd, LawsWithABandBalanceTheirEnergy) {
  for (const char* law : {"karnopp", "karnopp_reset", "tustin_band", "generalized_kinetic_band"}) {
    NamedExperiment e = pushed(law, {{"band_velocity", 0.05}}, 0, 3);
    NamedSignal::Term sine{.kind = "sine", .values = {{"amplitude", 2.5}, {"frequency", 1.0}}};
    e.inputs.insert_or_assign("force", NamedSignal(std::vector{sine}));
    const Trajectory t = run(e);
    ASSERT_TRUE(t.result.finished()) << law << t.result.reason;
    const double most = *std::max_element(t["supplied_work"].begin(), t["supplied_work"].end());
    for (std::size_t k = 0; k < t.time.size(); ++k)
      ASSERT_NEAR(t["mechanical_energy"][k] + t["friction_work"][k], t["supplied_work"][k], 1e-6 * most) << law;
  }
}

// A force that grows slowly breaks a contact away once.
TEST(RunsThatEnd, ASlowRampBreaksAwayOnce) {
  for (const char* law : {"coulomb", "tustin", "generalized_kinetic", "stiction_coulomb_viscous"}) {
    NamedExperiment e = pushed(law, {}, 0, 1600);
    NamedSignal::Term ramp{.kind = "ramp", .values = {{"slope", 1e-3}}};
    e.inputs.insert_or_assign("force", NamedSignal(std::vector{ramp}));
    const Trajectory t = run(e);
    ASSERT_TRUE(t.result.finished()) << law;
    ASSERT_EQ(t.events.size(), 1U) << law;
    EXPECT_EQ(t.events[0].what, "slip");
  }
}

// A body that comes to rest ringing in its bristles, by an explicit method: reversals without end, but no chattering.
TEST(RunsThatEnd, RingingDownIsNotChattering) {
  NamedExperiment e;
  e.plant.model = "vibrating_incline";
  e.friction = {NamedPart{.model = "elasto_plastic"}};
  e.run.solver.method = SolveMethod::dormand_prince;
  const Trajectory t = run(e);
  EXPECT_TRUE(t.result.finished()) << t.result.reason;
}

// A run that truly ends says which state grew without bound: drag that adds energy, v' = 2 v^3.
TEST(RunsThatEnd, AMotionWithoutBoundIsNamed) {
  NamedExperiment e = pushed("coulomb", {}, 0, 10);
  e.plant.initial = {{"velocity", 1.0}};
  e.controller = NamedPart{.model = "feed_forward",
                           .values = {{"compensation_gain", 5.0},
                                      {"reference_fraction", 0.0},
                                      {"friction_viscous_damping", 1.0},
                                      {"friction_viscous_exponent", 3.0}}};
  const Trajectory t = run(e);
  ASSERT_FALSE(t.result.finished());
  EXPECT_NE(t.result.reason.find("velocity has grown to"), std::string::npos) << t.result.reason;
}

// Where the force on a rate-and-state contact passes through zero, its velocity of 1e-41 m/s turns round within less
// than the resolution of time: the same reversal came back for ever.
TEST(RunsThatEnd, AReversalWithinTheResolutionOfTimeHappensOnce) {
  NamedExperiment e;
  e.friction = {NamedPart{.model = "rate_and_state_slip"}};
  e.controller = NamedPart{.model = "knocker"};
  e.references.emplace("reference", NamedSignal(0.1));
  e.run.duration = 7.6;
  const Trajectory t = run(e);
  EXPECT_TRUE(t.result.finished()) << t.result.reason;
  EXPECT_LT(t.events.size(), 1000U);
}

// After two metres of sliding a snap may lie nearer than the rounding of the distance, 4e-16 m: it is one event, not
// events without end. Pulled by 0.1 m/s the mass keeps to the pull, but for the elongation of its spring.
TEST(RunsThatEnd, BristlesSnapWithinTheRoundingOfTheirDistance) {
  NamedExperiment e;
  e.plant.model = "pulled_mass";
  e.friction = {NamedPart{.model = "bristles"}};
  e.run.duration = 30;
  const Trajectory t = run(e);
  ASSERT_TRUE(t.result.finished()) << t.result.reason;
  EXPECT_NEAR(t.final_value("slid"), 0.1 * 30 - t.final_value("elongation"), 1e-6);
}

// A run that takes too long says how far it came and what its steps follow: here a body that rings, undamped, in a
// spring of 1e9 N/m, with sqrt(k/m)/pi reversals a second.
TEST(RunsThatEnd, ALimitSaysWhatTakesLong) {
  NamedExperiment e = pushed("maxwell_slip", {{"element_stiffness", {4e8, 3e8, 2e8, 1e8}}}, 0.1, 100);
  const SolveResult ringing = run(e).result;
  ASSERT_EQ(ringing.status, SolveStatus::step_limit);
  EXPECT_NE(ringing.reason.find("% of the run, after"), std::string::npos) << ringing.reason;
  EXPECT_NE(ringing.reason.find("a second, the last one a \"reversal\""), std::string::npos) << ringing.reason;
}

// A sampled loop that is unstable, its drive strong: what to change is the controller.
TEST(RunsThatEnd, ALimitNamesTheLoopThatDrivesItselfAway) {
  NamedExperiment e;
  e.plant.model = "serial_arm_2";
  e.friction = {NamedPart{.model = "lugre"}, NamedPart{.model = "lugre"}};
  e.controller = NamedPart{.model = "pid", .values = {{"velocity_gain", 1000.0}}};
  e.sampled = NamedValues{{"sample_time", 0.01}};
  e.references.emplace("reference", 0.1);
  e.run.duration = 10, e.run.solver.step_limit = 50'000;
  const SolveResult r = run(e).result;
  ASSERT_EQ(r.status, SolveStatus::step_limit) << r.reason;
  EXPECT_NE(r.reason.find("the controller drives the loop away"), std::string::npos) << r.reason;
}

}  // namespace
}  // namespace stiction::runs_that_end_test
