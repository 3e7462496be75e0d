// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace stiction::testing {

/// How often this program has allocated memory so far; counted in allocation_counter_test.cpp.
long allocations();

}  // namespace stiction::testing
