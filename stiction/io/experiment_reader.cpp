// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/part_numbers.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/catalogue/units_of_motion.hpp"
#include "stiction/io/measure_section.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/io/printable.hpp"
#include "stiction/io/read_file.hpp"
#include "stiction/io/run_check.hpp"
#include "stiction/io/run_section.hpp"
#include "stiction/io/section_of_key.hpp"
#include "stiction/io/toml_text.hpp"
#include "stiction/loop/rotary_text.hpp"

namespace stiction {

InvalidFile::InvalidFile(const std::string& file, std::vector<FileViolation> violations)
    : std::runtime_error([&] {
        std::string all;
        constexpr std::size_t shown = 20;  // more are not read, and a broken file may have a million
        const std::string name = printable(file);
        for (std::size_t i = 0; i < std::min(shown, violations.size()); ++i) {
          const FileViolation& v = violations[i];
          all += (all.empty() ? "" : "\n") + name + (v.line > 0 ? ":" + std::to_string(v.line) : "") + ": " +
                 (v.key.empty() ? "" : v.key + ": ") + v.text;
        }
        if (violations.size() > shown)
          all += "\n" + name + ": and " + std::to_string(violations.size() - shown) + " more";
        return all;
      }()),
      violations_(std::move(violations)) {}

namespace {

class Reader : MeasureSection {
 public:
  Reader(const std::string& name, std::filesystem::path folder) : MeasureSection(std::move(folder)), name_(name) {}

  ExperimentFile read(const toml::table& root, std::span<const std::string_view> other_sections) {
    Names known = {"title", "description", "plant",  "friction", "controller", "reference",
                   "input", "run",         "output", "measure",  "sweep"};
    known.insert(known.end(), other_sections.begin(), other_sections.end());
    require_known(root, "", "section", known);
    file_.name = name_;
    file_.experiment.run.record.interval = RecordOptions::automatic;
    text_at(root, "title", "", file_.experiment.title);
    read_plant(root);
    read_friction(root);
    read_controller(root);
    read_run(root);
    read_output(root);
    if (std::find(other_sections.begin(), other_sections.end(), "measure") == other_sections.end())
      read_measures(root, file_.experiment.run.record.measures);
    if (wrong_.empty()) check_times(root);
    if (wrong_.empty()) check_together(root);
    if (!wrong_.empty()) {
      for (FileViolation& v : wrong_) {
        add_right_section(v, file_.experiment);
        const bool of_plant = v.key.starts_with("plant") || v.key.starts_with("input");
        if (plant_ && plant_->info.rotates && !of_plant) v.text = rotary_text(v.text);
      }
      std::stable_sort(wrong_.begin(), wrong_.end(), [](const auto& a, const auto& b) { return a.line < b.line; });
      throw InvalidFile(name_, std::move(wrong_));
    }
    return std::move(file_);
  }

 private:
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
  /// Complains of what no table of a part knows; what it takes only where it is given counts as known.
  void leave_unknown_out(const toml::table& table, const std::string& path, NamedValues& values,
                         std::initializer_list<const std::vector<FieldInfo>*> tables) {
    Names known;
    for (const std::vector<FieldInfo>* rows : tables)
      for (const FieldInfo& row : *rows) known.push_back(row.name);
    std::erase_if(values, [&](const auto& one) {
      if (std::find(known.begin(), known.end(), one.first) != known.end()) return false;
      complain(*table.get(one.first), path + "." + one.first, unknown_name_text("parameter", one.first, known));
      return true;
    });
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
    leave_unknown_out(*table, "plant", part.values,
                      {&plant_->parameters, &plant_->stop_parameters, &plant_->drive_parameters});
    checked(*table, "plant", [&] { plant_->resolve(part.values); });
    checked(initial_of(*table), "plant.initial", [&] {
      require_initial(plant_->part(part.values), part, false);
      convert_to_si(part.initial);
    });
    read_signals(root, "input", plant_->inputs, false, file_.experiment.inputs);  // a plant states its own units
  }

  /// Initial states by name: known, in range and in units of the motion.
  static void require_initial(const auto& part, const NamedPart& given, bool rotates) {
    require_units_of_motion(given.initial, {initial_defaults(part)}, rotates, given.model + ", initial");
    part_numbers(part.initial_rows, initial_defaults(part), given.initial, given.model + ", initial");
  }
  static const std::vector<FieldInfo>& initial_defaults(const ContactPart& part) { return part.initial; }
  static const std::vector<FieldInfo>& initial_defaults(const auto& part) { return part.states; }

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
    leave_unknown_out(table, path, law.values, {&model->parameters, &model->load_parameters});
    NamedValues all;
    checked(table, path, [&] {
      model->require_units(law.values, plant_->info.rotates);
      all = model->resolve(law.preset, law.values);
    });
    if (all.empty()) return law;
    checked(initial_of(table), path + ".initial", [&] {
      require_initial(model->part(all), law, plant_->info.rotates);
      convert_to_si(law.initial);
    });
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
    leave_unknown_out(*table, "controller", part.values, {&controller->parameters, &controller->shape_parameters});
    const bool rotates = plant_ && plant_->info.rotates;
    checked(*table, "controller", [&] {
      if (plant_) controller->require_units(part.values, rotates);
      controller->resolve(part.values);
    });
    const ControllerPart& shaped = controller->part(part.values);
    checked(initial_of(*table), "controller.initial", [&] {
      require_initial(shaped, part, rotates);
      convert_to_si(part.initial);
    });
    if (const toml::table* sampled = section(*table, "sampled", "controller.sampled")) {
      file_.experiment.sampled = values_from(*sampled, "controller.sampled", {});
      checked(*sampled, "controller.sampled", [&] {
        if (plant_) require_sampling_units(*file_.experiment.sampled, rotates);
        with_values(SampledOptions{}, *file_.experiment.sampled, "controller.sampled");
      });
    }
    file_.experiment.controller = std::move(part);
    read_signals(root, "reference", shaped.inputs, rotates, file_.experiment.references);
  }

