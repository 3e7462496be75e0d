// SPDX-License-Identifier: BSD-3-Clause
// compiled alone: `Part1` or `Part2` differs from file to file
#include "stiction/models/element_models.hpp"
#include "tests/loop/every_law.hpp"

namespace stiction::testing {

using Part1 = PartOfFamily<ElementModels, 0, 2>::Types;
INSTANTIATE_TYPED_TEST_SUITE_P(Element1, EveryLawInARun, Part1, NameOfLaw);

}  // namespace stiction::testing
