// SPDX-License-Identifier: BSD-3-Clause
// Runs by name whose answers are known from elsewhere, on laws and inputs that have gone wrong before.
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/catalogue/named_experiment.hpp"

namespace stiction {
namespace {

Trajectory run(const NamedExperiment& e) { return run_loop(assemble(e, true), e.run); }

// Velocities span twenty decades before the block slides. Elongation and velocity after 4 s by SciPy's solve_ivp:
// Radau at relative tolerances of 1e-10 and 1e-11 and BDF at 1e-10, absolute 1e-13 m, 1e-45 m/s and 1e-11, agree to
// 2e-12 on F = a N asinh(v/(2 v_0) exp((mu_0 + b psi)/a)) with the ageing law.
TEST(KnownAnswers, RateAndStateAgeingPulledThroughASpring) {
  NamedExperiment e;
  e.plant.model = "pulled_mass";
  e.friction.front().model = "rate_and_state_ageing";
  e.run.duration = 4;
  const Trajectory t = run(e);
  ASSERT_TRUE(t.result.finished()) << t.result.reason;
  EXPECT_NEAR(t.final_value("elongation"), 0.36491985778, 1e-9);
  EXPECT_NEAR(t.final_value("velocity"), 0.11135331613, 1e-9);
  for (const double force : t["friction_force"]) EXPECT_GE(force, -1e-9);
}

// A block that a belt carries along at 0.1 m/s has its velocity over the ground to 1e-17 m/s. Rate-and-state friction
// needs 1e-32 m/s: its force was 0 N under 4 N of the spring, and the run finished. The same rig seen from the belt
// works.
TEST(KnownAnswers, RateAndStateOnABeltIsRefused) {
  NamedExperiment e;
  e.plant.model = "block_on_belt";
  e.friction.front().model = "rate_and_state_slip";
  try {
    assemble(e);
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("pulled_mass"), std::string::npos) << error.what();
  }
  e.inputs.insert_or_assign("belt_speed", NamedSignal(0.0));
  EXPECT_NO_THROW(assemble(e));
  e.friction.front().model = "lugre";
  e.inputs.insert_or_assign("belt_speed", NamedSignal(100.0));
  EXPECT_NO_THROW(assemble(e));
}

// A contact that is moved by A sin(w t + p) turns where w t + p is a multiple of pi, however hard it rubs: the band in
// which a velocity counted as zero was taken from the level of friction, in newtons.
TEST(KnownAnswers, PrescribedMotionTurnsWhereItsInputDoes) {
  for (const double stiffness : {1e5, 1e10, 1e13})
    for (const char* law : {"bouc_wen", "dahl"}) {
      NamedExperiment e;
      e.plant.model = "prescribed_velocity";
      e.friction = {NamedPart{.model = law, .values = {{"stiffness", stiffness}}}};
      if (std::string(law) == "dahl") e.friction.front().values.emplace("coulomb_force", 1e-5 * stiffness);
      const NamedSignal::Term sine{.kind = "sine", .values = {{"amplitude", 1e-4}, {"frequency", 0.3}, {"phase", 0.4}}};
      e.inputs.insert_or_assign("velocity", NamedSignal(std::vector{sine}));
      e.run.duration = 10.3;
      std::vector<double> turns;
      for (const TrajectoryEvent& event : run(e).events)
        if (event.what == "reversal") turns.push_back(event.time);
      const double pi = std::acos(-1.0);
      ASSERT_EQ(turns.size(), 6U) << law << " " << stiffness;
      for (std::size_t k = 0; k < turns.size(); ++k)
        EXPECT_NEAR(turns[k], (static_cast<double>(k + 1) * pi - 0.4) / (0.6 * pi), 1e-7) << law << " " << stiffness;
    }
}

// A load above the static limit by a billionth of it slides away; at F = F_C + sigma_2 v it stays at 1.25 m/s.
TEST(KnownAnswers, TustinUnderAForceJustAboveItsStaticLimit) {
  NamedExperiment e;
  e.friction.front().model = "tustin";
  e.inputs.insert_or_assign("force", NamedSignal(1.5 * (1 + 1e-9)));
  e.run.duration = 200;
  const Trajectory t = run(e);
  ASSERT_TRUE(t.result.finished()) << t.result.reason;
  EXPECT_NEAR(t.final_value("velocity"), 1.25, 1e-6);
}

// The end of a run is recorded, wherever the samples lie, and a run shorter than their interval has moved.
TEST(KnownAnswers, TheEndOfARunIsItsEnd) {
  NamedExperiment e;
  e.friction.front().model = "coulomb";
  e.inputs.insert_or_assign("force", NamedSignal(3.0));
  for (const double duration : {0.019, 0.004}) {
    e.run.duration = duration;
    const Trajectory t = run(e);
    EXPECT_EQ(t.time.back(), duration);
    EXPECT_NEAR(t.final_value("velocity"), 2 * duration, 1e-9);  // (3 N - 1 N) / 1 kg
  }
}

// A load that the plant does not have is refused, not read as zero.
TEST(KnownAnswers, ALawUnderALoadNeedsAPlantThatHasIt) {
  NamedExperiment e;
  e.friction.front().values.emplace("nominal_normal_force", 10.0);
  EXPECT_THROW(assemble(e), InvalidInput);
}

// A mass on bristles that are elastic and without damping swings for ever: x = (v_0/omega) sin(omega t), here 500 times
// with a thousand reversals. No error of a step is ever damped; they may not add up to a millionth all the same.
TEST(KnownAnswers, RingingWithoutDampingKeepsItsPhase) {
  constexpr double mass = 1, stiffness = 1e5, speed = 1e-3;
  const double omega = std::sqrt(stiffness / mass);
  NamedExperiment e;
  e.friction.front() = NamedPart{.model = "elasto_plastic",
                                 .values = {{"bristle_stiffness", stiffness},
                                            {"bristle_damping", 0.0},
                                            {"viscous_damping", 0.0},
                                            {"coulomb_force", 1.0},
                                            {"breakaway_ratio", 0.9}}};
  e.plant.values.insert_or_assign("mass", mass);
  e.plant.initial.insert_or_assign("velocity", speed);
  e.run.duration = 10;
  const Trajectory t = run(e);
  ASSERT_TRUE(t.result.finished()) << t.result.reason;
  EXPECT_GT(t.events.size(), 990U);
  for (std::size_t k = 0; k < t.time.size(); ++k) {
    EXPECT_NEAR(t["position"][k], speed / omega * std::sin(omega * t.time[k]), 1e-6 * speed / omega) << t.time[k];
    EXPECT_NEAR(t["velocity"][k], speed * std::cos(omega * t.time[k]), 1e-6 * speed) << t.time[k];
  }
}

}  // namespace
}  // namespace stiction
