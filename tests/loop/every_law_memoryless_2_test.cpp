// SPDX-License-Identifier: BSD-3-Clause
// compiled alone: `Part1` or `Part2` differs from file to file
#include "stiction/models/memoryless_models.hpp"
#include "tests/loop/every_law.hpp"

namespace stiction::testing {

using Part2 = PartOfFamily<MemorylessModels, 1, 2>::Types;
INSTANTIATE_TYPED_TEST_SUITE_P(Memoryless2, EveryLawInARun, Part2, NameOfLaw);

}  // namespace stiction::testing
