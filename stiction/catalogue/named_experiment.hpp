// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "stiction/loop/run_loop.hpp"
#include "stiction/schema/named_values.hpp"

/// An experiment in names and numbers: what a file says, what a map varies, what every result carries with it.
namespace stiction {

/// A plant, a law or a controller by name. Values are those given; `resolve` adds the others.
struct NamedPart {
  std::string model;
  std::string preset{};  ///< laws only
  NamedValues values{};
  NamedValues initial{};  ///< states at the start
};

/// The number of this name; none where there is no such name, or a list.
inline std::optional<double> value_in(const NamedValues& values, std::string_view name) {
  const auto found = values.find(name);
  if (found == values.end() || found->second.numbers.size() != 1) return {};
  return found->second.numbers.front();
}

/// A signal by name: a sum of terms.
struct NamedSignal {
  struct Term {
    std::string kind;                                 ///< "sine", ...; "lines" and "csv" have points
    NamedValues values{};                             ///< of the kind's table
    std::vector<std::pair<double, double>> points{};  ///< time [s] and value, straight lines in between
    std::string file{};                               ///< where points were read from, as the file names it
  };
  std::vector<Term> terms;

  NamedSignal(double value = 0) : terms{{.kind = "constant", .values = {{"value", value}}}} {}  // NOLINT
  explicit NamedSignal(std::vector<Term> sum) : terms(std::move(sum)) {}
};
using NamedSignals = std::map<std::string, NamedSignal, std::less<>>;

struct NamedExperiment {
  std::string title;
  NamedPart plant{.model = "mass_on_surface"};
  std::vector<NamedPart> friction{{.model = "lugre"}};  ///< one per contact, in the plant's order
  std::optional<NamedPart> controller;
  std::optional<NamedValues> sampled;  ///< the controller in its sampled form
  NamedSignals inputs, references;     ///< of the plant, of the controller
  RunOptions run;
};

/// The same with every value of every part written out, and checked. Throws InvalidInput.
///
/// What a controller assumes of the plant is that of the plant where it is not given (`Field::follows`):
/// `friction_static_force` the law's `static_force`, `nominal_mass` the plant's `mass`.
NamedExperiment resolved(const NamedExperiment& experiment);

/// Ready to run: the loop, its numbers, a branch. `account_work` adds the work supplied and dissipated to the states.
/// Who tries many numbers resolves once and sets them by place: resolved.hpp.
LoopRun assemble(const NamedExperiment& experiment, bool account_work = false);

/// A number by its path, "friction.static_force", "plant.mass", "controller.integral_gain", "input.pull_speed" (of a
/// constant signal, or "input.force.amplitude"), "run.duration"; throws InvalidInput with the nearest paths.
void set_value(NamedExperiment& experiment, std::string_view path, double value);
double value_at(const NamedExperiment& experiment, std::string_view path);
std::string unit_at(const NamedExperiment& experiment, std::string_view path);
/// All paths of a resolved experiment.
std::vector<std::string> value_paths(const NamedExperiment& experiment);

/// The signal, for an input measured in `unit`.
Signal make_signal(const NamedSignal& signal, std::string_view unit);

}  // namespace stiction
