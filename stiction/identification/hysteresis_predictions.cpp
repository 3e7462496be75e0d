// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/family_predictions.hpp"
#include "stiction/models/hysteresis_models.hpp"

namespace stiction::detail {

void add_hysteresis_predictions(std::vector<LawPrediction>& all) { add_predictions<HysteresisModels>(all); }

}  // namespace stiction::detail
