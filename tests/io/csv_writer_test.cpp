// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/csv_writer.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <clocale>
#include <cstdlib>

#include "stiction/io/csv_numbers.hpp"
#include "stiction/io/csv_reader.hpp"
#include "stiction/io/read_file.hpp"
#include "stiction/io/result_file.hpp"
#include "tests/io/sample_trajectory.hpp"

namespace stiction {
namespace {

using testing::Folder;
using testing::hard_numbers;
using testing::sample_metadata;
using testing::sample_trajectory;

// Shortest and exact, by the C library's own reader.
TEST(CsvNumbers, ReadBackAsTheSameBits) {
  for (const double x : hard_numbers(20000)) {
    std::string text;
    append_number(text, x);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)), std::bit_cast<std::uint64_t>(x))
        << text;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(read_number(text).value()), std::bit_cast<std::uint64_t>(x)) << text;
    EXPECT_LE(text.size(), 24u);
  }
  std::string text;
  append_number(text, 0.1);
  append_number(text, -std::nan(""));
  EXPECT_EQ(text, "0.1nan");
}

// What is no number is none, and the ends of the range are met.
TEST(CsvNumbers, RefuseWhatIsNoNumber) {
  for (const char* text : {"", "+", "e5", "1e", "1.2.3", "--1", "+-1", "0x10", "1 2", "1,5", "nano", "."})
    EXPECT_FALSE(read_number(text)) << text;
  EXPECT_EQ(read_number("-INF"), -INFINITY);
  EXPECT_EQ(read_number("1e999"), INFINITY);
  EXPECT_EQ(read_number("-1e-999"), 0.0);
  EXPECT_EQ(read_number(".5"), 0.5);
}

// By hand: the whole file of two samples.
TEST(CsvWriter, WritesTheDocumentedShape) {
  Trajectory t;
  t.time = {0, 0.5};
  t.signals = {{"position", "m", {1e-5, 2}}, {"a,b", "1", {-1, NAN}}};
  t.events = {{0.25, "surface", "reversal"}};
  const Folder folder;
  write_result(folder / "a.CSV", t, {{"version", "0.1.0"}, {"experiment", "[plant]\nmass = 1"}});
  EXPECT_EQ(read_file(folder / "a.CSV"),
            "# version: 0.1.0\n# experiment: [plant]\n#   mass = 1\ntime [s],position [m],\"a,b [1]\"\n"
            "0,1e-05,-1\n0.5,2,nan\n# event: 0.25 s, surface, reversal\n");
}

// Numbers to the last bit, names, units and metadata of many lines return from the file.
TEST(CsvWriter, ReturnsThroughTheReader) {
  const Folder folder;
  const Trajectory t = sample_trajectory(5000);
  write_result(folder / "a.csv", t, sample_metadata());
  const CsvTable table = read_csv(folder / "a.csv");
  ASSERT_EQ(table.columns.size(), 4u);
  EXPECT_EQ(table.columns[0], t.time);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(table.columns[i + 1], t.signals[i].values);
    EXPECT_EQ(table.names[i + 1], t.signals[i].name);
    EXPECT_EQ(table.units[i + 1], t.signals[i].unit);
  }
  EXPECT_EQ(table.metadata, sample_metadata());
}

// A run that failed says so in its file.
TEST(CsvWriter, SaysWhyARunEndedEarly) {
  Trajectory t = sample_trajectory(2);
  t.result.status = SolveStatus::step_limit;
  t.result.reason = "too many steps";
  const Folder folder;
  write_result(folder / "a.csv", t, {});
  EXPECT_TRUE(read_file(folder / "a.csv").starts_with("# unfinished: too many steps\n"));
}

// Unknown extensions are answered with the known ones, before anything is written.
TEST(ResultFile, ListsTheKnownExtensions) {
  const Folder folder;
  for (const char* name : {"a.txt", "a", "a.csw"}) {
    try {
      write_result(folder / name, sample_trajectory(), {});
      FAIL() << name;
    } catch (const InvalidInput& error) {
      for (const char* known : {".csv", ".json", ".mat"})
        EXPECT_NE(std::string(error.what()).find(known), std::string::npos);
    }
  }
  EXPECT_EQ(folder.file_count(), 0u);
}

}  // namespace
}  // namespace stiction
