// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>

namespace stiction {

/// A number that an experiment must give, computed independently of this code.
struct ReferenceNumber {
  double value = 0;
  double confirmed = 0;    ///< relative error at which two methods agreed
  double zero_within = 0;  ///< for a value that is exactly zero: the largest that any method returned
};

/// By "experiment:key", as in values.tsv: "lugre1995_fig6_stickslip:period".
std::optional<ReferenceNumber> find_reference(std::string_view name);

}  // namespace stiction
