// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/armstrong_seven_parameter.hpp"
#include "stiction/models/bristles.hpp"
#include "stiction/models/generalized_maxwell_slip.hpp"
#include "stiction/models/leuven.hpp"
#include "stiction/models/maxwell_slip.hpp"
#include "stiction/models/preisach.hpp"
#include "stiction/models/reset_integrator.hpp"
#include "stiction/schema/type_list.hpp"

namespace stiction {

/// Laws of many elements or long memories.
using ElementModels =
    TypeList<MaxwellSlip, GeneralizedMaxwellSlip, Leuven, ResetIntegrator, Bristles, ArmstrongSevenParameter, Preisach>;

}  // namespace stiction
