// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/contact_loss.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stiction/analysis/doctor.hpp"
#include "stiction/analysis/experiment_study.hpp"
#include "stiction/loop/run_loop.hpp"

namespace stiction::contact_loss_test {
namespace {

/// An incline that shakes across its slope with this acceleration [m/s2] at 3 Hz.
NamedExperiment shaken(double amplitude) {
  NamedExperiment e;
  e.plant = NamedPart{.model = "vibrating_incline", .values = {{"mass", 2.0}, {"angle", 0.3}}};
  e.friction = {NamedPart{.model = "coulomb", .values = {{"coulomb_force", 5.0}}}};
  const NamedSignal::Term sine{.kind = "sine", .values = {{"amplitude", amplitude}, {"frequency", 3.0}}};
  e.inputs.emplace("acceleration_normal", NamedSignal(std::vector{sine}));
  e.run.duration = 1;
  return e;
}

// N = m (g cos(angle) + a(t)): it turns negative where sin(6 pi t) = -g cos(angle) / a, and falls to m (g cos - a).
TEST(ContactLoss, IsSeenWhenTheNormalForceTurnsNegative) {
  const double press = 9.81 * std::cos(0.3);
  ContactLoss loss;
  LoopObserver* const observers[] = {&loss};
  run_loop(assemble(shaken(press + 1)), shaken(press + 1).run, observers);
  ASSERT_TRUE(loss.lost());
  const double begins = (std::numbers::pi + std::asin(press / (press + 1))) / (6 * std::numbers::pi);
  const std::string words = loss.sentence();
  EXPECT_NEAR(std::stod(words.substr(words.find("t = ") + 4)), begins, 0.02) << words;
  EXPECT_NEAR(std::stod(words.substr(words.find("falls to about ") + 15)), -2.0, 0.1) << words;
}

TEST(ContactLoss, IsNotSeenWhereTheBodyIsPressedDown) {
  ContactLoss loss;
  LoopObserver* const observers[] = {&loss};
  run_loop(assemble(shaken(9)), shaken(9).run, observers);
  EXPECT_FALSE(loss.lost()) << loss.sentence();
  EXPECT_EQ(loss.sentence(), "");
}

// Where the load is an input of its own, that is what there is to change.
TEST(ContactLoss, TheDoctorNamesTheInputThatVaries) {
  NamedExperiment e;
  e.friction.front() = {.model = "coulomb", .values = {{"nominal_normal_force", 10.0}}};
  e.inputs.emplace("normal_force", NamedSignal({{.kind = "sine", .values = {{"amplitude", 20.0}, {"bias", 5.0}}}}));
  std::string advice;
  for (const Finding& f : examine(e))
    if (f.severity == Severity::problem) advice += f.advice;
  EXPECT_NE(advice.find("normal_force"), std::string::npos) << advice;
  EXPECT_EQ(advice.find("acceleration"), std::string::npos) << advice;
}

// The doctor calls it a problem, and nothing is concluded from such a run.
TEST(ContactLoss, IsAProblem) {
  bool problem = false;
  for (const Finding& f : examine(shaken(14))) problem = problem || f.severity == Severity::problem;
  EXPECT_TRUE(problem);
  const ExperimentStudy s = study(shaken(14), 1.0 / 3);
  EXPECT_FALSE(s.conclusive());
  EXPECT_NE(s.run_problem.find("contact lost"), std::string::npos) << s.run_problem;
}

}  // namespace
}  // namespace stiction::contact_loss_test
