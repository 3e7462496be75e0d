// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "stiction/io/file_error.hpp"

namespace stiction {

/// The bytes of a file; "-" is standard input. Throws FileError that names a file it cannot read.
std::string read_file(const std::filesystem::path& source);

}  // namespace stiction
