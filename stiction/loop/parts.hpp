// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/contact_part.hpp"
#include "stiction/loop/controller_part.hpp"
#include "stiction/loop/plant_part.hpp"

/// Parts chosen at run time: the functions of part_functions.hpp behind tables, one per number type. A part holds no
/// numbers: parameters, branch and states are arguments of every call, so one part serves all runs and all threads.
///
/// What is compiled grows with the number of laws plus plants plus controllers, not with their product.
namespace stiction {}
