// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "stiction/identification/fit_parameters.hpp"
#include "stiction/identification/force_data.hpp"

/// One law fitted to recordings by force prediction.
namespace stiction {

struct FitOptions {
  std::size_t starts = 12;  ///< of the search; laws that are linear in their numbers need none
  std::uint64_t seed = 1;
  std::size_t threads = 0;  ///< 0: all cores
  double robust = 0;        ///< residuals beyond so many standard deviations count in proportion; 0: all squared
  int iterations = 200;
  bool inverse_start = true;  ///< output error: one more search, from the inverse model (inverse_start.hpp)
  std::function<bool(double)> progress{};  ///< told the fraction done; true: stop
  std::function<bool()> stop{};            ///< asked after every iteration of every search, from any thread
};

/// A law with its numbers, and how well it explains the recordings.
///
/// A law with true rest says of a row at rest no more than -F_S <= F <= F_S. Such a row takes no part in the fit. In
/// the errors it counts as far as it lies outside that range and, since a range is less than a number, as much as a
/// miss by the standard deviation of a normal distribution that is equally uncertain, 2 F_S / sqrt(2 pi e): laws with
/// and without true rest can then be ranked by the same rows.
struct LawFit {
  std::string law;
  std::string problem{};  ///< why there is no answer; empty: there is one
  std::optional<FitParameters> parameters{};
  std::vector<double> p, x;    ///< numbers of the law, coordinates of the search
  std::vector<double> extras;  ///< coefficients of the terms beside friction
  bool linear = false;         ///< solved at once by least squares
  bool converged = false;
  bool given_up = false;                 ///< far behind other laws after a short search, and left at that
  std::size_t starts = 0, agreeing = 0;  ///< searches made, and those that ended in the same minimum

  std::vector<double> residual;            ///< measured less predicted, every row [N]
  std::vector<double> friction;            ///< predicted friction, every row [N]
  double train_error = 0, test_error = 0;  ///< 100 ||residual|| / ||force||, fitted and held-out rows [%]
  double motion_error = 0;                 ///< the same of held-out rows in motion alone, for every law [%]
  double range_fraction = 0;               ///< of all rows, where the law gives a range
  double noise = 0;                        ///< standard deviation of the residuals over rows that were fitted [N]
  double information_criterion = 0;        ///< Bayesian, of the fitted rows; smaller is better
  double prior_noise = 0;                  ///< by which priors were weighed against the data [N]
  std::size_t unknowns = 0;                ///< numbers fitted, terms beside friction among them

  /// The rows that were fitted, where they are not all: laws with true rest in recordings with rest.
  std::shared_ptr<const ForceData> counted{};
  std::shared_ptr<const ForceData> few{};  ///< fewer rows, with which the search began; none: it had all of them
  const ForceData& fitted_to(const ForceData& all) const { return counted ? *counted : all; }

  bool found() const { return problem.empty(); }
};

LawFit fit_law(const ForceData& data, std::string_view law, const ParameterWishes& wishes = {},
               const FitOptions& options = {});

}  // namespace stiction
