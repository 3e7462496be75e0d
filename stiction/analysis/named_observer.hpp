// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/strictly_positive_real.hpp"
#include "stiction/catalogue/named_experiment.hpp"

namespace stiction {

/// The certificate of the friction observer in the controller of a resolved experiment, its further gain H_r included;
/// none for a controller without one. \cite CanudasDeWit1995 theorems 1 and 2.
std::optional<ObserverCertificate> certify_observer(const NamedExperiment& experiment);

}  // namespace stiction
