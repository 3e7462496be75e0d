// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <nlohmann/json.hpp>

#include "stiction/io/log_reader.hpp"
#include "stiction/io/printable.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction {
namespace {

using ParsedJson = nlohmann::ordered_json;

double number_in(const ParsedJson& cell) {
  if (cell.is_boolean()) return cell.get<bool>() ? 1 : 0;
  return cell.is_number() ? cell.get<double>() : std::nan("");
}

bool is_list_of_numbers(const ParsedJson& json) {
  if (!json.is_array() || json.size() < 2) return false;
  for (const ParsedJson& cell : json)
    if (!cell.is_number() && !cell.is_null() && !cell.is_boolean()) return false;
  return true;
}

/// "time [s]" -> "time", "s".
LogColumn named_column(const std::string& key) {
  const std::size_t open = key.rfind('[');
  if (open == std::string::npos || !key.ends_with(']')) return {key, "", {}};
  std::string name = key.substr(0, open);
  while (name.ends_with(' ')) name.pop_back();
  return {name, key.substr(open + 1, key.size() - open - 2), {}};
}

/// The first object, from outside in, that holds lists of numbers, or list of objects: the table of the file.
bool find_table(const ParsedJson& json, Log& log, int depth) {
  if (depth > 4) return false;
  if (json.is_array() && json.size() >= 2 && json.front().is_object()) {
    for (const auto& [key, cell] : json.front().items())
      if (cell.is_number() || cell.is_boolean()) log.columns.push_back(named_column(key));
    std::size_t k = 0;
    for (const auto& [key, cell] : json.front().items()) {
      if (!cell.is_number() && !cell.is_boolean()) continue;
      for (const ParsedJson& row : json)
        log.columns[k].values.push_back(row.is_object() && row.contains(key) ? number_in(row[key]) : std::nan(""));
      ++k;
    }
    return !log.columns.empty();
  }
  if (!json.is_object()) return false;
  for (const auto& [key, value] : json.items()) {
    if (value.is_number()) log.constants.emplace(key, value.get<double>());
    if (!is_list_of_numbers(value)) continue;
    log.columns.push_back(named_column(key));
    for (const ParsedJson& cell : value) log.columns.back().values.push_back(number_in(cell));
  }
  if (!log.columns.empty()) return true;
  for (const auto& [key, value] : json.items())
    if (find_table(value, log, depth + 1)) return true;
  return false;
}

}  // namespace

Log parse_json_log(std::string_view text, std::string_view name) {
  Log log{std::string(name), {}, {}};
  ParsedJson json;
  try {
    json = ParsedJson::parse(text);
  } catch (const ParsedJson::parse_error& error) {
    const auto before = text.substr(0, std::min<std::size_t>(error.byte, text.size()));
    throw InvalidInput(name, {{"", "line " + std::to_string(1 + std::count(before.begin(), before.end(), '\n')) +
                                       ": is not JSON here"}});
  } catch (const ParsedJson::out_of_range& error) {
    const std::string_view text_of_error = error.what();  // ends with the number in quotes
    const std::string_view number = text_of_error.substr(std::min(text_of_error.find('\''), text_of_error.size()));
    throw InvalidInput(name, {{"", "holds a number beyond 1.8e308: " + printable(number)}});
  }
  if (!find_table(json, log, 0))
    throw InvalidInput(name, {{"", "holds no table: neither lists of numbers nor a list of objects with numbers"}});
  const std::size_t rows = log.columns.front().values.size();
  for (const LogColumn& column : log.columns)
    if (column.values.size() != rows)
      throw InvalidInput(
          name, {{column.name, "column \"" + printable(column.name) + "\" has " + std::to_string(column.values.size()) +
                                   " values, but \"" + printable(log.columns.front().name) + "\" has " +
                                   std::to_string(rows)}});
  return log;
}

}  // namespace stiction
