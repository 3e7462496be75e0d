// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

#include "stiction/models/friction_model.hpp"
#include "stiction/schema/named_values.hpp"

namespace stiction {

/// Calls visit(preset) for every parameter set a paper prints for this law.
template <class Model, class Visitor>
void for_each_preset(Visitor&& visit) {
  if constexpr (requires { Model::presets(); })
    for (const auto& preset : Model::presets()) visit(preset);
}

/// The parameters of a named set: preset<LuGre>("astrom2008_fig4"). Throws InvalidInput with the names there are.
template <class Model>
ParametersOf<Model> preset(std::string_view name) {
  ParametersOf<Model> p;
  std::vector<std::string_view> known;
  bool found = false;
  for_each_preset<Model>([&](const auto& one) {
    known.push_back(one.name);
    if (one.name != name) return;
    one.set(p);
    found = true;
  });
  if (!found) throw InvalidInput(Model::info.name, {{"preset", unknown_name_text("preset", name, known)}});
  return p;
}

}  // namespace stiction
