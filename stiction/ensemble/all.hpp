// SPDX-License-Identifier: BSD-3-Clause
// Written by tools/umbrella_headers.py: the whole layer.
#pragma once

#include "stiction/ensemble/parallel.hpp"
#include "stiction/ensemble/sobol.hpp"
#include "stiction/ensemble/sobol_indices.hpp"
#include "stiction/ensemble/sweep.hpp"
#include "stiction/ensemble/sweep_plan.hpp"
#include "stiction/ensemble/tolerances.hpp"
