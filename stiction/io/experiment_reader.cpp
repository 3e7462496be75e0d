// SPDX-License-Identifier: BSD-3-Clause
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>

#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/catalogue/signal_catalogue.hpp"
#include "stiction/io/csv_reader.hpp"
#include "stiction/io/experiment_file.hpp"
#include "stiction/io/run_section.hpp"

namespace stiction {

InvalidFile::InvalidFile(const std::string& file, std::vector<FileViolation> violations)
    : std::runtime_error([&] {
        std::string all;
        for (const FileViolation& v : violations)
          all += (all.empty() ? "" : "\n") + file + (v.line > 0 ? ":" + std::to_string(v.line) : "") + ": " +
                 (v.key.empty() ? "" : v.key + ": ") + v.text;
        return all;
      }()),
      violations_(std::move(violations)) {}

namespace {

using Names = std::vector<std::string_view>;

class Reader {
 public:
  Reader(const std::string& name, std::filesystem::path folder) : name_(name), folder_(std::move(folder)) {}

  ExperimentFile read(const toml::table& root, std::span<const std::string_view> other_sections) {
    Names known = {"title", "description", "plant", "friction", "controller", "reference", "input", "run", "output"};
    known.insert(known.end(), other_sections.begin(), other_sections.end());
    require_known(root, "", "section", known);
    file_.name = name_;
    text_at(root, "title", "", file_.experiment.title);
    read_plant(root);
    read_friction(root);
    read_controller(root);
    read_run(root);
    read_output(root);
    if (wrong_.empty()) check_together(root);
    if (!wrong_.empty()) {
      std::stable_sort(wrong_.begin(), wrong_.end(), [](const auto& a, const auto& b) { return a.line < b.line; });
      throw InvalidFile(name_, std::move(wrong_));
    }
    return std::move(file_);
  }

 private:
  // --- what is wrong ---

  void complain(std::size_t line, std::string key, std::string text) {
    wrong_.push_back({line, std::move(key), std::move(text)});
  }
  void complain(const toml::node& node, const std::string& key, std::string text) {
    complain(node.source().begin.line, key, std::move(text));
  }
  /// What a part says is wrong, at the lines of its keys.
  void complain(const toml::table& table, const std::string& section, const InvalidInput& error) {
    for (const Violation& v : error.violations()) {
      const toml::node* node = table.get(v.field.substr(0, v.field.find('[')));
      complain(node ? *node : table, section + (v.field.empty() ? "" : "." + v.field), v.text);
    }
  }
  void require_known(const toml::table& table, const std::string& path, std::string_view kind, const Names& known) {
    for (const auto& [key, node] : table)
      if (std::find(known.begin(), known.end(), key.str()) == known.end())
        complain(node, path + std::string(key.str()), unknown_name_text(kind, key.str(), known));
  }

  // --- values ---

