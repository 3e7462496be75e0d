// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "stiction/identification/log.hpp"

namespace stiction {

/// The vectors of a MAT file; see read_log.
Log read_mat_log(const std::filesystem::path& file);

}  // namespace stiction
