// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/log_reader.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "stiction/io/output_file.hpp"
#include "stiction/io/result_file.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction::log_reader_test {

std::string message_of(const std::string& text) {
  try {
    parse_table_log(text, "log.csv");
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

// Names and units in one line, as most programs write them; gaps are NaN.
TEST(LogReader, PlainTable) {
  const Log log = parse_table_log("time [s],qm (mm),u\n0,1,2\n0.1,,3\n0.2,nan,4\n", "log.csv");
  ASSERT_EQ(log.columns.size(), 3U);
  EXPECT_EQ(log.columns[1].name, "qm");
  EXPECT_EQ(log.columns[1].unit, "mm");
  EXPECT_TRUE(std::isnan(log.columns[1].values[1]));
  EXPECT_TRUE(std::isnan(log.columns[1].values[2]));
  EXPECT_EQ(log.columns[2].values[2], 4);
}

// A preamble, a line of names and one of units, as drives export them; the column of time may have no name.
TEST(LogReader, PreambleAndLineOfUnits) {
  const Log log = parse_table_log(
      "Date:;2020-07-08\nSampling period:;32.000\n;Velocity actual;Torque "
      "actual\nms;rpm;%\n0.0;-20;-26.1\n32.0;-20;-26.6\n",
      "epos.csv");
  ASSERT_EQ(log.columns.size(), 3U);
  EXPECT_EQ(log.columns[0].name, "time");
  EXPECT_EQ(log.columns[0].unit, "ms");
  EXPECT_EQ(log.columns[1].name, "Velocity actual");
  EXPECT_EQ(log.columns[1].unit, "rpm");
  EXPECT_EQ(log.columns[2].values[1], -26.6);
}

TEST(LogReader, WithoutAHeaderColumnsAreNumbered) {
  const Log log = parse_table_log("0\t1\n1\t2\n", "log.txt");
  EXPECT_EQ(log.columns[1].name, "column 2");
}

// Text where numbers belong names file, line and column.
TEST(LogReader, WrongCellsAreNamed) {
  const std::string text = message_of("t,x,f\n0,1,2\n1,2,3\n2,abc,3\n");
  EXPECT_NE(text.find("log.csv"), std::string::npos) << text;
  EXPECT_NE(text.find("line 4"), std::string::npos) << text;
  EXPECT_NE(text.find("column 2 (x)"), std::string::npos) << text;
  EXPECT_NE(message_of("").find("holds no numbers"), std::string::npos);
  EXPECT_NE(message_of("t,x\n").find("no numbers"), std::string::npos);
  EXPECT_NE(message_of("t,x\n0,1\n1,2,3\n").find("line 3"), std::string::npos);
}

// A preamble keeps the numbers of lines in messages right.
TEST(LogReader, LinesAreCountedFromTheTopOfTheFile) {
  EXPECT_NE(message_of("made by: x\n\nt;x\ns;m\n0;1\n1;2\n2;oops\n").find("line 7"), std::string::npos);
}

TEST(LogReader, JsonInBothForms) {
  const Log lists = parse_json_log(R"({"kp": 3, "data": {"time [s]": [0, 1, 2], "x": [1, null, 3]}})", "log.json");
  ASSERT_EQ(lists.columns.size(), 2U);
  EXPECT_EQ(lists.columns[0].unit, "s");
  EXPECT_TRUE(std::isnan(lists.columns[1].values[1]));
  const Log rows = parse_json_log(
      R"({"mass": 0.5, "entries": [{"t": 0, "on": true, "name": "a"}, {"t": 1, "on": false}]})", "log.json");
  ASSERT_EQ(rows.columns.size(), 2U);
  EXPECT_EQ(rows.columns[1].values[0], 1);
  EXPECT_EQ(rows.constants.at("mass"), 0.5);
  EXPECT_THROW(parse_json_log("{\"a\": [1, 2], \"b\": [1, 2, 3]}", "log.json"), InvalidInput);
  EXPECT_THROW(parse_json_log("{\n\"a\": [1, 2", "log.json"), InvalidInput);
  EXPECT_THROW(parse_json_log("[]", "log.json"), InvalidInput);
  EXPECT_THROW(parse_json_log(R"({"a": [1, -21e308]})", "log.json"), InvalidInput);
}

// What this tool writes as MAT it reads as a log.
TEST(LogReader, MatFiles) {
  Trajectory t;
  t.time = {0, 1, 2};
  t.signals = {{"position", "m", {1, 2, 4}}};
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "log_reader_test.mat";
  try {
    write_result(file, t, {});
  } catch (const MissingFeature&) {
    GTEST_SKIP() << "this build has no libmatio";
  }
  const Log log = read_log(file);
  EXPECT_EQ(find_column(log, "position").values, (std::vector<double>{1, 2, 4}));
  std::ofstream(file) << "not a MAT file";
  EXPECT_THROW(read_log(file), InvalidInput);
  std::filesystem::remove(file);
  EXPECT_THROW(read_log(file), FileError);
}

}  // namespace stiction::log_reader_test
