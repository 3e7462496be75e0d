// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/cure_comparison.hpp"
#include "stiction/report/html_page.hpp"

namespace stiction {

/// Error against effort of every cure, then the size of its tracking error over time on one logarithmic scale, where
/// settling shows as a fall.
Figure comparison_figure(const CureComparison& comparison);

/// Tables, figures, gains and experiments on one page. `experiments` are the texts of the files, one per cure.
HtmlPage comparison_page(const CureComparison& comparison, const std::vector<std::string>& experiments);

}  // namespace stiction
