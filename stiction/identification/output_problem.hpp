// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/least_squares.hpp"
#include "stiction/identification/output_runs.hpp"

/// The least-squares problem of a fit by simulation.
namespace stiction {

/// Coordinates: positive numbers as logarithms, others over their natural size, those of the channel in sample times.
/// Slopes are exact where a run has slopes by its numbers. Where it has none, as with laws that remember their path in
/// accepted pieces of motion, they are central differences of whole runs.
class OutputProblem {
 public:
  /// Throws InvalidInput for numbers that cannot be fitted; the message says why.
  OutputProblem(const NamedExperiment& e, std::string_view signal, const std::vector<OutputRecord>& records,
                const std::vector<FittedNumber>& numbers);
  OutputProblem(const OutputProblem&) = delete;  // `problem` refers to it
  OutputProblem& operator=(const OutputProblem&) = delete;

  const LeastSquaresProblem& problem() const { return problem_; }
  const std::vector<ResolvedRecord>& records() const { return records_; }
  const std::vector<double>& start() const { return x0_; }
  std::size_t rows() const { return rows_; }  ///< of the records, before those of priors
  const std::string& signal() const { return signal_; }

  bool is_logarithm(std::size_t k) const { return logarithm_[k]; }
  double value(const std::vector<double>& x, std::size_t k) const;
  double slope(const std::vector<double>& x, std::size_t k) const;  ///< of the value by its coordinate
  const std::string& name(std::size_t k) const { return numbers_[k].paths.front(); }
  std::string unit(std::size_t k) const;
  MeasuredChannel channel(const std::vector<double>& x) const;

  /// Why slopes are differences; empty: they are exact.
  const std::string& why_differences() const { return why_differences_; }

  /// Residuals at x and, unless `jacobian` is null, their slopes, as `LeastSquaresProblem` wants them.
  bool evaluate(const std::vector<double>& x, double* residual, double* jacobian) const;

  /// Residuals as one list for each record.
  std::vector<std::vector<double>> by_record(const std::vector<double>& residual) const;

  /// The record with the numbers at x. False: they break a range or a rule.
  bool resolve_at(const ResolvedRecord& one, const std::vector<double>& x, Resolved& r) const;

  /// From here on residuals far beyond those at x count in proportion, not squared. False: there are none.
  bool limit_outliers(const std::vector<double>& x, double deviations);
  /// From here on what is known beforehand counts, as residuals of the size of the noise at x; neighbours that are
  /// alike count as one. False: nothing is known.
  bool weigh_priors(const std::vector<double>& x);

 private:
  void add_number(const FittedNumber& number, const LoopRun& run, std::vector<Violation>& wrong);
  void add_channel_number(const FittedNumber& number, std::size_t place);
  void add_priors(const std::vector<double>& x, double* residual, double* jacobian) const;
  bool simulate(const ResolvedRecord& one, const std::vector<double>& x, double* residual) const;
  bool exact_slopes(const ResolvedRecord& one, const std::vector<double>& x, double* residual, double* jacobian) const;
  bool differences(const ResolvedRecord& one, const std::vector<double>& x, double* residual, double* jacobian) const;

  std::string signal_;
  std::vector<ResolvedRecord> records_;
  std::vector<FittedNumber> numbers_;
  std::vector<std::vector<std::size_t>> places_;
  std::vector<bool> logarithm_;
  std::vector<double> size_, x0_;
  LeastSquaresProblem problem_;
  std::size_t rows_ = 0;
  double prior_noise_ = 0;  ///< 0: priors do not count yet
  std::string why_differences_{};
  double difference_step_ = 0;
};

/// True: the path names a number of the channel through which the signal was recorded, not of the experiment.
bool is_of_channel(const std::string& path);

}  // namespace stiction
