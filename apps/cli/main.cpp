// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/progress.hpp"
#include "stiction/io/experiment_file.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/schema/nearest_name.hpp"

namespace stiction::cli {

std::span<const CommandRow> commands() {
  static const std::vector<CommandRow> all = {
      models_command(), characterise_command(), run_command(),    reproduce_command(),  analyse_command(),
      map_command(),    sweep_command(),        doctor_command(), compare_command(),    identify_command(),
      design_command(), watch_command(),        schema_command(), completion_command(), tour_command()};
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
    if (!arguments) return exit_code;
    try {
      return command.run(*arguments);
    } catch (const WrongCall& error) {
      std::string said = "stiction " + name + ": ";
      said.append(error.what()).append("\nTry: stiction ").append(name).append(" --help");
      say(said);
      return usage_error;
    }
  }
  say("stiction: " + unknown_name_text("command", name, known));
  return usage_error;
}

/// Runs the command; what it throws becomes a message and an exit code.
int run_or_explain(const std::vector<std::string>& words) {
  const auto explain = [](const std::exception& error, int exit_code) {
    say(std::string("stiction: ") + error.what());
    return exit_code;
  };
  try {
    return run(words);
  } catch (const InvalidFile& error) {
    say(error.what());
    return bad_input;
  } catch (const InvalidInput& error) {
    // What names an option is a wrong call; anything else is what a file says.
    return explain(error, std::string_view(error.what()).starts_with("--") ? usage_error : bad_input);
  } catch (const MissingFeature& error) {
    return explain(error, missing_feature);
  } catch (const WriteError& error) {
    return explain(error, failed);
  } catch (const std::bad_alloc&) {
    say("stiction: not enough memory; a longer --interval or a shorter --duration needs less");
    return failed;
  } catch (const std::exception& error) {
    return explain(error, bad_input);
  }
}

}  // namespace
}  // namespace stiction::cli

int main(int count, char** words) {
  using namespace stiction::cli;
  open_standard_streams();
  watch_for_interrupts();
  const int exit_code = run_or_explain({words + std::min(1, count), words + count});
  // For every command: output that could not be written is a failure, and so is an interrupted run.
  const bool arrived = finish_output();
  if (was_interrupted()) return interrupted;
  return exit_code == ok && !arrived ? failed : exit_code;
}
