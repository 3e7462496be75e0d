// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "stiction/catalogue/named_experiment.hpp"

/// Experiment files: TOML, written by people. `stiction schema` prints their grammar.
///
///     [plant]
///     model = "pulled_mass"
///     spring_stiffness = "2 N/m"     # a number is SI; a text may name another unit
///     [friction]
///     model = "lugre"
///     [input]
///     pull_speed = 0.1
///     [run]
///     duration = 50
namespace stiction {

/// One thing that is wrong with a file.
struct FileViolation {
  std::size_t line = 0;  ///< from 1; 0: the file as a whole
  std::string key;       ///< "friction.static_force"
  std::string text;
};

/// A file that says something wrong; what() lists all of it, one line each: "servo.toml:12: friction.mass: ...".
class InvalidFile : public std::runtime_error {
 public:
  InvalidFile(const std::string& file, std::vector<FileViolation> violations);
  const std::vector<FileViolation>& violations() const { return violations_; }

 private:
  std::vector<FileViolation> violations_;
};

/// A pair of axes that a file asks for.
struct NamedPanel {
  std::string x = "time";
  std::vector<std::string> y;
  std::string title{};
};

/// What a file asks to be kept of its run, beside RunOptions.
struct NamedOutput {
  std::string file{};                ///< result file, by extension; relative to the working folder
  std::string plot{};                ///< figure file
  std::vector<NamedPanel> panels{};  ///< of the figure; empty: chosen
};

struct ExperimentFile {
  std::string name;  ///< of the file
  NamedExperiment experiment;
  NamedOutput output;
};

/// Reads and checks an experiment. Throws InvalidFile that names everything that is wrong, or FileError for a file that
/// cannot be read. "-" is standard input. `other_sections` are allowed and not read.
ExperimentFile read_experiment(const std::filesystem::path& file,
                               std::span<const std::string_view> other_sections = {});

/// The same from text; `name` is what messages call it, `folder` where files it names are looked for.
ExperimentFile parse_experiment(std::string_view text, const std::string& name,
                                const std::filesystem::path& folder = {},
                                std::span<const std::string_view> other_sections = {});

/// The resolved experiment as the text of a file that gives the same run.
std::string experiment_text(const NamedExperiment& experiment);

}  // namespace stiction
