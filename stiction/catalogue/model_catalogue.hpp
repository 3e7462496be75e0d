// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stiction/catalogue/contact_factory.hpp"
#include "stiction/catalogue/level_factors.hpp"
#include "stiction/catalogue/units_of_motion.hpp"
#include "stiction/schema/field_info.hpp"
#include "stiction/schema/named_values.hpp"

/// Every friction model by name: what the command line, files, forms and bindings ask. Loops over AllModels and names
/// no model itself.
namespace stiction {

struct PresetInfo {
  std::string_view name, source;
};

/// A model that was chosen at run time. Its functions work on whole records, never on one step, so that the indirect
/// call costs nothing next to the loop behind it. `values` are complete sets as `resolve` returns them.
struct ModelEntry {
  ModelInfo info;
  std::string_view kind;  ///< "smooth", "hybrid" or "memory"
  std::vector<FieldInfo> parameters;
  std::vector<FieldInfo> load_parameters;  ///< giving one of them varies the levels of the law: level_factors.hpp
  std::vector<FieldInfo> states, modes;
  std::vector<PresetInfo> presets;
  std::string_view passivity_condition;  ///< empty where none is known

  /// Defaults, then the preset (if not empty), then the given values; checked. Throws InvalidInput.
  NamedValues (*resolve)(std::string_view preset, const NamedValues& given);
  /// Steady friction at each velocity [m/s]; null where the law has no steady state of its own.
  std::vector<double> (*steady_force)(const NamedValues& values, std::span<const double> velocity);
  /// Force [N] at the end of each piece of motion with held velocity [m/s] and duration [s], from the virgin state;
  /// null for a law without exact step.
  std::vector<double> (*force_along)(const NamedValues& values, std::span<const double> velocity, double duration);
  /// Positive (or zero) where v -> F is passive; null where no condition is known.
  double (*passivity_margin)(const NamedValues& values);
  ContactPartFor bare_part;
  /// In an experiment; see units_of_motion.hpp.
  void require_units(const NamedValues& given, bool rotates) const {
    require_units_of_motion(given, {parameters, load_parameters}, rotates, info.name);
  }
  /// The law in a contact of a run, with what the values ask to multiply its levels.
  const ContactPart& part(const NamedValues& values) const { return with_level_factors(bare_part(values), values); }
};

/// All models, in the order of the handbook.
std::span<const ModelEntry> model_catalogue();

/// The model of this name, or "none", which is no law and in no list; throws InvalidInput with the nearest known name.
const ModelEntry& find_model(std::string_view name);

}  // namespace stiction
