// SPDX-License-Identifier: BSD-3-Clause
// What a law does in the experiments that tell laws apart, against closed forms; and the equations that are printed.
#include "stiction/analysis/law_study.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/answers/law_answer.hpp"
#include "stiction/catalogue/model_catalogue.hpp"

namespace stiction::testing::law_study_test {
namespace {

const LawStudyPart& part(const LawStudy& s, std::string_view name) {
  for (const LawStudyPart& p : s.parts)
    if (p.name == name) return p;
  throw std::runtime_error("no part " + std::string(name));
}
double number(const LawStudy& s, std::string_view name, std::string_view key) {
  for (const MeasuredValue& m : part(s, name).numbers)
    if (m.key == key) return m.value;
  throw std::runtime_error("no number " + std::string(key) + ": " + part(s, name).problem);
}

// Constant friction: 4 F_C X are lost per cycle, break-away and sliding take F_C at any rate, and nothing lags.
TEST(LawStudy, CoulombFrictionIsConstant) {
  const LawStudy s = study_law({.model = "coulomb", .values = {{"coulomb_force", 2.0}}});
  for (const double factor : {10.0, 3.0, 1.0, 0.3}) {
    const double x = factor * s.deflection;
    EXPECT_NEAR(number(s, "presliding", "work_per_cycle_at_" + number_text(factor) + "_z") / (4 * 2.0 * x), 1, 1e-4);
  }
  EXPECT_NEAR(number(s, "breakaway", "slowest_rate"), 2, 1e-9);
  EXPECT_NEAR(number(s, "breakaway", "change_with_rate"), 0, 1e-9);
  EXPECT_NEAR(number(s, "rate_dependence", "rate_dependence"), 0, 1e-9);
  EXPECT_EQ(number(s, "drift", "drift_per_cycle"), 0);
  EXPECT_EQ(number(s, "steady_curve", "lowest"), 2);
}

// Dahl's law depends on the path alone; its loop between -X and X has dF/dx = sigma_0 (1 - F sgn v/F_C) on each branch.
TEST(LawStudy, DahlsLoopIsThatOfItsClosedForm) {
  const LawStudy s = study_law({.model = "dahl"});
  EXPECT_LT(number(s, "rate_dependence", "rate_dependence"), 1e-5);
  const double force = s.force, length = s.deflection;  // F_C and F_C/sigma_0
  for (const double factor : {10.0, 3.0, 1.0, 0.3}) {
    // F = F_C (1 - A e^(-(x + X)/l)) forwards, and mirrored back: F(X) = -F(-X) gives A = 2/(1 + e^(-2 X/l)).
    const double span = 2 * factor, a = 2 / (1 + std::exp(-span));
    const double work = 2 * force * length * (span - a * (1 - std::exp(-span)));
    EXPECT_NEAR(number(s, "presliding", "work_per_cycle_at_" + number_text(factor) + "_z") / work, 1, 1e-3) << factor;
  }
}

// The LuGre law lags, depends on the rate and drifts; the elastoplastic one does not drift inside its elastic range.
TEST(LawStudy, LuGreDriftsAndElastoPlasticDoesNot) {
  const LawStudy lugre = study_law({.model = "lugre"});
  EXPECT_NEAR(number(lugre, "steady_curve", "slowest"), 1.5, 1e-5);
  EXPECT_GT(number(lugre, "breakaway", "change_with_rate"), 0.05);
  EXPECT_LT(number(lugre, "breakaway", "slowest_rate"), 1.5);
  EXPECT_GT(number(lugre, "lag", "lag_at_0.1_v_per_z"), 0);
  EXPECT_GT(number(lugre, "drift", "drift_per_cycle_of_z"), 1e-3);
  const LawStudy elastic = study_law({.model = "elasto_plastic", .values = {{"breakaway_ratio", 0.9}}});
  EXPECT_LT(std::abs(number(elastic, "drift", "drift_per_cycle_of_z")), 1e-6);
}

TEST(LawStudy, RotationHasItsUnits) {
  const LawStudy s = study_law({.model = "lugre"}, {.turns = true});
  EXPECT_EQ(part(s, "steady_curve").x_unit, "rad/s");
  EXPECT_EQ(part(s, "presliding").x_unit, "rad");
  EXPECT_EQ(part(s, "breakaway").y_unit, "N.m");
}

// Every law of the catalogue: each experiment has curves of finite numbers, or says why it has none.
TEST(LawStudy, EveryLawIsCharacterised) {
  for (const ModelEntry& e : model_catalogue()) {
    const LawStudy s = study_law({.model = std::string(e.info.name)}, {.tolerance = 1e-6});
    ASSERT_EQ(s.parts.size(), 6U);
    for (const LawStudyPart& p : s.parts) {
      EXPECT_NE(p.curves.empty(), p.problem.empty()) << e.info.name << " " << p.name << " " << p.problem;
      EXPECT_EQ(p.problem.find("did not finish"), std::string::npos) << e.info.name << " " << p.problem;
      for (const LawCurve& c : p.curves) {
        ASSERT_EQ(c.x.size(), c.y.size());
        for (const double y : c.y) ASSERT_TRUE(std::isfinite(y)) << e.info.name << " " << p.name;
      }
    }
    EXPECT_NE(law_answer(s).text().find("\"breakaway\""), std::string::npos);
  }
}

}  // namespace
}  // namespace stiction::testing::law_study_test
