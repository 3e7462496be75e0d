// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace stiction {

/// Where the real measurements are: STICTION_DATA, or shared/data beside the project. Empty: nowhere.
inline std::filesystem::path measured_data(const std::string& file) {
  std::filesystem::path folder;
  if (const char* given = std::getenv("STICTION_DATA"); given != nullptr)
    folder = given;
  else if (const char* root = std::getenv("STICTION_ROOT"); root != nullptr)
    folder = std::filesystem::path(root) / ".." / "shared" / "data";
  std::error_code ignored;
  return !folder.empty() && std::filesystem::exists(folder / file, ignored) ? folder / file : std::filesystem::path();
}

}  // namespace stiction

#define STICTION_NEEDS_DATA(variable, file)                   \
  const std::filesystem::path variable = measured_data(file); \
  if (variable.empty()) GTEST_SKIP() << "needs the measurement " << (file) << "; set STICTION_DATA to its folder"
