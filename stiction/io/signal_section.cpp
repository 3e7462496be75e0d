// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/signal_section.hpp"

#include <algorithm>

#include "stiction/io/csv_reader.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/number_text.hpp"

namespace stiction {

void SignalSection::read_signals(const toml::table& root, const std::string& path, const std::vector<FieldInfo>& rows,
                                 NamedSignals& signals) {
  const toml::node* node = root.get(path);
  if (!node) return;
  Names known;
  for (const FieldInfo& row : rows) known.push_back(row.name);
  const toml::table* table = node->as_table();
  if (!table || table->contains("signal")) {  // the whole section is one signal, for the first input
    if (rows.empty()) return complain(*node, path, "there is nothing to give a signal to");
    return read_signal(*node, path, rows.front(), signals);
  }
  require_known(*table, path + ".", "input", known);
  for (const FieldInfo& row : rows)
    if (const toml::node* one = table->get(row.name))
      read_signal(*one, path + "." + std::string(row.name), row, signals);
}

void SignalSection::read_signal(const toml::node& node, const std::string& path, const FieldInfo& row,
                                NamedSignals& signals) {
  std::vector<NamedSignal::Term> terms;
  const std::size_t before = wrong_.size();
  if (const toml::array* list = node.as_array())
    for (const toml::node& one : *list) terms.push_back(term_from(one, path, row.unit));
  else
    terms.push_back(term_from(node, path, row.unit));
  if (wrong_.size() == before) signals.insert_or_assign(std::string(row.name), NamedSignal(std::move(terms)));
}

NamedSignal::Term SignalSection::term_from(const toml::node& node, const std::string& path, std::string_view unit) {
  const toml::table* table = node.as_table();
  if (!table) {
    NamedSignal::Term constant{.kind = "constant"};
    if (auto value = value_from(node, path)) {
      constant.values.emplace("value", std::move(*value));
      try {
        make_signal(NamedSignal({constant}), unit);
      } catch (const InvalidInput& error) {
        for (const Violation& v : error.violations()) complain(node, path, v.text);
      }
    }
    return constant;
  }
  NamedSignal::Term term;
  if (!table->contains("signal")) return complain(node, path, "needs a key \"signal\" with the kind of signal"), term;
  text_at(*table, "signal", path + ".", term.kind);
  if (term.kind == "lines") {
    require_known(*table, path + ".", "key", {"signal", "points"});
    read_points(*table, path, term);
  } else if (term.kind == "csv") {
    require_known(*table, path + ".", "key", {"signal", "file", "column"});
    read_csv_signal(*table, path, unit, term);
  } else {
    term.values = values_from(*table, path, {"signal"});
    checked(*table, path, [&] { make_signal(NamedSignal({term}), unit); });
  }
  return term;
}

void SignalSection::read_points(const toml::table& table, const std::string& path, NamedSignal::Term& term) {
  const toml::array* points = table["points"].as_array();
  if (!points || points->empty())
    return complain(table, path + ".points", "must be a list of times and values: [[0, 0], [1.5, 2]]");
  for (const toml::node& node : *points) {
    const toml::array* pair = node.as_array();
    double t = 0, x = 0;
    std::string unit;
    if (!pair || pair->size() != 2) return complain(node, path + ".points", "each point is [time, value]");
    if (!number_from(*pair->get(0), path + ".points", t, unit) ||
        !number_from(*pair->get(1), path + ".points", x, unit))
      return;
    if (!term.points.empty() && t < term.points.back().first)
      return complain(
          node, path + ".points",
          "times must not fall: " + number_text(t) + " s comes after " + number_text(term.points.back().first) + " s");
    term.points.emplace_back(t, x);
  }
}

void SignalSection::read_csv_signal(const toml::table& table, const std::string& path, std::string_view unit,
                                    NamedSignal::Term& term) {
  std::string column;
  text_at(table, "file", path + ".", term.file);
  text_at(table, "column", path + ".", column);
  if (term.file.empty()) return complain(table, path, "needs a key \"file\"");
  try {
    const CsvTable csv = read_csv(folder_ / term.file);
    std::size_t place = 1;
    if (!column.empty()) {
      const auto found = std::find(csv.names.begin(), csv.names.end(), column);
      if (found == csv.names.end()) {
        const Names known(csv.names.begin(), csv.names.end());
        return complain(*table.get("column"), path + ".column",
                        unknown_name_text("column of " + term.file, column, known));
      }
      place = static_cast<std::size_t>(found - csv.names.begin());
    }
    const double factor = csv.units[place].empty() ? 1.0 : detail::unit_factor_to(unit, csv.units[place]);
    if (factor == 0.0)
      return complain(table, path,
                      "column \"" + csv.names[place] + "\" is in " + csv.units[place] + " but the input is " +
                          detail::measure_text(unit));
    for (std::size_t k = 0; k < csv.columns[0].size(); ++k)
      term.points.emplace_back(csv.columns[0][k], factor * csv.columns[place][k]);
  } catch (const std::runtime_error& error) {
    complain(table, path + ".file", error.what());
  } catch (const InvalidInput& error) {
    complain(table, path + ".file", error.what());
  }
}

}  // namespace stiction
