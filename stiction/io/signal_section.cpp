// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/signal_section.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/catalogue/signal_catalogue.hpp"
#include "stiction/io/csv_reader.hpp"
#include "stiction/io/printable.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/number_text.hpp"

namespace stiction {

void SignalSection::read_signals(const toml::table& root, const std::string& path, const std::vector<FieldInfo>& rows,
                                 bool rotates, NamedSignals& signals) {
  const toml::node* node = root.get(path);
  if (!node) return;
  Names known;
  for (const FieldInfo& row : rows) known.push_back(row.name);
  const toml::table* table = node->as_table();
  if (!table || table->contains("signal")) {  // the whole section is one signal, for the first input
    if (rows.empty()) return complain(*node, path, "there is nothing to give a signal to");
    return read_signal(*node, path, rows.front(), rotates, signals);
  }
  require_known(*table, path + ".", "input", known);
  for (const FieldInfo& row : rows)
    if (const toml::node* one = table->get(row.name))
      read_signal(*one, path + "." + std::string(row.name), row, rotates, signals);
}

void SignalSection::read_signal(const toml::node& node, const std::string& path, const FieldInfo& row, bool rotates,
                                NamedSignals& signals) {
  const std::string unit = unit_of_motion(row, rotates);
  std::vector<NamedSignal::Term> terms;
  const std::size_t before = wrong_.size();
  const toml::array* list = node.as_array();
  if (list && list->empty()) return complain(node, path, "an empty list is no signal; write 0 for none");
  if (list)
    for (const toml::node& one : *list) terms.push_back(term_from(one, path, unit));
  else
    terms.push_back(term_from(node, path, unit));
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
        convert_to_si(constant.values);
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
    read_timing(*table, path, {"signal", "points"}, term);
    read_points(*table, path, unit, term);
  } else if (term.kind == "csv") {
    read_timing(*table, path, {"signal", "file", "column"}, term);
    read_csv_signal(*table, path, unit, term);
  } else {
    term.values = values_from(*table, path, {"signal"});
    checked(*table, path, [&] {
      make_signal(NamedSignal({term}), unit);
      convert_to_si(term.values);
    });
  }
  return term;
}

void SignalSection::read_timing(const toml::table& table, const std::string& path, const Names& own,
                                NamedSignal::Term& term) {
  Names known = own;
  for (const TableRow& row : rows_of<SignalTiming<double>>) known.push_back(row.name);
  const std::size_t before = wrong_.size();
  require_known(table, path + ".", "key", known);
  if (wrong_.size() > before) return;
  term.values = values_from(table, path, own);
  checked(table, path, [&] {
    timed(Signal(0), term.values);
    convert_to_si(term.values);
  });
}

void SignalSection::read_points(const toml::table& table, const std::string& path, std::string_view unit,
                                NamedSignal::Term& term) {
  const toml::array* points = table["points"].as_array();
  if (!points || points->empty())
    return complain(table, path + ".points", "must be a list of times and values: [[0, 0], [1.5, 2]]");
  for (const toml::node& node : *points) {
    const toml::array* pair = node.as_array();
    double t = 0, x = 0;
    if (!pair || pair->size() != 2) return complain(node, path + ".points", "each point is [time, value]");
    if (!quantity_from(*pair->get(0), path + ".points", "s", t) ||
        !quantity_from(*pair->get(1), path + ".points", unit, x))
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
  file_at(table, "file", path + ".", term.file);
  text_at(table, "column", path + ".", column);
  if (term.file.empty()) return complain(table, path, "needs a key \"file\"");
  try {
    const CsvTable csv = read_csv(folder_ / term.file);
    std::size_t place = 1;
    if (!column.empty()) {
      const auto found = std::find(csv.names.begin(), csv.names.end(), column);
      if (found == csv.names.end()) {
        // A short list of short names: the file may be another than was meant, and none of the reader's business.
        std::vector<std::string> shown;
        for (std::size_t k = 0; k < std::min<std::size_t>(csv.names.size(), 12); ++k)
          shown.push_back(quoted_piece(csv.names[k], 32));
        const Names known(shown.begin(), shown.end());
        return complain(*table.get("column"), path + ".column",
                        unknown_name_text("column of " + term.file, column, known));
      }
      place = static_cast<std::size_t>(found - csv.names.begin());
    }
    const auto factor_of = [&](std::size_t which, std::string_view wanted, const char* what) {
      const double factor = detail::conversion_factor(csv.units[which], wanted);
      if (factor == 0.0)
        complain(table, path,
                 "column \"" + quoted_piece(csv.names[which]) + "\" is in " + quoted_piece(csv.units[which], 16) +
                     " but " + what + " is " + detail::measure_text(wanted));
      return factor;
    };
    const double seconds = factor_of(0, "s", "time"), factor = factor_of(place, unit, "the input");
    for (std::size_t k = 0; k < csv.columns[0].size(); ++k) {
      term.points.emplace_back(seconds * csv.columns[0][k], factor * csv.columns[place][k]);
      if (!std::isfinite(term.points.back().first) || !std::isfinite(term.points.back().second))
        return complain(table, path + ".file", "holds a number that is too large in SI units");
    }
  } catch (const std::runtime_error& error) {
    complain(table, path + ".file", error.what());
  } catch (const InvalidInput& error) {
    complain(table, path + ".file", error.what());
  }
}

}  // namespace stiction
