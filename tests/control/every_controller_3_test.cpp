// SPDX-License-Identifier: BSD-3-Clause
// compiled alone: `ControllersUnderTest` differs from file to file
#include "tests/control/some_controllers.hpp"

using ControllersUnderTest = stiction::testing::SomeControllers<2, 5>;

#include "tests/control/every_controller.hpp"
