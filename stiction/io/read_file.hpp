// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "stiction/io/file_error.hpp"

namespace stiction {

/// The bytes of a file or a pipe; "-" is standard input. Throws FileError for a device, which may have no end, and for
/// more than `largest` bytes.
std::string read_file(const std::filesystem::path& source, std::size_t largest = std::size_t{1} << 28U);

/// The bytes of a regular file, and of nothing else: an input that a file names must not wait for a pipe.
std::string read_regular_file(const std::filesystem::path& source, std::size_t largest = std::size_t{1} << 30U);

}  // namespace stiction
