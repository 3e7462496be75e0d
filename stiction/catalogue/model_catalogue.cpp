// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/model_catalogue.hpp"

#include "stiction/catalogue/no_friction.hpp"
#include "stiction/models/all_models.hpp"
#include "stiction/models/evaluate.hpp"
#include "stiction/models/preset.hpp"

namespace stiction {
namespace {

template <class M>
NamedValues resolve_model(std::string_view preset_name, const NamedValues& given) {
  const NamedValues own = without_level_factors(given);
  const ParametersOf<M> start = preset_name.empty() ? ParametersOf<M>{} : preset<M>(preset_name);
  std::vector<Violation> broken;
  const auto checked = [&](const auto& check) {  // both are told what is wrong with them
    try {
      return check();
    } catch (const InvalidInput& error) {
      broken.insert(broken.end(), error.violations().begin(), error.violations().end());
      return NamedValues{};
    }
  };
  NamedValues all = checked([&] {
    if constexpr (HasLists<M>)
      return detail::checked_lists<M>(start, own);
    else
      return checked_values(start, own, M::info.name);
  });
  all.merge(checked([&] { return checked_level_factors(given, M::info.name); }));
  if (!broken.empty()) throw InvalidInput(M::info.name, std::move(broken));
  return all;
}

/// use<Law>(p) with the law's own parameters, whatever multiplies its levels and however long its lists are.
template <class M, class Use>
auto with_parameters(const NamedValues& values, Use&& use) {
  const NamedValues own = without_level_factors(values);
  if constexpr (HasLists<M>)
    return detail::with_lists<M>(own, use);
  else
    return use.template operator()<M>(with_values(ParametersOf<M>{}, own, M::info.name));
}

template <class M>
std::vector<double> steady_force(const NamedValues& values, std::span<const double> velocity) {
  return with_parameters<M>(values, [&]<class L>(const ParametersOf<L>& p) {
    std::vector<double> force;
    for (const double v : velocity) force.push_back(L::steady_force(p, contact(v)));
    return force;
  });
}

template <class M>
std::vector<double> force_along(const NamedValues& values, std::span<const double> velocity, double duration) {
  return with_parameters<M>(values, [&]<class L>(const ParametersOf<L>& p) {
    ModeOf<L> m;
    StateOf<L> z;
    std::vector<double> force;
    for (const double v : velocity) {
      z = step_of<L, double>(p, m, z, contact(v), duration);
      force.push_back(force_of<L, double>(p, m, z, contact(v)));
    }
    return force;
  });
}

template <class M>
double passivity_margin(const NamedValues& values) {
  return with_parameters<M>(values,
                            []<class L>(const ParametersOf<L>& p) { return L::template passivity_margin<double>(p); });
}

template <class M>
ModelEntry model_entry() {
  static_assert(FrictionModel<M>);
  ModelEntry e{.info = M::info,
               .kind = kind_of<M>(),
               .parameters = describe<ParametersOf<M>>(),
               .load_parameters = level_factor_rows(),
               .states = describe<StateOf<M>>(),
               .modes = describe<ModeOf<M>>(),
               .presets = {},
               .passivity_condition = {},
               .resolve = &resolve_model<M>,
               .steady_force = nullptr,
               .force_along = nullptr,
               .passivity_margin = nullptr,
               .bare_part = find_contact_part(M::info.name)};
  if constexpr (HasLists<M>)
    for (auto* table : {&e.parameters, &e.states, &e.modes})
      for (FieldInfo& row : *table)
        if (row.is_list) row.shortest = M::shortest_list, row.longest = longest_list;
  for_each_preset<M>([&](const auto& one) { e.presets.push_back({one.name, one.source}); });
  if constexpr (HasSteadyForce<M>) e.steady_force = &steady_force<M>;
  if constexpr (HasExactStep<M>) e.force_along = &force_along<M>;
  if constexpr (HasPassivityCondition<M>) {
    e.passivity_condition = M::passivity_condition;
    e.passivity_margin = &passivity_margin<M>;
  }
  return e;
}

}  // namespace

std::span<const ModelEntry> model_catalogue() {
  static const std::vector<ModelEntry> entries = [] {
    std::vector<ModelEntry> all;
    AllModels::for_each([&]<class M>() { all.push_back(model_entry<M>()); });
    return all;
  }();
  return entries;
}

const ModelEntry& find_model(std::string_view name) {
  std::vector<std::string_view> known;
  for (const ModelEntry& e : model_catalogue()) {
    if (e.info.name == name) return e;
    known.push_back(e.info.name);
  }
  static const ModelEntry none = [] {
    ModelEntry e = model_entry<NoFriction>();
    e.load_parameters.clear();
    e.bare_part = [](const NamedValues&) -> const ContactPart& { return contact_part<NoFriction>(); };
    return e;
  }();
  if (name == none.info.name) return none;
  known.push_back(none.info.name);
  throw InvalidInput("friction", {{"model", unknown_name_text("friction model", name, known)}});
}

}  // namespace stiction
