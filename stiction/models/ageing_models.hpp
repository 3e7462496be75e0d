// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/rate_and_state.hpp"
#include "stiction/schema/type_list.hpp"

namespace stiction {

/// Contacts that age: rock and dry solids at low speed.
using AgeingModels = TypeList<RateAndStateAgeing, RateAndStateSlip>;

}  // namespace stiction
