// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

/// The streams of the program: what is said on them, and whether it arrived.
namespace stiction::cli {

/// Opens standard input, output and error on /dev/null where the caller closed them: the next file opened would take
/// their place, and messages would be written into results.
void open_standard_streams();

/// A line on stderr; texts from outside cannot steer the terminal.
void say(std::string_view message);

/// "wrote x.csv" on stderr.
void say_written(std::string_view file);

/// Passes on what stdout still holds. False, after a message, when not all of it could be written: a full disk.
bool finish_output();

}  // namespace stiction::cli
