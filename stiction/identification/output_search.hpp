// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/output_problem.hpp"

/// The search of a fit by simulation: where it begins, and which of its ends counts.
namespace stiction {

class OutputSearch {
 public:
  explicit OutputSearch(OutputProblem& problem) : problem_(problem) {}

  /// The coordinates found; none where no run reached its end. Writes to `fit` how they were found, or why not.
  std::vector<double> best(const FitOptions& options, OutputErrorFit& fit);

 private:
  struct End {
    SearchStart from;
    std::size_t number;  ///< of the random numbers by which its start is spread; 0: none
    LeastSquaresSolution solution{};
  };

  void plan(const FitOptions& options, OutputErrorFit& fit);
  bool search_all(const FitOptions& options);
  void search_from(End& end, const std::vector<double>& centre, const FitOptions& options) const;
  End& deepest();
  bool same_minimum(const End& a, const End& of) const;
  bool is_as_good(const LeastSquaresSolution& shallow, const LeastSquaresSolution& deep) const;
  LeastSquaresOptions local(const FitOptions& options) const;

  OutputProblem& problem_;
  std::vector<End> ends_;
  std::size_t first_ = 0;  ///< so many searches do not wait for the others
  std::vector<double> inverse_;
};

}  // namespace stiction
