// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/random_law_along_motion.hpp"
#include "stiction/schema/type_list.hpp"

namespace stiction::detail {

template <class Law>
LawPrediction law_prediction() {
  LawPrediction made{.name = Law::info.name,
                     .is_random = Law::info.random,
                     .is_numerical = !HasExactStep<Law> && field_count<StateOf<Law>> != 0};
  if constexpr (Law::info.random)
    made.force = &RandomLawAlongMotion<Law>::force, made.slopes = &RandomLawAlongMotion<Law>::slopes;
  else
    made.force = &force_along_motion<Law>, made.slopes = &slopes_along_motion<Law>;
  if constexpr (MemoryModel<Law>) made.differenced = differenced_numbers<Law>();
  if constexpr (has_true_rest<Law>) made.breakaway = &largest_held<Law>;
  for_each_rule<ParametersOf<Law>>([&](const auto& rule) { made.rules.push_back(rule.text); });
  return made;
}

template <class Family>
void add_predictions(std::vector<LawPrediction>& all) {
  Family::for_each([&]<class Law>() { all.push_back(law_prediction<Law>()); });
}

// Family by family, so that editing a law compiles its own family only.
void add_memoryless_predictions(std::vector<LawPrediction>& all);
void add_bristle_predictions(std::vector<LawPrediction>& all);
void add_hysteresis_predictions(std::vector<LawPrediction>& all);
void add_element_predictions(std::vector<LawPrediction>& all);
void add_ageing_predictions(std::vector<LawPrediction>& all);

}  // namespace stiction::detail
