// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/read_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace stiction {

std::string read_file(const std::filesystem::path& source) {
  const bool standard_input = source == "-";
  const int descriptor = standard_input ? STDIN_FILENO : ::open(source.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw FileError("cannot read " + source.string() + ": " + system_reason(errno));
  std::string content;
  ssize_t count = 1;
  int error_number = 0;
  while (count > 0) {
    const std::size_t size = content.size();
    content.resize(size + (std::size_t{1} << 18U));
    do count = ::read(descriptor, content.data() + size, content.size() - size);
    while (count < 0 && errno == EINTR);
    if (count < 0) error_number = errno;
    content.resize(size + static_cast<std::size_t>(count > 0 ? count : 0));
  }
  if (!standard_input) ::close(descriptor);
  if (error_number != 0) throw FileError("cannot read " + source.string() + ": " + system_reason(error_number));
  return content;
}

}  // namespace stiction
