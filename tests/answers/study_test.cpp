// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stiction/answers/study_answer.hpp"

namespace stiction {
namespace {

// A mass that slides under a spring swings with 2 pi sqrt(m/k) about its steady motion, and nothing draws it there: no
// cycle, but the sentence tells a period, and so does the answer.
TEST(StudyAnswer, TellsThePeriodOfANeutralOrbit) {
  NamedExperiment e;
  e.plant = {.model = "pulled_mass",
             .values = {{"spring_stiffness", 2.0}},
             .initial = {{"velocity", 0.15}, {"elongation", 0.5}}};
  e.friction = {{.model = "coulomb"}};
  e.inputs.emplace("pull_speed", NamedSignal(0.1));
  const ExperimentStudy s = study(e);
  ASSERT_EQ(s.cycle.verdict, CycleVerdict::neutral) << s.cycle.sentence;
  const std::string text = study_answer(e, s).text();
  const std::size_t place = text.find("\"period\": ");
  ASSERT_NE(place, std::string::npos) << text;
  EXPECT_NEAR(std::stod(text.substr(place + 10)), std::numbers::pi * std::numbers::sqrt2, 1e-6);
}

}  // namespace
}  // namespace stiction
