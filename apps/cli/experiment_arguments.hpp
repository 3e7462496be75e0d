// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "apps/cli/arguments.hpp"
#include "stiction/io/experiment_file.hpp"
#include "stiction/report/figure.hpp"

/// What commands that take an experiment file share.
namespace stiction::cli {

inline constexpr OptionRow set_option{
    "--set", "", "PATH=VALUE",
    "anything a file says, for this call: --set \"plant.mass=200 g\", --set friction.model=dahl", true};
inline constexpr OptionRow plot_option{"--plot",
                                       "",
                                       "FILE",
                                       "write a figure: .svg, or .png where rsvg-convert or inkscape is installed; "
                                       "\"-\" draws it in the terminal",
                                       false,
                                       true};

/// The file of the first word, with every --set, --duration, --tolerance and --interval applied. Throws InvalidInput
/// when the run that results cannot be made, or when a file to be written is one of those that are read.
/// `text` is the file, where it has been read already.
ExperimentFile experiment_from(const Arguments& arguments, const std::optional<std::string>& text = {});
/// Applies them to an experiment.
void apply_options(const Arguments& arguments, NamedExperiment& experiment);
/// Refuses to replace what is read: the experiment itself, a signal's CSV file, or another one.
void require_other_files(const Arguments& arguments, const ExperimentFile& file,
                         const std::filesystem::path& another = {});

/// False for the name of a law.
bool names_a_file(const std::string& word);
/// An experiment with the law that the word names, or that of the file; resolved.
NamedExperiment law_experiment(const std::string& word);

/// Writes the figure where --plot says, or at `fallback` when it says nothing; and says on stderr where it went.
void write_figure(const Arguments& arguments, Figure figure, const std::string& fallback);

/// The folder that an option names, made where it is not there: before anything is computed. Throws FileError.
std::filesystem::path made_folder(const std::filesystem::path& folder);

/// Throws WrongCall for a file whose extension is none of these, before anything is computed; "-" is allowed.
void require_ending(const Arguments& arguments, std::string_view option,
                    std::initializer_list<std::string_view> endings);
/// The same for a figure and for the signals of a run.
void require_writable(const Arguments& arguments);

/// "servo.toml" -> "servo".
std::string stem_of(const std::string& file);

}  // namespace stiction::cli
