// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/mat_writer.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstring>

#include "stiction/io/mat_names.hpp"
#include "stiction/io/read_file.hpp"
#include "stiction/io/result_file.hpp"
#include "tests/io/sample_trajectory.hpp"

namespace stiction {
namespace {

using testing::Folder;
using testing::sample_metadata;
using testing::sample_trajectory;

/// Names and real doubles of the top level of an uncompressed MAT-file of version 5, by the published description of
/// the format alone: a header of 128 bytes, then elements of a type, a size and as many bytes, filled up to eight.
std::vector<std::pair<std::string, std::vector<double>>> top_level_numbers(const std::string& file) {
  const auto word = [&](std::size_t at) {
    std::uint32_t x = 0;
    std::memcpy(&x, file.data() + at, 4);
    return x;
  };
  struct Part {
    std::size_t data, size, next;
  };
  const auto part = [&](std::size_t at) -> Part {
    if (word(at) >> 16U != 0) return {at + 4, word(at) >> 16U, at + 8};  // small: at most four bytes, beside its type
    const std::size_t size = word(at + 4);
    return {at + 8, size, at + 8 + (size + 7) / 8 * 8};
  };
  std::vector<std::pair<std::string, std::vector<double>>> all;
  for (std::size_t at = 128; at + 8 <= file.size();) {
    EXPECT_EQ(word(at), 14u);  // miMATRIX
    const std::size_t end = at + 8 + word(at + 4);
    const Part flags = part(at + 8), size = part(flags.next), name = part(size.next);
    if ((word(flags.data) & 0xFFU) == 6) {  // mxDOUBLE_CLASS
      const Part numbers = part(name.next);
      std::vector<double> values(numbers.size / sizeof(double));
      std::memcpy(values.data(), file.data() + numbers.data, values.size() * sizeof(double));
      all.emplace_back(file.substr(name.data, name.size), values);
    } else {
      all.emplace_back(file.substr(name.data, name.size), std::vector<double>{});
    }
    at = end;
  }
  return all;
}

// Every vector is found in the file, bit by bit, under a name that MATLAB takes; the structs are there too.
TEST(MatWriter, WritesColumnsWithValidNames) {
  if (!can_write_mat()) GTEST_SKIP() << "built without libmatio";
  const Folder folder;
  const Trajectory t = sample_trajectory();
  write_result(folder / "a.mat", t, sample_metadata());
  EXPECT_EQ(folder.file_count(), 1u);
  const std::string file = read_file(folder / "a.mat");
  ASSERT_TRUE(file.starts_with("MATLAB 5.0 MAT-file"));
  const auto found = top_level_numbers(file);
  std::vector<std::string> names;
  for (const auto& [name, values] : found) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"time", "position", "motor_friction_force", "x_end", "units",
                                             "signal_names", "metadata", "result", "events"}));
  EXPECT_EQ(found.at(0).second, t.time);
  EXPECT_EQ(found.at(1).second, t.signals[0].values);
  EXPECT_EQ(found.at(2).second, t.signals[1].values);
}

// Nothing recorded and nothing said is a file too.
TEST(MatWriter, SurvivesAnEmptyTrajectory) {
  if (!can_write_mat()) GTEST_SKIP() << "built without libmatio";
  const Folder folder;
  EXPECT_NO_THROW(write_result(folder / "a.mat", {}, {{"", ""}}));
}

// A disk that is full, here a limit on the size of files: libmatio does not notice, but the file is read again.
TEST(MatWriter, NoticesAFullDisk) {
  if (!can_write_mat()) GTEST_SKIP() << "built without libmatio";
  const Folder folder;
  write_file(folder / "a.mat", "old");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  for (const rlim_t size : {rlim_t{100}, rlim_t{3000}, rlim_t{6000}, rlim_t{8000}}) {
    const rlimit small{size, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    EXPECT_THROW(write_result(folder / "a.mat", sample_trajectory(), sample_metadata()), WriteError) << size;
    ::setrlimit(RLIMIT_FSIZE, &before);
  }
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(read_file(folder / "a.mat"), "old");
  EXPECT_EQ(folder.file_count(), 1u);
}

// Without libmatio nothing is written, and the message says what to install.
TEST(MatWriter, SaysWhatIsMissing) {
  if (can_write_mat()) GTEST_SKIP() << "built with libmatio";
  const Folder folder;
  EXPECT_THROW(write_result(folder / "a.mat", sample_trajectory(), {}), MissingFeature);
  EXPECT_EQ(folder.file_count(), 0u);
}

// matio cannot write to a pipe.
TEST(MatWriter, NeedsAFile) {
  if (!can_write_mat()) GTEST_SKIP() << "built without libmatio";
  OutputFile standard_output("-");
  EXPECT_THROW(write_mat(standard_output, sample_trajectory(), {}), FileError);
}

// MATLAB's rules: letters, digits, underscores; a letter first; 63 at most; no keyword; none twice.
TEST(MatNames, AreValidAndUnique) {
  MatNames names;
  EXPECT_EQ(names.unique("motor.friction_force"), "motor_friction_force");
  EXPECT_EQ(names.unique("motor friction_force"), "motor_friction_force_2");
  EXPECT_EQ(names.unique("stiffness[2]"), "stiffness_2");
  EXPECT_EQ(names.unique("end"), "x_end");
  EXPECT_EQ(names.unique("2nd"), "x_2nd");
  EXPECT_EQ(names.unique(""), "x_");
  EXPECT_EQ(names.unique(std::string(100, 'a')).size(), 63u);
  EXPECT_EQ(names.unique(std::string(100, 'a')), std::string(61, 'a') + "_2");
}

// By the definition of UTF-16: one unit below U+10000, two above; what is no character is replaced.
TEST(Utf16, FollowsItsDefinition) {
  EXPECT_EQ(utf16("a\u00b5\u20ac"), u"a\u00b5\u20ac");
  EXPECT_EQ(utf16("\U0001F600"), u"\U0001F600");
  EXPECT_EQ(utf16("\xff"
                  "a\xc3"),
            u"\uFFFDa\uFFFD");
}

}  // namespace
}  // namespace stiction
