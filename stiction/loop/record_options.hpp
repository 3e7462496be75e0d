// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace stiction {

/// What to keep of a run.
struct RecordOptions {
  /// Time between samples [s]; 0: one sample at the end of every step of the solver, and two at every event.
  double interval = 0.01;
  std::vector<std::string> signals{};                              ///< names; empty: all
  std::size_t memory_limit = std::size_t{4} * 1024 * 1024 * 1024;  ///< [bytes]
};

}  // namespace stiction
