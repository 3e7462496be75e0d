// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/doctor.hpp"
#include "stiction/identification/output_score.hpp"
#include "stiction/report/html_page.hpp"

namespace stiction {

/// What was measured and simulated over time, and what is left over.
Figure output_error_figure(const ScoredOutputFit& d);

/// The same dossier as that of force prediction: what was measured, fitted, certain, what to record next, the law as
/// a file and in C++, as a compensator with its predicted gain, and what the doctor says.
HtmlPage output_error_page(const ScoredOutputFit& d, const std::string& experiment_file,
                           const std::vector<Finding>& findings);

}  // namespace stiction
