// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/cure_comparison.hpp"
#include "stiction/report/html_page.hpp"

namespace stiction {

/// The tracking error of every cure over time, small multiples on one scale.
Figure comparison_figure(const CureComparison& comparison);

/// Table, figure and the experiment on one page.
HtmlPage comparison_page(const CureComparison& comparison, const std::string& experiment);

}  // namespace stiction
