// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/output_error.hpp"

/// A fit by simulation that is scored by recordings, or ends of recordings, which took no part in it.
namespace stiction {

struct OutputErrorScore {
  std::string signal, unit{};  ///< SI, as the plant slides or turns
  OutputMisses fitted{};
  std::optional<OutputMisses> held_out{};  ///< of runs, or their ends, that took no part in the fit
};

/// The fit and all that it was made from.
struct ScoredOutputFit {
  OutputErrorFit fit;
  OutputErrorScore score;
  std::vector<OutputRecord> records;          ///< as long as they were recorded; those of tests last
  std::vector<std::vector<double>> residual;  ///< measured less simulated, of each record
  std::vector<std::size_t> fitted;            ///< how many samples of each took part in the fit
};

/// Which recordings are fitted, and by what the fit is scored.
struct OutputErrorData {
  std::string signal;
  std::vector<OutputRecord> records;
  std::vector<OutputRecord> tests{};  ///< take no part in the fit and are scored
  double held_out = 0.3;  ///< fraction of the time of each record, at its end; not used where there are tests
};

ScoredOutputFit fit_and_score(const NamedExperiment& experiment, OutputErrorData data,
                              const std::vector<FittedNumber>& numbers, const FitOptions& options = {});

}  // namespace stiction
