// SPDX-License-Identifier: BSD-3-Clause
// compiled alone: `ControllersUnderTest` differs from file to file
#include "tests/control/some_controllers.hpp"

using ControllersUnderTest = stiction::testing::SomeControllers<2, 4>;

#include "tests/control/sampled_controllers.hpp"
