// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/console.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "stiction/io/printable.hpp"

namespace stiction::cli {

void open_standard_streams() {
  // In this order: open() takes the lowest number that is free. Standard output is opened for reading, so that what is
  // written to it fails and is noticed, as it is by a full disk; messages have no such reader.
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(descriptor, F_GETFD) < 0) {
      const int opened = ::open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY);
      if (opened >= 0 && opened != descriptor) ::close(opened);
    }
}

void say(std::string_view message) { std::fprintf(stderr, "%s\n", printable(message, Lines::kept).c_str()); }

void say_written(std::string_view file) { say("wrote " + printable(file)); }

bool finish_output() {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::ferror(stdout) == 0) return true;
  say("stiction: cannot write to standard output: " +
      (errno != 0 ? std::generic_category().message(errno)
                  : std::string("not all of it could be written; is the disk full?")));
  return false;
}

}  // namespace stiction::cli
