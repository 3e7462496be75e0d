// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/law_prediction.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/identification/fit_parameters.hpp"

namespace stiction::law_prediction_test {

/// Through presliding and sliding, with reversals; at samples of 1 ms, or finer.
Recording motion(double sample_time, double amplitude = 3e-4) {
  Recording r;
  r.sample_time = sample_time;
  const auto count = static_cast<std::size_t>(std::lround(1.5 / sample_time));
  for (std::size_t i = 0; i < count; ++i) {
    const double t = static_cast<double>(i) * sample_time;
    r.time.push_back(t);
    r.position.push_back(amplitude * (1 - std::cos(2 * M_PI * t)) * std::sin(2 * M_PI * 3 * t));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const double t = r.time[i], w = 2 * M_PI;
    r.velocity.push_back(
        amplitude * (w * std::sin(w * t) * std::sin(3 * w * t) + (1 - std::cos(w * t)) * 3 * w * std::cos(3 * w * t)));
  }
  r.pieces = {0, count};
  return r;
}

std::vector<double> defaults(std::string_view law) { return FitParameters(law).defaults(); }

// Every law of the catalogue can be predicted, and no other list of laws exists.
TEST(LawPrediction, EveryLawOfTheCatalogueIsThere) {
  ASSERT_EQ(law_predictions().size(), model_catalogue().size());
  for (const ModelEntry& entry : model_catalogue()) EXPECT_NO_THROW(find_law_prediction(entry.info.name));
  EXPECT_THROW(find_law_prediction("lugree"), InvalidInput);
}

// Slopes of every law by every number agree with differences of the force, at all samples but those few at which a
// step of the difference crosses a border.
TEST(LawPrediction, SlopesOfEveryLawAgreeWithDifferences) {
  const Recording r = motion(1e-3);
  for (const LawPrediction& law : law_predictions()) {
    if (!law.has_slopes) continue;
    const std::vector<double> p = defaults(law.name);
    std::vector<std::size_t> which(p.size());
    for (std::size_t j = 0; j < p.size(); ++j) which[j] = j;
    std::vector<double> force(r.size()), slopes(r.size() * p.size()), plain(r.size());
    law.force(p, r, plain.data());
    law.slopes(p, r, which, force.data(), slopes.data());
    double largest_force = 0;
    for (std::size_t i = 0; i < r.size(); ++i) {
      ASSERT_TRUE(std::isfinite(force[i])) << law.name;
      ASSERT_NEAR(force[i], plain[i], 1e-9 * (1 + std::abs(plain[i]))) << law.name;
      largest_force = std::max(largest_force, std::abs(plain[i]));
    }
    for (std::size_t j = 0; j < p.size(); ++j) {
      const double h = 1e-6 * (p[j] != 0 ? std::abs(p[j]) : 1.0);
      std::vector<double> more = p, less = p, above(r.size()), below(r.size());
      more[j] += h, less[j] -= h;
      law.force(more, r, above.data()), law.force(less, r, below.data());
      double size = largest_force / (p[j] != 0 ? std::abs(p[j]) : 1.0) * 1e-3;
      for (std::size_t i = 0; i < r.size(); ++i) size = std::max(size, std::abs(slopes[j * r.size() + i]));
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < r.size(); ++i)
        wrong += std::abs((above[i] - below[i]) / (2 * h) - slopes[j * r.size() + i]) > 1e-3 * size ? 1 : 0;
      EXPECT_LE(wrong, r.size() / 50) << law.name << " by number " << j;
    }
  }
}

// Against the adaptive, event-exact engine, which shares the law's text alone: second order in the sample time.
TEST(LawPrediction, AgreesWithTheEngineAndConverges) {
  for (const char* name : {"lugre", "elasto_plastic", "maxwell_slip", "generalized_maxwell_slip", "dahl", "bouc_wen",
                           "leuven", "coulomb_viscous"}) {
    const LawPrediction& law = find_law_prediction(name);
    double error[2] = {0, 0};
    for (const int fine : {0, 1}) {
      const Recording r = motion(fine == 0 ? 1e-3 : 3e-4);
      NamedExperiment e;
      e.plant.model = "prescribed_velocity", e.friction = {{.model = name}};
      NamedSignal::Term lines{.kind = "lines"};
      const Recording finest = motion(1e-4);
      for (std::size_t i = 0; i < finest.size(); ++i) lines.points.emplace_back(finest.time[i], finest.velocity[i]);
      e.inputs.emplace("velocity", NamedSignal(std::vector<NamedSignal::Term>{lines}));
      e.run.duration = r.time.back(), e.run.record.interval = r.sample_time;
      const Trajectory t = run_loop(assemble(e), e.run);
      std::vector<double> force(r.size());
      law.force(defaults(name), r, force.data());
      const std::vector<double>& exact = t["friction_force"];
      ASSERT_GE(exact.size(), r.size() - 1) << name << t.result.reason;
      double sum = 0, all = 0;
      for (std::size_t i = 2; i + 1 < r.size(); ++i)
        sum += std::pow(force[i] - exact[i], 2), all += exact[i] * exact[i];
      error[fine] = std::sqrt(sum / all);
    }
    EXPECT_LT(error[0], 0.05) << name;
    EXPECT_LT(error[1], 0.5 * error[0] + 2e-3) << name << " does not converge: " << error[0] << ", " << error[1];
  }
}

}  // namespace stiction::law_prediction_test
