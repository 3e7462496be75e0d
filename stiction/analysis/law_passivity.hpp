// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/passivity.hpp"
#include "stiction/catalogue/named_experiment.hpp"

namespace stiction {

/// The passivity of a law chosen by name: its own condition, and where that fails a motion that draws energy. Where
/// none is found within `range`, bursts up to a thousand times as fast are tried. Unknown for laws without a condition,
/// and where `stop` ended the search.
PassivityCertificate certify_passivity(const NamedPart& law, const SpeedRange& range = {},
                                       const std::function<bool()>& stop = {});

}  // namespace stiction
