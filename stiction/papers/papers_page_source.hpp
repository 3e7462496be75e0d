// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string_view>

namespace stiction {

/// A paper as a page cites it. A test compares it with docs/references.bib, which is not built in.
struct PaperSource {
  std::string_view folder;  ///< of its figures in papers/: "lugre1995"
  std::string_view key;     ///< in docs/references.bib
  std::string_view authors, title;
  std::string_view where;  ///< journal or book, volume and pages
  int year;                ///< 0: not known
  std::string_view doi{};  ///< empty: it has none
};

/// Oldest first, without a year last.
std::span<const PaperSource> paper_sources();

}  // namespace stiction