  // --- run and output ---

  void read_run(const toml::table& root) {
    const toml::table* table = section(root, "run", "run");
    if (!table) return;
    std::string method = "automatic";
    text_at(*table, "method", "run.", method);
    const NamedValues values = values_from(*table, "run", {"method"});
    checked(*table, "run", [&] { set_run_section(file_.experiment.run, with_values(RunSection{}, values, "run")); });
    Names known;
    for (const MethodName& one : method_names) {
      known.push_back(one.name);
      if (one.name == method) return void(file_.experiment.run.solver.method = one.method);
    }
    complain(*table->get("method"), "run.method", unknown_name_text("method", method, known));
  }
  void read_output(const toml::table& root) {
    const toml::table* table = section(root, "output", "output");
    if (!table) return;
    const Names texts = {"signals", "file", "plot", "panel"};
    file_at(*table, "file", "output.", file_.output.file);
    file_at(*table, "plot", "output.", file_.output.plot);
    require_ending(*table, "file", file_.output.file, {".csv", ".json", ".mat"});
    require_ending(*table, "plot", file_.output.plot, {".png", ".svg"});
    const NamedValues values = values_from(*table, "output", texts);
    checked(*table, "output", [&] {
      const OutputSection given = with_values(OutputSection{}, values, "output");
      if (values.contains("interval")) file_.experiment.run.record.interval = given.interval;
    });
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
  /// A kind of file that cannot be written is reported before the run, not after it.
  void require_ending(const toml::table& table, std::string_view key, const std::string& file, const Names& endings) {
    if (file.empty() || file == "-") return;
    std::string known, lower = file;
    for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    for (const std::string_view ending : endings) {
      if (lower.ends_with(ending)) return;
      known += (known.empty() ? "" : ", ") + std::string(ending);
    }
    complain(*table.get(key), "output." + std::string(key), "\"" + file + "\" must end in one of " + known);
  }
  /// Whether time can be counted in steps as fine as the run asks for.
  void check_times(const toml::table& root) {
    for (const Violation& v : time_violations(file_.experiment.run)) {
      const bool of_output = v.field == "interval";
      const toml::node* node = root[of_output ? "output" : "run"][v.field].node();
      complain(node ? node->source().begin.line : 0, (of_output ? "output." : "run.") + v.field, v.text);
    }
  }
  /// Checks that need all parts, the names of signals among them.
  void check_together(const toml::table& root) {
    try {
      const LoopRun core(assemble(file_.experiment, true));
      const auto check = [&](const std::string& name, const std::string& key, const toml::node* node) {
        try {
          if (name != "time" || key == "output.signals") core.loop().find_signal(name);
        } catch (const InvalidInput& error) {
          for (const Violation& v : error.violations()) complain(node ? node->source().begin.line : 0, key, v.text);
        }
      };
      check_measures(root, core, file_.experiment.run.record.measures);
      const auto output = root["output"];
      for (const std::string& name : file_.experiment.run.record.signals)
        check(name, "output.signals", output["signals"].node());
      for (std::size_t i = 0; i < file_.output.panels.size(); ++i) {
        const auto panel = output["panel"][i];
        for (const std::string& name : file_.output.panels[i].y) check(name, "output.panel.y", panel["y"].node());
        check(file_.output.panels[i].x, "output.panel.x", panel["x"].node());
      }
    } catch (const InvalidInput& error) {
      for (const Violation& v : error.violations()) complain_of_part(root, v);
    }
  }
  /// At the key that a part of the experiment complains of, wherever it stands.
  void complain_of_part(const toml::table& root, const Violation& v) {
    std::vector<std::string> paths = {"plant", "friction", "controller", "controller.sampled"};
    for (const std::string& contact : plant_->contacts) paths.push_back("friction." + contact);
    for (const std::string& path : paths)
      if (const toml::node* node = v.field.empty() ? nullptr : root.at_path(path + "." + v.field).node())
        return complain(*node, path + "." + v.field, v.text);
    complain(0, "", v.text);
  }

  const std::string& name_;
  ExperimentFile file_;
  const PlantEntry* plant_ = nullptr;
};

}  // namespace

ExperimentFile parse_experiment(std::string_view text, const std::string& name, const std::filesystem::path& folder,
                                std::span<const std::string_view> other_sections) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    throw InvalidFile(name, {{0, "", "the file is empty; `stiction schema` prints what it may hold"}});
  return Reader(name, folder).read(parse_toml(text, name), other_sections);
}

ExperimentFile read_experiment(const std::filesystem::path& file, std::span<const std::string_view> other_sections) {
  return parse_experiment(read_file(file), file.string(), file.parent_path(), other_sections);
}

}  // namespace stiction
