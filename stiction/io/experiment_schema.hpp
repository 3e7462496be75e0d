// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/io/json.hpp"

namespace stiction {

/// The grammar of experiment files, from the tables of everything that can be named in one: for people, and as JSON
/// Schema for editors.
std::string experiment_grammar();
Json experiment_schema();

}  // namespace stiction
