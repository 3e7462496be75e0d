// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "apps/cli/arguments.hpp"
#include "stiction/io/experiment_file.hpp"
#include "stiction/report/figure.hpp"

/// What commands that take an experiment file share.
namespace stiction::cli {

inline constexpr OptionRow set_option{
    "--set", "", "PATH=VALUE", "another number for this call, in SI or with a unit: --set friction.static_force=2",
    true};
inline constexpr OptionRow plot_option{"--plot",
                                       "",
                                       "FILE",
                                       "write a figure: .svg, or .png where rsvg-convert or inkscape is installed; "
                                       "\"-\" draws it in the terminal",
                                       false,
                                       true};

/// The file of the first word, with every --set, --duration, --tolerance and --interval applied. Throws InvalidInput
/// when the run that results cannot be made, or when a file to be written is one of those that are read.
ExperimentFile experiment_from(const Arguments& arguments);

/// Writes the figure where --plot says, or at `fallback` when it says nothing; and says on stderr where it went.
void write_figure(const Arguments& arguments, Figure figure, const std::string& fallback);

/// Throws InvalidInput for a figure or a result file whose extension is not supported, before anything is computed.
void require_writable(const Arguments& arguments);

/// "servo.toml" -> "servo".
std::string stem_of(const std::string& file);

}  // namespace stiction::cli
