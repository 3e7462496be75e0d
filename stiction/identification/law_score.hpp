// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/law_fit.hpp"

namespace stiction {

/// Residuals of a fit over all rows, its errors and its information criterion, from its numbers.
void score(const ForceData& data, LawFit& fit);

}  // namespace stiction
