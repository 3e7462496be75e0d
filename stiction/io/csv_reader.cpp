// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/csv_reader.hpp"

#include <cmath>

#include "stiction/io/csv_numbers.hpp"
#include "stiction/io/printable.hpp"
#include "stiction/io/read_file.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\r' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// The separator of a file, judged by its first line of cells: the rarer sign wins, since a comma may be a decimal one.
char separator_of(std::string_view line) {
  bool quoted = false, semicolon = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (!quoted && c == '\t') return '\t';
    semicolon = semicolon || (!quoted && c == ';');
  }
  return semicolon ? ';' : ',';
}

/// Calls visit(cell) for every cell, quotes taken off.
template <class Visitor>
void for_each_cell(std::string_view line, char separator, Visitor visit) {
  std::string unquoted;
  for (std::size_t at = 0; at <= line.size();) {
    std::size_t end = line.find(separator, at);
    if (end == std::string_view::npos) end = line.size();
    std::string_view cell = trimmed(line.substr(at, end - at));
    if (cell.starts_with('"')) {
      unquoted.clear();
      std::size_t i = line.find('"', at) + 1;
      for (; i < line.size(); ++i) {
        if (line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"')
          ++i;
        else if (line[i] == '"')
          break;
        unquoted += line[i];
      }
      end = std::min(line.find(separator, i), line.size());
      cell = unquoted;
    }
    visit(cell);
    at = end + 1;
  }
}

// Messages quote short cells only: the file may be another than was meant, and hold what is not to be shown.
constexpr std::size_t longest_quote = 24;
std::string in_brackets(const std::string& name) {
  return name.size() <= longest_quote ? " (" + printable(name) + ")" : "";
}

class Parser {
 public:
  Parser(std::string_view name, const CsvRules& rules) : name_(name), rules_(rules) {}

  CsvTable parsed(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      read_line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      if (wrong_.size() >= 10 || (!wrong_.empty() && !has_numbers())) break;  // a wrong header makes all else wrong
    }
    if (wrong_.empty() && (table_.columns.empty() || table_.columns[0].empty()))
      wrong_.push_back({"", "holds no numbers"});
    if (!wrong_.empty()) throw InvalidInput(name_, std::move(wrong_));
    return std::move(table_);
  }

 private:
  bool has_numbers() const { return !table_.columns.empty() && !table_.columns.back().empty(); }
  void complain(const std::string& what) {
    wrong_.push_back({std::to_string(line_), "line " + std::to_string(line_) + ": " + what});
  }

  void read_line(std::string_view line) {
    const std::string_view content = trimmed(line);
    if (content.empty()) return;
    if (content.front() == '#' || content.front() == '%') {
      if (content.front() == '#' && table_.columns.empty()) read_metadata(trimmed_right(line));
      return;
    }
    if (table_.columns.empty()) {
      separator_ = separator_of(line);
      if (read_header(line)) return;
    }
    read_numbers(line);
  }
  static std::string_view trimmed_right(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  void read_metadata(std::string_view line) {
    if (line.starts_with("#   ") && !table_.metadata.empty()) {
      table_.metadata.back().second += "\n" + std::string(line.substr(4));
      return;
    }
    const std::size_t colon = line.find(": ");
    if (!line.starts_with("# ") || colon == std::string_view::npos) return;  // a remark
    table_.metadata.emplace_back(line.substr(2, colon - 2), line.substr(colon + 2));
  }

  /// True when the line held names; in any case the number of columns is known afterwards.
  bool read_header(std::string_view line) {
    bool names = false;
    std::size_t count = 0;
    for_each_cell(line, separator_,
                  [&](std::string_view cell) { ++count, names = names || !(cell.empty() || number(cell)); });
    for_each_cell(line, separator_, [&](std::string_view cell) {
      const std::size_t open = cell.find_last_of("[(");
      const bool has_unit = names && open != std::string_view::npos && (cell.ends_with(']') || cell.ends_with(')'));
      table_.names.push_back(names ? std::string(trimmed(cell.substr(0, has_unit ? open : cell.size())))
                                   : "column " + std::to_string(table_.names.size() + 1));
      table_.units.emplace_back(has_unit ? trimmed(cell.substr(open + 1, cell.size() - open - 2)) : "");
    });
    table_.columns.resize(count);
    if (count < rules_.least_columns)
      complain("has " + std::to_string(count) + " column(s), but " + std::to_string(rules_.least_columns) +
               " are needed; columns are separated by comma, semicolon or tab");
    return names;
  }

  std::optional<double> number(std::string_view cell) const {
    if (separator_ != ',' && cell.find(',') != std::string_view::npos) {
      std::string point(cell);
      point[point.find(',')] = '.';
      return read_number(point);
    }
    return read_number(cell);
  }

  void read_numbers(std::string_view line) {
    std::size_t count = 0, before = wrong_.size();
    for_each_cell(line, separator_, [&](std::string_view cell) {
      const std::size_t column = count++;
      if (column >= table_.columns.size() || wrong_.size() > before) return;
      const std::optional<double> x = cell.empty() ? std::nan("") : number(cell);
      const auto where = [&] { return "column " + std::to_string(column + 1) + in_brackets(table_.names[column]); };
      if (!x)
        complain(where() + " holds " + (cell.size() <= longest_quote ? "\"" + printable(cell) + "\"" : "a text") +
                 ", which is no number");
      else if (rules_.numbers_are_finite && !std::isfinite(*x))
        complain(where() +
                 (cell.empty() ? " is empty" : " is " + quoted_piece(cell, longest_quote) + ", not a finite number"));
      else
        table_.columns[column].push_back(*x);
    });
    if (wrong_.size() == before && count != table_.columns.size())
      complain("has " + std::to_string(count) + " cells, but the first line has " +
               std::to_string(table_.columns.size()));
    if (wrong_.size() == before) check_time();
  }

  void check_time() {
    const std::vector<double>& time = table_.columns[0];
    if (!rules_.time_increases || time.size() < 2) return;
    const double now = time.back(), before = time[time.size() - 2];
    if (now > before || (rules_.time_may_repeat && now == before)) return;
    std::string text = (table_.names[0].size() <= longest_quote ? printable(table_.names[0]) : "column 1") + " = ";
    append_number(text, now);
    text += " does not come after ";
    append_number(text, before);
    complain(text + "; the first column must increase");
  }

  std::string_view name_;
  const CsvRules& rules_;
  CsvTable table_;
  std::vector<Violation> wrong_;
  std::size_t line_ = 0;
  char separator_ = ',';
};

}  // namespace

CsvTable parse_csv(std::string_view text, std::string_view name, const CsvRules& rules) {
  return Parser(name, rules).parsed(text);
}

CsvTable read_csv(const std::filesystem::path& file, const CsvRules& rules) {
  return parse_csv(read_regular_file(file), file.string(), rules);
}

}  // namespace stiction
