// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/identification/law_along_motion.hpp"
#include "stiction/identification/law_fit.hpp"
#include "stiction/identification/verdict.hpp"
#include "stiction/models/bristles.hpp"
#include "tests/support/simulated_log.hpp"

/// Laws that remember their path, tables and random bonds: fitted as all others.
namespace stiction::memory_law_test {

ForceData data_of(const Log& log) {
  ForceDataOptions options;
  options.inertia = false;
  return ForceData({prepared(log, {})}, options);
}

const EstimatedNumber& number(const Certainty& c, std::string_view name) {
  for (const EstimatedNumber& n : c.numbers)
    if (n.name == name) return n;
  throw InvalidInput("test", {{std::string(name), "is missing"}});
}

/// True numbers of a law, some of them not the defaults.
std::vector<double> numbers_with(const FitParameters& parameters, const std::map<std::string, double>& some) {
  std::vector<double> p = parameters.defaults();
  for (const auto& [name, value] : some) p.at(parameters.find(name)) = value;
  return p;
}

/// The named numbers come back from a noisy log, within so much of the truth.
Certainty expect_recovered(const std::string& law, const std::map<std::string, double>& truth,
                           const std::vector<std::string>& names, double within) {
  const FitParameters parameters(law);
  const std::vector<double> p = numbers_with(parameters, truth);
  EXPECT_TRUE(parameters.violations(p).empty()) << law;
  const SimulatedLog log{.law = law, .duration = 2, .noise = 0.02};
  const ForceData data = data_of(log.log(p));
  const LawFit fit = fit_law(data, law, {}, {.starts = 3});
  EXPECT_TRUE(fit.found()) << law << ": " << fit.problem;
  EXPECT_NEAR(fit.noise, 0.02, 0.005) << law;
  for (const std::string& name : names) {
    const std::size_t j = parameters.find(name);
    EXPECT_NEAR(fit.p[j], p[j], within * std::abs(p[j])) << law << " " << name;
  }
  return certainty_of(data, fit, false);
}

// No law of the catalogue is refused: each has an answer on a log of its own.
TEST(EveryLaw, CanBeFitted) {
  for (const ModelEntry& entry : model_catalogue()) {
    const std::string law(entry.info.name);
    const SimulatedLog log{.law = law, .duration = 1, .noise = 0.02};
    const LawFit fit =
        fit_law(data_of(log.log(FitParameters(law).defaults())), law, {}, {.starts = 2, .iterations = 8});
    EXPECT_TRUE(fit.found()) << law << ": " << fit.problem;
    EXPECT_LT(fit.train_error, 100) << law;
  }
}

// Motion in one direction: Coulomb friction and offset cannot be told apart, and the answer says so; numbers of the
// other direction are kept.
TEST(EveryLaw, MotionInOneDirectionHasAnAnswer) {
  Log log{"one_way.csv", {{"time", "s", {}}, {"position", "m", {}}, {"force", "N", {}}}, {}};
  std::mt19937_64 chance(1);
  std::normal_distribution<double> noise(0, 0.02);
  for (int i = 0; i < 400; ++i) {
    const double t = 2e-3 * i, v = 0.02 + 0.015 * std::sin(20 * t);
    log.columns[0].values.push_back(t);
    log.columns[1].values.push_back(0.02 * t - 0.015 / 20 * std::cos(20 * t));
    log.columns[2].values.push_back(1.3 + 4 * v + noise(chance));
  }
  const ForceData data = data_of(log);
  for (const char* const law : {"coulomb_viscous", "tustin", "generalized_kinetic_asymmetric", "lugre"}) {
    const LawFit fit = fit_law(data, law, {}, {.starts = 2});
    ASSERT_TRUE(fit.found()) << law << ": " << fit.problem;
    EXPECT_LT(fit.test_error, 3) << law;
  }
  const Certainty c = certainty_of(data, fit_law(data, "coulomb_viscous"), false);
  EXPECT_EQ(number(c, "coulomb_force").verdict, Identified::no);
  EXPECT_NE(number(c, "coulomb_force").reason.find("offset"), std::string::npos) << number(c, "coulomb_force").reason;
}

// Preisach: level, stiffness and the deflection of sliding from reversals of many sizes. Of its weights ratios matter
// alone, so that their sum is kept.
TEST(MemoryLaws, PreisachIsRecovered) {
  const Certainty c = expect_recovered("preisach", {{"saturation_ratio", 1.7}},
                                       {"coulomb_force", "stiffness", "saturation_ratio"}, 0.06);
  double sum = 0;
  for (const EstimatedNumber& n : c.numbers)
    if (n.name.starts_with("weights[")) sum += n.value;
  EXPECT_NEAR(sum, 16, 1e-9);
  for (const char* name : {"coulomb_force", "stiffness", "saturation_ratio"})
    EXPECT_EQ(number(c, name).verdict, Identified::yes) << name;
  EXPECT_EQ(c.sentence.find("differences"), std::string::npos) << c.sentence;
}

// Armstrong's law: its delay is found to a sample, by differences, and the answer says so.
TEST(MemoryLaws, ArmstrongIsRecovered) {
  const Certainty c =
      expect_recovered("armstrong_seven_parameter", {{"stribeck_velocity", 3e-3}, {"viscous_damping", 8}},
                       {"stick_stiffness", "static_force", "coulomb_force"}, 0.06);
  EXPECT_NEAR(number(c, "memory_delay").value, 5e-3, 1e-3);
  EXPECT_NE(c.sentence.find("slopes by memory_delay"), std::string::npos) << c.sentence;
}

// A table of friction over speed: its forces are fitted at speeds that lie where the data are, and give the curve.
TEST(MemoryLaws, TablesAreFitted) {
  const SimulatedLog log{.law = "lugre", .duration = 4, .noise = 0.02};
  const FitParameters lugre("lugre");
  const std::vector<double> p = numbers_with(lugre, {{"stribeck_velocity", 3e-3}, {"viscous_damping", 8}});
  const ForceData data = data_of(log.log(p));
  const LawFit fit = fit_law(data, "lugre_table", {}, {.starts = 2});
  ASSERT_TRUE(fit.found()) << fit.problem;
  EXPECT_NEAR(fit.noise, 0.02, 0.004);
  const FitParameters& table = *fit.parameters;
  for (int i = 1; i < 7; ++i) {
    const double v = fit.p[table.find("table_speed[" + std::to_string(i) + "]")];
    const double curve = 1 + 0.5 * std::exp(-std::pow(v / 3e-3, 2)) + 8 * v;
    EXPECT_NEAR(fit.p[table.find("table_force[" + std::to_string(i) + "]")], curve, 0.03) << v;
  }
  EXPECT_EQ(fit.p[table.find("viscous_damping")], 0) << "the table holds the drag";
  ParameterWishes falling;
  falling.fixed["table_speed[0]"] = 0.5;
  const LawFit none = fit_law(data, "lugre_table", falling, {.starts = 1});
  EXPECT_NE(none.problem.find("table_speed rises"), std::string::npos) << none.problem;
}

/// Random bonds along a motion of constant velocity.
Recording slide(double speed, std::size_t samples, double sample_time) {
  Recording r;
  for (std::size_t i = 0; i < samples; ++i) {
    r.time.push_back(static_cast<double>(i) * sample_time), r.position.push_back(speed * r.time.back());
    r.velocity.push_back(i == 0 ? 0 : speed);
  }
  r.sample_time = sample_time, r.pieces = {0, samples};
  return r;
}

// The mean over seeds: a spring until the first bond snaps, F_C in sliding; slopes x by the stiffness and 1 by F_C.
TEST(MemoryLaws, MeanOfRandomBondsAsInClosedForm) {
  const LawPrediction& law = find_law_prediction("bristles");
  const FitParameters parameters("bristles");
  const std::vector<double> p = parameters.defaults();
  const Bristles::Parameters<double> defaults;
  const double length = Bristles::snap_length(defaults), first_snap = (1 - defaults.offset_ratio) * length;
  const std::vector<std::size_t> which = {parameters.find("stiffness"), parameters.find("coulomb_force")};
  const Recording r = slide(1e-3, 4000, 1e-4);
  std::vector<double> force(r.size()), slopes(2 * r.size());
  law.slopes(p, r, which, force.data(), slopes.data(), r.size());
  double mean = 0, by_level = 0, count = 0;
  for (std::size_t i = 1; i < r.size(); ++i) {
    const double x = r.position[i] - r.position[1];
    if (x < 0.9 * first_snap) {
      EXPECT_NEAR(force[i], 1e5 * x, 1e5 * 1.01e-7) << "to one step of the motion";
      EXPECT_NEAR(slopes[i], force[i] / 1e5, 1e-12);
      EXPECT_NEAR(slopes[r.size() + i], 0, 1e-9);
    }
    if (x > 3 * length) mean += force[i], by_level += slopes[r.size() + i], ++count;
  }
  EXPECT_NEAR(mean / count, 1, 0.02);
  EXPECT_NEAR(by_level / count, 1, 0.1);
}

// One contact with a seed that nobody knows: what it does beside the mean is noise.
TEST(MemoryLaws, RandomBondsAreRecovered) {
  const FitParameters parameters("bristles");
  const std::vector<double> p =
      numbers_with(parameters, {{"coulomb_force", 2.0}, {"stiffness", 1.5e5}, {"seed", 1234}});
  const SimulatedLog made{.law = "coulomb", .duration = 1.5, .noise = 0.02};
  Recording r = prepared(made.log({1.0}), {});
  std::vector<double> force(r.size());
  detail::force_along_motion<Bristles>(p, r, force.data());
  r.force = force;
  ForceDataOptions options;
  options.inertia = false;
  const ForceData data({r}, options);
  const LawFit fit = fit_law(data, "bristles", {}, {.starts = 1, .iterations = 12});
  ASSERT_TRUE(fit.found()) << fit.problem;
  EXPECT_NEAR(fit.p[parameters.find("coulomb_force")], 2.0, 0.1);
  EXPECT_NEAR(fit.p[parameters.find("stiffness")], 1.5e5, 0.15e5);
  EXPECT_NE(certainty_of(data, fit, false).sentence.find("differences"), std::string::npos);
  ParameterWishes wishes;
  wishes.free = {"seed"};
  EXPECT_THROW(fit_law(data, "bristles", wishes), InvalidInput);
}

}  // namespace stiction::memory_law_test
