// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <exception>

#include "apps/cli/commands.hpp"
#include "apps/cli/progress.hpp"
#include "stiction/io/experiment_file.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/schema/nearest_name.hpp"

namespace stiction::cli {

std::span<const CommandRow> commands() {
  static const std::vector<CommandRow> all = {
      models_command(), run_command(),     reproduce_command(), analyse_command(),    map_command(),
      doctor_command(), compare_command(), schema_command(),    completion_command(), tour_command()};
  return all;
}

namespace {

std::string overview() {
  std::string text = "stiction " STICTION_VERSION " - friction in control systems\n\n";
  for (const CommandRow& command : commands()) {
    std::string usage = "  stiction " + std::string(command.name);
    for (const PositionalRow& p : command.positionals)
      usage += (p.required ? " " : " [") + std::string(p.name) + (p.required ? "" : "]");
    usage.resize(std::max<std::size_t>(usage.size() + 2, 34), ' ');
    text += usage + std::string(command.purpose) + "\n";
  }
  return text +
         "  stiction COMMAND --help         options with units, and examples\n"
         "  stiction --version              the version\n"
         "\n"
         "Data goes to stdout, messages and progress to stderr.\n"
         "Exit codes: 0 ok, 1 ran but failed, 2 usage, 3 bad input, 4 optional feature missing, 130 interrupted.\n";
}

int run(const std::vector<std::string>& words) {
  if (words.empty()) return std::fputs(overview().c_str(), stderr), usage_error;
  const std::string& name = words.front();
  if (name == "--help" || name == "-h" || name == "help") return std::fputs(overview().c_str(), stdout), ok;
  if (name == "--version") return std::puts("stiction " STICTION_VERSION), ok;
  std::vector<std::string_view> known;
  for (const CommandRow& command : commands()) {
    known.push_back(command.name);
    if (command.name != name) continue;
    int exit_code = ok;
    const auto arguments = parse(command, std::span(words).subspan(1), exit_code);
    return arguments ? command.run(*arguments) : exit_code;
  }
  std::fprintf(stderr, "stiction: %s\n", unknown_name_text("command", name, known).c_str());
  return usage_error;
}

}  // namespace
}  // namespace stiction::cli

int main(int count, char** words) {
  using namespace stiction;
  cli::watch_for_interrupts();
  const auto say = [](const std::exception& error) { std::fprintf(stderr, "stiction: %s\n", error.what()); };
  try {
    return cli::run({words + 1, words + count});
  } catch (const InvalidFile& error) {
    std::fprintf(stderr, "%s\n", error.what());
  } catch (const MissingFeature& error) {
    say(error);
    return cli::missing_feature;
  } catch (const std::exception& error) {
    say(error);
  }
  return cli::bad_input;
}
