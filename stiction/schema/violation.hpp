// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cctype>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stiction/schema/field.hpp"
#include "stiction/schema/number_text.hpp"

/// Checking a struct against its own table: everything that is wrong, all at once, in words a user can act on.
namespace stiction {

/// One thing that is wrong. `field` is empty when no single field is to blame.
struct Violation {
  std::string field;
  std::string text;
};

/// Wrong input, thrown once at the border of the library; `violations()` lets a form mark each field.
class InvalidInput : public std::invalid_argument {
 public:
  InvalidInput(std::string_view what_was_read, std::vector<Violation> violations)
      : std::invalid_argument(join(what_was_read, violations)), violations_(std::move(violations)) {}

  const std::vector<Violation>& violations() const { return violations_; }

 private:
  static std::string join(std::string_view what_was_read, const std::vector<Violation>& violations) {
    std::string all(what_was_read);
    for (std::size_t i = 0; i < violations.size(); ++i) all += (i == 0 ? ": " : "; ") + violations[i].text;
    return all;
  }

  std::vector<Violation> violations_;
};

namespace detail {

/// "stiffness" or, in an array, "stiffness[2]".
template <class Row>
std::string field_name(const Row& row, std::size_t index) {
  std::string name(row.name);
  return number_count(row) == 1 ? name : name + "[" + std::to_string(index) + "]";
}

/// "static_force = 1.5 N"
template <class Row>
std::string field_text(const Row& row, std::size_t index, double value) {
  return field_name(row, index) + " = " + number_text(value) + (row.unit == "1" ? "" : " " + std::string(row.unit));
}

/// True when the rule speaks of the field: its name stands there as a whole word.
inline bool mentions(std::string_view rule, std::string_view name) {
  const auto in_a_name = [&](std::size_t at) {
    return at < rule.size() && (std::isalnum(static_cast<unsigned char>(rule[at])) || rule[at] == '_');
  };
  for (std::size_t at = rule.find(name); at != std::string_view::npos; at = rule.find(name, at + 1))
    if (!in_a_name(at - 1) && !in_a_name(at + name.size())) return true;
  return false;
}

/// What a rule asks, and the values that break it; empty when it holds or when a field it mentions is out of range
/// anyway.
template <class Struct>
std::string broken_rule_text(const Struct& s, const auto& rule) {
  if (rule.holds(s)) return "";
  std::string values;
  bool in_range = true;
  for_each_field(s, [&](const auto& row, double value, std::size_t i) {
    if (!mentions(rule.text, row.name)) return;
    in_range = in_range && row.range.contains(value);
    values += (values.empty() ? "" : ", ") + field_text(row, i, value);
  });
  return in_range ? std::string(rule.text) + " must hold, but " + values : "";
}

}  // namespace detail

/// Every broken range and rule; empty when all is well.
template <class Struct>
std::vector<Violation> violations(const Struct& s) {
  std::vector<Violation> broken;
  for_each_field(s, [&](const auto& row, double value, std::size_t i) {
    if (!row.range.contains(value))
      broken.push_back(
          {detail::field_name(row, i), detail::field_text(row, i, value) + " must " + requirement_text(row.range)});
  });
  for_each_rule<Struct>([&](const auto& rule) {
    std::string text = detail::broken_rule_text(s, rule);
    if (!text.empty()) broken.push_back({"", std::move(text)});
  });
  return broken;
}

/// Throws InvalidInput when a range or a rule is broken; `owner` is what the user calls the thing: "lugre".
template <class Struct>
void require_valid(const Struct& s, std::string_view owner) {
  std::vector<Violation> broken = violations(s);
  if (!broken.empty()) throw InvalidInput(owner, std::move(broken));
}

}  // namespace stiction
