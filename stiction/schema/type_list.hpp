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

  template <template <class> class Wrapper>
  using transform = TypeList<Wrapper<Types>...>;

  /// Calls visit.template operator()<Type>() for every type, in order.
  template <class Visitor>
  static constexpr void for_each(Visitor&& visit) {
    (visit.template operator()<Types>(), ...);
  }
};

}  // namespace stiction
