// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/law_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/identification/identify.hpp"
#include "stiction/identification/least_squares.hpp"
#include "tests/support/simulated_log.hpp"

namespace stiction::law_fit_test {

/// A servo's LuGre friction with a Stribeck speed that the motion passes.
std::vector<double> truth_of(const std::string& law) {
  FitParameters parameters(law);
  std::vector<double> p = parameters.defaults();
  if (const std::size_t j = parameters.find("stribeck_velocity"); j < p.size()) p[j] = 3e-3;
  if (const std::size_t j = parameters.find("viscous_damping"); j < p.size()) p[j] = 8;
  return p;
}

ForceData data_of(const SimulatedLog& log, const std::vector<double>& p, ForceDataOptions options = {}) {
  options.inertia = log.mass > 0;
  return ForceData({prepared(log.log(p), {})}, options);
}

// A bent valley with a known answer, with and without a bound that cuts it off.
TEST(LeastSquares, RosenbrockWithAndWithoutABound) {
  LeastSquaresProblem problem;
  problem.residuals = 2, problem.lower = {-1e300, -1e300}, problem.upper = {1e300, 1e300};
  problem.evaluate = [](const std::vector<double>& x, double* r, double* j) {
    r[0] = 1 - x[0], r[1] = 10 * (x[1] - x[0] * x[0]);
    if (j != nullptr) j[0] = -1, j[1] = -20 * x[0], j[2] = 0, j[3] = 10;
    return true;
  };
  LeastSquaresSolution s = minimise(problem, {-1.2, 1});
  EXPECT_TRUE(s.converged);
  EXPECT_NEAR(s.x[0], 1, 1e-8);
  EXPECT_NEAR(s.x[1], 1, 1e-8);
  problem.upper[0] = 0.5;
  s = minimise(problem, {-1.2, 1});
  EXPECT_NEAR(s.x[0], 0.5, 1e-8);
  EXPECT_NEAR(s.x[1], 0.25, 1e-6);
}

// One gross outlier moves a mean by its size over n; with Huber's loss by no more than the limit over n.
TEST(LeastSquares, RobustLossBoundsAnOutlier) {
  LeastSquaresProblem problem;
  problem.residuals = 11, problem.lower = {-1e300}, problem.upper = {1e300};
  problem.evaluate = [](const std::vector<double>& x, double* r, double* j) {
    for (int i = 0; i < 11; ++i) {
      r[i] = x[0] - (i == 10 ? 1000 : 5 + 0.1 * (i - 4.5));
      if (j != nullptr) j[i] = 1;
    }
    return true;
  };
  EXPECT_NEAR(minimise(problem, {0}).x[0], (50.0 + 1000) / 11, 1e-6);
  problem.robust_limit = 1;
  EXPECT_NEAR(minimise(problem, {0}).x[0], 5.1, 1e-5);  // ten residuals balance the limit: 10 (x - 5) = 1
}

// Directions that no residual sees are found, and left out of the inverse.
TEST(LeastSquares, NullDirectionsAreFound) {
  std::vector<double> jacobian;
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 50; ++i)
      jacobian.push_back(k == 2   ? 2 * std::sin(0.3 * i) + 0.5 * std::cos(0.7 * i)
                         : k == 1 ? std::cos(0.7 * i)
                                  : std::sin(0.3 * i));
  const InformationAnalysis a = analyse_information(jacobian, 50, 3);
  EXPECT_EQ(a.rank, 2U);
  // The null direction in unscaled coordinates is (2, 0.5, -1).
  std::vector<double> d(3);
  for (std::size_t k = 0; k < 3; ++k) d[k] = a.directions[2][k] / a.column_length[k];
  EXPECT_NEAR(d[0] / d[2], -2, 1e-6);
  EXPECT_NEAR(d[1] / d[2], -0.5, 1e-6);
}

// Coordinates and numbers are inverse to each other, slopes are those of differences, and rules hold wherever a search
// may go, for every law.
TEST(FitParameters, RoundTripSlopesAndRulesOfEveryLaw) {
  for (const std::string& law : candidate_laws()) {
    FitParameters parameters(law);
    const std::vector<double> p = parameters.defaults();
    const std::vector<double> x = parameters.coordinates_of(p);
    const std::vector<double> again = parameters.numbers_at(x), slopes = parameters.slopes_at(x);
    for (std::size_t j = 0; j < p.size(); ++j) EXPECT_NEAR(again[j], p[j], 1e-12 * std::abs(p[j])) << law << j;
    for (std::size_t k = 0; k < x.size(); ++k) {
      std::vector<double> more = x, less = x;
      more[k] += 1e-6, less[k] -= 1e-6;
      const auto above = parameters.numbers_at(more), below = parameters.numbers_at(less);
      for (std::size_t j = 0; j < p.size(); ++j)
        EXPECT_NEAR((above[j] - below[j]) / 2e-6, slopes[j * x.size() + k], 1e-5 * (std::abs(p[j]) + 1e-9))
            << law << " " << j << " by " << k;
    }
  }
}

// Without noise the truth comes back. What is left is the error of sampling the motion, which is below 2 %.
TEST(LawFit, RecoversTheTruthWithoutNoise) {
  for (const char* law : {"lugre", "elasto_plastic", "dahl"}) {
    SimulatedLog log{.law = law, .noise = 1e-9};
    const std::vector<double> truth = truth_of(law);
    const LawFit fit = fit_law(data_of(log, truth), law);
    ASSERT_TRUE(fit.found()) << fit.problem;
    EXPECT_LT(fit.test_error, 1) << law;
    for (std::size_t j = 0; j < truth.size(); ++j)
      EXPECT_NEAR(fit.p[j], truth[j], 0.02 * std::abs(truth[j])) << law << " " << fit.parameters->numbers()[j].name;
    EXPECT_GE(fit.agreeing, 1U);
    EXPECT_NEAR(fit.extras[0], 0.1, 2e-3);
  }
}

