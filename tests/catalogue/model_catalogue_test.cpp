// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/model_catalogue.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/models/all_models.hpp"

namespace stiction {
namespace {

std::string message_of(auto&& call) {
  try {
    call();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(ModelCatalogue, HoldsEveryModelOnce) {
  EXPECT_EQ(model_catalogue().size(), AllModels::size);
  for (const ModelEntry& e : model_catalogue()) EXPECT_EQ(&find_model(e.info.name), &e);
}

TEST(ModelCatalogue, TellsWhatALawIs) {
  const ModelEntry& lugre = find_model("lugre");
  EXPECT_EQ(lugre.kind, "smooth");
  EXPECT_EQ(lugre.parameters.size(), 7u);
  EXPECT_EQ(lugre.parameters[0].name, "bristle_stiffness");
  EXPECT_EQ(lugre.parameters[0].defaults, std::vector{1e5});
  EXPECT_EQ(lugre.states[0].unit, "m");
  EXPECT_EQ(lugre.presets[0].name, "canudas1995");
  EXPECT_EQ(find_model("karnopp").kind, "hybrid");
  EXPECT_EQ(find_model("coulomb").kind, "hybrid");
}

TEST(ModelCatalogue, AnswersAnUnknownNameWithTheNearestKnown) {
  const std::string message = message_of([] { find_model("lugree"); });
  EXPECT_NE(message.find("unknown friction model \"lugree\"; did you mean \"lugre\"?"), std::string::npos) << message;
}

// One exception names everything: a mistyped name, a wrong unit, a NaN, a negative number and the rule between fields.
TEST(ModelCatalogue, NamesEverythingThatIsWrongAtOnce) {
  const std::string message = message_of([] {
    find_model("lugre").resolve("", {{"viscous_dampng", 0.1},
                                     {"stribeck_velocity", {1e-3, "N"}},
                                     {"bristle_stiffness", -5.0},
                                     {"bristle_damping", std::nan("")},
                                     {"static_force", 0.5}});
  });
  for (const char* part : {"lugre: ", "unknown parameter \"viscous_dampng\"; did you mean \"viscous_damping\"?",
                           "stribeck_velocity is given in \"N\" but is measured in m/s",
                           "bristle_stiffness = -5 N/m must be finite and positive",
                           "bristle_damping = nan N.s/m must be finite and not negative",
                           "static_force >= coulomb_force must hold, but coulomb_force = 1 N, static_force = 0.5 N"})
    EXPECT_NE(message.find(part), std::string::npos) << part << "\nis missing in\n" << message;
}

TEST(ModelCatalogue, ResolvesPresetsThenValuesInTheirUnits) {
  const NamedValues values = find_model("lugre").resolve("astrom2008_fig4", {{"bristle_stiffness", {3.0, "N/mm"}}});
  EXPECT_EQ(values.at("bristle_stiffness").numbers, std::vector{3000.0});
  EXPECT_EQ(values.at("static_force").numbers, std::vector{5.88});
}

// Dahl at 1 mm/s for 10 ms steps: F = 1 - exp(-1e5 x) N, by hand.
TEST(ModelCatalogue, RunsALawAlongAMotion) {
  const ModelEntry& dahl = find_model("dahl");
  const std::vector<double> velocity{1e-3, 1e-3};
  const auto force = dahl.force_along(dahl.resolve("", {}), velocity, 0.01);
  EXPECT_NEAR(force[0], -std::expm1(-1.0), 1e-15);
  EXPECT_NEAR(force[1], -std::expm1(-2.0), 1e-15);
}

TEST(ModelCatalogue, KnowsThatTableIIsNotPassive) {
  const ModelEntry& lugre = find_model("lugre");
  EXPECT_NEAR(lugre.passivity_margin(lugre.resolve("canudas1995", {})), 0.4 - 158.11388300841898, 1e-9);
}

}  // namespace
}  // namespace stiction
