// SPDX-License-Identifier: BSD-3-Clause
// Runs by name whose answers are known from elsewhere, on laws and inputs that have gone wrong before.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace stiction