// The same seed gives the same answer to the last bit, whatever the number of threads.
TEST(LawFit, DeterministicForASeed) {
  const SimulatedLog log{};
  const ForceData data = data_of(log, truth_of("lugre"));
  FitOptions one{.starts = 3, .threads = 1}, two{.starts = 3, .threads = 2};
  EXPECT_EQ(fit_law(data, "lugre", {}, one).p, fit_law(data, "lugre", {}, two).p);
}

// A law that is linear in its numbers is solved at once, and exactly as the normal equations say.
TEST(LawFit, LinearLawsAreSolvedAtOnce) {
  SimulatedLog log{.law = "coulomb_viscous", .noise = 0, .mass = 2};
  const LawFit fit = fit_law(data_of(log, {1.5, 200}), "coulomb_viscous");
  EXPECT_TRUE(fit.linear);
  EXPECT_NEAR(fit.p[0], 1.5, 0.02);
  EXPECT_NEAR(fit.p[1], 200, 4);
  EXPECT_NEAR(fit.extras[0], 2, 0.05);
}

// What is fixed stays, what is bounded keeps its bounds, unknown names are answered with known ones.
TEST(LawFit, WishesAreKept) {
  const ForceData data = data_of(SimulatedLog{}, truth_of("lugre"));
  ParameterWishes wishes;
  wishes.fixed["stribeck_velocity"] = 4e-3;
  wishes.bounds["viscous_damping"] = {9, 20};
  const LawFit fit = fit_law(data, "lugre", wishes, {.starts = 2});
  EXPECT_EQ(fit.p[fit.parameters->find("stribeck_velocity")], 4e-3);
  EXPECT_GE(fit.p[fit.parameters->find("viscous_damping")], 9 - 1e-9);
  ParameterWishes wrong;
  wrong.fixed["stribek_velocity"] = 1;
  EXPECT_THROW(fit_law(data, "lugre", wrong), InvalidInput);
}

// A prior on a number that the data do not show is its answer; on one that they show well it changes nothing.
TEST(LawFit, PriorsAreWeighedAgainstTheData) {
  const std::vector<double> truth = truth_of("lugre");
  SimulatedLog log{.duration = 2, .noise = 0.02, .slow = 2e-6, .fast = 0};  // presliding alone
  const ForceData data = data_of(log, truth);
  ParameterWishes wishes;
  wishes.priors["stribeck_velocity"] = {5e-3, 1e-3};
  wishes.priors["bristle_stiffness"] = {2 * truth[0], 0.2 * truth[0]};
  const LawFit alone = fit_law(data, "lugre", {}, {.starts = 3});
  const LawFit fit = fit_law(data, "lugre", wishes, {.starts = 3});
  ASSERT_TRUE(fit.found()) << fit.problem;
  EXPECT_NEAR(fit.p[0], alone.p[0], 0.05 * alone.p[0]);
  const std::size_t j = fit.parameters->find("stribeck_velocity");
  EXPECT_NEAR(fit.p[j], 5e-3, 2e-4);
  for (const EstimatedNumber& n : certainty_of(data, fit, false).numbers)
    if (n.name == "stribeck_velocity") {
      EXPECT_NEAR(n.deviation, 1e-3, 1e-4);
    }
  wishes.priors = {{"stribeck_exponent", {2.0, 0.1}}};
  EXPECT_THROW(fit_law(data, "lugre", wishes), InvalidInput);  // kept unless --free
}

// Truth inside the 95 % interval in 95 +- 3 % of 200 noisy, quantised logs, over all numbers of the law.
double coverage(const std::string& law, const ParameterWishes& wishes) {
  const std::vector<double> truth = truth_of(law);
  SimulatedLog log{.law = law, .duration = 1.5, .noise = 0.05, .quantum = 2e-8};
  ParameterWishes near = wishes;
  FitParameters parameters(law);
  for (std::size_t j = 0; j < truth.size(); ++j) near.start[parameters.numbers()[j].name] = truth[j];
  double inside = 0, all = 0;
  log.noise = 0;
  const Log clean = log.log(truth);
  for (std::uint64_t run = 0; run < 200; ++run) {
    Log noisy = clean;
    std::mt19937_64 chance(run + 1);
    std::normal_distribution<double> normal(0, 0.05);
    for (double& force : noisy.columns[2].values) force += normal(chance);
    ForceDataOptions options;
    options.held_out = -1, options.inertia = false;
    const ForceData data({prepared(noisy, {})}, options);
    const LawFit fit = fit_law(data, law, near, {.starts = 1, .threads = 1, .iterations = 25});
    for (const EstimatedNumber& n : certainty_of(data, fit, false).numbers) {
      const std::size_t j = fit.parameters->find(n.name);
      if (j >= truth.size() || n.verdict == Identified::kept) continue;
      ++all;
      if (n.lower <= truth[j] && truth[j] <= n.upper) ++inside;
    }
  }
  std::printf("%s: truth inside the 95 %% interval in %.1f %% of %.0f\n", law.c_str(), 100 * inside / all, all);
  return inside / all;
}
TEST(Coverage, LuGre) { EXPECT_NEAR(coverage("lugre", {}), 0.95, 0.03); }
TEST(Coverage, ElastoPlastic) { EXPECT_NEAR(coverage("elasto_plastic", {}), 0.95, 0.03); }
TEST(Coverage, GeneralizedMaxwellSlip) { EXPECT_NEAR(coverage("generalized_maxwell_slip", {}), 0.95, 0.03); }

}  // namespace stiction::law_fit_test
