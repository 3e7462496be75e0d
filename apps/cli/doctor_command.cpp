// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>

#include "apps/cli/commands.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "stiction/analysis/doctor.hpp"

namespace stiction::cli {
namespace {

int run_doctor(const Arguments& arguments) {
  const ExperimentFile file = experiment_from(arguments);
  const std::vector<Finding> findings = examine(file.experiment);
  bool problem = false;
  for (const Finding& f : findings) problem = problem || f.severity == Severity::problem;
  if (arguments.has("--json")) {
    Json json = answer_about(file.experiment);
    json["findings"] = Json::array();
    for (const Finding& f : findings) {
      Json one;
      one["severity"] = severity_name(f.severity), one["topic"] = f.topic, one["what"] = f.what;
      one["why"] = f.why, one["advice"] = f.advice;
      json["findings"].push_back(std::move(one));
    }
    std::puts(json.text().c_str());
  } else {
    // The worst first.
    for (const Severity severity : {Severity::problem, Severity::warning, Severity::note, Severity::good})
      for (const Finding& f : findings) {
        if (f.severity != severity) continue;
        std::printf("%-8s %s: %s\n", std::string(severity_name(severity)).c_str(), f.topic.c_str(), f.what.c_str());
        if (severity != Severity::good) std::printf("         why: %s\n", f.why.c_str());
        if (!f.advice.empty()) std::printf("         do:  %s\n", f.advice.c_str());
      }
  }
  return problem ? failed : ok;
}

}  // namespace

CommandRow doctor_command() {
  return {.name = "doctor",
          .purpose = "is this experiment physical, passive, certified, resolvable at my sample rate?",
          .positionals = {{"FILE", "experiment in TOML"}},
          .options = {set_option},
          .examples = {"stiction doctor examples/09_hunting.toml",
                       "stiction doctor servo.toml --set controller.sampled.sample_time=2e-3"},
          .notes = "",
          .run = &run_doctor};
}

}  // namespace stiction::cli
