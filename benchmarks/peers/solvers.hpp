// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "benchmarks/peers/run.hpp"

/// The solvers that are compared. Those of other projects are compiled only where these are installed.
namespace stiction::peers {

/// A solver made ready for one problem; what a user would keep between two runs is kept.
using Solver = std::function<Run(double tolerance)>;

/// SUNDIALS CVODE: BDF, dense matrices, the exact Jacobian, a tolerance for each state.
Solver prepare_cvode(Problem problem, Output output = Output::every_row);
/// The same where right-hand side and Jacobian are known at run time only.
Solver prepare_cvode_callback(Problem problem);

/// SUNDIALS ARKODE: an implicit Runge-Kutta method of fifth order, otherwise the same.
Solver prepare_arkode(Problem problem);
/// GSL: msbdf, the exact Jacobian, a tolerance for each state.
Solver prepare_gsl(Problem problem);

/// Boost.odeint: rosenbrock4 with its dense output and the exact Jacobian. It takes one absolute tolerance for all
/// states: that of z, the smallest.
Solver prepare_odeint(Problem problem);

/// Our own engine: law and plant known when it is compiled, reversals located.
Run ours(Problem problem, double tolerance, Output output = Output::every_row);
/// The same from names and numbers, as an experiment file gives them; `by_parts`: without a solver compiled for them.
Run ours_by_name(Problem problem, double tolerance, bool by_parts);
/// The same with the direction taken from the velocity at every instant.
Run ours_without_events(Problem problem, double tolerance);
/// Our solver with a right-hand side and a Jacobian that are known at run time only, reversals not located.
Run ours_callback(Problem problem, double tolerance);

}  // namespace stiction::peers
