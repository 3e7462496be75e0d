// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/io/json.hpp"

/// What every command answers under `--json`, as data: the command line prints it, bindings hand it out as objects.
namespace stiction {

/// "0.1.0"
std::string_view version();

/// The beginning of every answer: version and format.
Json answer_begin();
/// The same with the resolved experiment, so that it can be run again.
Json answer_about(const NamedExperiment& experiment);

}  // namespace stiction
