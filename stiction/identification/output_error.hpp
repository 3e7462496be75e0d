// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/resolved.hpp"
#include "stiction/identification/law_fit.hpp"

/// Output error: an experiment is simulated from its measured inputs, without correction, and compared with what was
/// measured. Open or closed loop; any plant, law and controller whose runs have slopes by the numbers to be fitted.
namespace stiction {

/// What was measured on one run of the experiment.
struct OutputRecord {
  std::string name;
  NamedSignals inputs{}, references{};  ///< replace those of the experiment
  NamedValues initial{};                ///< states of the plant at the start
  std::vector<double> time;             ///< [s], equally spaced, the first at the start of the run
  std::vector<double> measured;         ///< of the signal, at these times
};

/// Numbers of the experiment that move together: "friction.static_force" with "friction.coulomb_force".
struct FittedNumber {
  std::vector<std::string> paths;  ///< the first names it
  double lower = -1e300, upper = 1e300;
};

struct OutputErrorFit {
  NamedExperiment experiment;  ///< with the numbers found
  std::vector<std::string> names, units;
  std::vector<double> values, deviations;  ///< standard deviations, for white residuals
  double error = 0;                        ///< root mean square over all records, in the unit of the signal
  bool converged = false;
  std::size_t starts = 0, agreeing = 0;
  std::string problem{};                      ///< why there is no answer
  std::vector<std::vector<double>> residual;  ///< measured less simulated, one list per record
  bool found() const { return problem.empty(); }
};

/// A measured input held from sample to sample, or joined by straight lines.
enum class Between { held, lines };
NamedSignal measured_signal(const std::vector<double>& time, const std::vector<double>& values, Between between);

/// Simulates the records; the root mean square of measured less simulated. Residuals are kept in `residual`, if any.
double output_error(const NamedExperiment& experiment, std::string_view signal,
                    const std::vector<OutputRecord>& records, std::vector<std::vector<double>>* residual = nullptr);

/// Begins at the numbers of the experiment, and at `options.starts` - 1 others spread about them: stick instants that
/// jump make many minima. Throws InvalidInput for numbers that runs have no slopes by; the message says why.
OutputErrorFit fit_output_error(const NamedExperiment& experiment, std::string_view signal,
                                const std::vector<OutputRecord>& records, const std::vector<FittedNumber>& numbers,
                                const FitOptions& options = {});

}  // namespace stiction
