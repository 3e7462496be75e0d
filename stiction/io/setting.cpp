// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/setting.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/io/csv_numbers.hpp"
#include "stiction/io/printable.hpp"
#include "stiction/io/run_section.hpp"
#include "stiction/io/signal_section.hpp"
#include "stiction/io/toml_text.hpp"

namespace stiction {
namespace {

/// One setting. What a file may say is said here in the same words, as TOML; quotes may be left out.
class Setting : SignalSection {
 public:
  Setting(NamedExperiment& experiment, std::string_view setting)
      : SignalSection({}), e_(experiment), setting_(setting) {}

  void apply() {
    const std::size_t equals = setting_.find('=');
    if (equals == std::string_view::npos || equals == 0) refuse("is not of the form PATH=NUMBER");
    path_ = setting_.substr(0, equals), text_ = setting_.substr(equals + 1);
    if (path_ == "output.interval") path_ = "run.interval";
    if (!set_name() && !set_signal() && !set_limit() && !set_new_value()) set_number();
    if (!wrong_.empty()) refuse("is wrong: " + wrong_.front().text);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw InvalidInput("--set", {{std::string(setting_), "\"" + quoted_piece(setting_, 80) + "\" " + why}});
  }

  /// The value as a file would give it: { value = ... }.
  toml::table value() const {
    try {
      return parse_toml("value = " + std::string(text_), "--set");
    } catch (const InvalidFile&) {
      return toml::table{{"value", std::string(text_)}};
    }
  }
  std::string word() const {
    const toml::table all = value();
    return all["value"].value<std::string>().value_or(std::string(text_));
  }
  static bool removed(std::string_view& path, std::string_view prefix) {
    if (!path.starts_with(prefix)) return false;
    path.remove_prefix(prefix.size());
    return true;
  }

  // --- names ---

  bool set_name() {
    const PlantEntry& plant = find_plant(e_.plant.model);
    if (path_ == "plant.model") return set_plant();
    if (path_ == "controller.model") return set_controller();
    if (path_ == "run.method") return set_method();
    if (path_ == "title") return e_.title = word(), true;
    if (path_ == "output.signals") {
      const toml::table all = value();
      e_.run.record.signals = texts_from(*all.get("value"), "output.signals");
      return true;
    }
    for (std::size_t i = 0; i < e_.friction.size(); ++i) {
      std::string_view name = path_;
      const bool of_all = path_ == "friction.model" || path_ == "friction.preset";
      const bool own = removed(name, "friction.") && removed(name, plant.contacts[i] + ".");
      if (!of_all && !(own && (name == "model" || name == "preset"))) continue;
      NamedPart& law = e_.friction[i];
      if (path_.ends_with(".model"))
        law = {.model = std::string(find_model(word()).info.name)};  // its values are those of another law
      else
        law.preset = word(), find_model(law.model).resolve(law.preset, {});
      if (i + 1 == e_.friction.size() || !of_all) return true;
    }
    return false;
  }
  bool set_plant() {
    const PlantEntry& plant = find_plant(word());
    e_.plant = {.model = std::string(plant.info.name)};
    if (e_.friction.empty()) e_.friction.push_back({.model = "lugre"});
    e_.friction.resize(plant.contacts.size(), e_.friction.front());
    keep_known(e_.inputs, plant.inputs);
    return true;
  }
  bool set_controller() {
    const ControllerEntry& controller = find_controller(word());
    e_.controller = NamedPart{.model = std::string(controller.info.name)};
    keep_known(e_.references, controller.inputs);
    return true;
  }
  static void keep_known(NamedSignals& signals, const std::vector<FieldInfo>& rows) {
    std::erase_if(signals, [&](const auto& one) {
      return std::none_of(rows.begin(), rows.end(), [&](const FieldInfo& row) { return row.name == one.first; });
    });
  }
  bool set_method() {
    std::vector<std::string_view> known;
    for (const MethodName& one : method_names) {
      known.push_back(one.name);
      if (one.name == word()) return e_.run.solver.method = one.method, true;
    }
    refuse(unknown_name_text("method", word(), known));
  }

  /// What bounds a run; its other numbers are among those of the experiment.
  bool set_limit() {
    std::string_view name = path_;
    if (!removed(name, "run.") || (name != "largest_step" && name != "step_limit" && name != "seconds_limit"))
      return false;
    const toml::table all = value();
    toml::table section;
    section.insert(std::string(name), *all.get("value"));
    const NamedValues values = values_from(section, "run", {});
    if (wrong_.empty()) set_run_section(e_.run, with_values(run_section(e_.run), values, "run"));
    return true;
  }

  // --- signals ---

