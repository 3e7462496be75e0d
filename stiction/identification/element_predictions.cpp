// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/family_predictions.hpp"
#include "stiction/models/element_models.hpp"

namespace stiction::detail {

void add_element_predictions(std::vector<LawPrediction>& all) { add_predictions<ElementModels>(all); }

}  // namespace stiction::detail
