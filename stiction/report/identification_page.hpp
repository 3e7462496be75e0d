// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/doctor.hpp"
#include "stiction/identification/identify.hpp"
#include "stiction/report/html_page.hpp"

namespace stiction {

/// Measured against predicted force over time, friction over speed, residuals, and their memory.
Figure identification_figure(const ForceData& data, const Identification& found);

/// The whole dossier of a fit: what was measured, what was fitted, what is certain, what to record next, the law as a
/// file and in C++, as a compensator with its predicted gain, and what the doctor says about it.
HtmlPage identification_page(const ForceData& data, const Identification& found, const std::string& law_file,
                             const std::vector<Finding>& findings);

/// "LuGre::Parameters<double> p; p.coulomb_force = 1.02; ..."
std::string law_as_cpp(const LawFit& fit);

}  // namespace stiction
