// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace stiction {

/// One thing that was checked on this machine.
struct SelfCheck {
  std::string topic;   ///< "reference lugre1995/fig6"
  std::string detail;  ///< what was found, with numbers
  bool holds = true;
};

/// Checks the program as it is installed, on the machine it runs on: arithmetic of the processor, numbers of the papers
/// (papers/values.tsv), energy balance of every law, SIMD lanes against plain numbers, equal runs to the last bit also
/// in two threads, experiments through their text. Takes a few seconds. `interrupt` is called now and then with the
/// fraction done; true ends the checks early.
std::vector<SelfCheck> self_check(const std::function<bool(double)>& interrupt = {});

}  // namespace stiction
