// SPDX-License-Identifier: BSD-3-Clause
// Slopes of runs with every law, by name, against differences of runs at a tight tolerance (Richardson).
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/loop/sensitivity.hpp"

namespace stiction {
namespace {

std::vector<double> end_of(const LoopRun& made, const std::vector<double>& p, double duration, double tolerance,
                           LoopSensitivity* slopes = nullptr) {
  LoopRun run = made;
  run.set_parameters(p);
  std::vector<double> y = run.initial_state();
  run.start(0, y.data());
  LoopObserver none;
  if (slopes) slopes->begin(run, 0, y);
  SolveOptions options;
  options.tolerance = tolerance;
  const SolveResult result = solve(run, y, 0, duration, options, slopes ? static_cast<LoopObserver&>(*slopes) : none);
  EXPECT_TRUE(result.finished()) << result.reason;
  return y;
}

class SlopesOfEveryLaw : public ::testing::TestWithParam<std::string> {};

// A mass pulled over presliding, break-away and the first slip; every plant parameter and every law parameter that is
// not zero. Slopes count relative to the largest change that any parameter's own size makes in that state.
TEST_P(SlopesOfEveryLaw, AreThoseOfDifferences) {
  NamedExperiment e;
  e.plant.model = "pulled_mass";
  NamedPart law;
  law.model = GetParam();
  e.friction = {law};
  e.inputs.insert_or_assign("pull_speed", NamedSignal(0.7));
  // GMS rings through twenty mode changes before it slides; slopes grow with each, and so do errors of the run.
  const double duration = GetParam() == "generalized_maxwell_slip" ? 0.9 : 2.6;
  const LoopRun made = assemble(e);
  const Loop& loop = made.loop();
  const std::vector<double>& p = made.parameters();
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < loop.controller_parameters; ++k)
    if (p[k] != 0 && places.size() < 8) places.push_back(k);
  LoopSensitivity s(made, places);
  end_of(made, p, duration, 1e-8, &s);
  std::vector<std::vector<double>> truth, doubt;
  std::vector<double> size(loop.state_count, 0.0);
  for (const std::size_t place : places) {
    const auto difference = [&](double h) {
      std::vector<double> up = p, down = p;
      up[place] += h, down[place] -= h;
      std::vector<double> d = end_of(made, up, duration, 1e-12), low = end_of(made, down, duration, 1e-12);
      for (std::size_t n = 0; n < d.size(); ++n) d[n] = (d[n] - low[n]) / (2 * h);
      return d;
    };
    const double h = 1e-3 * std::abs(p[place]);
    const std::vector<double> coarse = difference(h), fine = difference(h / 2);
    std::vector<double>& d = truth.emplace_back(fine);
    std::vector<double>& own = doubt.emplace_back(d.size());  // what the differences leave open
    for (std::size_t n = 0; n < d.size(); ++n) own[n] = 0.1 * std::abs(fine[n] - coarse[n]);
    for (std::size_t n = 0; n < d.size(); ++n) {
      d[n] = (4 * fine[n] - coarse[n]) / 3;
      size[n] = std::max(size[n], std::abs(d[n] * p[place]));
    }
  }
  for (std::size_t k = 0; k < places.size(); ++k)
    for (std::size_t n = 0; n < loop.state_count; ++n)
      EXPECT_NEAR(s.slopes()[n * places.size() + k] * p[places[k]], truth[k][n] * p[places[k]],
                  2e-6 * size[n] + 1e-9 * made.scale()[n] + doubt[k][n] * p[places[k]])
          << loop.signals()[n].name << " by " << loop.parameters()[places[k]].name;
}

std::vector<std::string> laws_with_slopes() {
  std::vector<std::string> names;
  for (const ModelEntry& model : model_catalogue())
    if (model.kind != "memory") names.emplace_back(model.info.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(Catalogue, SlopesOfEveryLaw, ::testing::ValuesIn(laws_with_slopes()),
                         [](const auto& law) { return law.param; });

// What has no slopes is refused in words.
TEST(SlopesOfEveryLaw, SayWhereThereAreNone) {
  NamedExperiment e;
  NamedPart law;
  law.model = "preisach";
  e.friction = {law};
  EXPECT_THROW(LoopSensitivity(assemble(e), {0}), InvalidInput);
}

}  // namespace
}  // namespace stiction
