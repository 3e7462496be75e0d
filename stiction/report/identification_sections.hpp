// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/doctor.hpp"
#include "stiction/identification/verdict.hpp"
#include "stiction/report/html_page.hpp"

/// What the dossiers of force prediction and of output error have in common.
namespace stiction {

HtmlTable numbers_table(const std::vector<EstimatedNumber>& numbers);
HtmlTable correlation_table(const std::vector<std::string>& names, const std::vector<double>& correlation);
void add_advice(HtmlPage& page, const std::vector<EstimatedNumber>& numbers);
void add_findings(HtmlPage& page, const std::vector<Finding>& findings);

/// "LuGre::Parameters<double> p; p.coulomb_force = 1.02; ..."
std::string law_as_cpp(const std::string& law, const NamedValues& values);
/// The line that makes a compensator of it, and those that call it once per sample.
std::string compensator_as_cpp(const std::string& law, double sample_time);

}  // namespace stiction
