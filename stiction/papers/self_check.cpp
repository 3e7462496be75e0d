// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/self_check.hpp"

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdio>
#include <thread>

#include "stiction/analysis/energy_audit.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/io/experiment_file.hpp"
#include "stiction/papers/reproduce.hpp"

namespace stiction {
namespace {

std::string short_number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", x);
  return text;
}

/// What of the processor this program was compiled to use, and whether it has it.
SelfCheck check_processor() {
  SelfCheck check{"processor", "instructions every processor of its kind has", true};
#if defined(__AVX512F__)
  check = {"processor", "the program needs AVX-512", __builtin_cpu_supports("avx512f") != 0};
#elif defined(__AVX2__)
  check = {"processor", "the program needs AVX2", __builtin_cpu_supports("avx2") != 0};
#endif
  check.detail += ", " + std::to_string(std::max(1U, std::thread::hardware_concurrency())) + " threads";
  return check;
}

/// Numbers that a processor or a mathematical library set to be fast gets wrong. `volatile`: not at compile time.
SelfCheck check_arithmetic() {
  volatile double one = 1, smallest = 4.9406564584124654e-324, half = 0.5, hundred = 100;
  const bool rounds = std::fegetround() == FE_TONEAREST, subnormal = smallest > 0 && smallest * one == smallest;
  // To 20 digits: e, ln 100, sin 100, tanh 0.5.
  const double error = std::max({std::abs(std::exp(one) / 2.7182818284590452354 - 1),
                                 std::abs(std::log(hundred) / 4.6051701859880913680 - 1),
                                 std::abs(std::sin(hundred) / -0.50636564110975879366 - 1),
                                 std::abs(std::tanh(half) / 0.46211715726000975850 - 1)});
  return {"arithmetic",
          std::string(rounds ? "rounds to nearest" : "does NOT round to nearest") +
              (subnormal ? ", keeps subnormal numbers" : ", LOSES subnormal numbers") + ", functions to " +
              short_number(error),
          rounds && subnormal && error < 1e-15};
}

/// A figure of a paper: its numbers against those computed independently, and its claims.
SelfCheck check_figure(std::string_view name) {
  const std::string topic = "reference " + std::string(name);
  for (const PaperText& text : paper_texts()) {
    if (text.name != name) continue;
    const FigureResult r = reproduce(read_paper_figure(text));
    const auto worst = r.worst_deviation();
    std::string detail = std::to_string(r.measurements.size()) + " numbers, " + std::to_string(r.claims.size()) +
                         " claims" + (worst ? ", largest deviation " + short_number(*worst) : "");
    return {topic, r.problem.empty() ? detail : r.problem, r.holds()};
  }
  return {topic, "is not built in", false};
}

/// A mass on a law, shaken so that it slides and stops.
NamedExperiment shaken(std::string_view law) {
  NamedExperiment e;
  e.friction = {NamedPart{.model = std::string(law)}};
  const double level = assemble(e).contact_scale(0).force;
  NamedSignal::Term sine{.kind = "sine", .values = {{"amplitude", 2 * level}, {"frequency", 5.0}}};
  e.inputs.emplace("force", NamedSignal(std::vector{sine}));
  e.run.duration = 0.3;
  e.run.record.interval = 0.003;
  return e;
}

SelfCheck check_laws(const std::function<bool(std::size_t)>& go_on) {
  std::size_t count = 0;
  double worst = 0;
  std::string worst_law, failures;
  for (const ModelEntry& law : model_catalogue()) {
    if (!go_on(count)) return {"energy of every law", "interrupted", false};
    const NamedExperiment e = shaken(law.info.name);
    const Trajectory t = run_loop(assemble(e, true), e.run);
    ++count;
    if (!t.result.finished()) {
      failures += ", " + std::string(law.info.name) + ": " + t.result.reason;
      continue;
    }
    const double error = audit_energy(t).relative_error;
    if (error > worst) worst = error, worst_law = law.info.name;
  }
  return {
      "energy of every law",
      std::to_string(count) + " laws, the account closes to " + short_number(worst) + " (" + worst_law + ")" + failures,
      failures.empty() && worst < 1e-5};
}

/// The same run again, and in two threads at once: to the last bit.
SelfCheck check_repetition() {
  const NamedExperiment e = shaken("lugre");
  const auto run = [&e] { return run_loop(assemble(e, true), e.run)["position"]; };
  const std::vector<double> once = run();
  std::vector<double> left, right;
  {
    std::jthread other([&] { left = run(); });
    right = run();
  }
  const bool same = once == left && once == right;
  return {"repetition", same ? "a run and two at once in threads agree to the last bit" : "equal runs differ", same};
}

SelfCheck check_lanes() {
  const NamedExperiment e = shaken("lugre");
  LoopRun run = assemble(e);
  if (!run.has_lanes()) return {"lanes", "not built in", true};
  std::vector<double> y = run.initial_state();
  run.start(0, y.data());
  const std::size_t states = y.size(), signals = run.loop().signals().size();
  for (std::size_t n = 0; n < states; ++n) y[n] = 0.3 * run.scale()[n];
  const std::vector<Lanes> wide(y.begin(), y.end());
  std::vector<double> plain(signals);
  std::vector<Lanes> lanes(signals);
  run.signals(0.01, y.data(), plain.data());
  run.signals(Lanes(0.01), wide.data(), lanes.data());
  double worst = 0;
  for (std::size_t i = 0; i < signals; ++i)
    for (std::size_t k = 0; k < Lanes::size(); ++k)
      worst = std::max(worst, std::abs(lanes[i][k] - plain[i]) / (std::abs(plain[i]) + 1e-300));
  return {"lanes", std::to_string(Lanes::size()) + " at once agree with one to " + short_number(worst), worst < 1e-12};
}

/// An experiment written as text and read back is the same experiment.
SelfCheck check_texts() {
  const std::string text = experiment_text(shaken("elasto_plastic"));
  const bool same = experiment_text(parse_experiment(text, "self check").experiment) == text;
  return {"experiment files", same ? "written and read back without change" : "change when they are read back", same};
}

}  // namespace

std::vector<SelfCheck> self_check(const std::function<bool(double)>& interrupt) {
  // One figure for each kind of reference: steps of presliding, stick-slip, a hunting servo, drift, set-valued laws.
  constexpr std::string_view figures[] = {"lugre1995/fig2",  "lugre1995/fig6", "lugre1995/fig8",
                                          "dupont2002/fig7", "dumitriu/fig10", "bliman1993/stribeck_peak",
                                          "astrom2008/fig12"};
  std::vector<SelfCheck> all = {check_processor(), check_arithmetic()};
  const auto goes_on = [&](double fraction) { return !(interrupt && interrupt(fraction)); };
  for (std::size_t i = 0; i < std::size(figures) && goes_on(0.4 * static_cast<double>(i) / std::size(figures)); ++i)
    all.push_back(check_figure(figures[i]));
  const auto laws = static_cast<double>(model_catalogue().size());
  all.push_back(check_laws([&](std::size_t done) { return goes_on(0.4 + 0.6 * static_cast<double>(done) / laws); }));
  for (const auto check : {&check_lanes, &check_repetition, &check_texts}) all.push_back(check());
  return all;
}

}  // namespace stiction
