// SPDX-License-Identifier: BSD-3-Clause
// Written by tools/umbrella_headers.py: the whole layer.
#pragma once

#include "stiction/realtime/coupled_step.hpp"
#include "stiction/realtime/friction_update.hpp"
#include "stiction/realtime/friction_updates.hpp"
#include "stiction/realtime/held_equations.hpp"
#include "stiction/realtime/implicit_friction.hpp"
#include "stiction/realtime/position_friction.hpp"
#include "stiction/realtime/update_result.hpp"
