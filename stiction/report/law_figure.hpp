// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/law_study.hpp"
#include "stiction/report/figure.hpp"

namespace stiction {

/// What a law does in each experiment of its study, a panel for each; those without a result are left out.
Figure law_figure(const LawStudy& study, const std::string& title);

}  // namespace stiction
