// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/controller_catalogue.hpp"

#include "stiction/control/all_controllers.hpp"

namespace stiction {
namespace {

template <class C>
NamedValues resolve_controller(const NamedValues& given) {
  return checked_values(ParametersOf<C>{}, given, C::info.name);
}

}  // namespace

std::span<const ControllerEntry> controller_catalogue() {
  static const std::vector<ControllerEntry> entries = [] {
    std::vector<ControllerEntry> all;
    AllControllers::for_each([&]<class C>() {
      all.push_back({.info = C::info,
                     .parameters = describe<ParametersOf<C>>(),
                     .states = describe<StateOf<C>>(),
                     .inputs = describe<ControllerInputsOf<C>>(),
                     .outputs = describe<ControllerOutputsOf<C>>(),
                     .shape_parameters = shaping_rows(),
                     .resolve_own = &resolve_controller<C>,
                     .own_part = &controller_part<C>});
    });
    return all;
  }();
  return entries;
}

NamedValues ControllerEntry::resolve(const NamedValues& given) const {
  NamedValues all = resolve_own(without_shaping(given));
  all.merge(checked_shaping(own_part(), given, info.name));
  return all;
}

const ControllerEntry& find_controller(std::string_view name) {
  std::vector<std::string_view> known;
  for (const ControllerEntry& e : controller_catalogue()) {
    if (e.info.name == name) return e;
    known.push_back(e.info.name);
  }
  throw InvalidInput("controller", {{"model", unknown_name_text("controller", name, known)}});
}

}  // namespace stiction
