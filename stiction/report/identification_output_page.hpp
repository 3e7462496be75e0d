// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/doctor.hpp"
#include "stiction/identification/output_error.hpp"
#include "stiction/report/html_page.hpp"

namespace stiction {

/// A fit by simulation, and all that it was made from.
struct OutputErrorDossier {
  const OutputErrorFit& fit;
  const OutputErrorScore& score;
  const std::vector<OutputRecord>& records;          ///< as long as they were recorded
  const std::vector<std::vector<double>>& residual;  ///< measured less simulated, of each record
  const std::vector<std::size_t>& fitted;            ///< how many samples of each took part in the fit
  std::optional<CompensatedFriction> compensated{};  ///< what a compensator would leave
};

/// What was measured and simulated over time, and what is left over.
Figure output_error_figure(const OutputErrorDossier& d);

/// The same dossier as that of force prediction: what was measured, fitted, certain, what to record next, the law as
/// a file and in C++, as a compensator with its predicted gain, and what the doctor says.
HtmlPage output_error_page(const OutputErrorDossier& d, const std::string& experiment_file,
                           const std::vector<Finding>& findings);

}  // namespace stiction
