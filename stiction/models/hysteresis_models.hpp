// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/bliman_sorine.hpp"
#include "stiction/models/bouc_wen.hpp"
#include "stiction/models/semilinear_duhem.hpp"
#include "stiction/models/space_invariant.hpp"
#include "stiction/schema/type_list.hpp"

namespace stiction {

/// Hysteresis as a differential equation along the path.
using HysteresisModels = TypeList<SpaceInvariant, BlimanSorine, BlimanSorineDamped, BoucWen, SemilinearDuhem>;

}  // namespace stiction
