// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/sweep_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "stiction/io/csv_reader.hpp"
#include "stiction/io/read_file.hpp"
#include "stiction/io/setting.hpp"
#include "stiction/io/toml_text.hpp"
#include "stiction/io/toml_values.hpp"
#include "stiction/schema/nearest_name.hpp"

namespace stiction {
namespace {

constexpr std::array methods{SweepMethod::grid,          SweepMethod::random,
                             SweepMethod::sobol,         SweepMethod::latin_hypercube,
                             SweepMethod::sobol_indices, SweepMethod::list};
constexpr std::array spreads{Spread::uniform, Spread::logarithmic, Spread::normal, Spread::log_normal};

class SweepReader : TomlValues {
 public:
  SweepReader(const toml::table& root, std::string name, std::filesystem::path folder, SweepFile& into)
      : root_(root),
        name_(std::move(name)),
        folder_(std::move(folder)),
        into_(into),
        resolved_(resolve(into.file.experiment)) {}

  void read() {
    if (const toml::table* sweep = section(root_, "sweep", "sweep"))
      read_plan(*sweep);
    else if (!root_.contains("sweep"))
      complain(0, "sweep", "the section [sweep] is missing: it says which numbers vary, and how");
    if (wrong_.empty()) {
      const toml::table* sweep = root_["sweep"].as_table();
      try {
        require_valid(into_.plan);
      } catch (const InvalidInput& error) {
        for (const Violation& v : error.violations()) complain(node_of(*sweep, v.field), "sweep", v.text);
      }
      const toml::node& where = root_.contains("measure") ? *root_.get("measure") : *root_.get("sweep");
      try {
        if (wrong_.empty()) Sweep(into_.file.experiment, into_.plan, into_.file.experiment.run.record.measures);
      } catch (const InvalidInput& error) {
        for (const Violation& v : error.violations()) complain(where, v.field, v.text);
      }
    }
    if (wrong_.empty()) return;
    std::stable_sort(wrong_.begin(), wrong_.end(), [](const auto& a, const auto& b) { return a.line < b.line; });
    throw InvalidFile(name_, std::move(wrong_));
  }

