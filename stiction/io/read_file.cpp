// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace stiction {
namespace {

[[noreturn]] void fail_to_read(const std::filesystem::path& source, const std::string& why) {
  throw FileError("cannot read " + (source == "-" ? "standard input" : source.string()) + ": " + why);
}
[[noreturn]] void fail_to_read(const std::filesystem::path& source, int error_number) {
  fail_to_read(source, system_reason(error_number));
}

/// A descriptor that is closed at the end, unless it is that of standard input.
class Input {
 public:
  Input(const std::filesystem::path& source, bool is_standard_input, int flags)
      : own_(!is_standard_input),
        descriptor_(own_ ? ::open(source.c_str(), O_RDONLY | O_CLOEXEC | flags) : STDIN_FILENO) {
    if (descriptor_ < 0) fail_to_read(source, errno);
  }
  ~Input() {
    if (own_) ::close(descriptor_);
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  bool own_;
  int descriptor_;
};

[[noreturn]] void fail_as_too_large(const std::filesystem::path& source, std::size_t largest) {
  fail_to_read(source, "it is larger than " + std::to_string(largest >> 20U) + " MiB; is it the right file?");
}

std::string bytes_of(const Input& input, const std::filesystem::path& source, std::size_t largest) {
  std::string content;
  for (ssize_t count = 1; count > 0;) {
    const std::size_t size = content.size();
    content.resize(size + std::min<std::size_t>(std::size_t{1} << 18U, largest + 1 - size));
    do count = ::read(input.descriptor(), content.data() + size, content.size() - size);
    while (count < 0 && errno == EINTR);
    if (count < 0) fail_to_read(source, errno);
    content.resize(size + static_cast<std::size_t>(count));
    if (content.size() > largest) fail_as_too_large(source, largest);
  }
  return content;
}

}  // namespace

std::string read_file(const std::filesystem::path& source, std::size_t largest) {
  const Input input(source, source == "-", 0);
  struct stat status {};
  if (::fstat(input.descriptor(), &status) != 0) fail_to_read(source, errno);
  const bool interactive = S_ISCHR(status.st_mode) && (source == "-" || ::isatty(input.descriptor()) == 1);
  if (S_ISBLK(status.st_mode) || (S_ISCHR(status.st_mode) && !interactive))
    fail_to_read(source, "it is a device, not a file");
  return bytes_of(input, source, largest);
}

std::string read_regular_file(const std::filesystem::path& source, std::size_t largest) {
  const Input input(source, false, O_NONBLOCK);  // without it, opening a pipe waits for a writer
  struct stat status {};
  if (::fstat(input.descriptor(), &status) != 0) fail_to_read(source, errno);
  if (S_ISDIR(status.st_mode)) fail_to_read(source, "it is a directory");
  if (!S_ISREG(status.st_mode)) fail_to_read(source, "it is not a regular file");
  if (static_cast<std::uintmax_t>(status.st_size) > largest) fail_as_too_large(source, largest);
  return bytes_of(input, source, largest);
}

}  // namespace stiction
