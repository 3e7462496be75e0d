// SPDX-License-Identifier: BSD-3-Clause
// Written by tools/umbrella_headers.py: the whole layer.
#pragma once

#include "stiction/plants/all_plants.hpp"
#include "stiction/plants/block_on_belt.hpp"
#include "stiction/plants/flow_valve.hpp"
#include "stiction/plants/geared_motor.hpp"
#include "stiction/plants/hard_stops.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pendulum_in_bearings.hpp"
#include "stiction/plants/plant.hpp"
#include "stiction/plants/prescribed_motion.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "stiction/plants/serial_arm.hpp"
#include "stiction/plants/shared_inertia.hpp"
#include "stiction/plants/two_mass_drive.hpp"
#include "stiction/plants/vibrating_incline.hpp"
#include "stiction/plants/with_hard_stops.hpp"
