// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/family_predictions.hpp"
#include "stiction/models/ageing_models.hpp"

namespace stiction::detail {

void add_ageing_predictions(std::vector<LawPrediction>& all) { add_predictions<AgeingModels>(all); }

}  // namespace stiction::detail
