// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "stiction/identification/output_record.hpp"
#include "stiction/io/log_reader.hpp"
#include "tests/support/measured_data.hpp"

/// A Dynamixel XL330 servo that swings 0.49 kg at 0.1 m: four gains, four trajectories each.
namespace stiction::servo_test {

/// An unloaded arm, the firmware's law sampled at 1 kHz; a constant torque makes up for the encoder's zero.
NamedExperiment servo(bool load_dependent) {
  NamedExperiment e;
  e.plant = {.model = "pendulum_in_bearings",
             .values = {{"inertia", 6.7e-3}, {"mass", 0.49}, {"centre_distance", 0.1}}};
  e.friction = {{.model = "coulomb_viscous", .values = {{"coulomb_force", 0.01}, {"viscous_damping", 5e-3}}}};
  if (load_dependent)
    for (const char* const loss : {"driving_loss", "back_driving_loss"}) e.friction.front().values.emplace(loss, 0.3);
  e.controller = NamedPart{.model = "voltage_servo", .values = {{"motor_constant", 0.35}, {"resistance", 4.0}}};
  e.sampled = NamedValues{{"sample_time", 1e-3}};
  e.inputs.insert_or_assign("torque", NamedSignal(-5e-3));
  e.run.solver.tolerance = 1e-6;
  return e;
}

std::vector<OutputRecord> logs(const std::filesystem::path& folder, const NamedExperiment& e,
                               const std::vector<double>& gains, bool decays = false) {
  OutputChannels channels;
  channels.signal = "angle";
  channels.time = parse_mapping("time=timestamp");
  channels.measured.column = "position";
  if (!decays) {
    channels.references = parse_mapping("reference=goal_position,supply_voltage=input_volts,enabled=torque_enable");
    channels.known = parse_mapping("controller.duty_gain=0.002877377502*kp");  // 4096 / (2 pi 256 885)
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<OutputRecord> records;
  for (const auto& file : files) {
    const Log log = read_log(file);
    if (std::find(gains.begin(), gains.end(), log.constants.at("kp")) == gains.end()) continue;
    if (decays) {
      const std::vector<double>& on = find_column(log, "torque_enable").values;
      const std::vector<double>& t = find_column(log, "timestamp").values;
      const auto off = std::find(on.begin(), on.end(), 0.0);
      if (off == on.end()) continue;  // another trajectory
      channels.from = t[static_cast<std::size_t>(off - on.begin())];
    }
    records.push_back(output_record(log, e, channels));
  }
  return records;
}

std::vector<FittedNumber> numbers(bool load_dependent) {
  std::vector<FittedNumber> all = {{{"plant.inertia"}},
                                   {{"friction.coulomb_force"}},
                                   {{"friction.viscous_damping"}},
                                   {{"controller.motor_constant"}},
                                   {{"controller.resistance"}},
                                   {{"input.torque"}}};
  if (load_dependent) all.push_back({{"friction.driving_loss", "friction.back_driving_loss"}});
  return all;
}

double error_at_400(const std::filesystem::path& folder, bool load_dependent) {
  const NamedExperiment e = servo(load_dependent);
  const OutputErrorFit fit = fit_output_error(e, "angle", logs(folder, e, {100, 200, 800}), numbers(load_dependent),
                                              {.starts = 1, .iterations = 25});
  EXPECT_TRUE(fit.found()) << fit.problem;
  if (!fit.found()) return 1;
  std::vector<std::vector<double>> residual;
  output_error(fit.experiment, "angle", logs(folder, e, {400}), &residual);
  const double error = output_misses(residual).mean_absolute;
  std::printf("mean absolute error: fitted %.4f rad, kp = 400 %.4f rad\n", output_misses(fit.residual).mean_absolute,
              error);
  for (std::size_t k = 0; k < fit.values.size(); ++k) std::printf("  %-30s %g\n", fit.names[k].c_str(), fit.values[k]);
  return error;
}

// Fitted at kp = 100, 200 and 800, scored at 400; the authors' own parameters reach 0.0631 rad.
TEST(Servo, CoulombViscousFrictionInTheClosedLoop) {
  STICTION_NEEDS_DATA(folder, "bam_xl330/raw");
  EXPECT_LE(error_at_400(folder, false), 0.063);
}

// What matters is that the friction of the gear grows with the torque it passes on.
TEST(Servo, LoadDependentFrictionInTheClosedLoop) {
  STICTION_NEEDS_DATA(folder, "bam_xl330/raw");
  EXPECT_LE(error_at_400(folder, true), 0.0455);
}

// The motor is switched off and the pendulum swings to rest in the gear's friction. An independent global search
// (differential evolution over a semi-implicit pendulum with steps of 0.5 ms) finds 0.00193 kg.m2 and 0.01293 N.m on
// these recordings. Published for another one: Coulomb torque 0.01283 N.m; inertia of the motor 0.001814 kg.m2 with
// this law and 0.001918 kg.m2 with friction that grows with the load.
TEST(Servo, PassiveDecays) {
  STICTION_NEEDS_DATA(folder, "bam_xl330/raw");
  NamedExperiment e = servo(false);
  e.controller.reset(), e.sampled.reset();
  const std::vector<OutputRecord> records = logs(folder, e, {100, 200, 400, 800}, true);
  ASSERT_EQ(records.size(), 4U);
  const OutputErrorFit fit = fit_output_error(
      e, "angle", records,
      {{{"plant.inertia"}}, {{"friction.coulomb_force"}}, {{"friction.viscous_damping"}}, {{"input.torque"}}},
      {.starts = 60});
  ASSERT_TRUE(fit.found()) << fit.problem;
  const double armature = fit.values[0] - 0.49 * 0.1 * 0.1;
  std::printf("armature %.6f kg.m2, Coulomb %.5f N.m, viscous %.5f N.m.s, error %.5f rad, %zu of %zu\n", armature,
              fit.values[1], fit.values[2], fit.error, fit.agreeing, fit.starts);
  EXPECT_NEAR(armature, 0.00193, 0.00003);
  EXPECT_NEAR(fit.values[1], 0.01293, 0.0002);
  EXPECT_NEAR(fit.values[1], 0.01283, 0.05 * 0.01283);
}

}  // namespace stiction::servo_test
