// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "stiction/control/all_controllers.hpp"

namespace stiction::testing {

namespace detail {
template <class Controller, std::size_t Place, std::size_t Part, std::size_t Parts>
using KeptIf = std::conditional_t<Place % Parts == Part, TypeList<Controller>, TypeList<>>;

template <std::size_t Part, std::size_t Parts, class... Controllers>
auto kept(TypeList<Controllers...>) {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    return JoinedList<KeptIf<Controllers, I, Part, Parts>...>{};
  }(std::index_sequence_for<Controllers...>{});
}
}  // namespace detail

/// Every `Parts`-th controller from `Part` on: suites over all of them are compiled in small files.
template <std::size_t Part, std::size_t Parts>
using SomeControllers = decltype(detail::kept<Part, Parts>(AllControllers{}));

struct NameOfController {
  template <class Controller>
  static std::string GetName(int) {
    return std::string(Controller::info.type);
  }
};

}  // namespace stiction::testing
