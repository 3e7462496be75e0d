// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/law_prediction.hpp"

#include "stiction/identification/family_predictions.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction {

const std::vector<LawPrediction>& law_predictions() {
  static const std::vector<LawPrediction> all = [] {
    std::vector<LawPrediction> made;
    detail::add_memoryless_predictions(made);
    detail::add_bristle_predictions(made);
    detail::add_hysteresis_predictions(made);
    detail::add_element_predictions(made);
    detail::add_ageing_predictions(made);
    return made;
  }();
  return all;
}

const LawPrediction& find_law_prediction(std::string_view name) {
  std::vector<std::string_view> known;
  for (const LawPrediction& law : law_predictions()) {
    if (law.name == name) return law;
    known.push_back(law.name);
  }
  throw InvalidInput("--model", {{std::string(name), unknown_name_text("law", name, known)}});
}

}  // namespace stiction
