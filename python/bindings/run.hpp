// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "python/bindings/bind.hpp"
#include "stiction/io/experiment_file.hpp"
#include "stiction/loop/trajectory.hpp"

namespace stiction::python {

/// A trajectory with the experiment it came from, so that a file of it can be run again.
struct Run {
  Trajectory trajectory;
  NamedExperiment experiment;
  std::vector<NamedPanel> panels;
  bool has_python_parts = false;  ///< the experiment alone does not tell what was run
};

/// All of a run as Python's own objects, for pickle, and back. Throws ValueError for a run with parts of Python.
nb::tuple state_of(const Run& r);
Run run_from(const nb::tuple& state);

}  // namespace stiction::python
