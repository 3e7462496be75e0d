// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/csv_reader.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

using Columns = std::vector<std::vector<double>>;

std::string error_of(std::string_view text, const CsvRules& rules = {}) {
  try {
    parse_csv(text, "log.csv", rules);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

// The same two lines in every dialect that spreadsheets and loggers write.
TEST(CsvReader, ReadsEveryDialect) {
  const Columns expected{{0, 0.5}, {1.5, -2e-3}};
  for (const char* text :
       {"0,1.5\n0.5,-2e-3\n", "0;1.5\n0.5;-2e-3", "0\t1.5\n0.5\t-2e-3\n", "0,1.5\r\n0.5,-2e-3\r\n",
        "\xEF\xBB\xBF"
        "0,1.5\n0.5,-2e-3\n",
        "# remark\n\n 0 , 1.5 \n% another\n.5,-0.002\n", "0;1,5\n0,5;-2e-3\n", "time,force\n0,+1.5\n0.5,-2E-3\n",
        "\"time, at the end\",\"f\"\n\"0\",\"1.5\"\n\"0.5\",\"-2e-3\"\n",
        "0,1.5\n0.5,-2e-3\n# event: 0.25 s, surface, reversal\n"})
    EXPECT_EQ(parse_csv(text, "t").columns, expected) << text;
}

// Names and units from the header, in brackets of either kind; without a header the columns are counted.
TEST(CsvReader, ReadsNamesAndUnits) {
  const CsvTable table = parse_csv("time [s], force (N),\"a, \"\"b\"\" [m/s]\",plain\n0,1,2,3\n", "t");
  EXPECT_EQ(table.names, (std::vector<std::string>{"time", "force", "a, \"b\"", "plain"}));
  EXPECT_EQ(table.units, (std::vector<std::string>{"s", "N", "m/s", ""}));
  EXPECT_EQ(parse_csv("0,1\n", "t").names, (std::vector<std::string>{"column 1", "column 2"}));
}

// Each fault is reported with file and line, several at once.
TEST(CsvReader, NamesFileAndLineOfEveryFault) {
  EXPECT_EQ(
      error_of("time,force\n0,1\n1,two\n0.5,3\n"),
      "log.csv: line 3: column 2 (force) holds \"two\", which is no number; line 4: time = 0.5 does not come after 1; "
      "the first column must increase");
  EXPECT_EQ(error_of("0,1\n1,2,3\n"), "log.csv: line 2: has 3 cells, but the first line has 2");
  EXPECT_EQ(error_of("0,1\n1\n"), "log.csv: line 2: has 1 cells, but the first line has 2");
  EXPECT_EQ(error_of("# c\n0,1\n1,nan\n"), "log.csv: line 3: column 2 (column 2) is nan, not a finite number");
  EXPECT_EQ(error_of("0,1\n1,\n"), "log.csv: line 2: column 2 (column 2) is empty");
  EXPECT_EQ(error_of("0,1\n0,2\n"),
            "log.csv: line 2: column 1 = 0 does not come after 0; the first column must increase");
  EXPECT_EQ(error_of(""), "log.csv: holds no numbers");
  EXPECT_EQ(error_of("time,force\n"), "log.csv: holds no numbers");
  EXPECT_NE(error_of("1\n2\n").find("line 1: has 1 column(s), but 2 are needed"), std::string::npos);
}

// A file that is wrong on every line is not listed in full.
TEST(CsvReader, StopsAfterTenFaults) {
  std::string text = "0,1\n";
  for (int i = 0; i < 1000; ++i) text += "x,y\n";
  EXPECT_LT(error_of(text).size(), 1000u);
}

// Messages quote no more than a short cell: the file may be another than was meant, and hold a secret.
TEST(CsvReader, QuotesShortCellsOnly) {
  const std::string secret = "root:$6$saltsaltsalt$0123456789abcdef";
  EXPECT_EQ(error_of(secret + "\n" + secret + "\n").find("salt"), std::string::npos);
  EXPECT_EQ(error_of("0,1\n1," + secret + "\n"),
            "log.csv: line 2: column 2 (column 2) holds a text, which is no number");
  EXPECT_EQ(error_of("0," + secret + "\n1,x\n"), "log.csv: line 2: column 2 holds \"x\", which is no number");
  EXPECT_EQ(error_of("0,1\n1,\x1b[2J\n").find('\x1b'), std::string::npos);
}

// A header that is wrong makes every line wrong: it alone is reported.
TEST(CsvReader, StopsAtAWrongHeader) { EXPECT_EQ(error_of("a\nb\nc\n").find("line 2"), std::string::npos); }

// Spaces about a unit do not belong to it.
TEST(CsvReader, TrimsUnits) {
  EXPECT_EQ(parse_csv("time [ ms ],x ( N )\n0,1\n", "t").units, (std::vector<std::string>{"ms", "N"}));
}

// A measured log may have gaps, a result two samples at the same time.
TEST(CsvReader, FollowsItsRules) {
  const CsvTable gaps = parse_csv("0,1\n1,\n2,NaN\n", "t", {.numbers_are_finite = false});
  EXPECT_TRUE(std::isnan(gaps.columns[1][1]));
  EXPECT_TRUE(std::isnan(gaps.columns[1][2]));
  EXPECT_EQ(error_of("0,1\n0,2\n", {.time_may_repeat = true}), "");
  EXPECT_NE(error_of("0,1\n-1,2\n", {.time_may_repeat = true}), "");
  EXPECT_EQ(error_of("0,1\n-1,2\n", {.time_increases = false}), "");
}

// Damaged text ends in a message, never in a crash: every prefix of a file, and every byte of it replaced.
TEST(CsvReader, SurvivesDamage) {
  const std::string good = "# k: v\ntime [s],\"f\" [N]\r\n0,1\n1;2\t3,\"4\n5e,+-6\n";
  for (std::size_t i = 0; i <= good.size(); ++i) {
    EXPECT_NO_FATAL_FAILURE(error_of(good.substr(0, i)));
    for (const char c : {'"', '\0', ',', '\n', '\xff', '['}) {
      std::string bad = good;
      if (i < bad.size()) bad[i] = c;
      EXPECT_NO_FATAL_FAILURE(error_of(bad));
    }
  }
}

}  // namespace
}  // namespace stiction
