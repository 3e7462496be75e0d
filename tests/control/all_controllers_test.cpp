// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/control/all_controllers.hpp"

#include <gtest/gtest.h>

#include <set>

namespace stiction {
namespace {

// Names are keys: they stand once in the list.
TEST(AllControllers, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names, types;
  AllControllers::for_each([&]<class C>() {
    EXPECT_TRUE(names.insert(C::info.name).second) << C::info.name;
    EXPECT_TRUE(types.insert(C::info.type).second) << C::info.type;
  });
  EXPECT_TRUE(names.count("friction_observer_lugre") && names.count("adaptive_lugre") && names.count("pid"));
}

}  // namespace
}  // namespace stiction
