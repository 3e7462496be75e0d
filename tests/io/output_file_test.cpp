// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/output_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "stiction/io/read_file.hpp"
#include "tests/io/sample_trajectory.hpp"

namespace stiction::output_file_test {
namespace {

using testing::Folder;

std::string error_of(const std::filesystem::path& target) {
  try {
    write_file(target, "x");
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

// Bytes come back as they were, zero bytes among them; nothing else is left in the folder.
TEST(OutputFile, WritesWhatItWasGiven) {
  const Folder folder;
  const std::string content = std::string("a\0b\r\n", 5) + std::string(3000000, 'x');
  write_file(folder / "a", content);
  EXPECT_EQ(read_file(folder / "a"), content);
  EXPECT_EQ(folder.file_count(), 1u);
}

// Until commit the old file is there, untouched; without commit it stays.
TEST(OutputFile, LeavesTheOldFileUntilItIsComplete) {
  const Folder folder;
  write_file(folder / "a", "old");
  {
    OutputFile file(folder / "a");
    file.write(std::string(3000000, 'x'));
    EXPECT_EQ(read_file(folder / "a"), "old");
    EXPECT_LE(folder.file_count(), 2u);  // one, where the system has files without names
  }
  EXPECT_EQ(read_file(folder / "a"), "old");
  EXPECT_EQ(folder.file_count(), 1u);
}

// Other programs write under a temporary name, libraries of this one without: both become the file.
TEST(OutputFile, CanBeWrittenByOthers) {
  const Folder folder;
  for (const bool named : {true, false}) {
    OutputFile file(folder / "a");
    std::ofstream(named ? file.unfinished_path() : file.own_path()) << "by another";
    file.commit();
    EXPECT_EQ(read_file(folder / "a"), "by another");
    EXPECT_EQ(folder.file_count(), 1u);
  }
}

// A handler of Ctrl-C that calls remove_unfinished_files leaves the old file and nothing else, though no destructor
// runs.
TEST(OutputFile, LeavesNothingHalfWrittenOnCtrlC) {
  const Folder folder;
  write_file(folder / "a", "old");
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGINT, [](int) {
      remove_unfinished_files();
      ::_exit(130);
    });
    OutputFile file(folder / "a");
    file.write(std::string(3000000, 'x'));
    std::raise(SIGINT);
    ::_exit(1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_EQ(read_file(folder / "a"), "old");
  EXPECT_EQ(folder.file_count(), 1u);
}

// Committed files are not among those that Ctrl-C removes.
TEST(OutputFile, KeepsWhatIsFinishedOnCtrlC) {
  const Folder folder;
  write_file(folder / "a", "new");
  remove_unfinished_files();
  EXPECT_EQ(read_file(folder / "a"), "new");
}

// A full disk: here a limit on the size of files, which the system reports in the same place.
TEST(OutputFile, ReportsAFullDiskAndLeavesTheOldFile) {
  const Folder folder;
  write_file(folder / "a", "old");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1000000, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  std::string error;
  try {
    write_file(folder / "a", std::string(3000000, 'x'));
  } catch (const FileError& e) {
    error = e.what();
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_NE(error.find((folder / "a").string()), std::string::npos) << error;
  EXPECT_EQ(read_file(folder / "a"), "old");
  EXPECT_EQ(folder.file_count(), 1u);
}

// /dev/full answers every write with "no space left"; a device is written directly, not replaced.
TEST(OutputFile, WritesDevicesDirectly) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_NE(error_of("/dev/full").find("No space left"), std::string::npos);
  EXPECT_EQ(error_of("/dev/null"), "");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

// A device may have no end, and a file may be another than was meant: neither is read without bound.
TEST(ReadFile, HasBounds) {
  const Folder folder;
  write_file(folder / "a", std::string(1001, 'x'));
  EXPECT_EQ(read_file(folder / "a", 1001).size(), 1001u);
  EXPECT_THROW(read_file(folder / "a", 1000), FileError);
  EXPECT_THROW(read_regular_file(folder / "a", 1000), FileError);
  EXPECT_THROW(read_file("/dev/zero"), FileError);
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_THROW(read_regular_file(folder / "pipe"), FileError);  // and does not wait for a writer
}

// Messages name the file and the reason.
TEST(OutputFile, SaysWhatIsInTheWay) {
  const Folder folder;
  std::filesystem::create_directory(folder / "d");
  EXPECT_EQ(error_of(folder / "d"), "cannot write " + (folder / "d").string() + ": it is a directory");
  EXPECT_NE(error_of(folder / "none/a").find("does not exist"), std::string::npos);
  EXPECT_NE(error_of("").find("without a name"), std::string::npos);
  write_file(folder / "f", "");
  EXPECT_NE(error_of(folder / "f/a").find("Not a directory"), std::string::npos);
  if (::geteuid() == 0) return;  // root may write anywhere
  ::chmod((folder / "f").c_str(), 0444);
  EXPECT_NE(error_of(folder / "f").find("Permission denied"), std::string::npos);
  ::chmod((folder / "d").c_str(), 0555);
  EXPECT_NE(error_of(folder / "d/a").find("Permission denied"), std::string::npos);
}

// A link stays a link and its target gets the bytes; permissions survive the replacement.
TEST(OutputFile, FollowsLinksAndKeepsPermissions) {
  const Folder folder;
  write_file(folder / "real", "old");
  ::chmod((folder / "real").c_str(), 0640);
  std::filesystem::create_symlink(folder / "real", folder / "link");
  write_file(folder / "link", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "real"), "new");
  struct stat after {};
  ASSERT_EQ(::stat((folder / "real").c_str(), &after), 0);
  EXPECT_EQ(after.st_mode & 0777U, 0640U);
}

// "-" is standard output.
TEST(OutputFile, WritesToStandardOutput) {
  ::testing::internal::CaptureStdout();
  write_file("-", "to stdout\n");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "to stdout\n");
  EXPECT_THROW(OutputFile("-").unfinished_path(), FileError);
}

}  // namespace
}  // namespace stiction::output_file_test
