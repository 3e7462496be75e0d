// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/png.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "stiction/io/output_file.hpp"
#include "stiction/io/read_file.hpp"
#include "tests/io/sample_trajectory.hpp"
#include "tests/report/markup_reader.hpp"

namespace stiction::png_test {
namespace {

const Figure picture{.title = "picture", .panels = {{.x_label = "x [m]", .curves = {{"", {0, 1}, {0, 1}}}}}};

/// Sets PATH for the length of a test.
class PathOf {
 public:
  explicit PathOf(const std::string& value) : before_(std::getenv("PATH")) { ::setenv("PATH", value.c_str(), 1); }
  ~PathOf() { ::setenv("PATH", before_.c_str(), 1); }
  PathOf(const PathOf&) = delete;
  PathOf& operator=(const PathOf&) = delete;

 private:
  std::string before_;
};

// The width and height in the head of the PNG are those of the SVG times the zoom.
TEST(Png, HasTheSizeOfTheFigure) {
  if (png_converter().empty()) GTEST_SKIP() << "no converter is installed";
  const testing::Folder folder;
  write_png(folder / "a b;$(c).png", picture, 1.5);
  EXPECT_EQ(folder.file_count(), 1u);
  const std::string png = read_file(folder / "a b;$(c).png");
  ASSERT_TRUE(png.starts_with("\x89PNG\r\n\x1a\n"));
  const auto number = [&](std::size_t at) {
    double x = 0;
    for (std::size_t k = 0; k < 4; ++k) x = 256 * x + static_cast<unsigned char>(png[at + k]);
    return x;
  };
  const testing::Element svg = testing::read_markup(to_svg(picture));
  EXPECT_NEAR(number(16), 1.5 * svg.number("width"), 1);
  EXPECT_NEAR(number(20), 1.5 * svg.number("height"), 1);
}

// Without a converter the message says what to install, and nothing is written.
TEST(Png, SaysWhatToInstall) {
  const testing::Folder folder;
  const PathOf nothing("");
  try {
    write_png(folder / "a.png", picture);
    FAIL();
  } catch (const MissingFeature& error) {
    EXPECT_NE(std::string(error.what()).find("rsvg-convert"), std::string::npos);
  }
  EXPECT_EQ(folder.file_count(), 0u);
}

// A converter that fails leaves the old file.
TEST(Png, LeavesTheOldFileWhenTheConverterFails) {
  const testing::Folder folder;
  write_file(folder / "rsvg-convert", "#!/bin/sh\nexit 1\n");
  std::filesystem::permissions(folder / "rsvg-convert", std::filesystem::perms::owner_all);
  write_file(folder / "a.png", "old");
  const PathOf broken((folder / ".").string());
  EXPECT_THROW(write_png(folder / "a.png", picture), FileError);
  EXPECT_EQ(read_file(folder / "a.png"), "old");
  EXPECT_EQ(folder.file_count(), 2u);
}

}  // namespace
}  // namespace stiction::png_test
