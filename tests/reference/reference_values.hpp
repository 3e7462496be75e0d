// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <map>
#include <sstream>
#include <string>

#include "stiction/papers/reference_table.hpp"

/// The table papers/values.tsv, and how measured numbers are held against it.
///
///     const Measurements m = measure(tolerance);          // m["period"] = 6.36; m["drift"] = {1e-19, 1e-5};
///     expect_complete("lugre1995_fig6_stickslip", m, not_measured);
///     compare("lugre1995_fig6_stickslip", m, 1e-6);
namespace stiction::testing {

/// Errors allowed in what is measured: at the default tolerance of 1e-8, and at 1e-11.
inline constexpr double default_tolerance = 1e-8, default_bound = 1e-6;
inline constexpr double tight_tolerance = 1e-11, tight_bound = 1e-9;

/// A measured number. `scale` is the size of what it is the small difference or remainder of, in its own unit: its
/// error is judged against that where it is the larger. A bare number has none.
struct MeasuredValue {
  MeasuredValue(double v = 0, double natural_scale = 0) : value(v), scale(natural_scale) {}  // NOLINT: as bare numbers
  double value, scale;
};
using Measurements = std::map<std::string, MeasuredValue>;  ///< by key
using NotMeasured = std::map<std::string, std::string>;     ///< key and the reason, in words

/// All values of an experiment in the table; none if the table does not know it.
struct ReferenceTable {
  using Values = ReferenceNumbers;

  static const Values& of(const std::string& experiment) {
    static const stiction::ReferenceTable table = read();
    static const Values none;
    const auto found = table.find(experiment);
    return found == table.end() ? none : found->second;
  }

 private:
  static stiction::ReferenceTable read() {
    const char* root = std::getenv("STICTION_ROOT");
    std::ifstream file(std::string(root ? root : ".") + "/papers/values.tsv");
    EXPECT_TRUE(file) << "papers/values.tsv not found: set STICTION_ROOT or run in the project folder";
    std::ostringstream text;
    text << file.rdbuf();
    return parse_reference_table(text.str());
  }
};

/// How far a measured value may lie from the table's: the bound relative to the value or to its natural scale, ten
/// times what other methods had left where the truth is zero, and never less than what is known of the value itself.
inline double allowed_error(const ReferenceNumber& known, const MeasuredValue& measured, double relative_bound) {
  const double size = std::max(std::abs(known.value), measured.scale);
  return std::max(relative_bound * size, known.confirmed * std::abs(known.value)) + 10 * known.zero_within;
}

/// Fails for every measured value that is wrong or unknown to the table. The worst is noted in the test's record.
inline void compare(const std::string& experiment, const Measurements& measured, double relative_bound) {
  const ReferenceTable::Values& table = ReferenceTable::of(experiment);
  double worst = -1;
  for (const auto& [key, m] : measured) {
    const auto known = table.find(key);
    if (known == table.end()) {
      ADD_FAILURE() << experiment << " has no value " << key;
      continue;
    }
    const double error = std::abs(m.value - known->second.value);
    const double allowed = allowed_error(known->second, m, relative_bound);
    if (!(error <= allowed))
      ADD_FAILURE() << std::setprecision(15) << experiment << ": " << key << " is " << m.value << ", should be "
                    << known->second.value << "; error " << error << ", allowed " << allowed;
    if (error / allowed > worst) {
      worst = error / allowed;
      std::ostringstream text;
      text << key << ": " << 100 * worst << " % of the error allowed";
      ::testing::Test::RecordProperty("worst", text.str());
    }
  }
}

/// Fails unless every value of the experiment is measured or excused, and none both: nothing is left out silently.
inline void expect_complete(const std::string& experiment, const Measurements& measured,
                            const NotMeasured& not_measured) {
  const ReferenceTable::Values& table = ReferenceTable::of(experiment);
  EXPECT_FALSE(table.empty()) << "no experiment " << experiment;
  for (const auto& [key, value] : table)
    EXPECT_EQ(measured.count(key) + not_measured.count(key), 1U)
        << experiment << ": " << key << " must be either measured or in not_measured";
  for (const auto& [key, reason] : not_measured)
    EXPECT_TRUE(table.count(key) == 1 && !reason.empty()) << experiment << ": not_measured has " << key;
}

}  // namespace stiction::testing
