// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Commands as data: one table gives parsing, help, completion and the pages in docs/.
namespace stiction::cli {

struct OptionRow {
  std::string_view name;        ///< "--output"
  std::string_view short_name;  ///< "-o"; empty: none
  std::string_view value;       ///< what it takes: "FILE"; empty: nothing, it is a switch
  std::string_view help;        ///< with unit and default
  bool repeats = false;         ///< may be given more than once
  bool optional_value = false;  ///< the value may be left out
};

struct PositionalRow {
  std::string_view name, help;
  bool required = true;
  bool repeats = false;
};

struct CommandRow {
  std::string_view name, purpose;
  std::vector<PositionalRow> positionals;
  std::vector<OptionRow> options;
  std::vector<std::string_view> examples;
  std::string_view notes;  ///< further lines of help; may be empty
  int (*run)(const class Arguments&);
  bool has_json = true;  ///< it answers under --json
};

/// A call that cannot be made, whatever the files hold: exit code 2.
class WrongCall : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What was given to a command.
class Arguments {
 public:
  bool has(std::string_view option) const { return values_.find(option) != values_.end(); }
  /// The last value given, or the fallback.
  std::string text(std::string_view option, std::string_view fallback = "") const;
  const std::vector<std::string>& all(std::string_view option) const;
  /// Throws WrongCall when it is no number in the range.
  double number(std::string_view option, double fallback, double low = -1e300, double high = 1e300) const;
  /// The same for a count: a whole number.
  std::uint64_t whole(std::string_view option, std::uint64_t fallback, double low = 0, double high = 1e15) const;
  const std::vector<std::string>& positionals() const { return positionals_; }

  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  std::vector<std::string> positionals_;
};

/// Options that commands share: --json where it has an answer, --quiet, --help.
std::span<const OptionRow> common_options(const CommandRow& command);

/// Parses the words after the command. Returns nothing when the call has been answered already (help, wrong usage);
/// `exit_code` says how.
std::optional<Arguments> parse(const CommandRow& command, std::span<const std::string> words, int& exit_code);

/// The help of one command: purpose, options with units, examples.
std::string help_text(const CommandRow& command);

}  // namespace stiction::cli
