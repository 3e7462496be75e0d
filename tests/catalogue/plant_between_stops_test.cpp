// SPDX-License-Identifier: BSD-3-Clause
// A plant put between hard stops at run time is the plant that `WithHardStops<Plant>` is, number by number.
#include "stiction/catalogue/plant_between_stops.hpp"

#include <gtest/gtest.h>

#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/plants/flow_valve.hpp"
#include "stiction/plants/geared_motor.hpp"
#include "stiction/plants/two_mass_drive.hpp"
#include "stiction/plants/with_hard_stops.hpp"
#include "tests/loop/slope_differences.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::testing::plant_between_stops_test {
namespace {

/// A plant whose stops hold another place than its drive, one with non-smooth points of its own, one that turns.
template <class Plant>
class PlantBetweenStops : public ::testing::Test {};
using Plants = ::testing::Types<FlowValve, TwoMassDrive, GearedMotor>;
TYPED_TEST_SUITE(PlantBetweenStops, Plants);

template <class Plant>
const PlantPart& made_part() {
  return with_hard_stops(plant_part<Plant>(), {{"lower_stop", -1.0}});
}
void expect_same_rows(const std::vector<FieldInfo>& a, const std::vector<FieldInfo>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].name, b[i].name);
    EXPECT_EQ(a[i].unit, b[i].unit);
    EXPECT_EQ(a[i].defaults, b[i].defaults);
  }
}

TYPED_TEST(PlantBetweenStops, HasTheSameTablesAndMessages) {
  using Typed = WithHardStops<TypeParam>;
  const PlantPart& part = made_part<TypeParam>();
  expect_same_rows(part.parameters, describe<ParametersOf<Typed>>());
  expect_same_rows(part.outputs, describe<OutputsOf<Typed>>());
  expect_same_rows(part.inputs, describe<InputsOf<Typed>>());
  EXPECT_EQ(part.kink_count, kink_count_of_plant<Typed>());
  EXPECT_EQ(&Typed::info, part.info);
  ParametersOf<Typed> wrong;
  wrong.lower_stop = 2;
  for (int more = 0; more < 2; ++more) {
    const auto numbers = numbers_of(wrong);
    const std::vector<Violation> made = part.violations(numbers.data()), typed = violations(wrong);
    ASSERT_EQ(made.size(), typed.size());
    for (std::size_t i = 0; i < typed.size(); ++i) EXPECT_EQ(made[i].text, typed[i].text);
    wrong.stop_stiffness = -1, wrong.stop_damping = -1;
  }
}

// In free motion, in either stop, and leaving it so fast that it would have to pull.
TYPED_TEST(PlantBetweenStops, HasTheSameFunctions) {
  using Typed = WithHardStops<TypeParam>;
  using F = PlantFunctions<Typed>;
  const PlantTable<double>& t = made_part<TypeParam>().tables.plain;
  constexpr std::size_t contacts = contact_count<Typed>, states = field_count<StateOf<Typed>>;
  RandomCases random(5);
  int touched = 0;
  for (int i = 0; i < 300; ++i) {
    ParametersOf<Typed> chosen = random.parameters<Typed>(1.0);
    chosen.lower_stop = -0.5, chosen.upper_stop = 0.3, chosen.stop_damping = 1;
    const auto p = numbers_of(chosen);
    double x[states], u[most_plant_inputs], du[most_plant_inputs], friction[contacts];
    for (auto* row : {&u, &du})
      for (double& one : *row) one = random.uniform(-2, 2);
    for (double& one : x) one = random.uniform(-2, 2);
    for (double& one : friction) one = random.uniform(-2, 2);

    std::array<Contact<double>, contacts> c, expected_c;
    t.contacts(p.data(), x, u, du, c.data()), F::contacts(p.data(), x, u, du, expected_c.data());
    for (std::size_t k = 0; k < contacts; ++k) {
      EXPECT_EQ(c[k].applied_force, expected_c[k].applied_force);
      EXPECT_EQ(c[k].velocity, expected_c[k].velocity);
    }
    std::array<double, states> dx, expected_dx;
    t.rate(p.data(), x, u, du, friction, dx.data()), F::rate(p.data(), x, u, du, friction, expected_dx.data());
    EXPECT_EQ(dx, expected_dx);
    std::array<double, kink_count_of_plant<Typed>()> kinks, expected_kinks;
    t.kinks(p.data(), x, u, kinks.data()), F::kinks(p.data(), x, u, expected_kinks.data());
    EXPECT_EQ(kinks, expected_kinks);
    std::array<double, field_count<OutputsOf<Typed>>> outputs, expected_outputs;
    t.outputs(p.data(), x, u, du, friction, outputs.data());
    F::outputs(p.data(), x, u, du, friction, expected_outputs.data());
    EXPECT_EQ(outputs, expected_outputs);
    touched += outputs.back() != 0;
    const double power = F::template power<double, double>(p.data(), x, u, du, friction);
    EXPECT_EQ(t.power(p.data(), x, u, du, friction), power);
    const double energy = F::template energy<double, double>(p.data(), x, u);
    EXPECT_EQ(t.energy(p.data(), x, u), energy);
  }
  EXPECT_GT(touched, 100);
  EXPECT_LT(touched, 300);
}

/// Thrown against a stop and pressed there.
LoopRun thrown(const std::string& law) {
  NamedExperiment e;
  e.plant.model = "mass_on_surface";
  e.plant.values = {{"upper_stop", 0.02}, {"stop_stiffness", 1e4}, {"stop_damping", 0.5}};
  e.plant.initial = {{"velocity", 0.5}};
  e.friction = {NamedPart{.model = law}};
  e.inputs.insert_or_assign("force", NamedSignal(5.0));
  return assemble(e);
}

// By the numbers of the plant and of its stops, on the natural length of the bristles.
TEST(PlantBetweenStopsInARun, HasSlopesByItsStops) {
  const LoopRun made = thrown("lugre");
  std::vector<std::size_t> places;
  for (const char* name : {"mass", "upper_stop", "stop_stiffness", "stop_damping"})
    places.push_back(made.loop().find_parameter("plant." + std::string(name)));
  expect_slopes_of_differences(made, places, 0.1);
}

// Coulomb friction has no length of its own: errors are allowed relative to 1 m, of which the depth of an impact is a
// hundredth and less. Slopes then have fewer digits than the tolerance says, and get them as it falls.
TEST(PlantBetweenStopsInARun, HasSlopesThatConvergeWhereFrictionHasNoLength) {
  const LoopRun made = thrown("coulomb");
  const std::size_t place = made.loop().find_parameter("plant.stop_stiffness");
  const auto moved = [&](double by) {
    std::vector<double> p = made.parameters();
    p[place] *= 1 + by;
    return end_of(made, p, 0.1, 1e-12);
  };
  // Differences of fourth order.
  const auto a = moved(1e-3), b = moved(-1e-3), c = moved(2e-3), d = moved(-2e-3);
  const double size = made.parameters()[place];
  for (const auto& [tolerance, off] : {std::pair{1e-8, 1e-4}, std::pair{1e-11, 3e-7}}) {
    LoopSensitivity slopes(made, {place});
    end_of(made, made.parameters(), 0.1, tolerance, &slopes);
    for (std::size_t n = 0; n < 2; ++n) {
      const double by_differences = (8 * (a[n] - b[n]) - (c[n] - d[n])) / (12 * 1e-3 * size);
      EXPECT_NEAR(slopes.slopes()[n], by_differences, off * std::abs(by_differences)) << tolerance;
    }
  }
}

}  // namespace
}  // namespace stiction::testing::plant_between_stops_test
