// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "stiction/identification/identify.hpp"
#include "stiction/io/log_reader.hpp"
#include "tests/support/measured_data.hpp"

/// Two screw drives at constant speeds.
namespace stiction::screw_drive_test {

Identification drive(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Log> logs;
  for (const auto& file : files) logs.push_back(read_log(file));
  ForceDataOptions options;
  options.inertia = false, options.held_out = -1;
  const ForceData data(
      {steady_map(
          logs,
          parse_mapping("velocity=-Velocity actual value averaged,force=-9.84e-5*Torque actual value averaged[N]"))},
      options);
  ParameterWishes wishes;
  wishes.free = {"stribeck_exponent"};
  return identify(data, {"coulomb_viscous", "generalized_kinetic"}, wishes);
}

// On drive 1 the Stribeck effect is there: the error of the torque falls from 4.06 % to 1.13 %.
TEST(ScrewDrive, StribeckEffectOnDriveOne) {
  STICTION_NEEDS_DATA(folder, "screw_drives/experiments/driveNo1/steady_state/0.096kg");
  const Identification found = drive(folder);
  EXPECT_EQ(found.best().law, "generalized_kinetic");
  EXPECT_LE(found.best().train_error, 1.15);
  EXPECT_NEAR(found.fits[1].train_error, 4.06, 0.02);
}

// On drive 2 it is not: the smaller law is chosen, and the sentence says why.
TEST(ScrewDrive, NoneOnDriveTwo) {
  STICTION_NEEDS_DATA(folder, "screw_drives/experiments/driveNo2/steady_state/0.096kg");
  const Identification found = drive(folder);
  EXPECT_EQ(found.best().law, "coulomb_viscous");
  EXPECT_NEAR(found.best().train_error, 1.84, 0.02);
  EXPECT_NE(found.sentence.find("does not justify"), std::string::npos) << found.sentence;
}

}  // namespace stiction::screw_drive_test
