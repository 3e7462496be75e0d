// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/pid.hpp"
#include "stiction/loop/fixed_kernel.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pulled_mass.hpp"

/// The types behind `LaneKernel`.
namespace stiction::detail {

using PulledMassWithLuGre = FixedKernel<true, false, PulledMass, NoController, LuGre>;
using ServoWithLuGre = FixedKernel<true, false, MassOnSurface, Pid, LuGre>;

}  // namespace stiction::detail
