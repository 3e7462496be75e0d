// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/section_of_key.hpp"

#include <algorithm>

#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/control/measurement.hpp"
#include "stiction/io/run_section.hpp"

namespace stiction {
namespace {

struct FileSection {
  std::string name;
  std::vector<std::string_view> keys;
};

void add(std::vector<FileSection>& all, std::string name, const std::vector<FieldInfo>& rows,
         std::vector<std::string_view> others = {}) {
  for (const FieldInfo& row : rows) others.push_back(row.name);
  all.push_back({std::move(name), std::move(others)});
}

/// The entry of a model, or null for a name that is not there.
template <class Entries>
const auto* entry_of(const Entries& entries, std::string_view name) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.info.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

std::vector<FileSection> sections_of(const NamedExperiment& e) {
  std::vector<FileSection> all;
  add(all, "run", describe<RunSection>(), {"method"});
  add(all, "output", describe<OutputSection>(), {"signals", "file", "plot", "panel"});
  add(all, "controller.sampled", describe<SampledOptions>());
  if (const auto* plant = entry_of(plant_catalogue(), e.plant.model)) {
    add(all, "plant", plant->parameters), add(all, "plant", plant->stop_parameters);
    add(all, "plant", plant->drive_parameters);
    add(all, "input", plant->inputs), add(all, "plant.initial", plant->states);
  }
  for (const NamedPart& part : e.friction)
    if (const auto* law = entry_of(model_catalogue(), part.model)) {
      add(all, "friction", law->parameters), add(all, "friction", law->load_parameters);
      add(all, "friction.initial", law->states);
    }
  if (e.controller)
    if (const auto* controller = entry_of(controller_catalogue(), e.controller->model))
      add(all, "controller", controller->parameters), add(all, "controller", controller->shape_parameters),
          add(all, "reference", controller->inputs);
  return all;
}

}  // namespace

void add_right_section(FileViolation& v, const NamedExperiment& experiment) {
  if (!v.text.starts_with("unknown ")) return;
  for (const std::string_view across : {"case", "cases", "claim", "panel", "figure"})
    if (v.key == across) {
      v.text =
          "a file with [[case]], [[claim]] or [[panel]] is read by `stiction run` alone; here one experiment is needed";
      return;
    }
  const std::size_t dot = v.key.rfind('.');
  const std::string own = dot == std::string::npos ? "" : v.key.substr(0, dot);
  const std::string key = dot == std::string::npos ? v.key : v.key.substr(dot + 1);
  for (const FileSection& section : sections_of(experiment)) {
    if (section.name == own || std::find(section.keys.begin(), section.keys.end(), key) == section.keys.end()) continue;
    v.text = "\"" + key + "\" belongs into the section [" + section.name + "]; here it is an " + v.text;
    return;
  }
}

}  // namespace stiction
