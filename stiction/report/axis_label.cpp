// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/axis_label.hpp"

#include <cmath>

#include "stiction/report/markup_text.hpp"
#include "stiction/schema/unit.hpp"

namespace stiction {
namespace {

struct NameAndUnit {
  std::string_view name, unit;
};

NameAndUnit split(std::string_view label) {
  const std::size_t open = label.rfind('[');
  if (open == std::string_view::npos || !label.ends_with(']')) return {label, ""};
  std::string_view name = label.substr(0, open);
  while (name.ends_with(' ')) name.remove_suffix(1);
  return {name, label.substr(open + 1, label.size() - open - 2)};
}

std::string joined(std::string_view name, std::string_view unit) {
  std::string text(name);
  if (!unit.empty()) text += (text.empty() ? "[" : " [") + std::string(unit) + "]";
  return text;
}

std::string unit_on_axis(std::string_view unit) {
  if (!parse_unit(unit) || unit == "1") return std::string(unit);
  std::string text;
  // All behind the slash divides; readers of "N/m·s" would multiply by the second.
  const std::size_t slash = unit.find('/');
  const bool brackets = slash != std::string_view::npos && unit.find('.', slash) != std::string_view::npos;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const char c = unit[i], before = i > 0 ? unit[i - 1] : '/';
    const bool exponent = c >= '1' && c <= '9' && before != '/' && before != '.';
    if (c == '.')
      text += "\u00b7";
    else if (c == 'u' && (before == '/' || before == '.') && i + 1 < unit.size())
      text += "\u00b5";
    else if (exponent)
      text += superscript(before == '-' ? '0' - c : c - '0');
    else if (c != '-')
      text += c;
    if (brackets && i == slash) text += '(';
  }
  return brackets ? text + ")" : text;
}

/// The unit with an SI prefix that means 10^exponent; empty when it takes none. parse_unit is asked, so that "mm2" is
/// not mistaken for a thousandth of "m2".
std::string prefixed_unit(std::string_view unit, int exponent) {
  const auto plain = parse_unit(unit);
  if (!plain) return "";
  struct Prefix {
    int exponent;
    std::string_view symbol;
  };
  for (const Prefix p : {Prefix{-9, "n"}, {-6, "\u00b5"}, {-3, "m"}, {3, "k"}, {6, "M"}, {9, "G"}}) {
    if (p.exponent != exponent) continue;
    const auto whole = parse_unit(std::string(p.symbol) + std::string(unit));
    const double factor = plain->factor * std::pow(10.0, exponent);
    if (whole && same_dimension(*whole, *plain) && std::abs(whole->factor / factor - 1) < 1e-9)
      return std::string(p.symbol) + unit_on_axis(unit);
  }
  return "";
}

}  // namespace

std::string printed_label(std::string_view label) { return scaled_label(label, 0); }

std::string scaled_label(std::string_view label, int exponent, std::string_view offset) {
  const auto [name, unit] = split(label);
  std::string shown(name);
  if (!offset.empty()) {
    const bool negative = offset.front() == '-';
    shown += (negative ? " + " : " \u2212 ") + std::string(offset.substr(negative ? 1 : 0));
    if (exponent != 0 && unit != "1" && !unit.empty()) shown += " " + unit_on_axis(unit);
  }
  if (exponent == 0) return joined(shown, unit_on_axis(unit));
  const std::string prefixed = prefixed_unit(unit, exponent);
  if (!prefixed.empty()) return joined(shown, prefixed);
  const std::string power = "10" + superscript(exponent);
  return joined(shown, unit.empty() || unit == "1" ? power : power + " " + unit_on_axis(unit));
}

}  // namespace stiction
