// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/limit_cycle.hpp"

#include <numbers>

#include "stiction/analysis/half_cycle_map.hpp"
#include "stiction/loop/run_loop.hpp"
#include "tests/analysis/limit_cycle_experiments.hpp"
#include "tests/reference/reference_values.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::testing {
namespace {

void expect_stick_slip(const LimitCycle& c, const std::string& experiment, const std::string& prefix = "") {
  ASSERT_EQ(c.verdict, CycleVerdict::stable_cycle) << c.sentence;
  compare(experiment,
          {{prefix + "period", c.period},
           {prefix + "v_max", c["velocity"].highest},
           {prefix + "v_min", {c["velocity"].lowest, 1e-2}},
           {prefix + "l_max", c["elongation"].highest},
           {prefix + "l_min", c["elongation"].lowest},
           {prefix + "F_max", c["friction_force"].highest},
           {prefix + "F_min", {c["friction_force"].lowest, 1.0}}},
          1e-6);
}

// Stick-slip of both papers, to a millionth, in less simulated time than five periods.
TEST(LimitCycle, StickSlipMeetsTheReference) {
  const LimitCycle first = find_limit_cycle(assemble(stick_slip_1995()));
  expect_stick_slip(first, "lugre1995_fig6_stickslip");
  EXPECT_LT(first.searched, 5 * first.period);
  EXPECT_NEAR(first["velocity"].mean, 0.1, 1e-7);  // the mass keeps up with the pull
  expect_stick_slip(find_limit_cycle(assemble(stick_slip_2008())), "astrom2008_fig4_stickslip");
  expect_stick_slip(find_limit_cycle(assemble(stick_slip_2008(0.2))), "astrom2008_fig678_sweeps", "fig6b_sigma2=0.2/");
}

// Other laws on the spring of 1995, with modes and without: periods of the reference.
TEST(LimitCycle, OtherLawsStickAndSlipAsTheReference) {
  const ReferenceTable::Values& known = ReferenceTable::of("static_models_on_1995_fig6");
  for (const auto& [law, key] : {std::pair{"tustin", "tustin_exp_|v|/period"},
                                 {"reset_integrator", "reset_integrator/period"},
                                 {"karnopp", "karnopp_DV=1e-3/period"}}) {
    NamedExperiment e = stick_slip_1995();
    e.friction = {{.model = law}};
    const LimitCycle c = find_limit_cycle(assemble(e));
    ASSERT_TRUE(c.found()) << law << ": " << c.sentence;
    EXPECT_NEAR(c.period, known.at(key).value, 1e-6 * c.period) << law;
    EXPECT_EQ(c.verdict, CycleVerdict::stable_cycle) << law;
  }
}

// Every slip of Coulomb friction with stiction begins at the same point, so the cycle is solved exactly and forgets all
// perturbations at once: over random springs, drags and speeds.
TEST(LimitCycle, StictionGivesTheExactCycleAndAMultiplierOfZero) {
  RandomCases random(1);
  int cycles = 0, none = 0;
  while (cycles < 8 || none < 3) {
    const StictionLevels f{random.uniform(1.2, 3), 1, random.uniform(0, 0.6)};
    const PulledSpring spring{random.log_uniform(0.3, 3), random.log_uniform(0.5, 8), random.log_uniform(0.03, 2)};
    const StickSlipCycle exact = stick_slip_cycle(spring, f);
    // Far enough from where the mass just fails to stop.
    if (exact.exists ? exact.stick_time < 0.1 * exact.slip_time
                     : exact.lowest_speed < 0.1 * spring.pull_speed || f.viscous_damping < 0.2)
      continue;
    (exact.exists ? cycles : none) += 1;
    NamedExperiment e;
    e.plant = {.model = "pulled_mass",
               .values = {{"mass", spring.mass}, {"spring_stiffness", spring.spring_stiffness}}};
    e.friction = {stiction_law(f.static_force, f.coulomb_force, f.viscous_damping)};
    e.inputs["pull_speed"] = spring.pull_speed;
    const LimitCycle c = find_limit_cycle(assemble(e));
    ASSERT_EQ(c.found(), exact.exists) << c.sentence << "; " << exact.sentence << " with a drag of "
                                       << f.viscous_damping << ", F_S " << f.static_force << ", m " << spring.mass
                                       << ", k " << spring.spring_stiffness << ", v_p " << spring.pull_speed;
    if (!exact.exists) continue;
    EXPECT_NEAR(c.period, exact.period, 1e-6 * exact.period);
    EXPECT_NEAR(c["velocity"].highest, exact.largest_speed, 1e-6 * exact.largest_speed);
    EXPECT_NEAR(c["elongation"].highest, exact.longest_spring, 1e-6 * exact.longest_spring);
    EXPECT_NEAR(c.rest_fraction, exact.stick_time / exact.period, 1e-6);
    ASSERT_EQ(c.multipliers.size(), 1U);
    EXPECT_LT(std::abs(c.multipliers[0]), 1e-4);
    EXPECT_EQ(c.events.at("stick"), 1U);
    EXPECT_EQ(c.events.at("slip"), 1U);
  }
}

// The belt is the pulled mass seen from another carriage: the same period, the spring force mirrored.
TEST(LimitCycle, BlockOnBeltMeetsTheExactCycle) {
  NamedExperiment e;
  e.plant.model = "block_on_belt";
  e.friction = {stiction_law(1.5, 1, 0)};
  const LimitCycle c = find_limit_cycle(assemble(e));
  const StickSlipCycle exact = stick_slip_cycle({}, {});
  ASSERT_TRUE(c.found()) << c.sentence;
  EXPECT_NEAR(c.period, exact.period, 1e-6 * exact.period);
  EXPECT_NEAR(c["position"].lowest, exact.shortest_spring, 1e-6);
  EXPECT_NEAR(c["position"].highest, exact.longest_spring, 1e-6);
  EXPECT_NEAR(c["velocity"].highest, 0.1, 1e-6);
  EXPECT_NEAR(c["velocity"].lowest, 0.1 - exact.largest_speed, 1e-6);
}

// Den Hartog 1931: a mass on a spring under a harmonic force with Coulomb friction that never sticks. With beta the
// frequency over the natural one, V = 1/(1 - beta^2), U = sin(pi/beta)/(beta (1 + cos(pi/beta))) the amplitude is
// (P/k) sqrt(V^2 - (F/P)^2 U^2). The flow keeps areas but at the two reversals, where they shrink by the ratio of
// accelerations, (k beta^2 x - F)/(k beta^2 x + F): the product of the multipliers is its square.
TEST(LimitCycle, ForcedVibrationIsDenHartogs) {
  const double k = 2, p = 1, f = 0.2, beta = 0.6;
  NamedExperiment e;
  e.plant.model = "block_on_belt";
  e.friction = {{.model = "coulomb", .values = {{"coulomb_force", f}}}};
  e.inputs["belt_speed"] = 0.0;
  const double frequency = beta * std::sqrt(k) / (2 * std::numbers::pi);
  e.inputs.emplace("force", NamedSignal({{.kind = "sine", .values = {{"amplitude", p}, {"frequency", frequency}}}}));
  const LimitCycle c = find_limit_cycle(assemble(e), {.period = 1 / frequency});
  ASSERT_EQ(c.verdict, CycleVerdict::stable_cycle) << c.sentence;
  const double v = 1 / (1 - beta * beta);
  const double u = std::sin(std::numbers::pi / beta) / (beta * (1 + std::cos(std::numbers::pi / beta)));
  const double amplitude = p / k * std::sqrt(v * v - f * f / (p * p) * u * u);
  EXPECT_NEAR(c["position"].amplitude(), amplitude, 1e-6 * amplitude);
  EXPECT_NEAR(c["position"].mean, 0, 1e-6 * amplitude);
  const double shrink = (k * beta * beta * amplitude - f) / (k * beta * beta * amplitude + f);
  ASSERT_EQ(c.multipliers.size(), 2U);
  EXPECT_NEAR((c.multipliers[0] * c.multipliers[1]).real(), shrink * shrink, 1e-3);
}

// Beyond a period doubling the motion comes back to the section every second time only: its period is the sum of two
// unequal ones, as a plain run of 600 s shows; the simple cycle is still there, but unstable.
TEST(LimitCycle, DoublesItsPeriod) {
  NamedExperiment e = stick_slip_2008(0.195);
  set_value(e, "plant.spring_stiffness", 5);
  LoopRun a = assemble(e);
  const LimitCycle c = find_limit_cycle(a);
  ASSERT_EQ(c.verdict, CycleVerdict::stable_cycle) << c.sentence;
  EXPECT_EQ(c.passes, 2);
  EXPECT_NE(c.sentence.find("an unstable cycle"), std::string::npos) << c.sentence;
  std::vector<double> passed{600};
  for (int k = 0; k < 3; ++k) {
    a.set_section(Section{.state = 1, .level = 2, .direction = 1, .armed_from = passed.back() + (k > 0 ? 0.5 : 0)});
    passed.push_back(run_loop(a, {.duration = 700, .solver = {.tolerance = 1e-9}}).result.time);
  }
  EXPECT_GT(std::abs((passed[3] - passed[2]) - (passed[2] - passed[1])), 1e-3);
  EXPECT_NEAR(c.period, passed[3] - passed[1], 1e-6 * c.period);
}

// Where drag is too strong for stick-slip the verdict is steady sliding, not a cycle.
TEST(LimitCycle, SaysThatThereIsNone) {
  const LimitCycle c = find_limit_cycle(assemble(stick_slip_2008(0.5)));
  EXPECT_TRUE(c.verdict == CycleVerdict::equilibrium || c.verdict == CycleVerdict::decays) << c.sentence;
  EXPECT_NEAR(c["velocity"].mean, 2, 1e-4);
  EXPECT_NEAR(c["elongation"].mean, 1.97000000303, 1e-4);  // F_ss(v_p)/k
  NamedExperiment without_integral = hunting();
  set_value(without_integral, "controller.integral_gain", 0);
  const LimitCycle rest = find_limit_cycle(assemble(without_integral));
  EXPECT_EQ(rest.verdict, CycleVerdict::equilibrium) << rest.sentence;
  EXPECT_NE(rest.sentence.find("at rest"), std::string::npos) << rest.sentence;
}

// Sliding without damping, v = 0.1 + 0.05 cos(sqrt(2) t): every amplitude is an orbit, none draws the motion, and the
// one that is told is that of the start, not a neighbour.
TEST(LimitCycle, NeutralOrbitsAreNotCycles) {
  for (const char* law : {"coulomb", "dahl", "bouc_wen", "bliman_sorine", "space_invariant", "hybrid_stick_slip"}) {
    NamedExperiment e;
    e.plant.model = "pulled_mass";
    e.plant.initial = {{"elongation", 0.5}, {"velocity", 0.15}};
    e.friction = {{.model = law}};
    const LimitCycle c = find_limit_cycle(assemble(e));
    EXPECT_EQ(c.verdict, CycleVerdict::neutral) << law << ": " << c.sentence;
    EXPECT_NEAR(c.period, 2 * std::numbers::pi / std::sqrt(2.0), 1e-6) << law;
    // Bristles start unbent: until they are bent, over some 10 um, the mass is braked less.
    EXPECT_NEAR(c["velocity"].lowest, 0.05, 2e-3) << law;
    EXPECT_NEAR(c["velocity"].highest, 0.15, 2e-3) << law;
  }
}

// A force with a mean on a mass without a spring: the velocity repeats, the position does not. What it gains in a
// period is what a run gains in one, long after the start.
TEST(LimitCycle, MotionThatDriftsIsNoCycle) {
  NamedExperiment e;
  e.inputs.insert_or_assign(
      "force", NamedSignal({{.kind = "sine", .values = {{"amplitude", 1.2}, {"frequency", 1.0}, {"bias", 0.3}}}}));
  const LimitCycle c = find_limit_cycle(assemble(e), {.period = 1});
  ASSERT_EQ(c.verdict, CycleVerdict::drifting) << c.sentence;
  ASSERT_EQ(c.drifts.size(), 1U);
  RunOptions run{.duration = 21, .solver = {.tolerance = 1e-10}, .record = {.interval = 1}};
  const Trajectory t = run_loop(assemble(e), run);
  const std::vector<double>& x = t["position"];
  EXPECT_NEAR(c.drifts[0].per_period, x[21] - x[20], 1e-6 * std::abs(x[21] - x[20]));
}

// What rests is the same after any time, and a sine of 1 Hz is not after 0.7 s: neither is a period.
TEST(LimitCycle, APeriodMustBeThatOfTheInputs) {
  EXPECT_EQ(find_limit_cycle(assemble(hunting()), {.period = 3}).verdict, CycleVerdict::not_possible);
  NamedExperiment e = hunting();
  e.references["reference"] = NamedSignal({{.kind = "sine", .values = {{"amplitude", 0.01}, {"frequency", 1.0}}}});
  EXPECT_EQ(problem_with_period(assemble(e), 1), "");
  EXPECT_EQ(problem_with_period(assemble(e), 3), "");
  EXPECT_NE(problem_with_period(assemble(e), 0.7).find("do not repeat"), std::string::npos);
}

// The tolerance of a run is that of its search.
TEST(LimitCycle, TheToleranceOfARunIsUsed) {
  SolveOptions coarse{.tolerance = 1e-4};
  EXPECT_EQ(cycle_options(coarse).solver.tolerance, 1e-5);
  EXPECT_EQ(cycle_options(SolveOptions{}).solver.tolerance, CycleOptions{}.solver.tolerance);
}

// What has no map says why, what is too short says so, and whoever asks to stop is heard.
TEST(LimitCycle, EndsInWords) {
  NamedExperiment varying = stick_slip_1995();
  varying.inputs.insert_or_assign(
      "pull_speed", NamedSignal({{.kind = "sine", .values = {{"amplitude", 0.1}, {"frequency", 0.3}, {"bias", 0.2}}}}));
  const LimitCycle no_period = find_limit_cycle(assemble(varying));
  EXPECT_EQ(no_period.verdict, CycleVerdict::not_possible);
  EXPECT_NE(no_period.sentence.find("period"), std::string::npos);
  const LoopRun hunts = assemble(hunting());
  const LimitCycle short_of_time = find_limit_cycle(hunts, {.time_limit = 30});
  EXPECT_EQ(short_of_time.verdict, CycleVerdict::none_found) << short_of_time.sentence;
  EXPECT_LT(short_of_time.simulated, 400);
  int calls = 0;
  const LimitCycle stopped = find_limit_cycle(hunts, {.progress = [&](double) { return ++calls > 2; }});
  EXPECT_EQ(stopped.verdict, CycleVerdict::stopped);
  EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace stiction::testing
