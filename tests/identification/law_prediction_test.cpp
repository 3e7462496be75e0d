// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/law_prediction.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/identification/fit_parameters.hpp"
#include "stiction/identification/law_along_motion.hpp"
#include "stiction/identification/tall_triangle.hpp"
#include "stiction/models/bristle_models.hpp"

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
    if (law.is_random) continue;
    const std::vector<double> p = defaults(law.name);
    std::vector<std::size_t> which(p.size());
    for (std::size_t j = 0; j < p.size(); ++j) which[j] = j;
    std::vector<double> force(r.size()), slopes(r.size() * p.size()), plain(r.size());
    law.force(p, r, plain.data());
    law.slopes(p, r, which, force.data(), slopes.data(), r.size());
    double largest_force = 0;
    for (std::size_t i = 0; i < r.size(); ++i) {
      ASSERT_TRUE(std::isfinite(force[i])) << law.name;
      ASSERT_NEAR(force[i], plain[i], 1e-9 * (1 + std::abs(plain[i]))) << law.name;
      largest_force = std::max(largest_force, std::abs(plain[i]));
    }
    for (std::size_t j = 0; j < p.size(); ++j) {
      if (!law.differenced.empty() && law.differenced[j]) continue;
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

// Laws run over tiles of samples give what one sample after the other gives: a log in pieces that begin at rest and in
// motion, lengths that fill no whole number of lanes.
template <class Law>
void expect_tiles_as_one_by_one() {
  Recording r = motion(1e-3);
  r.pieces = {0, 301, 302, 305, r.size()};
  const MotionSteps steps = motion_steps(r);
  const std::vector<double> p = defaults(Law::info.name);
  std::vector<std::size_t> which(p.size());
  for (std::size_t j = 0; j < p.size(); ++j) which[j] = j;
  std::vector<double> force(r.size()), plain(r.size()), slopes(r.size() * p.size());
  const detail::TracedLaw& law = detail::traced_law<Law>;
  ASSERT_TRUE(detail::follow_traced(law, p, r, steps, {}, plain.data(), nullptr, 0)) << Law::info.name;
  ASSERT_TRUE(detail::follow_traced(law, p, r, steps, which, force.data(), slopes.data(), r.size()));
  using Number = Dual<double, field_count<ParametersOf<Law>>>;
  std::vector<Number> numbers(p.begin(), p.end());
  for (std::size_t j = 0; j < p.size(); ++j) numbers[j].slope[j] = 1;
  const auto own = parameters_with<Law, Number>(numbers.data(), 0);
  std::vector<double> largest(p.size(), 0.0), apart(p.size(), 0.0);
  detail::LawAlongMotion<Law, Number>(own, parameters_with<Law, double>(p.data(), 0))
      .follow(r, steps, [&](std::size_t i, const Number& f) {
        EXPECT_NEAR(force[i], f.value, 1e-10 * (1 + std::abs(f.value))) << Law::info.name << i;
        EXPECT_NEAR(plain[i], f.value, 1e-10 * (1 + std::abs(f.value))) << Law::info.name << i;
        for (std::size_t j = 0; j < p.size(); ++j) {
          largest[j] = std::max(largest[j], std::abs(f.slope[j]));
          apart[j] = std::max(apart[j], std::abs(slopes[j * r.size() + i] - f.slope[j]));
        }
      });
  for (std::size_t j = 0; j < p.size(); ++j) EXPECT_LE(apart[j], 1e-9 * largest[j]) << Law::info.name << " by " << j;
}
TEST(LawPrediction, TilesOfSamplesGiveWhatOneByOneGives) {
  expect_tiles_as_one_by_one<LuGre>();
  expect_tiles_as_one_by_one<LuGreFadingDamping>();
  expect_tiles_as_one_by_one<LuGreLorentzian>();
  expect_tiles_as_one_by_one<LuGreAsymmetric>();
}
// A step that is not affine in the state has to be made sample by sample.
TEST(LawPrediction, OnlyAffineStepsAreRunOverTiles) {
  const Recording r = motion(1e-3);
  const std::vector<double> p = defaults("elasto_plastic");
  std::vector<double> force(r.size());
  EXPECT_FALSE(
      detail::follow_traced(detail::traced_law<ElastoPlastic>, p, r, motion_steps(r), {}, force.data(), nullptr, 0));
}

// R^T R = A^T A, whether the columns are independent or nearly so; a column that depends on others leaves a zero on the
// diagonal.
TEST(TallTriangle, HasTheProductsOfTheColumns) {
  const std::size_t rows = 517;
  for (const double own : {0.0, 1e-6, 1.0}) {  // part of the third column that the others do not have
    std::vector<std::vector<double>> a(4, std::vector<double>(rows));
    for (std::size_t i = 0; i < rows; ++i) {
      const double t = 0.01 * static_cast<double>(i);
      a[0][i] = 1e6 * std::sin(t), a[1][i] = std::cos(7 * t), a[3][i] = t * t;
      a[2][i] = 2e-6 * a[0][i] - a[1][i] + own * std::sin(20 * t);
    }
    const std::vector<double> r = tall_triangle({a[0].data(), a[1].data(), a[2].data(), a[3].data()}, rows);
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t k = 0; k < 4; ++k) {
        double wanted = 0, found = 0, size_j = 0, size_k = 0;
        for (std::size_t i = 0; i < rows; ++i)
          wanted += a[j][i] * a[k][i], size_j += a[j][i] * a[j][i], size_k += a[k][i] * a[k][i];
        for (std::size_t i = 0; i < 4; ++i) found += r[i * 4 + j] * r[i * 4 + k];
        EXPECT_NEAR(found, wanted, 1e-13 * std::sqrt(size_j * size_k)) << own << ": " << j << ", " << k;
        if (j > k) {
          EXPECT_EQ(r[j * 4 + k], 0);
        }
      }
    // Of the third column as much is left as the others do not have: that of a sine, less what it shares with them.
    EXPECT_LE(std::abs(r[2 * 4 + 2]), own * std::sqrt(0.5 * static_cast<double>(rows + 10)) + 1e-12) << own;
    EXPECT_GE(std::abs(r[2 * 4 + 2]), 0.9 * own * std::sqrt(0.5 * static_cast<double>(rows - 10))) << own;
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
