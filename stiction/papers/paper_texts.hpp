// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string_view>

namespace stiction {

/// A file of papers/ as it is built into the program.
struct PaperText {
  std::string_view name;  ///< "lugre1995/fig6"
  std::string_view text;  ///< TOML: an experiment, what to measure in it, what the paper claims
};

/// All figures and claims, by name. The build makes this list from the files that are there.
std::span<const PaperText> paper_texts();

/// values.tsv: numbers these experiments must give, computed independently of this code.
std::string_view reference_text();

}  // namespace stiction
