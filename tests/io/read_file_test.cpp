// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/read_file.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

// A missing file is named.
TEST(ReadFile, NamesTheFileItCannotRead) {
  try {
    read_file("/nowhere/a.csv");
    FAIL();
  } catch (const FileError& error) {
    EXPECT_STREQ(error.what(), "cannot read /nowhere/a.csv: No such file or directory");
  }
}

}  // namespace
}  // namespace stiction
