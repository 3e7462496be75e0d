// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/all_models.hpp"

#include <gtest/gtest.h>

#include <set>

namespace stiction {
namespace {

TEST(AllModels, HaveUniqueNames) {
  std::set<std::string_view> names, types;
  AllModels::for_each([&]<class Model>() {
    EXPECT_TRUE(names.insert(Model::info.name).second) << Model::info.name;
    EXPECT_TRUE(types.insert(Model::info.type).second) << Model::info.type;
  });
}

// The laws of the handbook, counted by hand: 13 memoryless, 7 bristle, 5 hysteresis, 7 element and memory, 2 ageing.
TEST(AllModels, AreThirtyFour) { EXPECT_EQ(AllModels::size, 34u); }

}  // namespace
}  // namespace stiction
