// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/doctor_sampling.hpp"

#include <algorithm>

#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/signal_catalogue.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

constexpr double samples_of_a_sine = 10;  ///< a period, below which a held sine is a staircase of another shape
constexpr double least_samples = 2;       ///< a period, below which a sine cannot be told from a slower one

/// The fastest swing of a signal [Hz]: every frequency of its table, and that of the highest multiple in a multisine.
double fastest_swing(const NamedSignal& signal) {
  double fastest = 0;
  for (const NamedSignal::Term& term : signal.terms) {
    if (term.kind == "lines" || term.kind == "csv") continue;
    const SignalEntry& kind = find_signal_kind(term.kind);
    const auto value = [&](std::string_view name, double otherwise) {
      const auto row = std::find_if(kind.parameters.begin(), kind.parameters.end(),
                                    [&](const FieldInfo& r) { return r.name == name; });
      return row == kind.parameters.end() ? otherwise : value_in(term.values, name).value_or(row->defaults.front());
    };
    for (const FieldInfo& row : kind.parameters)
      if (row.unit == "Hz") fastest = std::max(fastest, value(row.name, 0) * value("last", 1));
  }
  return fastest;
}

class SampledOscillations {
 public:
  explicit SampledOscillations(const NamedExperiment& e)
      : sample_time_(value_in(*e.sampled, "sample_time").value_or(1e-3)) {
    for (const FieldInfo& row : find_controller(e.controller->model).part(e.controller->values).parameters)
      if (const auto value = value_in(e.controller->values, row.name)) {
        const std::string path = "controller." + std::string(row.name);
        if (row.unit == "Hz") look_at(path, *value, true);
        if (row.name == "pulse_width") look_at(path, 0.5 / *value, true);  // a pulse is half a swing
      }
    for (const auto& [name, signal] : e.references) look_at("reference." + name, fastest_swing(signal), true);
    for (const auto& [name, signal] : e.inputs) look_at("input." + name, fastest_swing(signal), false);
  }
  std::vector<Finding> findings;

 private:
  void look_at(const std::string& path, double frequency, bool of_controller) {
    const double samples = 1 / (frequency * sample_time_);
    if (!(samples < samples_of_a_sine)) return;
    const bool aliased = samples < least_samples;
    findings.push_back({.severity = of_controller && aliased ? Severity::problem : Severity::warning,
                        .topic = "sampled oscillation",
                        .what = path + " swings at " + rounded_text(frequency) + " Hz: " + rounded_text(samples, 3) +
                                " samples a period, one every " + rounded_text(sample_time_ * 1e3) + " ms",
                        .why = aliased ? "below two samples a period it appears as a slower swing that nobody asked for"
                               : of_controller ? "what the drive gets is a staircase of another size and phase"
                                               : "the controller sees it distorted and late, and answers that",
                        .advice = "a frequency below " + rounded_text(1 / (samples_of_a_sine * sample_time_), 3) +
                                  " Hz, or controller.sampled.sample_time below " +
                                  rounded_text(1e3 / (samples_of_a_sine * frequency), 3) + " ms"});
  }

  double sample_time_;
};

}  // namespace

std::vector<Finding> examine_sampled_oscillations(const NamedExperiment& resolved) {
  if (!resolved.sampled || !resolved.controller) return {};
  return SampledOscillations(resolved).findings;
}

}  // namespace stiction
