// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/equilibrium_study.hpp"

#include <random>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/loop/run_loop.hpp"
#include "tests/analysis/limit_cycle_experiments.hpp"
#include "tests/reference/reference_values.hpp"

namespace stiction::testing {
namespace {

// Steady sliding and its eigenvalues, found from rest: \cite Astrom2008 (20)-(24) as the reference has them.
TEST(EquilibriumStudy, SteadySlidingMeetsTheReference) {
  const ReferenceTable::Values& known = ReferenceTable::of("astrom2008_linearisation");
  for (const auto& [name, drag, speed, stable] :
       {std::tuple{"fig6b_sigma2=0.2", 0.2, 2.0, true}, {"fig7a_vp=0.2", 0.0, 0.2, false}}) {
    const LoopRun a = assemble(stick_slip_2008(drag, speed));
    const EquilibriumStudy e = study_equilibrium(a, a.initial_state());
    ASSERT_TRUE(e.found) << e.sentence;
    EXPECT_NEAR(e.state[0], known.at(std::string(name) + "/l_e").value, 1e-9);
    EXPECT_NEAR(e.state[1], speed, 1e-9);
    EXPECT_EQ(e.stability.stable, stable);
    ASSERT_EQ(e.stability.eigenvalues.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(e.stability.eigenvalues[i].real(),
                  known.at(std::string(name) + "/lambda" + std::to_string(i + 1) + "_re").value, 1e-6);
  }
}

// A friction observer with a plain gain has room for a gain of order four. Memories of it that nothing moves are no
// roots of the loop: of position, velocity and the two deflections one is zero, as those keep their difference at rest.
TEST(EquilibriumStudy, UnusedStatesOfAControllerAreNoRoots) {
  NamedExperiment e = hunting();
  e.controller = NamedPart{.model = "friction_observer_lugre", .values = {{"velocity_gain", 400.0}}};
  const LoopRun a = assemble(e);
  const EquilibriumStudy s = study_equilibrium(a, a.initial_state());
  ASSERT_TRUE(s.found) << s.sentence;
  ASSERT_EQ(s.stability.eigenvalues.size(), 4U) << s.sentence;
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(s.stability.eigenvalues[i].real(), 0);
  EXPECT_EQ(s.stability.eigenvalues[3].real(), 0);
  // A memory that the error moves is one of them.
  e.controller->values.insert_or_assign("gain_numerator", NamedValue(std::vector<double>{0, 1, 0, 0, 0}));
  e.controller->values.insert_or_assign("gain_denominator", NamedValue(std::vector<double>{1, 0, 0, 0}));
  const LoopRun b = assemble(e);
  const EquilibriumStudy filtered = study_equilibrium(b, b.initial_state());
  ASSERT_TRUE(filtered.found) << filtered.sentence;
  EXPECT_EQ(filtered.stability.eigenvalues.size(), s.stability.eigenvalues.size() + 1);
}

// A mass at its reference rests; its integral state could be any that stiction holds. What stiction holds is told.
TEST(EquilibriumStudy, RestIsToldFromSliding) {
  NamedExperiment e = hunting();
  e.friction = {stiction_law(1.5, 1, 0.4)};
  e.plant.initial = {{"position", 1.0}};
  const LoopRun a = assemble(e);
  const EquilibriumStudy rest = study_equilibrium(a, a.initial_state());
  EXPECT_TRUE(rest.found && rest.resting) << rest.sentence;
  const LoopRun bristles = assemble(hunting());
  const EquilibriumStudy held = study_equilibrium(bristles, bristles.initial_state());
  ASSERT_TRUE(held.found) << held.sentence;
  EXPECT_NEAR(held.state[0], 1, 1e-6);  // no integral rests but on the reference
  EXPECT_NEAR(held.state[1], 0, 1e-9);
  EXPECT_TRUE(held.marginal);  // bristles hold any force
}

/// A law with all numbers moved at random, force levels together; none where no choice obeys its rules.
std::optional<NamedPart> random_law(const ModelEntry& law, std::mt19937& random) {
  const auto between = [&](double a, double b) {
    return a * std::pow(b / a, static_cast<double>(random()) / 4294967296.0);
  };
  const NamedValues defaults = law.resolve("", {});
  for (int tries = 0; tries < 50; ++tries) {
    NamedPart part{.model = std::string(law.info.name)};
    const double level = between(0.3, 20);
    for (const FieldInfo& row : law.parameters) {
      NamedValue value = defaults.find(row.name)->second;
      const double factor = row.role == Role::force_level ? level * between(0.9, 1.2) : between(0.5, 2);
      for (double& x : value.numbers) x *= factor;
      part.values.insert_or_assign(std::string(row.name), value);
    }
    try {
      law.resolve("", part.values);
      return part;
    } catch (const InvalidInput&) {
    }
  }
  return std::nullopt;
}

// Steady sliding on a belt and behind a spring, from rest: k x = F_ss(v), by the law's own steady curve, for every law
// that has one and parameters over decades. Bristles that bend elastically, elements that slip at their limits and
// friction that grows with age all have to be found.
TEST(EquilibriumStudy, SteadySlidingIsFoundForEveryLaw) {
  int cases = 0;
  for (const ModelEntry& law : model_catalogue()) {
    if (law.kind == "memory" || !law.steady_force) continue;
    std::mt19937 random(20);
    for (int k = 0; k < 12; ++k) {
      const bool belt = k % 2 == 1 && !law.info.name.starts_with("rate_and_state");  // refused there
      const auto chosen = random_law(law, random);
      if (!chosen) continue;
      NamedExperiment e;
      e.friction = {*chosen};
      e.plant.model = belt ? "block_on_belt" : "pulled_mass";
      const double stiffness = 0.5 * std::pow(4.0, k), speed = (k % 4 < 2 ? 1 : -1) * 0.01 * std::pow(1.4, k);
      e.plant.values = {{"mass", 0.05 * std::pow(1.8, k)}, {"spring_stiffness", stiffness}};
      e.inputs[belt ? "belt_speed" : "pull_speed"] = speed;
      const double sliding = belt ? -speed : speed;
      const double force = law.steady_force(law.resolve("", chosen->values), std::span(&sliding, 1)).front();
      const LoopRun run = assemble(e);
      const EquilibriumStudy s = study_equilibrium(run, run.initial_state());
      ASSERT_TRUE(s.found) << law.info.name << ", case " << k << ": " << s.sentence;
      EXPECT_NEAR(s.state[0] * stiffness, belt ? -force : force, 1e-6 * std::abs(force))
          << law.info.name << ", case " << k;
      ++cases;
    }
  }
  EXPECT_GT(cases, 300);
}

// The same from the end of a run, with the numbers of a belt on which it was missed.
TEST(EquilibriumStudy, ElastoplasticSlidingOnABeltIsFound) {
  NamedExperiment e;
  e.plant = {.model = "block_on_belt", .values = {{"mass", 0.2531}, {"spring_stiffness", 3.369}}};
  e.friction = {{.model = "elasto_plastic",
                 .values = {{"bristle_stiffness", 52820},
                            {"bristle_damping", 167.4},
                            {"viscous_damping", 1.111},
                            {"coulomb_force", 8.658},
                            {"static_force", 9.593},
                            {"stribeck_velocity", 0.003139},
                            {"breakaway_ratio", 0.5784}}}};
  e.inputs["belt_speed"] = -0.02604;
  const Trajectory run = run_loop(assemble(e), e.run);
  const EquilibriumStudy s = study_equilibrium(
      assemble(e), {run.final_value("position"), run.final_value("velocity"), run.final_value("deflection")}, 10);
  ASSERT_TRUE(s.found) << s.sentence;
  const double ratio = 0.02604 / 0.003139;
  const double force = 8.658 + (9.593 - 8.658) * std::exp(-ratio * ratio) + 1.111 * 0.02604;
  EXPECT_NEAR(s.state[0], -force / 3.369, 1e-9);
}

// The position of a free mass and the work done on it are carried along; its velocity is not.
TEST(EquilibriumStudy, StatesThatNothingDependsOnAreLeftOut) {
  NamedExperiment e;
  e.friction = {stiction_law(1.5, 1, 0.4)};
  e.plant.initial = {{"velocity", 0.5}};
  const LoopRun prototype(assemble(e, true));
  LoopRun core = prototype;
  const std::vector<double> y = core.initial_state();
  core.start(0, y.data());
  const std::vector<bool> matters = states_that_matter(core, 0, y.data());
  EXPECT_EQ(matters, (std::vector<bool>{false, true, false, false}));
}

// Elements of the Leuven law share a load in any proportion while they stick; none bears more than its limit. The sum
// is the steady force, k x = S(v) + sigma_2 v.
TEST(EquilibriumStudy, ElementsBearNoMoreThanTheirLimits) {
  for (const double speed : {-0.004022, 0.02321}) {
    NamedExperiment e;
    e.plant = NamedPart{.model = "block_on_belt", .values = {{"mass", 0.1061}, {"spring_stiffness", 93.25}}};
    e.friction = {NamedPart{.model = "leuven"}};
    e.inputs.emplace("belt_speed", NamedSignal(speed));
    e.run.duration = 20;
    LoopRun a = assemble(e);
    const Trajectory run = run_loop(assemble(e), e.run);
    std::vector<double> end;
    for (std::size_t n = 0; n < a.loop().state_count; ++n) end.push_back(run.signals[n].values.back());
    const EquilibriumStudy found = study_equilibrium(a, end, e.run.duration);
    ASSERT_TRUE(found.found) << found.sentence;
    const double limits[] = {0.16, 0.32, 0.48, 0.64};
    double sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_LE(std::abs(found.state[2 + k]), limits[k] * (1 + 1e-6)) << k;
      sum += found.state[2 + k];
    }
    const double level = 1 + 0.5 * std::exp(-std::pow(speed / 0.001, 2));
    EXPECT_NEAR(std::abs(sum), level, 1e-6);
    EXPECT_NEAR(93.25 * std::abs(found.state[0]), level + 0.4 * std::abs(speed), 1e-6);
  }
}

// A mass pulled through a spring under rate-and-state friction slides steadily where the spring is stiffer than
// k_c = (b - a) N/D_c (1 + m v^2/(a N D_c)) (Rice and Ruina 1983): verdict and eigenvalues say so, on either side of
// it.
TEST(EquilibriumStudy, RateAndStateSlidesSteadilyAboveTheCriticalStiffness) {
  for (const char* law : {"rate_and_state_slip", "rate_and_state_ageing"})
    for (const double speed : {1e-6, 1e-4, 3e-3})
      for (const double ratio : {0.1, 0.9, 1.1, 10.0}) {
        const double critical = 0.005 / 1e-5 * (1 + 2 * speed * speed / (0.01 * 1e-5));
        NamedExperiment e;
        e.plant = NamedPart{.model = "pulled_mass", .values = {{"mass", 2.0}, {"spring_stiffness", ratio * critical}}};
        e.friction = {NamedPart{.model = law}};
        e.inputs.emplace("pull_speed", NamedSignal(speed));
        const LoopRun a = assemble(e);
        const EquilibriumStudy found = study_equilibrium(a, a.initial_state());
        ASSERT_TRUE(found.found) << found.sentence;
        EXPECT_EQ(found.stability.stable, ratio > 1) << law << " " << speed << " " << ratio;
        EXPECT_EQ(found.stability.growth_rate < 0, ratio > 1) << law << " " << speed << ": " << found.sentence;
      }
}

}  // namespace
}  // namespace stiction::testing