  /// A table or a list of tables: a signal of another kind.
  bool set_signal() {
    const bool of_plant = path_.starts_with("input"), of_reference = path_.starts_with("reference");
    if (!of_plant && !of_reference) return false;
    const toml::table all = value();
    const toml::node* node = all.get("value");
    if (!node->is_table() && !node->is_array()) return false;
    if (of_reference && !e_.controller) refuse("needs a controller: there is none to give a reference to");
    const auto& rows = of_plant ? find_plant(e_.plant.model).inputs
                                : find_controller(e_.controller->model).part(e_.controller->values).inputs;
    const std::string section = of_plant ? "input" : "reference";
    std::string_view name = path_;
    toml::table root;
    if (!removed(name, section + ".")) {
      root.insert(section, *node);
    } else {
      toml::table inside;
      inside.insert(std::string(name), *node);
      root.insert(section, inside);
    }
    const bool rotates = !of_plant && find_plant(e_.plant.model).info.rotates;
    read_signals(root, section, rows, rotates, of_plant ? e_.inputs : e_.references);
    return true;
  }

  // --- values ---

  /// Where the values of a section stand, and those that a part takes but need not have.
  struct Place {
    NamedValues* values = nullptr;
    std::string name{};
    std::vector<FieldInfo> rows{};  ///< of the section, optional ones among them
  };
  Place place() {
    const PlantEntry& plant = find_plant(e_.plant.model);
    const auto joined = [](std::vector<FieldInfo> rows, const std::vector<FieldInfo>& more) {
      rows.insert(rows.end(), more.begin(), more.end());
      return rows;
    };
    std::string_view name = path_;
    if (removed(name, "plant."))
      return {&e_.plant.values, std::string(name),
              joined(joined(plant.parameters, plant.stop_parameters), plant.drive_parameters)};
    if (removed(name, "friction.")) {
      for (std::size_t i = 0; i < e_.friction.size(); ++i) {
        const ModelEntry& law = find_model(e_.friction[i].model);
        if (e_.friction.size() == 1 || removed(name, plant.contacts[i] + "."))
          return {&e_.friction[i].values, std::string(name), joined(law.parameters, law.load_parameters)};
      }
      return {};
    }
    if (e_.controller && removed(name, "controller.sampled.")) {
      if (!e_.sampled) return {&e_.sampled.emplace(), std::string(name), describe<SampledOptions>()};
      return {&*e_.sampled, std::string(name), describe<SampledOptions>()};
    }
    if (e_.controller && removed(name, "controller.")) {
      const ControllerEntry& controller = find_controller(e_.controller->model);
      return {&e_.controller->values, std::string(name), joined(controller.parameters, controller.shape_parameters)};
    }
    return {};
  }
  /// A list, or a number that its part takes but did not have.
  bool set_new_value() {
    const bool was_sampled = e_.sampled.has_value();
    const Place at = place();
    if (!at.values) return false;
    const bool known =
        std::any_of(at.rows.begin(), at.rows.end(), [&](const FieldInfo& row) { return row.name == at.name; });
    const toml::table all = value();
    const toml::node* node = all.get("value");
    const bool is_list = node->is_array();
    const auto paths = value_paths(was_sampled ? e_ : without_sampling());
    const bool there = std::find(paths.begin(), paths.end(), path_) != paths.end();
    if (!known || (there && !is_list)) {
      if (!was_sampled) e_.sampled.reset();
      return false;
    }
    if (auto given = value_from(*node, std::string(path_))) {
      at.values->insert_or_assign(at.name, std::move(*given));
      resolved(e_);
      convert_to_si(*at.values);
    }
    return true;
  }
  NamedExperiment without_sampling() const {
    NamedExperiment e = e_;
    e.sampled.reset();
    return e;
  }
  void set_number() {
    const std::string given = word();
    const std::string_view text = given;
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::optional<double> number = read_number(text.substr(0, space));
    if (!number) {
      const std::vector<std::string> numbers = value_paths(e_);
      std::vector<std::string_view> known{"plant.model",      "friction.model", "friction.preset",
                                          "controller.model", "run.method",     "output.signals"};
      known.insert(known.end(), numbers.begin(), numbers.end());
      if (std::find(known.begin(), known.end(), path_) == known.end())
        refuse("names nothing: " + unknown_name_text("path", path_, known));
      refuse("is not of the form PATH=NUMBER, or PATH=\"NUMBER UNIT\"");
    }
    if (!std::isfinite(*number)) refuse("must give a finite number");
    const std::string_view unit = text.substr(std::min(space + 1, text.size()));
    double factor = 1;
    if (space < text.size()) {
      const std::string wanted = unit_at(e_, path_);
      factor = unit.empty() ? 0 : detail::conversion_factor(unit, wanted);
      if (factor == 0) refuse("gives a unit that does not fit: the number is " + detail::measure_text(wanted));
    }
    set_value(e_, path_, factor * *number);
  }

  NamedExperiment& e_;
  std::string_view setting_, path_, text_;
};

}  // namespace

void apply_setting(NamedExperiment& experiment, std::string_view setting) { Setting(experiment, setting).apply(); }

void apply_settings(NamedExperiment& experiment, std::vector<std::string> settings) {
  const auto rank = [](std::string_view setting) {
    const std::string_view path = setting.substr(0, setting.find('='));
    return path == "plant.model" ? 0 : path.ends_with(".model") ? 1 : path.ends_with(".preset") ? 2 : 3;
  };
  std::stable_sort(settings.begin(), settings.end(),
                   [&](const std::string& a, const std::string& b) { return rank(a) < rank(b); });
  for (const std::string& setting : settings) apply_setting(experiment, setting);
}

}  // namespace stiction
