// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/assembly/contact_part.hpp"
#include "stiction/catalogue/loadable_models.hpp"
#include "stiction/schema/named_values.hpp"
#include "stiction/schema/type_list.hpp"

namespace stiction {

/// Makes the part for a contact: complete values, as `resolve` gives them, and initial states by name.
using MakeContact = std::unique_ptr<ContactPart> (*)(const NamedValues& values, const NamedValues& initial);

namespace detail {

template <class M>
std::unique_ptr<ContactPart> make_contact(const NamedValues& values, const NamedValues& initial) {
  return under_load<M>(values, [&]<class L>() -> std::unique_ptr<ContactPart> {
    return std::make_unique<ContactPartOf<L>>(
        with_values(ParametersOf<L>{}, values, M::info.name),
        with_values(StateOf<L>{}, initial, std::string(M::info.name) + ", initial"));
  });
}

/// The factory of a law in this family; null when it is in another.
template <class Family>
MakeContact contact_factory_in(std::string_view name) {
  MakeContact found = nullptr;
  Family::for_each([&]<class M>() {
    if (M::info.name == name) found = &make_contact<M>;
  });
  return found;
}

// Family by family, so that editing a law compiles its own family only.
MakeContact memoryless_contact(std::string_view name);
MakeContact bristle_contact(std::string_view name);
MakeContact hysteresis_contact(std::string_view name);
MakeContact element_contact(std::string_view name);
MakeContact ageing_contact(std::string_view name);

}  // namespace detail

/// The factory of the law of this name; null for an unknown name.
inline MakeContact find_contact_factory(std::string_view name) {
  for (const auto family : {&detail::memoryless_contact, &detail::bristle_contact, &detail::hysteresis_contact,
                            &detail::element_contact, &detail::ageing_contact})
    if (const MakeContact make = family(name)) return make;
  return nullptr;
}

}  // namespace stiction
