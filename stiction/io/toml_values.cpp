// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/toml_values.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/io/printable.hpp"
#include "stiction/schema/nearest_name.hpp"

namespace stiction {

void TomlValues::complain(std::size_t line, const std::string& key, const std::string& text) {
  // The beginning of a long key or value is enough.
  wrong_.push_back({line, quoted_piece(key, 200), quoted_piece(text, 4000)});
}

void TomlValues::complain(const toml::node& node, const std::string& key, const std::string& text) {
  complain(node.source().begin.line, key, text);
}

void TomlValues::complain(const toml::table& table, const std::string& section, const InvalidInput& error) {
  for (const Violation& v : error.violations()) {
    const toml::node* node = table.get(v.field.substr(0, v.field.find('[')));
    complain(node ? *node : table, section + (v.field.empty() ? "" : "." + v.field), v.text);
  }
}

void TomlValues::require_known(const toml::table& table, const std::string& path, std::string_view kind,
                               const Names& known) {
  if (!has_a_sensible_size(table, path)) return;
  for (const auto& [key, node] : table)
    if (std::find(known.begin(), known.end(), key.str()) == known.end())
      complain(node, path + std::string(key.str()), unknown_name_text(kind, key.str(), known));
}

void TomlValues::text_at(const toml::table& table, std::string_view key, const std::string& path, std::string& text) {
  const toml::node* node = table.get(key);
  if (!node) return;
  constexpr std::size_t longest = 10000;  // what is no known name is compared with all of them, letter by letter
  if (!node->is_string())
    complain(*node, path + std::string(key), "must be a text in quotes");
  else if (node->as_string()->get().size() > longest)
    complain(*node, path + std::string(key), "is longer than " + std::to_string(longest) + " characters");
  else
    text = node->as_string()->get();
}

void TomlValues::file_at(const toml::table& table, std::string_view key, const std::string& path, std::string& file) {
  text_at(table, key, path, file);
  if (file.find('\0') == std::string::npos) return;
  // The system would take what stands before it for the name: "servo.toml\0.csv" is servo.toml.
  complain(*table.get(key), path + std::string(key), "a name of a file holds no zero byte");
  file.clear();
}

bool TomlValues::number_from(const toml::node& node, const std::string& path, double& number, std::string& unit) {
  if (node.is_integer() || node.is_floating_point()) {
    // Not value<double>(): it has nothing to say on whole numbers above 2^53.
    number = node.is_integer() ? static_cast<double>(node.as_integer()->get()) : node.as_floating_point()->get();
    if (!std::isfinite(number)) return complain(node, path, "must be a finite number"), false;
    return true;
  }
  if (node.is_string()) {
    const std::string text = node.value_or(std::string());
    char* end = nullptr;
    number = std::strtod(text.c_str(), &end);
    unit = text.substr(static_cast<std::size_t>(end - text.c_str()));  // to the end, beyond a zero byte
    unit.erase(0, unit.find_first_not_of(' '));
    while (!unit.empty() && unit.back() == ' ') unit.pop_back();
    if (end != text.c_str() && std::isfinite(number) && (unit.empty() || parse_unit(unit))) return true;
    complain(
        node, path,
        "\"" + quoted_piece(text) + "\" is no number with a unit, like \"2 N/mm\"" +
            (end != text.c_str() && !unit.empty() ? "; \"" + quoted_piece(unit) + "\" is no unit known here" : ""));
    return false;
  }
  complain(node, path, "must be a number, or a text like \"2 N/mm\"");
  return false;
}

bool TomlValues::quantity_from(const toml::node& node, const std::string& path, std::string_view unit, double& number) {
  std::string given;
  if (!number_from(node, path, number, given)) return false;
  const double factor = detail::conversion_factor(given, unit);
  if (factor == 0.0)
    return complain(node, path, "is given in \"" + given + "\" but is " + detail::measure_text(unit)), false;
  number *= factor;
  if (!std::isfinite(number)) return complain(node, path, "must be a finite number"), false;
  return true;
}

std::optional<NamedValue> TomlValues::value_from(const toml::node& node, const std::string& path) {
  std::vector<double> numbers;
  std::string unit;
  if (const toml::array* list = node.as_array()) {
    for (const toml::node& one : *list) {
      std::string its_unit;
      double number = 0;
      if (!number_from(one, path, number, its_unit)) return {};
      if (!numbers.empty() && its_unit != unit)
        return complain(one, path, "all numbers of a list need the same unit"), std::nullopt;
      unit = its_unit;
      numbers.push_back(number);
    }
  } else {
    double number = 0;
    if (!number_from(node, path, number, unit)) return {};
    numbers.push_back(number);
  }
  return NamedValue(std::move(numbers), unit);
}

NamedValues TomlValues::values_from(const toml::table& table, const std::string& path, const Names& others) {
  NamedValues values;
  const std::string prefix = path + ".";
  if (!has_a_sensible_size(table, prefix)) return values;
  for (const auto& [key, node] : table) {
    if (std::find(others.begin(), others.end(), key.str()) != others.end()) continue;
    const std::string name(key.str());
    if (auto value = value_from(node, prefix + name)) values.emplace(name, std::move(*value));
  }
  return values;
}

void TomlValues::convert_to_si(NamedValues& values) {
  for (auto& [name, value] : values) {
    if (const auto unit = parse_unit(value.unit); unit && !value.unit.empty())
      for (double& x : value.numbers) x *= unit->factor;
    value.unit.clear();
  }
}

bool TomlValues::has_a_sensible_size(const toml::table& table, const std::string& path) {
  constexpr std::size_t most_keys = 1000;
  if (table.size() <= most_keys) return true;
  complain(table, path.substr(0, path.find_last_not_of('.') + 1),
           "holds " + std::to_string(table.size()) + " keys; `stiction schema` prints the few that are known");
  return false;
}

const toml::table* TomlValues::section(const toml::table& root, std::string_view name, const std::string& path) {
  const toml::node* node = root.get(name);
  if (!node) return nullptr;
  if (!node->is_table()) complain(*node, path, "must be a section: [" + path + "]");
  return node->as_table();
}

std::vector<std::string> TomlValues::texts_from(const toml::node& node, const std::string& path) {
  std::vector<std::string> texts;
  if (node.is_string()) return {node.value_or(std::string())};
  const toml::array* list = node.as_array();
  if (!list) return complain(node, path, "must be a list of texts"), texts;
  for (const toml::node& one : *list) {
    if (!one.is_string()) complain(one, path, "must be a list of texts");
    texts.push_back(one.value_or(std::string()));
  }
  return texts;
}

}  // namespace stiction
