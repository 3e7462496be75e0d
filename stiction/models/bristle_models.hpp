// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/dahl.hpp"
#include "stiction/models/elasto_plastic.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/models/lugre_variants.hpp"
#include "stiction/schema/type_list.hpp"

namespace stiction {

/// Laws with one state, the mean bend of the contact's bristles.
using BristleModels =
    TypeList<Dahl, LuGre, LuGreFadingDamping, LuGreLorentzian, LuGreTable, LuGreAsymmetric, ElastoPlastic>;

}  // namespace stiction
