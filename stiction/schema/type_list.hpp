// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace stiction {

/// A list of types, to be looped over or handed to another template.
template <class... Types>
struct TypeList {
  static constexpr std::size_t size = sizeof...(Types);

  template <template <class...> class Other>
  using apply = Other<Types...>;

  /// Calls visit.template operator()<Type>() for every type, in order.
  template <class Visitor>
  static constexpr void for_each(Visitor&& visit) {
    (visit.template operator()<Types>(), ...);
  }
};

namespace detail {
template <class... Lists>
struct Join;
template <class... Types>
struct Join<TypeList<Types...>> {
  using type = TypeList<Types...>;
};
template <class... First, class... Second, class... More>
struct Join<TypeList<First...>, TypeList<Second...>, More...> : Join<TypeList<First..., Second...>, More...> {};
}  // namespace detail

/// The types of all lists in one, in order.
template <class... Lists>
using JoinedList = typename detail::Join<Lists...>::type;

}  // namespace stiction
