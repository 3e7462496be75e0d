// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/contact_functions.hpp"
#include "stiction/loop/controller_functions.hpp"
#include "stiction/loop/plant_functions.hpp"

/// Plants, laws and controllers as functions of numbers in a row: parameters p, branch b, states, inputs. The coupled
/// system (evaluate.hpp) is written in terms of these functions and of nothing else. Where types are known they are
/// inlined; where a part was chosen by name they are called through a table (parts.hpp).
///
/// `Number` is the type an evaluation is carried out in; parameters may be in it too (slopes by parameters) or plain.
namespace stiction {}
