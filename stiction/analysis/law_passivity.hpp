// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/passivity.hpp"
#include "stiction/catalogue/named_experiment.hpp"

namespace stiction {

/// The passivity of a law chosen by name: its own condition, and where that fails a motion that draws energy. Unknown
/// for laws without a condition.
PassivityCertificate certify_passivity(const NamedPart& law, const SpeedRange& range = {});

}  // namespace stiction
