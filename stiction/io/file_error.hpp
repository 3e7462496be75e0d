// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>
#include <system_error>

namespace stiction {

/// A file that could not be written or read, and why; what() names it.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Why a call of the system failed, in its words.
inline std::string system_reason(int error_number) { return std::generic_category().message(error_number); }

}  // namespace stiction
