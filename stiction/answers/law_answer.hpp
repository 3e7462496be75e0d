// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/law_study.hpp"
#include "stiction/io/json.hpp"

namespace stiction {

/// Curves and numbers of a law in each experiment of its study.
Json law_answer(const LawStudy& study);

/// The curves alone, a line for each point: part,curve,x,x_unit,y,y_unit.
std::string law_csv(const LawStudy& study);

}  // namespace stiction
