// SPDX-License-Identifier: BSD-3-Clause
// Written by tools/umbrella_headers.py: the whole layer.
#pragma once

#include "stiction/solvers/callback_system.hpp"
#include "stiction/solvers/dense_output.hpp"
#include "stiction/solvers/dormand_prince_step.hpp"
#include "stiction/solvers/event_location.hpp"
#include "stiction/solvers/flatten.hpp"
#include "stiction/solvers/growth_watch.hpp"
#include "stiction/solvers/integration.hpp"
#include "stiction/solvers/linear_collocation.hpp"
#include "stiction/solvers/ode_system.hpp"
#include "stiction/solvers/rosenbrock_methods.hpp"
#include "stiction/solvers/rosenbrock_step.hpp"
#include "stiction/solvers/runtime_matrix.hpp"
#include "stiction/solvers/small_matrices.hpp"
#include "stiction/solvers/solve.hpp"
#include "stiction/solvers/solve_result.hpp"
#include "stiction/solvers/sparse_matrix.hpp"
#include "stiction/solvers/step_error.hpp"
#include "stiction/solvers/step_rules.hpp"
#include "stiction/solvers/weak_damping.hpp"
