// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/force_data.hpp"

namespace stiction::python {

/// Logs ready for a fit, and what stands beside friction in them.
struct Recordings {
  std::vector<Recording> all;
  ForceDataOptions options;
};

}  // namespace stiction::python
