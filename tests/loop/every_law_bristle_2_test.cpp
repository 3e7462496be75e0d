// SPDX-License-Identifier: BSD-3-Clause
// compiled alone: `Part1` or `Part2` differs from file to file
#include "stiction/models/bristle_models.hpp"
#include "tests/loop/every_law.hpp"

namespace stiction::testing {

using Part2 = PartOfFamily<BristleModels, 1, 2>::Types;
INSTANTIATE_TYPED_TEST_SUITE_P(Bristle2, EveryLawInARun, Part2, NameOfLaw);

}  // namespace stiction::testing
