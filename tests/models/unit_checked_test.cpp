// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/unit_checked.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using testing::UnitChecked;

UnitChecked in(std::string_view unit, double value) { return {value, *parse_unit(unit)}; }

// The check has teeth: an equation that adds a force to a displacement is refused.
TEST(UnitChecked, RefusesToAddNewtonsToMetres) {
  EXPECT_THROW(in("N", 1) + in("m", 1), std::logic_error);
  EXPECT_THROW(static_cast<void>(in("N", 1) < in("N.s", 1)), std::logic_error);
  EXPECT_THROW(exp(in("m", 1)), std::logic_error);
  EXPECT_NO_THROW(in("N/m", 1) * in("m", 1) + in("N", 1));
}

}  // namespace
}  // namespace stiction
