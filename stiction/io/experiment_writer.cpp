// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/followed_number.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/io/experiment_file.hpp"
#include "stiction/io/run_section.hpp"
#include "stiction/io/toml_text.hpp"
#include "stiction/schema/unit.hpp"

namespace stiction {
namespace {

std::string in_quotes(std::string_view text) {
  std::string safe = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || c == '\\') safe += '\\';
    auto byte = static_cast<unsigned char>(c);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const bool two_bytes = byte == 0xC2 && next >= 0x80 && next < 0xA0;  // U+0080 to U+009F, control characters too
    if (byte < 0x20 || byte == 0x7F || two_bytes) {  // TOML takes none in quotes, terminals obey them
      if (two_bytes) byte = next, ++i;
      constexpr std::string_view digits = "0123456789abcdef";
      safe += "\\u00";
      safe += digits[byte >> 4U];
      safe += digits[byte & 15U];
    } else {
      safe += c;
    }
  }
  return safe + "\"";
}

std::string numbers(const NamedValue& value) {
  const auto one = [&](double x) {
    return value.unit.empty() ? toml_number(x) : in_quotes(toml_number(x) + " " + value.unit);
  };
  if (value.numbers.size() == 1) return one(value.numbers.front());
  std::string text = "[";
  for (std::size_t i = 0; i < value.numbers.size(); ++i) text += (i > 0 ? ", " : "") + one(value.numbers[i]);
  return text + "]";
}

class Writer {
 public:
  /// `given` is the experiment before it was resolved.
  std::string text(const NamedExperiment& e, const NamedExperiment& given) {
    const PlantEntry& plant = find_plant(e.plant.model);
    if (!e.title.empty()) out_ += "title = " + in_quotes(e.title) + "\n\n";
    const PlantPart& body = plant.part(e.plant.values);
    part("plant", e.plant, body.parameters, body.states);
    signals("input", e.inputs);
    turns_ = plant.info.rotates;  // laws and controllers are written for translation
    for (std::size_t i = 0; i < e.friction.size(); ++i) {
      const ModelEntry& law = find_model(e.friction[i].model);
      std::vector<FieldInfo> rows = law.parameters;
      rows.insert(rows.end(), law.load_parameters.begin(), law.load_parameters.end());
      part(e.friction.size() == 1 ? "friction" : "friction." + plant.contacts[i], e.friction[i], rows, law.states);
    }
    if (e.controller) {
      const ControllerPart& controller = find_controller(e.controller->model).part(e.controller->values);
      part("controller", followers_left_out(e, given), controller.parameters, controller.states);
      followers(*e.controller);
      if (e.sampled) values("controller.sampled", *e.sampled, describe<SampledOptions>());
      signals("reference", e.references);
    }
    run(e.run);
    return out_;
  }

