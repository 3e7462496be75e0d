// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "stiction/catalogue/shaped_controller.hpp"
#include "stiction/catalogue/units_of_motion.hpp"
#include "stiction/schema/field_info.hpp"
#include "stiction/schema/named_values.hpp"

/// Every controller by name. Loops over AllControllers and names no controller itself.
namespace stiction {

/// A controller that was chosen at run time.
struct ControllerEntry {
  ControllerInfo info;
  std::vector<FieldInfo> parameters, states, inputs, outputs;

  std::vector<FieldInfo> shape_parameters;  ///< giving one of them puts a filter or a feed-forward around it

  NamedValues (*resolve_own)(const NamedValues& given);
  const ControllerPart& (*own_part)();

  /// In an experiment; see units_of_motion.hpp.
  void require_units(const NamedValues& given, bool rotates) const {
    require_units_of_motion(given, {parameters, shape_parameters}, rotates, info.name);
  }
  /// Defaults, then the given values; checked. Throws InvalidInput.
  NamedValues resolve(const NamedValues& given) const;
  /// The controller, with the filters that the values ask for.
  const ControllerPart& part(const NamedValues& values) const { return shaped(own_part(), values); }
};

/// All controllers, in the order of docs/control.md.
std::span<const ControllerEntry> controller_catalogue();

/// The controller of this name; throws InvalidInput with the nearest known name.
const ControllerEntry& find_controller(std::string_view name);

}  // namespace stiction
