// SPDX-License-Identifier: BSD-3-Clause
#include "tests/control/some_controllers.hpp"

using ControllersUnderTest = stiction::testing::SomeControllers<3, 5>;

#include "tests/control/every_controller.hpp"
