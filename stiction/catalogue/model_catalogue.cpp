// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/model_catalogue.hpp"

#include "stiction/models/all_models.hpp"
#include "stiction/models/evaluate.hpp"
#include "stiction/models/preset.hpp"

namespace stiction {
namespace {

template <class M>
NamedValues resolve_model(std::string_view preset_name, const NamedValues& given) {
  if constexpr (HasLists<M>)
    return detail::checked_lists<M>(preset_name.empty() ? ParametersOf<M>{} : preset<M>(preset_name), given);
  else
    return detail::under_load<M>(given, [&]<class L>() {
      ParametersOf<L> start;
      if (!preset_name.empty()) static_cast<ParametersOf<M>&>(start) = preset<M>(preset_name);
      return checked_values(start, given, M::info.name);
    });
}

/// use<Law>(p) with the law's own parameters, whatever load it is under and however long its lists are.
template <class M, class Use>
auto with_parameters(const NamedValues& values, Use&& use) {
  if constexpr (HasLists<M>)
    return detail::with_lists<M>(values, use);
  else
    return use.template operator()<M>(detail::under_load<M>(values, [&]<class L>() {
      return static_cast<ParametersOf<M>>(with_values(ParametersOf<L>{}, values, M::info.name));
    }));
}

/// What a wrapper adds to the table of its law.
template <class M, class Wrapper>
void add_rows_of(std::vector<FieldInfo>& rows) {
  const std::size_t own = decltype(ParametersOf<M>::fields())::size;
  const std::vector<FieldInfo> all = describe<ParametersOf<Wrapper>>();
  rows.insert(rows.end(), all.begin() + static_cast<std::ptrdiff_t>(own), all.end());
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
               .load_parameters = {},
               .states = describe<StateOf<M>>(),
               .modes = describe<ModeOf<M>>(),
               .presets = {},
               .passivity_condition = {},
               .resolve = &resolve_model<M>,
               .steady_force = nullptr,
               .force_along = nullptr,
               .passivity_margin = nullptr,
               .part = find_contact_part(M::info.name)};
  if constexpr (HasLists<M>)
    for (auto* table : {&e.parameters, &e.states, &e.modes})
      for (FieldInfo& row : *table)
        if (row.is_list) row.shortest = M::shortest_list, row.longest = longest_list;
  if constexpr (detail::is_loadable<M>()) {
    add_rows_of<M, GearLoss<M>>(e.load_parameters);
    add_rows_of<M, NormalLoad<M>>(e.load_parameters);
  }
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
  throw InvalidInput("friction", {{"model", unknown_name_text("friction model", name, known)}});
}

}  // namespace stiction
