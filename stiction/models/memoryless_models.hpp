// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/coulomb.hpp"
#include "stiction/models/generalized_kinetic.hpp"
#include "stiction/models/hybrid_stick_slip.hpp"
#include "stiction/models/zero_velocity_band.hpp"
#include "stiction/schema/type_list.hpp"

namespace stiction {

/// Laws without memory, with true rest.
using MemorylessModels = TypeList<Coulomb, CoulombViscous, StictionCoulombViscous, GeneralizedKinetic,
                                  GeneralizedKineticLorentzian, GeneralizedKineticTable, GeneralizedKineticAsymmetric,
                                  GeneralizedKineticBand, Tustin, TustinBand, Karnopp, KarnoppReset, HybridStickSlip>;

}  // namespace stiction
