// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/law_fit.hpp"
#include "stiction/identification/law_residuals.hpp"
#include "stiction/identification/start_values.hpp"

/// How the numbers of a law are looked for.
namespace stiction {

/// A law whose force is a sum of its numbers times known columns is solved at once; false: it is not, or a bound is
/// active.
bool solve_linear(const ForceData& data, LawFit& fit, const PredictedRows& start);

/// From many starts on few samples, then from the best ends on all. `robust`: residuals beyond so many newtons count in
/// proportion; 0: all are squared. `noise`: as in `force_problem`.
/// `at_start`: what is predicted at the first start; null: not known.
void search(const ForceData& data, LawFit& fit, const FitOptions& options, const FrictionSizes& sizes,
            double robust = 0, double noise = 0, const PredictedRows* at_start = nullptr);

/// The data with which a search for this law begins: all of them where that costs little.
std::shared_ptr<const ForceData> few_samples(const ForceData& data, const FrictionSizes& sizes, std::string_view law);

}  // namespace stiction
