// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/resolved.hpp"
#include "stiction/ensemble/sweep_plan.hpp"
#include "stiction/loop/lane_solve.hpp"
#include "stiction/loop/measure.hpp"

namespace stiction {

/// One column of the table that a study fills.
struct SweepColumn {
  std::string name, unit;
};

/// A study: an experiment whose numbers vary by a plan, and what is measured in every case.
///
/// Rows hold the values of the axes, then the measurements (not a number where there is none), then the status of the
/// run as a number. A row depends on nothing but its number.
class Sweep {
 public:
  /// Without measurements: the last, smallest and largest value of every state of the plant. Throws InvalidInput for
  /// paths and signals that do not exist, and for a plan that cannot be.
  Sweep(const NamedExperiment& experiment, SweepPlan plan, std::vector<Measure> measures = {});

  const SweepPlan& plan() const { return plan_; }
  /// Without those of the bands.
  const std::vector<Measure>& measures() const { return measures_; }
  const std::vector<SweepColumn>& columns() const { return columns_; }
  std::uint64_t cases() const { return cases_; }
  /// The columns of band b, one for each time, begin at `band_column(b)`; they stand behind the measurements.
  std::size_t band_column(std::size_t band) const;
  double band_time(std::size_t band, std::uint64_t point) const;

  /// Computes `count` cases from `first` on, several at a time in SIMD lanes where there is a solver for that: rows of
  /// as many numbers as there are columns. A row is the same to the bit in whatever company it is computed. `interrupt`
  /// ends it when it returns true; then false. `reason`, if any, is told why a case has no result.
  bool compute(std::uint64_t first, std::uint64_t count, double* rows, const std::function<bool()>& interrupt = {},
               std::string* reason = nullptr) const;
  /// Cases are computed in SIMD lanes.
  bool has_lanes() const { return static_cast<bool>(lanes_); }
  /// Where they are not: "1000 of 1000 cases one by one: the controller is sampled"; else empty.
  std::string note() const;
  /// Why a case has no result: what it says when it is run again.
  std::string reason(std::uint64_t index) const;

 private:
  class Cases;

  Resolved base_;
  LaneSolve lanes_;
  std::string why_no_lanes_;
  SweepPlan plan_;
  std::vector<Measure> measures_;
  std::vector<Measure> all_measures_;  ///< those, then the bands
  std::vector<std::size_t> places_;    ///< of the axes, among the numbers of the experiment
  std::vector<SweepColumn> columns_;
  std::uint64_t cases_;
};

/// The status of a case whose numbers the parts refuse; others are those of `SolveStatus`.
inline constexpr double case_not_allowed = -1;
bool case_finished(double status);

}  // namespace stiction
