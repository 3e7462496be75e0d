// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>

#include "stiction/catalogue/resolved.hpp"
#include "stiction/identification/measured_channel.hpp"
#include "stiction/identification/verdict.hpp"

/// Output error: an experiment is simulated from its measured inputs, without correction, and compared with what was
/// measured. Open or closed loop; any plant, law and controller.
namespace stiction {

/// What was measured on one run of the experiment.
struct OutputRecord {
  std::string name;
  NamedSignals inputs{}, references{};    ///< replace those of the experiment
  NamedValues initial{};                  ///< states of the plant at the start
  std::map<std::string, double> known{};  ///< numbers of the experiment that differ from record to record, by path
  std::vector<double> time;               ///< [s], equally spaced, the first at the start of the run
  std::vector<double> measured;           ///< of the signal, at these times
  std::vector<double> fine_time{}, fine_measured{};  ///< every sample, where fewer are compared; empty: the same
};

/// Numbers of the experiment that move together: "friction.static_force" with "friction.coulomb_force". The channel
/// through which the signal was recorded has two more, "measured.delay" and "measured.filter" [s].
struct FittedNumber {
  std::vector<std::string> paths;  ///< the first names it
  double lower = -1e300, upper = 1e300;
  std::optional<std::pair<double, double>> prior{};  ///< known beforehand: mean and standard deviation
};

/// Where a search of the fit began.
enum class SearchStart : unsigned char { experiment, inverse_model, about_experiment, about_best };
/// "the numbers of the inverse model", ...
std::string_view search_start_name(SearchStart start);

struct OutputErrorFit {
  NamedExperiment experiment;  ///< with the numbers found
  MeasuredChannel channel{};
  std::vector<std::string> names, units;
  std::vector<double> values, deviations;  ///< standard deviations, for white residuals
  std::vector<double> correlation{};       ///< of the numbers, row by row
  std::vector<NullDirection> null_directions{};
  std::vector<std::string> near{};  ///< for each number the one it can hardly be told from; empty: none
  double error = 0;                 ///< root mean square over all records, in the unit of the signal
  bool converged = false;
  std::string why_differences{};                   ///< why slopes are differences of runs; empty: they are exact
  std::size_t starts = 0, agreeing = 0;            ///< searches made, and those that ended in the same minimum
  SearchStart begun_at = SearchStart::experiment;  ///< the search whose end this is
  std::string no_inverse_start{};                  ///< why no search began at the inverse model; empty: one did
  double least_error = 0;  ///< of a deeper minimum that the recording cannot tell from this one; 0: there is none
  std::string problem{};   ///< why there is no answer
  std::vector<std::vector<double>> residual;  ///< measured less simulated, one list per record
  bool found() const { return problem.empty(); }
};

/// How far runs are from what was measured, in the unit of the signal.
struct OutputMisses {
  double root_mean_square = 0;  ///< over all samples
  double mean_absolute = 0;     ///< of each record, averaged over the records
};
/// `from`: how many samples of each record are left out; empty: none.
OutputMisses output_misses(const std::vector<std::vector<double>>& residual, const std::vector<std::size_t>& from = {});

/// The numbers found with 95 % intervals and verdicts. Residuals of a simulation are never white, so intervals are
/// those of as many independent residuals as their memory leaves.
std::vector<EstimatedNumber> estimated_numbers(const OutputErrorFit& fit);

/// Friction along the simulated runs, and what its compensation by the law would leave because the numbers of the law
/// are uncertain (root mean squares) [N].
struct CompensatedFriction {
  double friction = 0, left = 0;
};
/// Nothing for plants with several contacts, and where no number of the law was fitted.
std::optional<CompensatedFriction> compensated_friction(const OutputErrorFit& fit,
                                                        const std::vector<OutputRecord>& records);

/// A measured input held from sample to sample, or joined by straight lines.
enum class Between { held, lines };
NamedSignal measured_signal(const std::vector<double>& time, const std::vector<double>& values, Between between);

/// Simulates the records; the root mean square of measured less simulated. Residuals are kept in `residual`, if any.
double output_error(const NamedExperiment& experiment, std::string_view signal,
                    const std::vector<OutputRecord>& records, std::vector<std::vector<double>>* residual = nullptr,
                    const MeasuredChannel& channel = {});

/// Begins at the numbers of the experiment, at `options.starts` - 1 others spread about them and about the best
/// minimum, and at those of the inverse model where the records allow it (inverse_start.hpp): stick instants that jump
/// make many minima. The deepest one counts; or that of the experiment, or else that of the inverse model, where the
/// recording cannot tell it from the deepest. Throws InvalidInput for numbers that cannot be fitted, such as a seed;
/// the message says why.
OutputErrorFit fit_output_error(const NamedExperiment& experiment, std::string_view signal,
                                const std::vector<OutputRecord>& records, const std::vector<FittedNumber>& numbers,
                                const FitOptions& options = {});

}  // namespace stiction
