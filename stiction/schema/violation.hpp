// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cctype>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stiction/schema/number_text.hpp"
#include "stiction/schema/table_row.hpp"

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
      : std::invalid_argument(join(what_was_read, violations)),
        subject_(what_was_read),
        violations_(std::move(violations)) {}

  const std::string& subject() const { return subject_; }  ///< what was read: "lugre", "experiment"
  const std::vector<Violation>& violations() const { return violations_; }

 private:
  static std::string join(std::string_view what_was_read, const std::vector<Violation>& violations) {
    std::string all(what_was_read);
    for (std::size_t i = 0; i < violations.size(); ++i) all += (i == 0 ? ": " : "; ") + violations[i].text;
    return all;
  }

  std::string subject_;
  std::vector<Violation> violations_;
};

namespace detail {

/// "static_force = 1.5 N"
inline std::string field_text(const TableRow& row, std::size_t index, double value) {
  return field_name(row, index) + " = " + number_text(value) + (row.unit == "1" ? "" : " " + std::string(row.unit));
}

/// True when the rule names the field: its name stands there as a whole word.
inline bool mentions(std::string_view rule, std::string_view name) {
  const auto in_a_name = [&](std::size_t at) {
    return at < rule.size() && (std::isalnum(static_cast<unsigned char>(rule[at])) || rule[at] == '_');
  };
  for (std::size_t at = rule.find(name); at != std::string_view::npos; at = rule.find(name, at + 1))
    if (!in_a_name(at - 1) && !in_a_name(at + name.size())) return true;
  return false;
}

struct JudgedRule {
  std::string_view text;
  bool holds;
};
/// The rules of a struct, judged by its numbers.
using JudgeRules = std::vector<JudgedRule> (*)(std::span<const double> numbers);

/// Null for a struct without rules.
template <class Struct>
constexpr JudgeRules judge_of() {
  if constexpr (!has_rules<Struct>)
    return nullptr;
  else
    return [](std::span<const double> numbers) {
      Struct s;
      set_numbers(s, numbers);
      std::vector<JudgedRule> rules;
      for_each_rule<Struct>([&](const auto& rule) { rules.push_back({rule.text, rule.holds(s)}); });
      return rules;
    };
}

/// What a rule asks, and the values that break it; empty when a field it mentions is out of range anyway.
inline std::string broken_rule_text(std::string_view rule, std::span<const TableRow> rows,
                                    std::span<const double> numbers) {
  std::string values;
  bool in_range = true;
  for_each_number(rows, numbers, [&](const TableRow& row, double value, std::size_t i) {
    if (!mentions(rule, row.name)) return;
    in_range = in_range && row.range.contains(value);
    values += (values.empty() ? "" : ", ") + field_text(row, i, value);
  });
  return in_range ? std::string(rule) + " must hold, but " + values : "";
}

inline std::vector<Violation> broken_in_table(std::span<const TableRow> rows, std::span<const double> numbers,
                                              JudgeRules judge) {
  std::vector<Violation> broken;
  for_each_number(rows, numbers, [&](const TableRow& row, double value, std::size_t i) {
    if (!row.range.contains(value))
      broken.push_back({field_name(row, i), field_text(row, i, value) + " must " + requirement_text(row.range)});
  });
  if (judge == nullptr) return broken;
  for (const JudgedRule& rule : judge(numbers)) {
    if (rule.holds) continue;
    std::string text = broken_rule_text(rule.text, rows, numbers);
    if (!text.empty()) broken.push_back({"", std::move(text)});
  }
  return broken;
}

}  // namespace detail

/// Every broken range and rule; empty when all is well.
template <class Struct>
std::vector<Violation> violations(const Struct& s) {
  return detail::broken_in_table(rows_of<Struct>, numbers_of(s), detail::judge_of<Struct>());
}

/// Throws InvalidInput when a range or a rule is broken; `owner` is what the user calls the thing: "lugre".
template <class Struct>
void require_valid(const Struct& s, std::string_view owner) {
  std::vector<Violation> broken = violations(s);
  if (!broken.empty()) throw InvalidInput(owner, std::move(broken));
}

}  // namespace stiction
