// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace stiction {

/// What a terminal can show.
struct Terminal {
  std::size_t columns = 80, rows = 20;  ///< characters for a plot with its labels
  bool utf8 = true;                     ///< else plain ASCII
  bool colours = false;                 ///< escape sequences for colours
};

/// The terminal behind standard output or error: its width, the character set of the locale, colours unless NO_COLOR is
/// set or standard output is no terminal. Without a terminal the width is COLUMNS, else 80.
Terminal this_terminal();

}  // namespace stiction
