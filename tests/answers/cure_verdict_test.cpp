// SPDX-License-Identifier: BSD-3-Clause
// The sentence below a comparison says what its table does.
#include <gtest/gtest.h>

#include "stiction/analysis/cure_comparison.hpp"

namespace stiction::cure_verdict_test {
namespace {

Cure cure(const std::string& label, double error, double rest_error, bool hunts = false) {
  Cure c{.label = label, .experiment = {}, .set_point = {}};
  c.experiment.controller = NamedPart{.model = "pid"};
  if (label != "as given") c.numbers.emplace_back();
  c.nominal.error = error, c.nominal.rest_error = rest_error, c.nominal.hunts = hunts, c.nominal.effort = 1;
  return c;
}
std::string sentence(std::vector<Cure> cures) {
  CureComparison all{.cures = std::move(cures)};
  detail::judge_cures(all);
  return all.sentence;
}
bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(CureVerdict, SaysHowMuchLessWithDigitsThatMeanSomething) {
  const auto best_of = [](double best, double given, bool hunts) {
    return sentence({cure("as given", given, 1e-3, hunts), cure("dither", best, 1e-3)});
  };
  EXPECT_TRUE(says(best_of(0.1, 0.51, false), "dither, 0.1 m rms, 5.1 times less than as given;"));
  EXPECT_TRUE(says(best_of(0.99, 1.0, false), "1 % less than as given;")) << best_of(0.99, 1.0, false);
  // One that hunts may follow better; it is not ranked.
  EXPECT_TRUE(says(best_of(1.0, 0.8, true), "25 % more than as given;")) << best_of(1.0, 0.8, true);
}

// 1e-17 rad is rounding: those that have nothing more left are equals.
TEST(CureVerdict, TakesRoundingForNoError) {
  const std::string rests = sentence({cure("as given", 0.2, 1e-4), cure("dither", 0.1, 3e-17), cure("PID", 0.15, 0)});
  EXPECT_TRUE(says(rests, "; no error at rest: dither, PID;")) << rests;
  const std::string one = sentence({cure("as given", 0.2, 1e-4), cure("dither", 0.1, 2e-4)});
  EXPECT_TRUE(says(one, "; least error at rest: as given, 0.0001 m;")) << one;
}

}  // namespace
}  // namespace stiction::cure_verdict_test
