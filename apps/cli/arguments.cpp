// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "stiction/io/printable.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction::cli {
namespace {

const std::vector<OptionRow> shared_rows = {
    {"--json", "", "", "print the result as JSON on stdout"},
    {"--quiet", "-q", "", "no progress and no messages but errors"},
    {"--help", "-h", "", "this text"},
};

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size() + 2, width), ' ');
  return text;
}

std::string option_text(const OptionRow& row) {
  std::string text(row.short_name);
  text += (text.empty() ? "" : ", ") + std::string(row.name);
  if (row.value.empty()) return text;
  return text + (row.optional_value ? " [" + std::string(row.value) + "]" : " " + std::string(row.value));
}

}  // namespace

std::span<const OptionRow> common_options(const CommandRow& command) {
  return std::span(shared_rows).subspan(command.has_json ? 0 : 1);
}

std::string help_text(const CommandRow& command) {
  std::string text = "stiction " + std::string(command.name) + " - " + std::string(command.purpose) +
                     "\n\nusage: stiction " + std::string(command.name);
  for (const PositionalRow& p : command.positionals)
    text += (p.required ? " " : " [") + std::string(p.name) + (p.repeats ? "..." : "") + (p.required ? "" : "]");
  text += " [options]\n\n";
  for (const PositionalRow& p : command.positionals)
    text += "  " + padded(std::string(p.name), 26) + std::string(p.help) + "\n";
  if (!command.positionals.empty()) text += "\n";
  for (const auto rows : {std::span<const OptionRow>(command.options), common_options(command)})
    for (const OptionRow& row : rows)
      text += "  " + padded(option_text(row), 26) + std::string(row.help) + (row.repeats ? " (may be repeated)" : "") +
              "\n";
  if (!command.notes.empty()) text += "\n" + std::string(command.notes);
  text += "\nExamples:\n";
  for (const std::string_view example : command.examples) text += "  " + std::string(example) + "\n";
  return text;
}

std::optional<Arguments> parse(const CommandRow& command, std::span<const std::string> words, int& exit_code) {
  Arguments arguments;
  CLI::App app;
  app.set_help_flag();
  std::map<std::string, std::vector<std::string>> texts;
  std::map<std::string, bool> switches;
  std::vector<std::string_view> known;
  for (const auto rows : {std::span<const OptionRow>(command.options), common_options(command)})
    for (const OptionRow& row : rows) {
      known.push_back(row.name);
      const std::string names =
          std::string(row.name) + (row.short_name.empty() ? "" : "," + std::string(row.short_name));
      if (row.value.empty()) {
        app.add_flag(names, switches[std::string(row.name)]);
        continue;
      }
      CLI::Option* option = app.add_option(names, texts[std::string(row.name)]);
      option->expected(row.optional_value ? 0 : 1, 1)->allow_extra_args(false);
      if (row.repeats) option->take_all();
    }
  // Positional words and unknown options are judged here, in our own words.
  app.allow_extras();
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  exit_code = usage_error;
  const auto refuse = [&](const std::string& text) -> std::optional<Arguments> {
    const std::string name(command.name);
    say("stiction " + name + ": " + text + "\nTry: stiction " + name + " --help");
    return {};
  };
  try {
    app.parse(reversed);
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what(), name = what.substr(0, what.find(':'));
    for (const OptionRow& row : command.options)
      if (row.name == name && !row.value.empty()) return refuse(name + " needs a value: " + std::string(row.value));
    return refuse(what);
  } catch (const CLI::ParseError& error) {
    return refuse(error.what());
  }
  for (const std::string& word : app.remaining()) {
    if (word.size() > 1 && word[0] == '-' && word != "-" && !(word[1] >= '0' && word[1] <= '9'))
      return refuse(unknown_name_text("option", word.substr(0, word.find('=')), known));
    arguments.positionals_.push_back(word);
  }
  for (const auto& [name, on] : switches)
    if (on) arguments.values_[name] = {"yes"};
  for (const OptionRow& row : command.options) {
    if (row.value.empty() || app.count(std::string(row.name)) == 0) continue;
    arguments.values_[std::string(row.name)] = texts[std::string(row.name)];
  }
  if (arguments.has("--help")) {
    std::fputs(help_text(command).c_str(), stdout);
    exit_code = ok;
    return {};
  }
  std::size_t least = 0;
  bool any = false;
  for (const PositionalRow& p : command.positionals) least += p.required ? 1 : 0, any = any || p.repeats;
  if (arguments.positionals_.size() < least)
    return refuse("give a " + std::string(command.positionals[arguments.positionals_.size()].name));
  if (arguments.positionals_.size() > command.positionals.size() && !any)
    return refuse("\"" + arguments.positionals_[command.positionals.size()] + "\" is one word too many");
  const bool to_stdout[] = {arguments.has("--json"), arguments.text("--output") == "-",
                            arguments.text("--plot") == "-"};
  if (std::count(std::begin(to_stdout), std::end(to_stdout), true) > 1)
    return refuse("only one of --json, -o - and --plot - can have stdout; give the others a file");
  exit_code = ok;
  return arguments;
}

std::string Arguments::text(std::string_view option, std::string_view fallback) const {
  const auto found = values_.find(option);
  const bool given = found != values_.end() && !found->second.empty() && !found->second.back().empty();
  return given ? found->second.back() : std::string(fallback);
}

const std::vector<std::string>& Arguments::all(std::string_view option) const {
  static const std::vector<std::string> none;
  const auto found = values_.find(option);
  return found == values_.end() ? none : found->second;
}

double Arguments::number(std::string_view option, double fallback, double low, double high) const {
  if (!has(option)) return fallback;
  const std::string given = text(option);
  char* end = nullptr;
  const double value = std::strtod(given.c_str(), &end);
  if (end == given.c_str() || *end != '\0' || !(value >= low && value <= high))
    throw WrongCall(std::string(option) + ": \"" + quoted_piece(given) + "\" must be a number from " +
                    number_text(low) + " to " + number_text(high));
  return value;
}

std::uint64_t Arguments::whole(std::string_view option, std::uint64_t fallback, double low, double high) const {
  if (!has(option)) return fallback;
  const double value = number(option, 0, low, high);
  if (value != std::floor(value))
    throw WrongCall(std::string(option) + ": \"" + quoted_piece(text(option)) + "\" must be a whole number from " +
                    number_text(low) + " to " + number_text(high));
  return static_cast<std::uint64_t>(value);
}

}  // namespace stiction::cli
