// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/recording.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stiction/schema/violation.hpp"

namespace stiction::recording_test {

/// A swing of 10 mm at 1 Hz, sampled at 1 kHz; position in mm, force in N.
Log swing(double noise = 0, double step = 0) {
  Log log{"swing.csv", {{"t", "s", {}}, {"x", "mm", {}}, {"f", "N", {}}}, {}};
  std::mt19937_64 chance(7);
  std::normal_distribution<double> normal(0, 1);
  for (int i = 0; i < 2000; ++i) {
    const double t = 0.001 * i;
    double x = 10 * std::sin(2 * M_PI * t) + noise * normal(chance);
    if (step > 0) x = step * std::round(x / step);
    log.columns[0].values.push_back(t), log.columns[1].values.push_back(x),
        log.columns[2].values.push_back(std::cos(2 * M_PI * t));
  }
  return log;
}

std::string message_of(const Log& log, const LogMapping& mapping = {}, const PreparationOptions& options = {}) {
  try {
    prepared(log, mapping, options);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

// The derivative of a sine is known: both estimators find it, in SI units.
TEST(Recording, VelocityOfASine) {
  for (const VelocityFrom how : {VelocityFrom::filter, VelocityFrom::spline}) {
    PreparationOptions options;
    options.velocity = how;
    const Recording r = prepared(swing(1e-4), {}, options);
    for (std::size_t i = 200; i < 1800; ++i)
      EXPECT_NEAR(r.velocity[i], 2 * M_PI * 0.01 * std::cos(2 * M_PI * r.time[i]), 5e-4) << i;
  }
}

// Noise of the position is found from the samples alone, and the noise it makes in the velocity is what is seen there.
TEST(Recording, NoiseIsEstimated) {
  PreparationOptions options;
  options.velocity = VelocityFrom::filter;
  const Recording r = prepared(swing(0.01), {}, options);
  EXPECT_NEAR(r.position_noise, 1e-5, 1e-6);
  double sum = 0;
  for (std::size_t i = 100; i < 1900; ++i)
    sum += std::pow(r.velocity[i] - 2 * M_PI * 0.01 * std::cos(2 * M_PI * r.time[i]), 2);
  EXPECT_NEAR(std::sqrt(sum / 1800), r.velocity_noise, 0.15 * r.velocity_noise);
}

TEST(Recording, EncoderStepIsFound) {
  EXPECT_NEAR(prepared(swing(0, 0.005), {}).quantum, 5e-6, 1e-9);
  EXPECT_EQ(prepared(swing(1e-3), {}).quantum, 0);
}

// Rows without numbers and gaps end a piece; nothing is interpolated across them. Five samples at each end of a piece,
// half a period of the low-pass, are left out.
TEST(Recording, GapsAndMissingRowsMakePieces) {
  Log log = swing(1e-4);
  for (std::size_t i = 500; i < 520; ++i) log.columns[2].values[i] = std::nan("");
  for (std::size_t i = 1200; i < 2000; ++i) log.columns[0].values[i] += 3;
  const Recording r = prepared(log, {});
  EXPECT_EQ(r.pieces, (std::vector<std::size_t>{0, 490, 1160, 1950}));
  EXPECT_EQ(r.size(), 1950U);
  EXPECT_FALSE(r.remarks.empty());
}

// Mapping: another name, a factor, a quotient of two columns, another unit.
TEST(Recording, ColumnsAreMapped) {
  Log log = swing();
  log.columns[2].name = "Friction", log.columns[2].unit = "uN";
  log.columns.push_back({"Normal", "uN", std::vector<double>(2000, 5e6)});
  const Recording r = prepared(log, parse_mapping("force=-2*Friction/Normal, position = x[um]"));
  EXPECT_DOUBLE_EQ(r.force[0], -2.0 / 5e6 * std::cos(2 * M_PI * 0.005));
  EXPECT_NEAR(r.position[245], 1e-5, 1e-8);
}

// Every kind of wrong log is refused with the file, the column and what to do.
TEST(Recording, WrongLogsAreExplained) {
  Log log = swing();
  log.columns[2].name = "current";
  EXPECT_NE(message_of(log).find("swing.csv: no column is known to be the force"), std::string::npos)
      << message_of(log);
  EXPECT_NE(message_of(log).find("--map force=COLUMN"), std::string::npos);
  EXPECT_NE(message_of(log, parse_mapping("force=curent")).find("current"), std::string::npos);
  log = swing();
  for (double& f : log.columns[2].values) f = 3;
  EXPECT_NE(message_of(log).find("force never changes"), std::string::npos);
  log = swing();
  for (double& x : log.columns[1].values) x = 3;
  EXPECT_NE(message_of(log).find("position never changes"), std::string::npos);
  log = swing();
  for (LogColumn& c : log.columns) c.values.resize(2);
  EXPECT_NE(message_of(log).find("ten are needed"), std::string::npos);
  log = swing();
  log.columns[0].values[1000] = 0.5;
  EXPECT_NE(message_of(log).find("row 1001"), std::string::npos) << message_of(log);
  log = swing();
  log.columns[1].unit = "V";
  EXPECT_NE(message_of(log).find("\"V\""), std::string::npos);
  log.columns[1].unit = "kg";
  EXPECT_NE(message_of(log).find("position is measured in m"), std::string::npos) << message_of(log);
  PreparationOptions options;
  options.cutoff = 600;
  EXPECT_NE(message_of(swing(), {}, options).find("500 Hz"), std::string::npos);
}

TEST(Recording, WrongMappingsAreExplained) {
  EXPECT_THROW(parse_mapping("position"), InvalidInput);
  EXPECT_THROW(parse_mapping("position=x*y"), InvalidInput);
  EXPECT_THROW(parse_mapping("position="), InvalidInput);
  EXPECT_THROW(parse_mapping("position=x]"), InvalidInput);
}

// Files of constant speed become one map; the speeds that are held out lie between the others.
TEST(Recording, ConstantSpeedsBecomeAMap) {
  std::vector<Log> logs;
  for (const double v : {-0.2, -0.1, 0.1, 0.2, 0.3}) {
    Log log{"v.csv", {{"v", "m/s", {}}, {"f", "N", {}}}, {}};
    for (int i = 0; i < 100; ++i)
      log.columns[0].values.push_back(v), log.columns[1].values.push_back(5 * v + (i % 2 == 0 ? 1 : -1));
    logs.push_back(log);
  }
  const Recording r = steady_map(logs, {});
  ASSERT_EQ(r.size(), 5U);
  EXPECT_EQ(r.pieces.size(), 6U);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(r.force[i], 5 * r.velocity[i], 1e-12);
  logs.resize(3);
  EXPECT_THROW(steady_map(logs, {}), InvalidInput);
}

/// The swing sampled at random instants, on average every millisecond.
Log random_swing(double noise) {
  Log log{"random.csv", {{"t", "s", {}}, {"x", "mm", {}}, {"f", "N", {}}}, {}};
  std::mt19937_64 chance(3);
  std::exponential_distribution<double> wait(1000);
  std::normal_distribution<double> normal(0, noise);
  for (double t = 0; log.columns[0].values.size() < 2000; t += 1e-5 + wait(chance)) {
    log.columns[0].values.push_back(t);
    log.columns[1].values.push_back(10 * std::sin(2 * M_PI * t) + normal(chance));
    log.columns[2].values.push_back(std::cos(2 * M_PI * t));
  }
  return log;
}

// Third differences of samples at random instants hold the motion itself, divided ones do not. Instants that come at
// random leave no gaps.
TEST(Recording, IrregularSamplesAreOnePieceWithTheirOwnNoise) {
  const Recording r = prepared(random_swing(1e-3), {});
  EXPECT_NEAR(r.position_noise, 1e-6, 1e-7);
  EXPECT_EQ(r.pieces.size(), 2U);
  for (std::size_t i = 20; i + 20 < r.size(); ++i)
    EXPECT_NEAR(r.velocity[i], 2 * M_PI * 0.01 * std::cos(2 * M_PI * r.time[i]), 6e-4) << i;
}

// An encoder so coarse that its steps make more than a hundredth of the acceleration's square is smoothed by a spline,
// which finds the acceleration's size; with the low-pass it would be 1.6 times too large. A fine one is filtered.
TEST(Recording, ACoarseEncoderIsSmoothedByASpline) {
  const auto size_of_acceleration = [](const Recording& r) {
    double sum = 0;
    for (std::size_t i = 100; i + 100 < r.size(); ++i) sum += r.acceleration[i] * r.acceleration[i];
    return std::sqrt(2 * sum / static_cast<double>(r.size() - 200));
  };
  const double truth = std::pow(2 * M_PI, 2) * 0.01;
  const Recording coarse = prepared(swing(0, 0.02), {}), fine = prepared(swing(0, 1e-4), {});
  EXPECT_NEAR(size_of_acceleration(coarse), truth, 0.05 * truth);
  EXPECT_NE(coarse.remarks.front().find("spline"), std::string::npos) << coarse.remarks.front();
  EXPECT_NE(fine.remarks.front().find("Butterworth"), std::string::npos) << fine.remarks.front();
  PreparationOptions filtered;
  filtered.velocity = VelocityFrom::filter;
  EXPECT_GT(size_of_acceleration(prepared(swing(0, 0.02), {}, filtered)), 1.2 * truth);
}

// A log that begins and ends in full motion, here at its largest acceleration: the odd reflection, which has none at
// the end itself, leaves 12 % of it (SciPy's filtfilt with as long a reflection says so too), not twice of it as one
// over three times the order of the filter does.
TEST(Recording, AccelerationIsRightUpToTheEnds) {
  Log log = swing();
  for (std::size_t i = 0; i < log.rows(); ++i)
    log.columns[1].values[i] = 10 * std::cos(2 * M_PI * 0.9 * log.columns[0].values[i]);
  const Recording r = prepared(log, {});
  const double w = 2 * M_PI * 0.9;
  for (std::size_t i = 1; i + 1 < r.size(); ++i)
    EXPECT_NEAR(r.acceleration[i], -0.01 * w * w * std::cos(w * r.time[i]), 0.13 * 0.01 * w * w) << i;
}

// A position that never changes is refused, although its filtered velocity is no more than rounding.
TEST(Recording, APositionThatNeverChangesIsRefused) {
  Log log = swing();
  for (double& x : log.columns[1].values) x = 1.1;
  EXPECT_NE(message_of(log).find("position never changes"), std::string::npos) << message_of(log);
}

}  // namespace stiction::recording_test
