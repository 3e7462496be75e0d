// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/run_check.hpp"

#include <gtest/gtest.h>

#include "stiction/io/experiment_file.hpp"

namespace stiction {
namespace {

// Time must advance: a run that starts at 1e17 s would end without having moved.
TEST(RunCheck, TimeMustHaveTheResolutionOfTheRun) {
  RunOptions run{.start_time = 1e17, .duration = 10};
  ASSERT_EQ(time_violations(run).size(), 1U);
  EXPECT_EQ(time_violations(run)[0].field, "start_time");
  run.start_time = 1.7e9;  // seconds since 1970
  EXPECT_TRUE(time_violations(run).empty());
  run.record.interval = 1e-8;
  ASSERT_EQ(time_violations(run).size(), 1U);
  EXPECT_EQ(time_violations(run)[0].field, "interval");
  run = {.start_time = 1e308, .duration = 1e308};
  EXPECT_EQ(time_violations(run)[0].field, "duration");
}

// Numbers set after a file was read are judged as those of the file.
TEST(RunCheck, RangesHold) {
  EXPECT_NO_THROW(require_possible_times({}));
  EXPECT_THROW(require_possible_times({.duration = -1}), InvalidInput);
  RunOptions run;
  run.solver.tolerance = 2;
  EXPECT_THROW(require_possible_times(run), InvalidInput);
}

// Samples that memory cannot hold are refused before the run, with an interval that would do.
TEST(RunCheck, SamplesMustFitIntoMemory) {
  NamedExperiment e;
  EXPECT_NO_THROW(require_room_for_samples(e));
  e.run.duration = 1e6, e.run.record.interval = 1e-6;
  try {
    require_room_for_samples(e);
    FAIL() << "not refused";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("sample every "), std::string::npos) << error.what();
  }
}

// The reader places what is wrong at its line.
TEST(RunCheck, FilesAreToldTheLine) {
  const char* text = "[plant]\nmodel = \"mass_on_surface\"\n[friction]\nmodel = \"lugre\"\n[run]\nstart_time = 1e17\n";
  try {
    parse_experiment(text, "a.toml");
    FAIL() << "not refused";
  } catch (const InvalidFile& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, 26), "a.toml:6: run.start_time: ");
  }
}

}  // namespace
}  // namespace stiction
