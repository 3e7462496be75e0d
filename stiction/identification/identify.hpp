// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/identification/residual_tests.hpp"
#include "stiction/identification/verdict.hpp"

/// From recordings to a law: fits, their ranking, and what can be said about the best of them.
namespace stiction {

struct Identification {
  std::vector<LawFit> fits;  ///< the chosen law first, then by held-out error; those that failed last
  Certainty certainty;       ///< of the first
  std::vector<ResidualTest> tests;
  std::string sentence;  ///< which law, how well, and why this one
  bool stopped = false;

  const LawFit& best() const { return fits.front(); }
};

/// Laws that `auto` compares: all of the catalogue but tables of measured points (how many there are is the user's
/// choice) and laws that draw random numbers (they predict a mean, at many times the price).
std::vector<std::string> candidate_laws();

/// Fits each law. The choice falls on the law with the smallest information criterion among those whose held-out error
/// is within 3 % of the smallest, or two standard deviations of it where few samples were held out, with no more
/// unknowns than that one has; among all where nothing was held out. Throws InvalidInput for unknown laws and names.
Identification identify(const ForceData& data, const std::vector<std::string>& laws, const ParameterWishes& wishes = {},
                        const FitOptions& options = {});

/// The law found, on a mass with the inertia found (1 kg where none was): an experiment that other commands load.
NamedExperiment experiment_with(const LawFit& fit, const ForceData& data);

}  // namespace stiction
