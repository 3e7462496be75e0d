// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "stiction/loop/parts.hpp"
#include "stiction/schema/field_info.hpp"
#include "stiction/schema/named_values.hpp"

/// Every plant by name. Loops over AllPlants and names no plant itself.
namespace stiction {

/// A plant that was chosen at run time.
struct PlantEntry {
  PlantInfo info;
  std::vector<std::string> contacts;
  std::vector<FieldInfo> parameters, states, inputs, outputs;
  std::vector<FieldInfo>
      stop_parameters;     ///< giving one of them puts the plant between hard stops; empty: it cannot be
  bool has_drive = false;  ///< a controller can act on it
  bool has_normal_force = false, transmits_force = false;  ///< loads its contacts are under
  bool takes_normal_force = false;                         ///< as an input, the last of `inputs`
  bool has_position = false;                               ///< its contacts know where they are

  std::vector<FieldInfo> drive_parameters;  ///< giving one of them puts an electric motor in front; empty: it cannot be

  const PlantPart& (*bare_part)();  ///< the plant and nothing around it

  /// The plant, between hard stops where the values ask for them.
  const PlantPart& own_part(const NamedValues& values) const;
  /// Defaults, then the given values; checked. Throws InvalidInput.
  NamedValues resolve(const NamedValues& given) const;
  /// The plant, between hard stops and behind a motor where the values ask for them; with the input `normal_force`
  /// where that is given, if the plant takes one.
  const PlantPart& part(const NamedValues& values, bool normal_force_given = false) const;
};

/// All plants, in the order of docs/plants.md.
std::span<const PlantEntry> plant_catalogue();

/// The plant of this name; throws InvalidInput with the nearest known name.
const PlantEntry& find_plant(std::string_view name);

}  // namespace stiction
