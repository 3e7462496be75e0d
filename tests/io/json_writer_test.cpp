// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/json_writer.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "stiction/io/read_file.hpp"
#include "stiction/io/result_file.hpp"
#include "tests/io/sample_trajectory.hpp"

namespace stiction {
namespace {

using testing::Folder;
using testing::sample_metadata;
using testing::sample_trajectory;

nlohmann::json written(const Trajectory& trajectory, const Metadata& metadata) {
  const Folder folder;
  write_result(folder / "a.json", trajectory, metadata);
  return nlohmann::json::parse(read_file(folder / "a.json"));
}

// The documented shape, read by an independent reader; numbers to the last bit.
TEST(JsonWriter, WritesTheDocumentedShape) {
  const Trajectory t = sample_trajectory(5000);
  const nlohmann::json json = written(t, sample_metadata());
  EXPECT_EQ(json["stiction"], "0.1.0");
  EXPECT_EQ(json["format"], 1);
  EXPECT_EQ(json["metadata"]["experiment"], sample_metadata()[2].second);
  EXPECT_EQ(json["result"]["status"], "finished");
  EXPECT_EQ(json["time"]["unit"], "s");
  EXPECT_EQ(json["time"]["values"].get<std::vector<double>>(), t.time);
  ASSERT_EQ(json["signals"].size(), 3u);
  EXPECT_EQ(json["signals"][0]["values"].get<std::vector<double>>(), t.signals[0].values);
  EXPECT_EQ(json["signals"][1]["name"], "motor.friction_force");
  EXPECT_EQ(json["signals"][1]["unit"], "N");
  ASSERT_EQ(json["events"].size(), 2u);
  EXPECT_EQ(json["events"][1]["contact"], "µ-meter \"a\"");
  EXPECT_EQ(json["events"][0]["time"], 0.25);
}

// JSON knows no nan and no infinity.
TEST(JsonWriter, WritesNullForWhatIsNotFinite) {
  Trajectory t;
  t.time = {0, 1};
  t.signals = {{"x", "1", {NAN, -INFINITY}}};
  const nlohmann::json json = written(t, {});
  EXPECT_TRUE(json["signals"][0]["values"][0].is_null());
  EXPECT_TRUE(json["signals"][0]["values"][1].is_null());
  EXPECT_EQ(json["stiction"], "unknown");
}

// Nothing recorded is still a file that can be read, and bad bytes in a text do not stop it.
TEST(JsonWriter, SurvivesEmptyAndBadText) {
  const nlohmann::json json = written({}, {{"note", "bad \xff byte"}});
  EXPECT_TRUE(json["signals"].empty());
  EXPECT_TRUE(json["events"].is_array());
  EXPECT_EQ(json["metadata"]["note"], "bad \uFFFD byte");
}

}  // namespace
}  // namespace stiction