  void text_at(const toml::table& table, std::string_view key, const std::string& path, std::string& text) {
    const toml::node* node = table.get(key);
    if (!node) return;
    if (node->is_string())
      text = node->value_or(std::string());
    else
      complain(*node, path + std::string(key), "must be a text in quotes");
  }
  /// A number with or without unit, "2 N/mm"; false after a complaint.
  bool number_from(const toml::node& node, const std::string& path, double& number, std::string& unit) {
    if (node.is_integer() || node.is_floating_point()) {
      number = *node.value<double>();
      if (!std::isfinite(number)) return complain(node, path, "must be a finite number"), false;
      return true;
    }
    if (node.is_string()) {
      const std::string text = node.value_or(std::string());
      char* end = nullptr;
      number = std::strtod(text.c_str(), &end);
      unit = end;
      unit.erase(0, unit.find_first_not_of(' '));
      while (!unit.empty() && unit.back() == ' ') unit.pop_back();
      if (end != text.c_str() && std::isfinite(number) && (unit.empty() || parse_unit(unit))) return true;
      complain(node, path,
               "\"" + text + "\" is no number with a unit, like \"2 N/mm\"" +
                   (end != text.c_str() && !unit.empty() ? "; \"" + unit + "\" is no unit known here" : ""));
      return false;
    }
    complain(node, path, "must be a number, or a text like \"2 N/mm\"");
    return false;
  }
  std::optional<NamedValue> value_from(const toml::node& node, const std::string& path) {
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
  /// All values of a table but those under other names.
  NamedValues values_from(const toml::table& table, const std::string& path, const Names& others) {
    NamedValues values;
    const std::string prefix = path + ".";
    for (const auto& [key, node] : table) {
      if (std::find(others.begin(), others.end(), key.str()) != others.end()) continue;
      const std::string name(key.str());
      if (auto value = value_from(node, prefix + name)) values.emplace(name, std::move(*value));
    }
    return values;
  }
  const toml::table* section(const toml::table& root, std::string_view name, const std::string& path) {
    const toml::node* node = root.get(name);
    if (!node) return nullptr;
    if (!node->is_table()) complain(*node, path, "must be a section: [" + path + "]");
    return node->as_table();
  }

  // --- parts ---

  /// Model, preset, initial states and values of a part; true when there were no complaints.
  bool read_part(const toml::table& table, const std::string& path, NamedPart& part, const Names& others = {}) {
    const std::size_t before = wrong_.size();
    if (table.contains("model"))
      text_at(table, "model", path + ".", part.model);
    else
      complain(table, path, "needs a key \"model\"");
    text_at(table, "preset", path + ".", part.preset);
    if (const toml::table* initial = section(table, "initial", path + ".initial"))
      part.initial = values_from(*initial, path + ".initial", {});
    Names skip = {"model", "preset", "initial"};
    skip.insert(skip.end(), others.begin(), others.end());
    part.values = values_from(table, path, skip);
    return wrong_.size() == before;
  }
  /// Calls `check`; what it throws is a complaint about this table.
  template <class Check>
  void checked(const toml::table& table, const std::string& path, Check&& check) {
    try {
      check();
    } catch (const InvalidInput& error) {
      complain(table, path, error);
    }
  }
  const toml::table& initial_of(const toml::table& table) {
    const toml::table* initial = table["initial"].as_table();
    return initial ? *initial : table;
  }

  void read_plant(const toml::table& root) {
    const toml::table* table = section(root, "plant", "plant");
    if (!table) {
      if (!root.contains("plant")) complain(0, "plant", "the section [plant] is missing");
      return;
    }
    NamedPart& part = file_.experiment.plant;
    if (!read_part(*table, "plant", part)) return;
    if (!part.preset.empty()) complain(*table->get("preset"), "plant.preset", "plants have no presets");
    checked(*table, "plant", [&] { plant_ = &find_plant(part.model); });
    if (!plant_) return;
    checked(*table, "plant", [&] { plant_->resolve(part.values); });
    checked(initial_of(*table), "plant.initial", [&] { plant_->make({}, part.initial); });
    read_signals(root, "input", plant_->inputs, file_.experiment.inputs);
  }

  void read_friction(const toml::table& root) {
    const toml::table* table = section(root, "friction", "friction");
    if (!table) {
      if (!root.contains("friction")) complain(0, "friction", "the section [friction] is missing");
      return;
    }
    auto& laws = file_.experiment.friction;
    laws.clear();
    if (!plant_) return;
    const std::size_t contacts = plant_->contacts.size();
    if (table->contains("model")) {  // one law for every contact
      laws.assign(contacts, read_law(*table, "friction"));
      return;
    }
    Names known(plant_->contacts.begin(), plant_->contacts.end());
    if (contacts == 1) return complain(*table, "friction", "needs a key \"model\"");
    require_known(*table, "friction.", "contact of " + file_.experiment.plant.model, known);
    for (const std::string& contact : plant_->contacts) {
      const std::string path = "friction." + contact;
      if (const toml::table* own = section(*table, contact, path))
        laws.push_back(read_law(*own, path));
      else
        complain(*table, path,
                 "the section [" + path + "] is missing; " + file_.experiment.plant.model + " has " +
                     std::to_string(contacts) + " contacts");
    }
  }
  NamedPart read_law(const toml::table& table, const std::string& path) {
    NamedPart law;
    if (!read_part(table, path, law)) return law;
    const ModelEntry* model = nullptr;
    checked(table, path, [&] { model = &find_model(law.model); });
    if (!model) return law;
    NamedValues all;
    checked(table, path, [&] { all = model->resolve(law.preset, law.values); });
    if (!all.empty()) checked(initial_of(table), path + ".initial", [&] { model->make_contact(all, law.initial); });
    return law;
  }

  void read_controller(const toml::table& root) {
    const toml::table* table = section(root, "controller", "controller");
    if (!table) {
      if (const toml::node* node = root.get("reference"))
        complain(*node, "reference", "there is no [controller] to give a reference to");
      return;
    }
    NamedPart part;
    if (!read_part(*table, "controller", part, {"sampled"})) return;
    const ControllerEntry* controller = nullptr;
    checked(*table, "controller", [&] { controller = &find_controller(part.model); });
    if (!controller) return;
    if (!part.preset.empty()) complain(*table->get("preset"), "controller.preset", "controllers have no presets");
    if (plant_ && !plant_->has_drive)
      complain(*table, "controller", std::string(plant_->info.name) + " has no drive, so no controller can act on it");
    checked(*table, "controller", [&] { controller->resolve(part.values); });
    checked(initial_of(*table), "controller.initial", [&] { controller->make({}, part.initial); });
    if (const toml::table* sampled = section(*table, "sampled", "controller.sampled")) {
      file_.experiment.sampled = values_from(*sampled, "controller.sampled", {});
      checked(*sampled, "controller.sampled",
              [&] { with_values(SampledOptions{}, *file_.experiment.sampled, "controller.sampled"); });
    }
    file_.experiment.controller = std::move(part);
    read_signals(root, "reference", controller->inputs, file_.experiment.references);
  }

  // --- signals ---

  void read_signals(const toml::table& root, const std::string& path, const std::vector<FieldInfo>& rows,
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
  void read_signal(const toml::node& node, const std::string& path, const FieldInfo& row, NamedSignals& signals) {
    std::vector<NamedSignal::Term> terms;
    const std::size_t before = wrong_.size();
    if (const toml::array* list = node.as_array())
      for (const toml::node& one : *list) terms.push_back(term_from(one, path, row.unit));
    else
      terms.push_back(term_from(node, path, row.unit));
    if (wrong_.size() == before) signals.insert_or_assign(std::string(row.name), NamedSignal(std::move(terms)));
  }
  NamedSignal::Term term_from(const toml::node& node, const std::string& path, std::string_view unit) {
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
  void read_points(const toml::table& table, const std::string& path, NamedSignal::Term& term) {
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
        return complain(node, path + ".points",
                        "times must not fall: " + number_text(t) + " s comes after " +
                            number_text(term.points.back().first) + " s");
      term.points.emplace_back(t, x);
    }
  }
  void read_csv_signal(const toml::table& table, const std::string& path, std::string_view unit,
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

  // --- run and output ---

  void read_run(const toml::table& root) {
    const toml::table* table = section(root, "run", "run");
    if (!table) return;
    std::string method = "automatic";
    text_at(*table, "method", "run.", method);
    const NamedValues values = values_from(*table, "run", {"method"});
    checked(*table, "run", [&] {
      const RunSection run = with_values(RunSection{}, values, "run");
      RunOptions& o = file_.experiment.run;
      o.duration = run.duration, o.start_time = run.start_time;
      o.solver.tolerance = run.tolerance, o.solver.largest_step = run.largest_step;
      o.solver.step_limit = static_cast<std::size_t>(run.step_limit);
      if (run.seconds_limit < 1e30) o.solver.seconds_limit = run.seconds_limit;
    });
    Names known;
    for (const MethodName& one : method_names) {
      known.push_back(one.name);
      if (one.name == method) return void(file_.experiment.run.solver.method = one.method);
    }
    complain(*table->get("method"), "run.method", unknown_name_text("method", method, known));
  }
  std::vector<std::string> texts_from(const toml::node& node, const std::string& path) {
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
  void read_output(const toml::table& root) {
    const toml::table* table = section(root, "output", "output");
    if (!table) return;
    const Names texts = {"signals", "file", "plot", "panel"};
    text_at(*table, "file", "output.", file_.output.file);
    text_at(*table, "plot", "output.", file_.output.plot);
    const NamedValues values = values_from(*table, "output", texts);
    checked(*table, "output",
            [&] { file_.experiment.run.record.interval = with_values(OutputSection{}, values, "output").interval; });
    if (const toml::node* node = table->get("signals"))
      file_.experiment.run.record.signals = texts_from(*node, "output.signals");
    if (const toml::node* node = table->get("panel")) {
      const toml::array* list = node->as_array();
      if (!list) return complain(*node, "output.panel", "panels are written as [[output.panel]]");
      for (const toml::node& one : *list) {
        const toml::table* panel = one.as_table();
        if (!panel || !panel->contains("y")) {
          complain(one, "output.panel", "needs a key \"y\" with the names of signals");
          continue;
        }
        require_known(*panel, "output.panel.", "key", {"x", "y", "title"});
        NamedPanel named;
        text_at(*panel, "x", "output.panel.", named.x);
        text_at(*panel, "title", "output.panel.", named.title);
        named.y = texts_from(*panel->get("y"), "output.panel.y");
        file_.output.panels.push_back(std::move(named));
      }
    }
  }
  /// What no part can see alone, the names of signals among it.
  void check_together(const toml::table& root) {
    try {
      const AssembledCore core(assemble(file_.experiment, true));
      const auto check = [&](const std::string& name, const std::string& key, const toml::node* node) {
        try {
          if (name != "time" || key == "output.signals") core.find_signal(name);
        } catch (const InvalidInput& error) {
          for (const Violation& v : error.violations()) complain(node ? node->source().begin.line : 0, key, v.text);
        }
      };
      const auto output = root["output"];
      for (const std::string& name : file_.experiment.run.record.signals)
        check(name, "output.signals", output["signals"].node());
      for (std::size_t i = 0; i < file_.output.panels.size(); ++i) {
        const auto panel = output["panel"][i];
        for (const std::string& name : file_.output.panels[i].y) check(name, "output.panel.y", panel["y"].node());
        check(file_.output.panels[i].x, "output.panel.x", panel["x"].node());
      }
    } catch (const InvalidInput& error) {
      for (const Violation& v : error.violations()) complain(0, "", v.text);
    }
  }

  const std::string& name_;
  std::filesystem::path folder_;
  ExperimentFile file_;
  const PlantEntry* plant_ = nullptr;
  std::vector<FileViolation> wrong_;
};

}  // namespace

ExperimentFile parse_experiment(std::string_view text, const std::string& name, const std::filesystem::path& folder,
                                std::span<const std::string_view> other_sections) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    throw InvalidFile(name, {{0, "", "the file is empty; `stiction schema` prints what it may hold"}});
  try {
    const toml::table root = toml::parse(text, name);
    return Reader(name, folder).read(root, other_sections);
  } catch (const toml::parse_error& error) {
    throw InvalidFile(name, {{error.source().begin.line, "", std::string(error.description())}});
  }
}

ExperimentFile read_experiment(const std::filesystem::path& file, std::span<const std::string_view> other_sections) {
  return parse_experiment(read_file(file), file.string(), file.parent_path(), other_sections);
}

}  // namespace stiction
