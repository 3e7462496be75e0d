// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/log.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "stiction/schema/named_values.hpp"

namespace stiction {
namespace {

std::string_view without_spaces(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return lower;
}

[[noreturn]] void refuse_mapping(std::string_view entry, const std::string& why) {
  throw InvalidInput("--map", {{std::string(entry), "\"" + std::string(entry) + "\" " + why +
                                                        "; write QUANTITY=COLUMN, for example position=qm[mm] or "
                                                        "force=-0.5*current/voltage"}});
}

ColumnExpression parse_expression(std::string_view text, std::string_view entry) {
  ColumnExpression made;
  text = without_spaces(text);
  if (text.ends_with(']')) {
    const std::size_t open = text.rfind('[');
    if (open == std::string_view::npos) refuse_mapping(entry, "closes a bracket that it does not open");
    made.unit = without_spaces(text.substr(open + 1, text.size() - open - 2));
    text = without_spaces(text.substr(0, open));
  }
  if (text.starts_with('-')) made.factor = -1, text = without_spaces(text.substr(1));
  if (const std::size_t star = text.find('*'); star != std::string_view::npos) {
    const std::string number(without_spaces(text.substr(0, star)));
    char* end = nullptr;
    const double factor = std::strtod(number.c_str(), &end);
    if (number.empty() || *end != '\0' || !std::isfinite(factor))
      refuse_mapping(entry, "has \"" + number + "\" before the *, which is no number");
    made.factor *= factor;
    text = without_spaces(text.substr(star + 1));
  }
  const std::size_t slash = text.find('/');
  made.column = without_spaces(text.substr(0, slash));
  if (slash != std::string_view::npos) made.divisor = without_spaces(text.substr(slash + 1));
  if (made.column.empty() || (slash != std::string_view::npos && made.divisor.empty()))
    refuse_mapping(entry, "names no column");
  return made;
}

/// The factor of a unit, checked against the quantity's. A ratio of two columns has the ratio of their units.
double unit_factor_of(const Log& log, const LogColumn& column, const std::string& given, const LogQuantity& quantity,
                      const LogColumn* divisor) {
  const auto parsed = [&](const std::string& unit, const std::string& name) {
    const std::optional<Unit> u = parse_unit(unit);
    if (!u)
      throw InvalidInput(
          log.name, {{name, "column \"" + name + "\" is in \"" + unit + "\", which is no known unit; give it: --map " +
                                std::string(quantity.name) + "=" + name + "[" + std::string(quantity.unit) + "]"}});
    return *u;
  };
  if (!given.empty() || divisor == nullptr) {
    const std::string& unit = given.empty() ? column.unit : given;
    if (unit.empty()) return 1;
    const Unit u = parsed(unit, column.name);
    const Unit want = *parse_unit(quantity.unit), turned = *parse_unit(rotational(quantity.unit));
    const bool ratio = quantity.name == "force" && same_dimension(u, Unit{});  // friction coefficients
    if (!same_dimension(u, want) && !same_dimension(u, turned) && !ratio)
      throw InvalidInput(
          log.name, {{column.name, "column \"" + column.name + "\" is in \"" + unit + "\", but " +
                                       std::string(quantity.name) + " is " + detail::field_measure_text(quantity.unit) +
                                       "; map another column, or say its true unit: --map " +
                                       std::string(quantity.name) + "=" + column.name + "[UNIT]"}});
    return u.factor;
  }
  if (column.unit.empty() || divisor->unit.empty()) return 1;
  return parsed(column.unit, column.name).factor / parsed(divisor->unit, divisor->name).factor;
}

}  // namespace

const std::vector<LogQuantity>& log_quantities() {
  static const std::vector<LogQuantity> all = {
      {"time", "s", "Time of the sample.", {"time", "t", "timestamp", "t_s"}},
      {"position", "m", "Position, or angle.", {"position", "pos", "x", "q", "angle", "displacement"}},
      {"velocity", "m/s", "Velocity; made from the position where there is none.", {"velocity", "vel", "v", "speed"}},
      {"acceleration", "m/s2", "Acceleration; made from the velocity.", {"acceleration", "acc", "a"}},
      {"force",
       "N",
       "Force or torque of the drive, positive with the velocity.",
       {"force", "torque", "friction_force", "friction", "f", "tau", "u"}},
      {"normal_force", "N", "Load across the contact.", {"normal_force", "normal"}}};
  return all;
}

LogMapping parse_mapping(std::string_view text) {
  LogMapping mapping;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view entry = without_spaces(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    if (entry.empty()) continue;
    const std::size_t equal = entry.find('=');
    if (equal == std::string_view::npos) refuse_mapping(entry, "has no =");
    mapping[std::string(without_spaces(entry.substr(0, equal)))] = parse_expression(entry.substr(equal + 1), entry);
  }
  return mapping;
}

const LogColumn& find_column(const Log& log, std::string_view name) {
  std::vector<std::string_view> known;
  for (const LogColumn& column : log.columns) {
    if (column.name == name) return column;
    known.push_back(column.name);
  }
  std::string text = unknown_name_text("column", name, known) + "; it has";
  for (const std::string_view one : known) text += " \"" + std::string(one) + "\"";
  throw InvalidInput(log.name, {{std::string(name), text}});
}

const LogColumn* column_known_as(const Log& log, const LogQuantity& quantity) {
  for (const std::string_view name : quantity.known_as)
    for (const LogColumn& column : log.columns)
      if (lower_case(column.name) == name) return &column;
  return nullptr;
}

bool is_rotary(const Log& log, const LogMapping& mapping) {
  for (const LogQuantity& quantity : log_quantities()) {
    if (quantity.name != "position" && quantity.name != "velocity" && quantity.name != "force") continue;
    const auto mapped = mapping.find(quantity.name);
    const LogColumn* const column =
        mapped == mapping.end() ? column_known_as(log, quantity) : &find_column(log, mapped->second.column);
    const bool given = mapped != mapping.end() && !mapped->second.unit.empty();
    if (column == nullptr || (mapped != mapping.end() && !given && !mapped->second.divisor.empty())) continue;
    const std::optional<Unit> unit = parse_unit(given ? mapped->second.unit : column->unit);
    if (unit && same_dimension(*unit, *parse_unit(rotational(quantity.unit)))) return true;
  }
  return false;
}

std::vector<double> quantity_in(const Log& log, std::string_view quantity, const LogMapping& mapping) {
  const auto& quantities = log_quantities();
  const auto row =
      std::find_if(quantities.begin(), quantities.end(), [&](const auto& q) { return q.name == quantity; });
  const LogQuantity plain{quantity, "1", "", {}};
  const LogQuantity& known = row == quantities.end() ? plain : *row;
  ColumnExpression expression;
  const LogColumn* column = nullptr;
  if (const auto mapped = mapping.find(quantity); mapped != mapping.end()) {
    expression = mapped->second;
    column = &find_column(log, expression.column);
  } else {
    column = column_known_as(log, known);
  }
  if (column == nullptr) return {};
  const LogColumn* const divisor = expression.divisor.empty() ? nullptr : &find_column(log, expression.divisor);
  const double factor = expression.factor *
                        (row == quantities.end() ? 1.0 : unit_factor_of(log, *column, expression.unit, known, divisor));
  std::vector<double> values = column->values;
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] *= divisor == nullptr ? factor : factor / divisor->values[i];
  return values;
}

}  // namespace stiction
