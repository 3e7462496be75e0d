// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/log_reader.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/io/csv_numbers.hpp"
#include "stiction/io/csv_reader.hpp"
#include "stiction/io/mat_log.hpp"
#include "stiction/io/read_file.hpp"
#include "stiction/schema/unit.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction {
namespace {

std::string_view log_cell(std::string_view cell) {
  const std::string_view blanks = " \r\"";
  while (!cell.empty() && blanks.find(cell.front()) != std::string_view::npos) cell.remove_prefix(1);
  while (!cell.empty() && blanks.find(cell.back()) != std::string_view::npos) cell.remove_suffix(1);
  return cell;
}

std::vector<std::string> log_cells(std::string_view line, char separator) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find(separator, at), line.size());
    all.emplace_back(log_cell(line.substr(at, end - at)));
    at = end + 1;
  }
  return all;
}

bool is_log_number(std::string cell, char separator) {
  if (separator != ',') std::replace(cell.begin(), cell.end(), ',', '.');
  return read_number(cell).has_value();
}

bool is_numbers(const std::vector<std::string>& cells, char separator) {
  bool any = false;
  for (const std::string& cell : cells) {
    if (cell.empty()) continue;
    if (!is_log_number(cell, separator)) return false;
    any = true;
  }
  return any;
}

/// The lines that a preamble and a line of units take are made into the header that tables have here; all others keep
/// their place, so that messages name the right line.
std::string with_plain_header(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  const auto separator_in = [](std::string_view line) {
    return line.find('\t') != std::string_view::npos ? '\t' : line.find(';') != std::string_view::npos ? ';' : ',';
  };
  // The first of two lines in a row that hold nothing but numbers, equally many: there the table begins.
  std::size_t first = lines.size();
  for (std::size_t i = 0; i + 1 < lines.size() && first == lines.size(); ++i) {
    const char separator = separator_in(lines[i]);
    const auto here = log_cells(lines[i], separator), next = log_cells(lines[i + 1], separator);
    if (here.size() > 1 && here.size() == next.size() && is_numbers(here, separator) && is_numbers(next, separator))
      first = i;
  }
  if (first == lines.size() || first == 0) return std::string(text);
  const char separator = separator_in(lines[first]);
  const std::size_t columns = log_cells(lines[first], separator).size();
  std::vector<std::string> names, units(columns);
  std::size_t above = first;
  const auto cells_above = [&]() -> std::vector<std::string> {
    while (above > 0) {
      const std::string_view line = log_cell(lines[--above]);
      if (!line.empty() && line.front() != '#' && line.front() != '%') return log_cells(lines[above], separator);
    }
    return {};
  };
  const auto looks_like_units = [](const std::vector<std::string>& cells) {
    std::size_t known = 0, filled = 0;
    for (const std::string& cell : cells)
      if (!cell.empty()) ++filled, known += parse_unit(cell).has_value() ? 1 : 0;
    return filled > 0 && 2 * known > filled;
  };
  names = cells_above();
  if (names.size() != columns) return std::string(text);  // let the reader of tables explain
  const std::size_t names_at = above;
  if (looks_like_units(names)) {
    const std::vector<std::string> upper = cells_above();
    if (upper.size() == columns) units = names, names = upper;
  }
  std::string made;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i == first - 1) {
      for (std::size_t k = 0; k < columns; ++k) {
        std::string name = names[k].empty()
                               ? (parse_unit(units[k]) && same_dimension(*parse_unit(units[k]), Unit{.second = 1})
                                      ? "time"
                                      : "column " + std::to_string(k + 1))
                               : names[k];
        made += (k > 0 ? std::string(1, separator) : "") + "\"" + name +
                (units[k].empty() ? "" : " [" + units[k] + "]") + "\"";
      }
    } else if (i >= first || (i < names_at && log_cell(lines[i]).starts_with("#"))) {
      made += lines[i];
    }
    made += '\n';
  }
  return made;
}

}  // namespace

Log parse_table_log(std::string_view text, std::string_view name) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const CsvRules rules{
      .time_increases = false, .time_may_repeat = true, .numbers_are_finite = false, .least_columns = 2};
  CsvTable table = parse_csv(with_plain_header(text), name, rules);
  Log log{std::string(name), {}, {}};
  for (std::size_t k = 0; k < table.columns.size(); ++k)
    log.columns.push_back({table.names[k], table.units[k], std::move(table.columns[k])});
  return log;
}

Log read_log(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  if (extension == ".mat") return read_mat_log(file);
  const std::string text = read_file(file);
  return extension == ".json" ? parse_json_log(text, file.string()) : parse_table_log(text, file.string());
}

}  // namespace stiction