 private:
  /// The controller without what it takes from plant and friction: a value that is written out follows nothing.
  NamedPart followers_left_out(const NamedExperiment& e, const NamedExperiment& given) {
    NamedPart own = *e.controller;
    for (const FieldInfo& row : find_controller(own.model).parameters) {
      if (row.follows.empty() || given.controller->values.contains(row.name)) continue;
      const FollowedNumber followed = followed_number(e, row.follows);
      if (!followed.part->values.contains(followed.name)) continue;
      own.values.erase(std::string(row.name));
      following_.emplace_back(row.name, followed.path);
    }
    return own;
  }
  void followers(const NamedPart& controller) {
    if (following_.empty()) return;
    out_.pop_back();  // the empty line behind the section
    for (const auto& [name, path] : following_) {
      out_.append("# ").append(name).append(" = ").append(numbers(controller.values.find(name)->second));
      out_.append(" follows ").append(path).append("\n");
    }
    out_ += "\n";
  }
  void part(const std::string& section, const NamedPart& p, const std::vector<FieldInfo>& parameters,
            const std::vector<FieldInfo>& states) {
    out_ += "[" + section + "]\nmodel = " + in_quotes(p.model) + "\n";
    rows(p.values, parameters);
    out_ += "\n";
    if (!p.initial.empty()) values(section + ".initial", p.initial, states);
  }
  void values(const std::string& section, const NamedValues& all, const std::vector<FieldInfo>& table) {
    out_ += "[" + section + "]\n";
    rows(all, table);
    out_ += "\n";
  }
  /// In the order of the table, each with its unit.
  void rows(const NamedValues& all, const std::vector<FieldInfo>& table) {
    for (const FieldInfo& row : table)
      if (const auto found = all.find(row.name); found != all.end()) {
        const std::string unit = unit_of_motion(row, turns_);
        out_ += std::string(row.name) + " = " + numbers(found->second) +
                (unit == "1" || !found->second.unit.empty() ? "" : "  # " + unit) + "\n";
      }
  }
  void signals(const std::string& section, const NamedSignals& all) {
    if (all.empty()) return;
    out_ += "[" + section + "]\n";
    for (const auto& [name, signal] : all) {
      out_ += name + " = ";
      if (signal.terms.size() > 1) out_ += "[";
      for (std::size_t i = 0; i < signal.terms.size(); ++i) out_ += (i > 0 ? ", " : "") + term(signal.terms[i]);
      out_ += signal.terms.size() > 1 ? "]\n" : "\n";
    }
    out_ += "\n";
  }
  static std::string term(const NamedSignal::Term& t) {
    if (t.kind == "constant" && t.values.size() == 1 && t.values.contains("value"))
      return numbers(t.values.find("value")->second);
    const bool has_points = t.kind == "lines" || t.kind == "csv";
    std::string text = "{ signal = " + in_quotes(has_points ? "lines" : t.kind);
    for (const auto& [name, value] : t.values) text += ", " + name + " = " + numbers(value);
    if (has_points) {  // a file may be elsewhere by then: its numbers are written out
      text += ", points = [";
      for (std::size_t i = 0; i < t.points.size(); ++i)
        text += (i > 0 ? ", [" : "[") + toml_number(t.points[i].first) + ", " + toml_number(t.points[i].second) + "]";
      text += "]";
    }
    return text + " }";
  }
  void run(const RunOptions& o) {
    out_ += "[run]\nduration = " + toml_number(o.duration) + "  # s\n";
    if (o.start_time != 0) out_ += "start_time = " + toml_number(o.start_time) + "  # s\n";
    out_ += "tolerance = " + toml_number(o.solver.tolerance) + "\n";
    for (const MethodName& one : method_names)
      if (one.method == o.solver.method && one.method != SolveMethod::automatic)
        out_ += "method = " + in_quotes(one.name) + "\n";
    if (o.solver.largest_step < 1e30) out_ += "largest_step = " + toml_number(o.solver.largest_step) + "  # s\n";
    if (o.solver.step_limit != SolveOptions{}.step_limit)
      out_ += "step_limit = " + std::to_string(o.solver.step_limit) + "\n";
    if (o.solver.seconds_limit < 1e30) out_ += "seconds_limit = " + toml_number(o.solver.seconds_limit) + "  # s\n";
    out_ += "\n[output]\ninterval = " + toml_number(o.record.interval_over(o.duration)) + "  # s\n";
    if (!o.record.signals.empty()) {
      out_ += "signals = [";
      for (std::size_t i = 0; i < o.record.signals.size(); ++i)
        out_ += (i > 0 ? ", " : "") + in_quotes(o.record.signals[i]);
      out_ += "]\n";
    }
    for (const Measure& m : o.record.measures) measure(m);
  }
  void measure(const Measure& m) {
    const Measure usual;
    const auto add = [&](std::string_view key, const std::string& value) {
      out_ += key, out_ += " = ", out_ += value, out_ += "\n";
    };
    out_ += "\n[[measure]]\n";
    for (const auto& [key, own, other] : {std::tuple{"key", &m.key, &usual.key},
                                          {"what", &m.what, &usual.what},
                                          {"signal", &m.signal, &usual.signal},
                                          {"x", &m.x, &usual.x},
                                          {"of", &m.of, &usual.of},
                                          {"direction", &m.direction, &usual.direction}})
      if (*own != *other) add(key, in_quotes(*own));
    for (const auto& [key, own, other] : {std::tuple{"at", m.at, usual.at},
                                          {"from", m.from, usual.from},
                                          {"until", m.until, usual.until},
                                          {"level", m.level, usual.level}})
      if (own != other) add(key, toml_number(own));
    if (m.index != usual.index) add("index", std::to_string(m.index));
    if (m.count != usual.count) add("count", std::to_string(m.count));
  }

  std::string out_;
  bool turns_ = false;                                          ///< units are those of rotation
  std::vector<std::pair<std::string, std::string>> following_;  ///< names, and the paths they follow
};

}  // namespace

std::string experiment_text(const NamedExperiment& experiment) {
  return Writer().text(resolved(experiment), experiment);
}

}  // namespace stiction
