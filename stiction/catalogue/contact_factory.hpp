// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/list_rooms.hpp"
#include "stiction/loop/parts.hpp"
#include "stiction/schema/named_values.hpp"
#include "stiction/schema/type_list.hpp"

namespace stiction {

/// The part of a law for a contact, with lists as long as complete values, as `resolve` gives them, have.
using ContactPartFor = const ContactPart& (*)(const NamedValues& values);

namespace detail {

template <class M>
const ContactPart& contact_part_for([[maybe_unused]] const NamedValues& values) {
  if constexpr (HasLists<M>) {
    const std::size_t n = list_length_in<M>(values);
    return with_room<M>(n, [&]<class L>() -> const ContactPart& { return contact_part<L>(n); });
  } else {
    return contact_part<M>();
  }
}

/// That of a law in this family; null when it is in another.
template <class Family>
ContactPartFor contact_part_in(std::string_view name) {
  ContactPartFor found = nullptr;
  Family::for_each([&]<class M>() {
    if (M::info.name == name) found = &contact_part_for<M>;
  });
  return found;
}

// Family by family, so that editing a law compiles its own family only.
ContactPartFor memoryless_contact(std::string_view name);
ContactPartFor bristle_contact(std::string_view name);
ContactPartFor hysteresis_contact(std::string_view name);
ContactPartFor element_contact(std::string_view name);
ContactPartFor ageing_contact(std::string_view name);

}  // namespace detail

/// That of the law of this name; null for an unknown name.
inline ContactPartFor find_contact_part(std::string_view name) {
  for (const auto family : {&detail::memoryless_contact, &detail::bristle_contact, &detail::hysteresis_contact,
                            &detail::element_contact, &detail::ageing_contact})
    if (const ContactPartFor part = family(name)) return part;
  return nullptr;
}

}  // namespace stiction
