// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/family_predictions.hpp"
#include "stiction/models/bristle_models.hpp"

namespace stiction::detail {

void add_bristle_predictions(std::vector<LawPrediction>& all) { add_predictions<BristleModels>(all); }

}  // namespace stiction::detail
