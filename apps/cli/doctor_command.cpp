// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "apps/cli/progress.hpp"
#include "stiction/answers/doctor_answer.hpp"

namespace stiction::cli {
namespace {

/// The installed program on this machine, instead of an experiment.
int examine_self(const Arguments& arguments) {
  std::vector<SelfCheck> checks;
  {
    Progress progress("doctor", arguments.has("--quiet"));
    checks = self_check([&](double fraction) {
      progress.report(fraction);
      return was_interrupted();
    });
  }
  if (was_interrupted()) return interrupted;
  bool all_hold = true;
  for (const SelfCheck& c : checks) all_hold = all_hold && c.holds;
  if (arguments.has("--json")) {
    std::puts(self_check_answer(checks).text().c_str());
  } else {
    for (const SelfCheck& c : checks)
      std::printf("%-6s %-36s %s\n", c.holds ? "ok" : "FAILS", c.topic.c_str(), c.detail.c_str());
    std::printf("\n%s\n", all_hold ? "this installation computes what it should"
                                   : "do not trust this installation: reinstall it, or build it again on this machine");
  }
  return all_hold ? ok : failed;
}

int run_doctor(const Arguments& arguments) {
  if (arguments.has("--self")) {
    if (arguments.positionals().empty()) return examine_self(arguments);
    throw WrongCall("--self looks at the program, not at a file; leave one of them out");
  }
  if (arguments.positionals().empty())
    throw WrongCall("give an experiment file, or --self to check the program itself");
  const ExperimentFile file = experiment_from(arguments);
  const std::vector<Finding> findings = examine(file.experiment);
  bool problem = false;
  for (const Finding& f : findings) problem = problem || f.severity == Severity::problem;
  if (arguments.has("--json")) {
    std::puts(findings_answer(file.experiment, findings).text().c_str());
  } else {
    for (const Finding& f : findings) {
      std::printf("%-8s %s: %s\n", std::string(severity_name(f.severity)).c_str(), f.topic.c_str(), f.what.c_str());
      if (f.severity != Severity::good) std::printf("         why: %s\n", f.why.c_str());
      if (!f.advice.empty()) std::printf("         do:  %s\n", f.advice.c_str());
    }
  }
  return problem ? failed : ok;
}

}  // namespace

CommandRow doctor_command() {
  return {.name = "doctor",
          .purpose = "is this experiment physical, passive, certified, resolvable at my sample rate?",
          .positionals = {{"FILE", "experiment in TOML", false}},
          .options = {set_option,
                      {"--self", "", "", "check the installed program on this machine instead of an experiment"}},
          .examples = {"stiction doctor examples/09_hunting.toml", "stiction doctor servo.toml --set plant.mass=50",
                       "stiction doctor --self"},
          .notes = "",
          .run = &run_doctor};
}

}  // namespace stiction::cli
