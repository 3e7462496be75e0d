// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace stiction {

/// Which control characters of a text are meant.
enum class Lines { escaped, kept };

/// A text from outside (a title, a key, a file name) for a terminal or a message: control characters, which could move
/// the cursor, recolour or reprogram the terminal, become "\x1b", and so do bytes that are no UTF-8 and the marks that
/// turn the direction of writing. `Lines::kept` leaves tabs and ends of lines, for messages of several lines.
std::string printable(std::string_view text, Lines lines = Lines::escaped);

/// The same, cut after about `limit` bytes: what a message may quote of a file.
std::string quoted_piece(std::string_view text, std::size_t limit = 40);

}  // namespace stiction
