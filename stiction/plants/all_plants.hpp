// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/block_on_belt.hpp"
#include "stiction/plants/flow_valve.hpp"
#include "stiction/plants/geared_motor.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pendulum_in_bearings.hpp"
#include "stiction/plants/prescribed_motion.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "stiction/plants/serial_arm.hpp"
#include "stiction/plants/two_mass_drive.hpp"
#include "stiction/plants/vibrating_incline.hpp"
#include "stiction/schema/type_list.hpp"

namespace stiction {

/// Every plant, once, in the order of docs/plants.md.
using AllPlants =
    TypeList<MassOnSurface, PulledMass, BlockOnBelt, VibratingIncline, PendulumInBearings, TwoMassDrive, GearedMotor,
             SerialArm1, SerialArm2, SerialArm3, FlowValve, PrescribedVelocity, PrescribedPosition>;

}  // namespace stiction
