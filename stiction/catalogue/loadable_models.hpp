// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/level_factors.hpp"
#include "stiction/models/dahl.hpp"
#include "stiction/models/elasto_plastic.hpp"
#include "stiction/models/generalized_kinetic.hpp"
#include "stiction/models/load_dependence.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/schema/named_values.hpp"
#include "stiction/schema/type_list.hpp"

/// Laws that real-time steps take under load by name: giving `driving_loss` or `back_driving_loss` makes the loss of a
/// gear of them, giving `nominal_normal_force` makes them follow the normal force. In C++ any law can be wrapped; here
/// each costs its compilation. Runs have other means: level_factors.hpp.
namespace stiction {

using LoadableModels = TypeList<Dahl, LuGre, ElastoPlastic, GeneralizedKinetic>;

namespace detail {

template <class M>
constexpr bool is_loadable() {
  bool listed = false;
  LoadableModels::for_each([&]<class Other>() { listed = listed || std::is_same_v<M, Other>; });
  return listed;
}

inline constexpr std::string_view gear_parameters[] = {"driving_loss", "back_driving_loss"};
inline constexpr std::string_view normal_load_parameter = "nominal_normal_force";

inline bool is_load(std::string_view name) {
  return name == normal_load_parameter || name == gear_parameters[0] || name == gear_parameters[1];
}

/// Calls visit with the law as the values ask for it: bare, in a gear, or under a normal force.
template <class M, class Visitor>
decltype(auto) under_load([[maybe_unused]] const NamedValues& values, Visitor&& visit) {
  for (const auto& [name, value] : values)
    if (is_level_factor(name) && !(is_loadable<M>() && is_load(name)))
      throw InvalidInput(M::info.name,
                         {{name, name + " is not known to real-time steps of this law: run an experiment"}});
  if constexpr (is_loadable<M>()) {
    for (const std::string_view name : gear_parameters)
      if (values.contains(name)) return visit.template operator()<GearLoss<M>>();
    if (values.contains(normal_load_parameter)) return visit.template operator()<NormalLoad<M>>();
  }
  return visit.template operator()<M>();
}

}  // namespace detail
}  // namespace stiction
