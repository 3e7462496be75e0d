// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/identification/identify.hpp"
#include "stiction/identification/least_squares.hpp"
#include "stiction/identification/output_error.hpp"
#include "stiction/io/log_reader.hpp"
#include "tests/support/measured_data.hpp"

/// The electro-mechanical positioning system: a real ball-screw axis with published results.
namespace stiction::emps_test {

constexpr double volts_to_newtons = 35.15065188248547;

Recording axis(const std::filesystem::path& file) {
  PreparationOptions options;
  options.discard = 49, options.decimation = 10;
  return prepared(read_log(file), parse_mapping("time=t,position=qm,force=35.15065188248547*vir"), options);
}

/// Value as printed, to its last digit.
void expect_printed(double value, double printed, int digits) {
  const double unit = std::pow(10.0, -digits);
  EXPECT_NEAR(std::round(value / unit) * unit, printed, 0.01 * unit) << value;
}

// Table of the inverse dynamic model, every printed digit.
TEST(Emps, InverseModelMeetsThePublishedTable) {
  STICTION_NEEDS_DATA(train, "emps/DATA_EMPS.mat");
  STICTION_NEEDS_DATA(test, "emps/DATA_EMPS_PULSES.mat");
  ForceDataOptions options;
  options.test_recordings = 1;
  const ForceData data({axis(train), axis(test)}, options);
  EXPECT_EQ(data.train_rows(), 2480U);
  const LawFit fit = fit_law(data, "coulomb_viscous");
  EXPECT_TRUE(fit.linear);
  expect_printed(fit.extras[0], 95.1089, 4);
  expect_printed(fit.p[1], 203.5034, 4);
  expect_printed(fit.p[0], 20.3935, 4);
  expect_printed(fit.extras[1], -3.1648, 4);
  expect_printed(fit.train_error, 4.0834, 4);
  expect_printed(fit.test_error, 5.9824, 4);
}

// The asymmetric model of the same table: drag that differs with the direction.
TEST(Emps, AsymmetricInverseModel) {
  STICTION_NEEDS_DATA(train, "emps/DATA_EMPS.csv");
  STICTION_NEEDS_DATA(test, "emps/DATA_EMPS_PULSES.csv");
  ForceDataOptions options;
  options.test_recordings = 1, options.asymmetric_drag = true;
  const ForceData data({axis(train), axis(test)}, options);
  const LawFit fit = fit_law(data, "coulomb_viscous");
  expect_printed(fit.train_error, 3.1117, 4);
  expect_printed(fit.test_error, 5.3649, 4);
  expect_printed(fit.extras[0], 95.1540, 4);
  expect_printed(fit.p[1] + fit.extras[2], 166.7061, 4);
  expect_printed(fit.p[1] - fit.extras[2], 240.4236, 4);
  expect_printed(fit.p[0] + fit.extras[1], 20.1440, 4);
  expect_printed(fit.p[0] - fit.extras[1], 20.6277, 4);
}

OutputRecord open_loop(const std::filesystem::path& file) {
  const Log log = read_log(file);
  OutputRecord record{.name = file.string(), .time = {}, .measured = {}};
  const std::vector<double>&t = find_column(log, "t").values, &q = find_column(log, "qm").values;
  std::vector<double> force = find_column(log, "vir").values;
  for (double& f : force) f *= volts_to_newtons;
  record.inputs.emplace("force", measured_signal(t, force, Between::held));
  record.initial.emplace("position", q.front());
  for (std::size_t i = 0; i < t.size(); i += 20) record.time.push_back(t[i]), record.measured.push_back(q[i]);
  record.fine_time = t, record.fine_measured = q;
  return record;
}

// Simulated from the measured voltage over 25 s without any correction, fitted on the training file alone, from the
// numbers of the catalogue: the offset of the drive is the difference between the Coulomb levels of both directions.
// Published neural models: 74 to 220 mm.
TEST(Emps, OpenLoopOutputError) {
  STICTION_NEEDS_DATA(train, "emps/DATA_EMPS.mat");
  STICTION_NEEDS_DATA(test, "emps/DATA_EMPS_PULSES.mat");
  NamedExperiment e;
  e.friction = {{.model = "generalized_kinetic_asymmetric"}};
  e.run.solver.tolerance = 1e-6;
  const std::vector<FittedNumber> numbers = {{{"plant.mass"}},
                                             {{"friction.viscous_damping"}},
                                             {{"friction.forward_coulomb_force", "friction.forward_static_force"}},
                                             {{"friction.backward_coulomb_force", "friction.backward_static_force"}}};
  const OutputErrorFit fit =
      fit_output_error(e, "position", {open_loop(train)}, numbers, {.starts = 1, .iterations = 12});
  ASSERT_TRUE(fit.found()) << fit.problem;
  EXPECT_EQ(fit.begun_at, SearchStart::inverse_model);
  const double error = output_error(fit.experiment, "position", {open_loop(test)});
  RecordProperty("train_mm", std::to_string(1e3 * fit.error));
  RecordProperty("test_mm", std::to_string(1e3 * error));
  std::printf("open loop: training %.3f mm, test %.3f mm\n", 1e3 * fit.error, 1e3 * error);
  EXPECT_LT(1e3 * error, 6.1);
}

}  // namespace stiction::emps_test
