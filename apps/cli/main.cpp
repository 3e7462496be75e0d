// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <exception>
#include <string_view>
#include <vector>

#include "apps/cli/commands.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction::cli {
namespace {

constexpr const char* help =
    "stiction " STICTION_VERSION
    " - friction in control systems\n"
    "\n"
    "  stiction models           the friction laws there are\n"
    "  stiction models NAME      one law: parameters with units, presets, what it shows\n"
    "  stiction tour [FOLDER]    the catalogue and a first figure, FOLDER/first_look.svg (default: report)\n"
    "  stiction --help           this text\n"
    "  stiction --version        the version\n"
    "\n"
    "Examples:\n"
    "  stiction models lugre\n"
    "  stiction tour /tmp/friction\n"
    "\n"
    "Exit codes: 0 ok, 2 usage, 3 bad input.\n";

int run(std::vector<std::string_view> arguments) {
  if (arguments.empty()) {
    std::fputs(help, stderr);
    return usage_error;
  }
  const std::string_view command = arguments.front();
  const std::span rest(arguments.begin() + 1, arguments.end());
  if (command == "--help" || command == "-h" || command == "help") return std::fputs(help, stdout), ok;
  if (command == "--version") return std::puts("stiction " STICTION_VERSION), ok;
  if (command == "models") return models_command(rest);
  if (command == "tour") return tour_command(rest);
  constexpr std::string_view known[] = {"models", "tour"};
  std::fprintf(stderr, "stiction: %s\n", unknown_name_text("command", command, known).c_str());
  return usage_error;
}

}  // namespace
}  // namespace stiction::cli

int main(int count, char** words) {
  try {
    return stiction::cli::run({words + 1, words + count});
  } catch (const stiction::InvalidInput& error) {
    std::fprintf(stderr, "stiction: %s\n", error.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "stiction: %s\n", error.what());
  }
  return stiction::cli::bad_input;
}
