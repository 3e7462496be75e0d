// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/energy_audit.hpp"

#include <gtest/gtest.h>

#include "stiction/analysis/stick_certificate.hpp"
#include "stiction/loop/rest_monitor.hpp"
#include "stiction/loop/simulate.hpp"
#include "stiction/loop/with_work.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/plants/mass_on_surface.hpp"

namespace stiction::testing {
namespace {

Trajectory made(std::vector<double> time, std::vector<TrajectorySignal> signals) {
  Trajectory t;
  t.time = std::move(time), t.signals = std::move(signals);
  return t;
}

// 5 J supplied, 2 J of them in the motion, 1 J in bristles and 2 J lost; a missing 0.01 J is the integrator's.
TEST(EnergyAudit, SplitsWhatWasSupplied) {
  const EnergyAudit a = audit_energy(made({0, 1, 2}, {{"supplied_work", "J", {0, 2, 5}},
                                                      {"friction_work", "J", {0, 1, 3}},
                                                      {"mechanical_energy", "J", {1, 2.01, 3}},
                                                      {"stored_energy", "J", {0, 0.5, 1}}}));
  EXPECT_DOUBLE_EQ(a.supplied, 5);
  EXPECT_DOUBLE_EQ(a.mechanical, 2);
  EXPECT_DOUBLE_EQ(a.stored, 1);
  EXPECT_DOUBLE_EQ(a.dissipated, 2);
  EXPECT_NEAR(a.integration_error, 0.01, 1e-15);
  EXPECT_NEAR(a.relative_error, 0.002, 1e-15);
  EXPECT_EQ(a.largest_given_back, 0);
  EXPECT_THROW(audit_energy(made({0, 1}, {{"velocity", "m/s", {0, 1}}})), InvalidInput);
}

// Slopes of the energies by a parameter are signals too, and none of the energies; those of two contacts add up.
TEST(EnergyAudit, TakesEnergiesAndNotTheirSlopes) {
  const EnergyAudit a = audit_energy(made({0, 1}, {{"supplied_work", "J", {0, 5}},
                                                   {"motor.friction_work", "J", {0, 1}},
                                                   {"load.friction_work", "J", {0, 2}},
                                                   {"mechanical_energy", "J", {0, 2}},
                                                   {"d mechanical_energy/d plant.mass", "J/kg", {0, 7}},
                                                   {"d motor.friction_work/d plant.ratio", "J", {0, 7}}}));
  EXPECT_DOUBLE_EQ(a.mechanical, 2);
  EXPECT_DOUBLE_EQ(a.dissipated, 3);
}

// Dissipation that falls by 0.7 J was given back: friction supplied energy where it tells what it stores, and nothing
// follows where it does not, as its spring may have held it. Neither decides whether the law is passive: what it took
// before counts too. Less than what the run resolves is no finding.
TEST(EnergyAudit, NoticesEnergyThatFrictionGivesBack) {
  const TrajectorySignal supplied{"supplied_work", "J", {0, 1, 0.3}}, work{"friction_work", "J", {0, 1, 0.3}};
  const EnergyAudit a = audit_energy(made({0, 1, 2}, {supplied, work, {"stored_energy", "J", {0, 0, 0}}}));
  EXPECT_NEAR(a.largest_given_back, 0.7, 1e-15);
  EXPECT_NE(a.sentence.find("gave back 0.7 J"), std::string::npos) << a.sentence;
  EXPECT_NE(a.sentence.find("supplied energy"), std::string::npos);
  EXPECT_EQ(a.sentence.find("not passive"), std::string::npos);
  const EnergyAudit unknown = audit_energy(made({0, 1, 2}, {supplied, work}));
  EXPECT_FALSE(unknown.storage_known);
  EXPECT_EQ(unknown.sentence.find("supplied energy"), std::string::npos);
  EXPECT_NE(unknown.sentence.find("gave back 0.7 J"), std::string::npos) << unknown.sentence;
  const EnergyAudit coarse =
      audit_energy(made({0, 1, 2}, {supplied, work, {"stored_energy", "J", {0, 0, 0}}}), -1e300, 1e300, 0.8);
  EXPECT_EQ(coarse.sentence.find("gave back"), std::string::npos);
}

// A mass pushed on LuGre friction: the account closes to the tolerance, and tightening it makes it close better.
TEST(EnergyAudit, ClosesToTheToleranceOfTheRun) {
  double last = 1;
  for (const double tolerance : {1e-6, 1e-9}) {
    Experiment<WithWork<MassOnSurface>, LuGre> run;
    run.inputs.force = Signal::polyline({{0, 0}, {1, 3}, {2, 0}, {3, 0}});
    run.duration = 8;
    run.solver.tolerance = tolerance;
    const EnergyAudit a = audit_energy(simulate(run));
    EXPECT_GT(a.dissipated, 0.5);
    EXPECT_LT(a.relative_error, 1e3 * tolerance);
    EXPECT_LT(a.relative_error, 0.1 * last);
    last = a.relative_error;
  }
}

// A trajectory at rest twice: held once, crept by 2e-6 m in the last second, and LuGre is told to be responsible.
TEST(StickCertificate, TellsHeldFromCrept) {
  const std::vector<double> time{0, 1, 2, 3, 4, 5}, x{0, 0, 0, 1, 1, 1 + 2e-6}, v{0, 0, 0, 1, 1e-6, 3e-6};
  const Trajectory t = made(time, {{"position", "m", x}, {"velocity", "m/s", v}});
  const StickCertificate c = certify_sticking(t, LuGre::info, {.allowed_drift = 1e-9});
  ASSERT_EQ(c.rests.size(), 2U);
  EXPECT_TRUE(c.rests[0].held);
  EXPECT_EQ(c.rests[0].to, 2);
  EXPECT_FALSE(c.rests[1].held);
  EXPECT_NEAR(c.rests[1].rate(), 2e-6, 1e-12);
  EXPECT_FALSE(c.all_held);
  EXPECT_NE(c.sentence.find("lugre has no true rest"), std::string::npos) << c.sentence;
  // Without a position the velocity is integrated.
  const StickCertificate same = certify_sticking(made(time, {{"velocity", "m/s", v}}), LuGre::info);
  EXPECT_NEAR(same.rests[1].drift, 2e-6, 1e-15);
}

// LuGre under a load below stiction with a vibration on it, watched step by step: it creeps.
TEST(StickCertificate, TakesWhatAMonitorSaw) {
  Experiment<WithWork<MassOnSurface>, LuGre> run;
  run.inputs.force = Signal::polyline({{0, 0}, {1, 0.8}}) + Signal::sine(0.2, 2);  // no jump: at rest all the time
  run.duration = 5;
  RestMonitor rests(1e-3);
  const Trajectory t = simulate(run, rests);
  const StickCertificate c = certify_sticking(rests, LuGre::info);
  ASSERT_FALSE(c.rests.empty());
  EXPECT_FALSE(c.all_held);
  EXPECT_GT(c.rests.back().drift, 1e-6);
  EXPECT_NEAR(certify_sticking(t, LuGre::info).rests.back().drift, c.rests.back().drift, 1e-10);
}

}  // namespace
}  // namespace stiction::testing
