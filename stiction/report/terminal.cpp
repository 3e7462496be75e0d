// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "stiction/io/csv_numbers.hpp"

namespace stiction {

Terminal this_terminal() {
  Terminal terminal;
  const char* columns = std::getenv("COLUMNS");
  if (const auto given = read_number(columns == nullptr ? "" : columns); given && *given >= 20 && *given < 10000)
    terminal.columns = static_cast<std::size_t>(*given);
  for (const int descriptor : {STDERR_FILENO, STDOUT_FILENO}) {
    winsize size{};
    if (::isatty(descriptor) != 0 && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
      terminal.columns = size.ws_col;
  }
  std::string locale;
  for (const char* name : {"LANG", "LC_CTYPE", "LC_ALL"})  // the last one that is set decides
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') locale = value;
  terminal.utf8 = locale.find("UTF-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  const char* no_colour = std::getenv("NO_COLOR");
  terminal.colours = ::isatty(STDOUT_FILENO) != 0 && (no_colour == nullptr || *no_colour == '\0');
  return terminal;
}

}  // namespace stiction
