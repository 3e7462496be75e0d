// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string_view>

#include "stiction/loop/run_loop.hpp"
#include "stiction/schema/field.hpp"
#include "stiction/solvers/solve_result.hpp"

namespace stiction {

/// The numbers of the section [run] of an experiment file.
struct RunSection {
  double duration = 10, start_time = 0, tolerance = 1e-8, largest_step = 1e30, step_limit = 5e7, seconds_limit = 1e30;

  static constexpr auto fields() {
    using R = RunSection;
    return Table{
        Field{&R::duration, "duration", "T", "s", positive, "How long the run lasts."},
        Field{&R::start_time, "start_time", "t_0", "s", any_finite, "When it begins."},
        Field{&R::tolerance, "tolerance", "\\epsilon", "1", between(1e-14, 0.1),
              "Error allowed per step, relative to each state's size or natural scale."},
        Field{&R::largest_step, "largest_step", "h_{max}", "s", positive, "Longest step of the solver."},
        Field{&R::step_limit, "step_limit", "", "1", at_least(1), "Steps after which a run is given up."},
        Field{&R::seconds_limit, "seconds_limit", "", "s", positive, "Time of computing after which it is given up."}};
  }
};

RunSection run_section(const RunOptions& o);
/// Throws InvalidInput for half a step.
void set_run_section(RunOptions& o, const RunSection& run);

/// The numbers of the section [output].
struct OutputSection {
  double interval = 0.01;
  static constexpr auto fields() {
    return Table{
        Field{&OutputSection::interval, "interval", "\\Delta t", "s", non_negative,
              "Time between samples; 0: every step of the solver and every event. Not given: shorter in a run of "
              "less than 10 s, so that it has a thousand samples or one every 50 us."}};
  }
};

struct MethodName {
  std::string_view name;
  SolveMethod method;
};
inline constexpr std::array method_names{
    MethodName{"automatic", SolveMethod::automatic}, MethodName{"rodas4p", SolveMethod::rodas4p},
    MethodName{"rodas5p", SolveMethod::rodas5p}, MethodName{"dormand_prince", SolveMethod::dormand_prince}};

}  // namespace stiction
