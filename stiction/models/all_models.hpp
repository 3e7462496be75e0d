// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/armstrong_seven_parameter.hpp"
#include "stiction/models/bliman_sorine.hpp"
#include "stiction/models/bouc_wen.hpp"
#include "stiction/models/bristles.hpp"
#include "stiction/models/coulomb.hpp"
#include "stiction/models/dahl.hpp"
#include "stiction/models/elasto_plastic.hpp"
#include "stiction/models/generalized_kinetic.hpp"
#include "stiction/models/generalized_maxwell_slip.hpp"
#include "stiction/models/hybrid_stick_slip.hpp"
#include "stiction/models/leuven.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/models/lugre_variants.hpp"
#include "stiction/models/maxwell_slip.hpp"
#include "stiction/models/preisach.hpp"
#include "stiction/models/rate_and_state.hpp"
#include "stiction/models/reset_integrator.hpp"
#include "stiction/models/semilinear_duhem.hpp"
#include "stiction/models/space_invariant.hpp"
#include "stiction/models/zero_velocity_band.hpp"
#include "stiction/schema/type_list.hpp"

namespace stiction {

/// Every friction model, once, in the order of the handbook. A model not named here does not exist.
using AllModels = TypeList<
    // memoryless, with true rest
    Coulomb, CoulombViscous, StictionCoulombViscous, GeneralizedKinetic, GeneralizedKineticLorentzian,
    GeneralizedKineticTable, GeneralizedKineticAsymmetric, GeneralizedKineticBand, Tustin, TustinBand, Karnopp,
    KarnoppReset, HybridStickSlip,
    // one state
    Dahl, LuGre, LuGreFadingDamping, LuGreLorentzian, LuGreTable, LuGreAsymmetric, ElastoPlastic,
    // hysteresis of the path
    SpaceInvariant, BlimanSorine, BlimanSorineDamped, BoucWen, SemilinearDuhem,
    // many elements, long memories
    MaxwellSlip, GeneralizedMaxwellSlip, Leuven, ResetIntegrator, Bristles, ArmstrongSevenParameter, Preisach,
    // rock and other contacts that age
    RateAndStateAgeing, RateAndStateSlip>;

}  // namespace stiction
