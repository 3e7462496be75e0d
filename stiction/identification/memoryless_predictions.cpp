// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/family_predictions.hpp"
#include "stiction/models/memoryless_models.hpp"

namespace stiction::detail {

void add_memoryless_predictions(std::vector<LawPrediction>& all) { add_predictions<MemorylessModels>(all); }

}  // namespace stiction::detail
