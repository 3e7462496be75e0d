// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "apps/cli/arguments.hpp"
#include "stiction/identification/identify.hpp"

/// What commands that read recordings share.
namespace stiction::cli {

/// The words of all values of an option, which commas separate.
std::vector<std::string> words_in(const std::vector<std::string>& texts);

/// Options that say what columns mean and how they are prepared.
std::vector<OptionRow> log_options();

/// The recordings of all files, ready for a fit; --steady makes one map of them.
std::vector<Recording> recordings_from(const Arguments& arguments, const std::vector<std::string>& files);
/// --with, --held-out, --test-from, --ripple.
ForceDataOptions data_options_from(const Arguments& arguments);
/// --fix, --bound, --start, --free, --tie.
ParameterWishes wishes_from(const Arguments& arguments);

}  // namespace stiction::cli
