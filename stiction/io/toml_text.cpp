// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/toml_text.hpp"

#include <algorithm>

#include "stiction/io/csv_numbers.hpp"
#include "stiction/io/experiment_file.hpp"
#include "stiction/io/printable.hpp"

namespace stiction {
namespace {

constexpr int deepest_key = 16, deepest_bracket = 32;

/// Follows strings and comments of a TOML text just well enough to count what stands outside of them.
class DepthScan {
 public:
  explicit DepthScan(std::string_view text) : text_(text) {}

  /// The line of the first key or bracket that is nested too deeply; 0: none is.
  std::size_t line_too_deep() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string(c);
        continue;
      }
      if (c == '#') at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_ == text_.size()) break;
      count(text_[at_++]);
      if (dots_ >= deepest_key || brackets_ > deepest_bracket) return line_;
    }
    return 0;
  }

 private:
  void count(char c) {
    if (c == '\n') ++line_;
    if (c == '.') ++dots_;
    if (c == '\n' || c == '=' || c == ',' || c == '[' || c == '{') dots_ = 0;  // no key goes on behind these
    if (c == '[' || c == '{') ++brackets_;
    if (c == ']' || c == '}') brackets_ = std::max(0, brackets_ - 1);
  }

  void skip_string(char quote) {
    const std::string three(3, quote);
    const bool long_string = text_.substr(at_).starts_with(three);
    at_ += long_string ? 3 : 1;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') ++line_;
      if (c == '\n' && !long_string) return;  // not closed: the parser will say so
      if (c == '\\' && quote == '"' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') {
        at_ += 2;
        continue;
      }
      if (long_string ? text_.substr(at_).starts_with(three) : c == quote) {
        at_ += long_string ? 3 : 1;
        return;
      }
      ++at_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0, line_ = 1;
  int dots_ = 0, brackets_ = 0;
};

bool is_defective(std::string_view text) {
  try {
    static_cast<void>(toml::parse(text));
  } catch (const TomlDefect&) {
    return true;
  } catch (const toml::parse_error&) {
  }
  return false;
}

/// The line at which toml++ gives up without saying where: the shortest beginning of the text that it gives up at.
std::size_t line_of_defect(std::string_view text) {
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') ends.push_back(i + 1);
  ends.push_back(text.size());
  std::size_t low = 0, high = ends.size() - 1;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (is_defective(text.substr(0, ends[middle])))
      high = middle;
    else
      low = middle + 1;
  }
  return low + 1;
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& name) {
  if (const std::size_t line = DepthScan(text).line_too_deep())
    throw InvalidFile(name, {{line, "",
                              "keys are nested too deeply here: at most " + std::to_string(deepest_key) +
                                  " parts in a key and " + std::to_string(deepest_bracket) + " open brackets"}});
  try {
    return toml::parse(text, name);
  } catch (const toml::parse_error& error) {
    throw InvalidFile(name, {{error.source().begin.line, "", printable(error.description())}});
  } catch (const TomlDefect&) {
    throw InvalidFile(name, {{line_of_defect(text), "", "this line is no TOML; write key = value, or [section]"}});
  }
}

std::string toml_number(double x) {
  std::string text;
  append_number(text, x);
  return text.find_first_not_of("-0123456789") == std::string::npos && text.size() > 18 ? text + ".0" : text;
}

}  // namespace stiction
