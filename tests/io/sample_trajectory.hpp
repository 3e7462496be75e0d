// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <unistd.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <limits>
#include <random>

#include "stiction/io/csv_writer.hpp"

namespace stiction::testing {

/// Numbers that are hard to write: tiny, huge, one bit apart, random bits.
inline std::vector<double> hard_numbers(std::size_t count) {
  std::vector<double> all{0.0,
                          -0.0,
                          0.1,
                          1.0 / 3,
                          5e-324,
                          2.2250738585072014e-308,
                          1.7976931348623157e308,
                          1e23,
                          9007199254740993.0,
                          1 + std::numeric_limits<double>::epsilon(),
                          -123456.789e-7};
  std::mt19937_64 bits(7);
  while (all.size() < count) {
    const double x = std::bit_cast<double>(bits());
    if (std::isfinite(x)) all.push_back(x);
  }
  all.resize(count);
  return all;
}

inline Trajectory sample_trajectory(std::size_t count = 200) {
  Trajectory t;
  for (std::size_t i = 0; i < count; ++i) t.time.push_back(1e-3 * static_cast<double>(i));
  t.signals = {{"position", "m", hard_numbers(count)},
               {"motor.friction_force", "N", std::vector<double>(count, -0.5)},
               {"end", "1", std::vector<double>(count, 2)}};
  t.events = {{0.25, "surface", "reversal"}, {0.5, "µ-meter \"a\"", "stick"}};
  t.result.time = t.time.back();
  return t;
}

inline Metadata sample_metadata() {
  return {{"version", "0.1.0"}, {"seed", "1"}, {"experiment", "[plant]\nkind = \"mass\"  # 5 µm\n\n  indented: yes"}};
}

/// An empty folder that is removed with what is in it.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "stiction-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path operator/(const char* name) const { return path_ / name; }
  std::size_t file_count() const {
    const std::filesystem::directory_iterator files(path_);
    return static_cast<std::size_t>(std::distance(begin(files), end(files)));
  }

 private:
  std::filesystem::path path_;
};

}  // namespace stiction::testing