 private:
  /// The axis with this path, the last of several; else the key, or the section.
  static const toml::node& node_of(const toml::table& sweep, const std::string& field) {
    const toml::node* found = sweep.get(field);
    if (const toml::array* over = sweep["over"].as_array(); over && !sweep.contains("cases"))
      for (const toml::node& one : *over)
        if (const toml::table* axis = one.as_table(); axis && (*axis)["path"].value_or(std::string()) == field)
          found = axis;
    return found ? *found : static_cast<const toml::node&>(sweep);
  }
  template <class Choice, std::size_t N, class Word>
  void choice_at(const toml::table& t, std::string_view key, const std::string& path, const std::array<Choice, N>& all,
                 Word&& word, Choice& chosen) {
    std::string text(word(chosen));
    text_at(t, key, path + ".", text);
    Names known;
    for (const Choice one : all) known.push_back(word(one));
    const auto found = std::find(known.begin(), known.end(), text);
    if (found != known.end())
      chosen = all[static_cast<std::size_t>(found - known.begin())];
    else
      complain(*t.get(key), path + "." + std::string(key), unknown_name_text(std::string(key), text, known));
  }
  void whole_at(const toml::table& t, std::string_view key, const std::string& path, double least, std::uint64_t& n,
                double most = 1e15) {
    const toml::node* node = t.get(key);
    if (!node) return;
    const std::string name = path + "." + std::string(key);
    double x = 0;
    std::string unit;
    if (!number_from(*node, name, x, unit)) return;
    if (!unit.empty() || x != std::floor(x) || x < least || x > most)
      return complain(*node, name, "must be a whole number from " + number_text(least) + " to " + number_text(most));
    n = static_cast<std::uint64_t>(x);
  }
  void read_plan(const toml::table& t) {
    require_known(t, "sweep.", "key", {"method", "count", "seed", "over", "cases", "band"});
    SweepPlan& plan = into_.plan;
    choice_at(t, "method", "sweep", methods, method_word, plan.method);
    whole_at(t, "count", "sweep", 1, plan.count);
    whole_at(t, "seed", "sweep", 0, plan.seed);
    if (wrong_.empty() && plan.method == SweepMethod::grid && t.contains("count"))
      complain(*t.get("count"), "sweep.count",
               "a grid has as many cases as its axes give: each has a count of its own");
    if (const toml::node* bands = t.get("band"))
      for_each_table(*bands, "band", [&](const toml::table& one, const std::string& path) {
        require_known(one, "sweep." + path + ".", "key", {"signal", "points"});
        SweepBand band;
        text_at(one, "signal", "sweep." + path + ".", band.signal);
        if (band.signal.empty()) complain(one, "sweep." + path, "needs a key \"signal\": what is kept over time");
        whole_at(one, "points", "sweep." + path, 2, band.points, 10000);
        plan.bands.push_back(std::move(band));
      });
    std::string file;
    file_at(t, "cases", "sweep.", file);
    if (!file.empty()) {
      for (const char* key : {"method", "count", "over"})
        if (const toml::node* node = t.get(key);
            node && (std::string_view(key) != "method" || plan.method != SweepMethod::list))
          complain(*node, "sweep." + std::string(key), "has no meaning beside cases, which say it all");
      if (wrong_.empty()) read_cases(*t.get("cases"), file);
      return;
    }
    if (const toml::node* over = t.get("over"); over && over->is_array())
      for_each_table(*over, "over",
                     [&](const toml::table& axis, const std::string& path) { read_axis(axis, "sweep." + path); });
    else
      complain(t, "sweep.over",
               "nothing is varied: give [[sweep.over]] with a path and its values, or cases = \"FILE\"");
  }
  void read_axis(const toml::table& t, const std::string& path) {
    require_known(t, path + ".", "key", {"path", "spread", "low", "high", "centre", "deviation", "values", "count"});
    SweepAxis axis;
    text_at(t, "path", path + ".", axis.path);
    std::string unit;
    if (axis.path.empty()) return complain(t, path, "needs a key \"path\": which number varies");
    try {
      const std::size_t place = resolved_.find(axis.path);
      axis.path = resolved_.row(place).name, unit = resolved_.row(place).unit;
    } catch (const InvalidInput& error) {
      return complain(t, path, error);
    }
    // What would be left out of account is refused.
    const auto refuse = [&](std::initializer_list<const char*> keys, const std::string& where) {
      for (const char* key : keys)
        if (const toml::node* node = t.get(key)) complain(*node, path + "." + key, "has no meaning " + where);
    };
    if (into_.plan.method != SweepMethod::grid)
      refuse({"count"}, "here: only axes of a grid have counts of their own; [sweep] has that of the cases");
    if (const toml::array* values = t["values"].as_array()) {
      axis.spread = Spread::listed;
      refuse({"spread", "low", "high", "centre", "deviation", "count"}, "beside values, which say it all");
      for (const toml::node& one : *values) quantity_from(one, path + ".values", unit, axis.values.emplace_back());
    } else {
      choice_at(t, "spread", path, spreads, spread_word, axis.spread);
      const bool bell = axis.spread == Spread::normal || axis.spread == Spread::log_normal;
      const std::string spread = "with spread = \"" + std::string(spread_word(axis.spread)) + "\", which has ";
      if (bell)
        refuse({"low", "high"}, spread + "centre and deviation");
      else
        refuse({"centre", "deviation"}, spread + "low and high");
      for (const auto& [key, target] : {std::pair{bell ? "centre" : "low", bell ? &axis.centre : &axis.low},
                                        std::pair{bell ? "deviation" : "high", bell ? &axis.deviation : &axis.high}}) {
        const toml::node* node = t.get(key);
        if (!node) complain(t, path, std::string("needs a key \"") + key + "\"");
        // The deviation of a logarithm is a pure number.
        else if (axis.spread == Spread::log_normal && target == &axis.deviation)
          quantity_from(*node, path + "." + key, "1", *target);
        else
          quantity_from(*node, path + "." + key, unit, *target);
      }
      whole_at(t, "count", path, 1, axis.count);
    }
    into_.plan.axes.push_back(std::move(axis));
  }
  void read_cases(const toml::node& node, const std::string& file) {
    into_.plan.method = SweepMethod::list;
    try {
      into_.cases_file = folder_ / file;
      const CsvTable table = read_csv(into_.cases_file, {.time_increases = false, .least_columns = 1});
      for (std::size_t k = 0; k < table.names.size(); ++k) {
        const LoopRow& row = resolved_.row(resolved_.find(table.names[k]));
        SweepAxis axis{.path = row.name, .spread = Spread::listed, .values = table.columns[k]};
        const auto from = parse_unit(table.units[k]), to = parse_unit(row.unit);
        if (!table.units[k].empty() && (!from || !to || !same_dimension(*from, *to)))
          complain(node, "sweep.cases",
                   file + ": " + row.name + " is in " + table.units[k] + ", and must be in " + row.unit);
        else if (!table.units[k].empty())
          for (double& x : axis.values) x *= from->factor;
        into_.plan.axes.push_back(std::move(axis));
      }
    } catch (const InvalidInput& error) {
      for (const Violation& v : error.violations()) complain(node, "sweep.cases", file + ": " + v.text);
    }
  }

