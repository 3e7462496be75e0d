// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/io/csv_numbers.hpp"
#include "stiction/io/experiment_file.hpp"
#include "stiction/io/run_section.hpp"

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

std::string number(double x) {
  std::string text;
  append_number(text, x);
  return text;
}

std::string numbers(const NamedValue& value) {
  const auto one = [&](double x) { return value.unit.empty() ? number(x) : in_quotes(number(x) + " " + value.unit); };
  if (value.numbers.size() == 1) return one(value.numbers.front());
  std::string text = "[";
  for (std::size_t i = 0; i < value.numbers.size(); ++i) text += (i > 0 ? ", " : "") + one(value.numbers[i]);
  return text + "]";
}

class Writer {
 public:
  std::string text(const NamedExperiment& e) {
    const PlantEntry& plant = find_plant(e.plant.model);
    if (!e.title.empty()) out_ += "title = " + in_quotes(e.title) + "\n\n";
    std::vector<FieldInfo> parameters = plant.parameters;
    parameters.insert(parameters.end(), plant.stop_parameters.begin(), plant.stop_parameters.end());
    part("plant", e.plant, parameters, plant.states);
    signals("input", e.inputs);
    for (std::size_t i = 0; i < e.friction.size(); ++i) {
      const ModelEntry& law = find_model(e.friction[i].model);
      std::vector<FieldInfo> rows = law.parameters;
      rows.insert(rows.end(), law.load_parameters.begin(), law.load_parameters.end());
      part(e.friction.size() == 1 ? "friction" : "friction." + plant.contacts[i], e.friction[i], rows, law.states);
    }
    if (e.controller) {
      const ControllerEntry& controller = find_controller(e.controller->model);
      part("controller", *e.controller, controller.parameters, controller.states);
      if (e.sampled) values("controller.sampled", *e.sampled, describe<SampledOptions>());
      signals("reference", e.references);
    }
    run(e.run);
    return out_;
  }

 private:
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
      if (const auto found = all.find(row.name); found != all.end())
        out_ += std::string(row.name) + " = " + numbers(found->second) +
                (row.unit == "1" || !found->second.unit.empty() ? "" : "  # " + std::string(row.unit)) + "\n";
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
    if (t.kind == "constant" && t.values.contains("value")) return numbers(t.values.find("value")->second);
    const bool has_points = t.kind == "lines" || t.kind == "csv";
    std::string text = "{ signal = " + in_quotes(has_points ? "lines" : t.kind);
    for (const auto& [name, value] : t.values) text += ", " + name + " = " + numbers(value);
    if (has_points) {  // a file may be elsewhere by then: its numbers are written out
      text += ", points = [";
      for (std::size_t i = 0; i < t.points.size(); ++i)
        text += (i > 0 ? ", [" : "[") + number(t.points[i].first) + ", " + number(t.points[i].second) + "]";
      text += "]";
    }
    return text + " }";
  }
  void run(const RunOptions& o) {
    out_ += "[run]\nduration = " + number(o.duration) + "  # s\n";
    if (o.start_time != 0) out_ += "start_time = " + number(o.start_time) + "  # s\n";
    out_ += "tolerance = " + number(o.solver.tolerance) + "\n";
    for (const MethodName& one : method_names)
      if (one.method == o.solver.method && one.method != SolveMethod::automatic)
        out_ += "method = " + in_quotes(one.name) + "\n";
    if (o.solver.largest_step < 1e30) out_ += "largest_step = " + number(o.solver.largest_step) + "  # s\n";
    if (o.solver.step_limit != SolveOptions{}.step_limit)
      out_ += "step_limit = " + std::to_string(o.solver.step_limit) + "\n";
    if (o.solver.seconds_limit < 1e30) out_ += "seconds_limit = " + number(o.solver.seconds_limit) + "  # s\n";
    out_ += "\n[output]\ninterval = " + number(o.record.interval) + "  # s\n";
    if (o.record.signals.empty()) return;
    out_ += "signals = [";
    for (std::size_t i = 0; i < o.record.signals.size(); ++i)
      out_ += (i > 0 ? ", " : "") + in_quotes(o.record.signals[i]);
    out_ += "]\n";
  }

  std::string out_;
};

}  // namespace

std::string experiment_text(const NamedExperiment& experiment) { return Writer().text(resolved(experiment)); }

}  // namespace stiction
