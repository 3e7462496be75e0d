// SPDX-License-Identifier: BSD-3-Clause
// Slopes of runs with every law, by name, against differences of runs at a tight tolerance (Richardson).
#include <gtest/gtest.h>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/named_experiment.hpp"
#include "tests/loop/slope_differences.hpp"

namespace stiction {
namespace {

class SlopesOfEveryLaw : public ::testing::TestWithParam<std::string> {};

// A mass pulled over presliding, break-away and the first slip; every plant parameter and every law parameter that is
// not zero.
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
  testing::expect_slopes_of_differences(made, places, duration);
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