  const toml::table& root_;
  std::string name_;
  std::filesystem::path folder_;
  SweepFile& into_;
  Resolved resolved_;
};

}  // namespace

SweepFile parse_sweep(std::string_view text, const std::string& name, const std::filesystem::path& folder,
                      const std::vector<std::string>& settings) {
  SweepFile made{.file = parse_experiment(text, name, folder), .plan = {}};
  for (const std::string& setting : settings) apply_setting(made.file.experiment, setting);
  const toml::table root = parse_toml(text, name);
  SweepReader(root, name, folder, made).read();
  return made;
}

SweepFile read_sweep(const std::filesystem::path& file, const std::vector<std::string>& settings) {
  return parse_sweep(read_file(file), file == "-" ? "standard input" : file.string(), file.parent_path(), settings);
}

std::string sweep_text(const NamedExperiment& experiment, const SweepPlan& plan) {
  std::string text = experiment_text(experiment);
  text += "\n[sweep]\nmethod = \"" + std::string(method_word(plan.method)) + "\"\n";
  if (plan.method != SweepMethod::grid && plan.method != SweepMethod::list)
    text += "count = " + std::to_string(plan.count) + "\n";
  text += "seed = " + std::to_string(plan.seed) + "\n";
  for (const SweepBand& band : plan.bands)
    text += "\n[[sweep.band]]\nsignal = \"" + band.signal + "\"\npoints = " + std::to_string(band.points) + "\n";
  for (const SweepAxis& axis : plan.axes) {
    text += "\n[[sweep.over]]\npath = \"" + axis.path + "\"\n";
    if (axis.spread == Spread::listed) {
      text += "values = [";
      for (std::size_t i = 0; i < axis.values.size(); ++i) text += (i > 0 ? ", " : "") + toml_number(axis.values[i]);
      text += "]\n";
      continue;
    }
    text += "spread = \"" + std::string(spread_word(axis.spread)) + "\"\n";
    const bool bell = axis.spread == Spread::normal || axis.spread == Spread::log_normal;
    text += (bell ? "centre = " : "low = ") + toml_number(bell ? axis.centre : axis.low) + "\n";
    text += (bell ? "deviation = " : "high = ") + toml_number(bell ? axis.deviation : axis.high) + "\n";
    if (plan.method == SweepMethod::grid) text += "count = " + std::to_string(axis.count) + "\n";
  }
  return text;
}

}  // namespace stiction
