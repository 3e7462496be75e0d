// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/identify.hpp"

/// A force that was recorded late.
///
/// Delays and filters of the force channel make it lag behind the motion, those of the position or velocity channel
/// make it lead; as long as they are short against the motion all of them act as one lag, their difference:
///
/// \f[ F_{measured}(t) = F(t - \tau) \approx F(t - \tau_0) - (\tau - \tau_0) \dot F(t - \tau_0) \f]
///
/// The recording is freed of \f$ \tau_0 \f$; the rest stands beside friction as a linear term whose column is the rate
/// of the predicted force, which has no noise; repeated until nothing is left of it (Gauss-Newton). The error bar, the
/// correlations and the verdict of the lag are then those of any other number: damping of bristles that bend slowly is
/// a lag too, and the answer says so where the two cannot be told apart.
namespace stiction {

struct LaggedIdentification {
  ForceData data;  ///< freed of the lag
  Identification found;
};

/// `identify`, and where the data ask for a lag, the chosen law with it.
LaggedIdentification identify_with_lag(const ForceData& data, const std::vector<std::string>& laws,
                                       const ParameterWishes& wishes = {}, const FitOptions& options = {});

}  // namespace stiction
