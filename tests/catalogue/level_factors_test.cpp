// SPDX-License-Identifier: BSD-3-Clause
// What multiplies the force levels of any law by name, against the wrappers by type, closed forms and energy.
#include "stiction/catalogue/level_factors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/models/elasto_plastic.hpp"
#include "stiction/models/generalized_kinetic.hpp"
#include "stiction/models/load_dependence.hpp"
#include "stiction/models/zero_velocity_band.hpp"
#include "stiction/plants/geared_motor.hpp"
#include "stiction/plants/vibrating_incline.hpp"
#include "tests/loop/slope_differences.hpp"

namespace stiction::testing::level_factors_test {
namespace {

constexpr double pi = std::numbers::pi;

std::vector<double> end_of_run(const PlantPart& plant, const ContactPart& law, const std::string& input,
                               const std::string& other, const NamedValues& set) {
  const SignalSum swinging{{&signal_part<SineSignal<>>(), {}}};
  std::vector<SignalSum> inputs;
  for (const FieldInfo& row : plant.inputs)
    inputs.push_back(row.name == input || row.name == other ? swinging
                                                            : SignalSum{{&signal_part<ConstantSignal<>>(), {}}});
  const auto loop =
      std::make_shared<const Loop>(LoopParts{.plant = &plant, .contacts = {&law}, .inputs = std::move(inputs)});
  std::vector<double> p = loop->default_parameters();
  for (const auto& [name, value] : set) p[loop->find_parameter(name)] = value.numbers.front();
  return end_of(LoopRun(loop, p), p, 1.3, 1e-9);
}

// By name and by type it is the same law: the same numbers to rounding, over stick, slip and parted surfaces.
template <class Law>
void expect_same_under_normal_force() {
  const NamedValues set{{"input.force.amplitude", 12.0},
                        {"input.force.frequency", 1.1},
                        {"input.acceleration_normal.amplitude", 13.0},  // more than gravity: the surfaces part
                        {"input.acceleration_normal.frequency", 2.3},
                        {"friction.nominal_normal_force", 4.0}};
  const ContactPart& named = with_level_factors(contact_part<Law>(), {{"nominal_normal_force", 1.0}});
  const auto a =
      end_of_run(plant_part<VibratingIncline>(), contact_part<NormalLoad<Law>>(), "force", "acceleration_normal", set);
  const auto b = end_of_run(plant_part<VibratingIncline>(), named, "force", "acceleration_normal", set);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-9 * (1e-3 + std::abs(a[i]))) << Law::info.name;
}
template <class Law>
void expect_same_in_a_gear() {
  const NamedValues set{{"input.motor_torque.amplitude", 6.0}, {"input.motor_torque.frequency", 1.1},
                        {"input.load_torque.amplitude", 40.0}, {"input.load_torque.frequency", 2.3},
                        {"friction.driving_loss", 0.3},        {"friction.back_driving_loss", 0.6}};
  const ContactPart& named = with_level_factors(contact_part<Law>(), {{"driving_loss", 0.0}});
  const auto a =
      end_of_run(plant_part<GearedMotor>(), contact_part<GearLoss<Law>>(), "motor_torque", "load_torque", set);
  const auto b = end_of_run(plant_part<GearedMotor>(), named, "motor_torque", "load_torque", set);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-9 * (1e-3 + std::abs(a[i]))) << Law::info.name;
}
TEST(LevelFactors, AreThoseOfTheWrappersByType) {
  expect_same_under_normal_force<LuGre>();
  expect_same_under_normal_force<ElastoPlastic>();
  expect_same_under_normal_force<GeneralizedKinetic>();
  expect_same_under_normal_force<Karnopp>();
  expect_same_in_a_gear<LuGre>();
  expect_same_in_a_gear<GeneralizedKinetic>();
}

NamedExperiment sliding(const std::string& law, NamedValues values) {
  NamedExperiment e;
  e.plant.model = "prescribed_velocity";
  e.friction = {{.model = law, .values = std::move(values)}};
  e.inputs.emplace("velocity", NamedSignal(0.3));
  e.run.duration = 2, e.run.record.interval = 0.01;
  return e;
}

// Coulomb friction along an uneven, warm path is F_C (1 + sum) (1 + a dT) at every place.
TEST(LevelFactors, FollowThePathAndTheTemperature) {
  const NamedExperiment e = sliding("coulomb", {{"coulomb_force", 2.0},
                                                {"position_period", 0.05},
                                                {"position_cosine", {0.2, 0.0, 0.1}},
                                                {"position_sine", {0.0, -0.3}},
                                                {"temperature_rise", 30.0},
                                                {"level_per_kelvin", -0.01}});
  const Trajectory t = run_loop(assemble(e), e.run);
  ASSERT_TRUE(t.result.finished()) << t.result.reason;
  for (std::size_t i = 0; i < t.time.size(); ++i) {
    const double angle = 2 * pi * 0.3 * t.time[i] / 0.05;
    const double factor = 1 + 0.2 * std::cos(angle) + 0.1 * std::cos(3 * angle) - 0.3 * std::sin(2 * angle);
    ASSERT_NEAR(t["friction_force"][i], 2 * factor * 0.7, 1e-6) << t.time[i];
  }
}

/// A table as the documentation describes it, by search.
double from_table(double x, const std::vector<double>& places, const std::vector<double>& factors, double period) {
  if (period > 0) x -= period * std::floor((x - places.front()) / period);
  if (x <= places.front()) return factors.front();
  for (std::size_t k = 1; k < places.size(); ++k)
    if (x <= places[k])
      return factors[k - 1] + (factors[k] - factors[k - 1]) * (x - places[k - 1]) / (places[k] - places[k - 1]);
  if (period == 0) return factors.back();
  return factors.back() +
         (factors.front() - factors.back()) * (x - places.back()) / (places.front() + period - places.back());
}

// Coulomb friction follows the table at every place, to and fro, beyond its ends and over many periods.
TEST(LevelFactors, FollowATableAlongThePath) {
  const std::vector<double> places{-0.02, 0.01, 0.05, 0.06}, factors{0.5, 2.0, 1.0, 1.5};
  for (const double period : {0.0, 0.09})
    for (const char* law : {"coulomb", "karnopp"}) {
      NamedExperiment e =
          sliding(law, {{"coulomb_force", 2.0}, {"table_positions", places}, {"table_factors", factors}});
      if (std::string_view(law) == "karnopp")
        e.friction[0].values.insert({{"viscous_damping", 0.0}, {"static_force", 2.0}});
      if (period > 0) e.friction[0].values.emplace("table_period", period);
      e.inputs.insert_or_assign("velocity", NamedSignal(std::vector<NamedSignal::Term>{
                                                {.kind = "sine", .values = {{"amplitude", 1.1}, {"frequency", 0.6}}}}));
      e.run.solver.tolerance = 1e-10;
      const Trajectory t = run_loop(assemble(e), e.run);
      ASSERT_TRUE(t.result.finished()) << t.result.reason;
      for (std::size_t i = 1; i < t.time.size(); ++i) {
        const double speed = 1.1 * std::sin(2 * pi * 0.6 * t.time[i]);
        if (std::abs(speed) < 0.01) continue;
        const double expected = std::copysign(2 * from_table(t["travelled"][i], places, factors, period), speed);
        ASSERT_NEAR(t["friction_force"][i], expected, 1e-6) << law << " " << t.time[i];
      }
    }
}

// The corners of a table are events, so that the method keeps its order: a hundredfold tolerance, not more error than
// that.
TEST(LevelFactors, CornersOfATableCostNoAccuracy) {
  NamedExperiment e;
  e.plant.initial = {{"velocity", 1.5}};
  e.friction = {{.model = "coulomb",
                 .values = {{"coulomb_force", 2.0},
                            {"table_positions", {0.1, 0.15, 0.2}},
                            {"table_factors", {1.0, 3.0, 0.4}},
                            {"table_period", 0.17}}}};
  e.run.duration = 0.5;
  const auto end = [&](double tolerance) {
    e.run.solver.tolerance = tolerance;
    return run_loop(assemble(e), e.run).final_value("position");
  };
  const double exact = end(1e-13);
  EXPECT_NEAR(end(1e-6), exact, 1e-6);
  EXPECT_NEAR(end(1e-9), exact, 1e-9);
  // Energy: the work of friction from the first place to the last is the kinetic energy lost.
  double work = 0;
  const int steps = 200000;
  for (int k = 0; k < steps; ++k)
    work += 2 * from_table(exact * (k + 0.5) / steps, {0.1, 0.15, 0.2}, {1.0, 3.0, 0.4}, 0.17) * exact / steps;
  e.run.solver.tolerance = 1e-13;
  const double speed = run_loop(assemble(e), e.run).final_value("velocity");
  EXPECT_NEAR(0.5 * (1.5 * 1.5 - speed * speed), work, 1e-8);
}

TEST(LevelFactors, ATableHasSlopes) {
  NamedExperiment e;
  e.friction = {
      {.model = "lugre",
       .values = {{"table_positions", {0.0, 0.02, 0.05}}, {"table_factors", {0.7, 1.6, 1.1}}, {"table_period", 0.08}}}};
  e.inputs.emplace("force", NamedSignal(std::vector<NamedSignal::Term>{
                                {.kind = "sine", .values = {{"amplitude", 4.0}, {"frequency", 1.3}}}}));
  const LoopRun run = assemble(e);
  std::vector<std::size_t> places;
  for (const char* path :
       {"friction.table_positions[1]", "friction.table_factors[2]", "friction.table_period", "friction.coulomb_force"})
    places.push_back(run.loop().find_parameter(path));
  expect_slopes_of_differences(run, places, 1.1);
}

// A normal force given as an input is that of an incline that does not incline: N = m (g + a_n).
TEST(NormalForceInput, IsThatOfALevelIncline) {
  for (const char* law : {"coulomb", "lugre", "karnopp"}) {
    NamedExperiment incline;
    incline.plant.model = "vibrating_incline",
    incline.plant.values = {{"mass", 2.0}, {"angle", 0.0}, {"gravity", 10.0}};
    incline.friction = {{.model = law, .values = {{"nominal_normal_force", 15.0}}}};
    const NamedSignal push(
        std::vector<NamedSignal::Term>{{.kind = "sine", .values = {{"amplitude", 5.0}, {"frequency", 0.8}}}});
    incline.inputs.emplace("force", push);
    NamedExperiment flat = incline;
    flat.plant = {.model = "mass_on_surface", .values = {{"mass", 2.0}}};
    incline.inputs.emplace("acceleration_normal",
                           NamedSignal(std::vector<NamedSignal::Term>{
                               {.kind = "sine", .values = {{"amplitude", 12.0}, {"frequency", 2.0}}}}));
    flat.inputs.emplace("normal_force",
                        NamedSignal(std::vector<NamedSignal::Term>{
                            {.kind = "sine", .values = {{"amplitude", 24.0}, {"frequency", 2.0}, {"bias", 20.0}}}}));
    for (NamedExperiment* e : {&incline, &flat}) e->run.duration = 2, e->run.solver.tolerance = 1e-10;
    const Trajectory a = run_loop(assemble(incline), incline.run), b = run_loop(assemble(flat), flat.run);
    ASSERT_TRUE(a.result.finished() && b.result.finished()) << law;
    EXPECT_NEAR(a.final_value("position"), b.final_value("position"), 1e-7) << law;
    EXPECT_NEAR(a.final_value("velocity"), b.final_value("velocity"), 1e-7) << law;
  }
}

// Every plant with one contact takes it, behind stops and an electric motor too.
TEST(NormalForceInput, GoesWithEveryPlantOfOneContact) {
  for (const PlantEntry& plant : plant_catalogue()) {
    if (plant.contacts.size() != 1 || plant.has_normal_force) continue;
    NamedExperiment e;
    e.plant.model = std::string(plant.info.name);
    if (plant.has_drive) e.plant.values = {{"lower_stop", -0.1}, {"motor_constant", 0.2}};
    e.friction = {{.model = "coulomb", .values = {{"nominal_normal_force", 2.0}}}};
    e.inputs.emplace("normal_force", NamedSignal(5.0));
    e.run.duration = 0.05;
    LoopRun run = assemble(e);
    std::vector<double> y = run.initial_state();
    run.start(0, y.data());
    EXPECT_EQ(run.contacts_at(0, y.data())[0].normal_force, 5.0) << plant.info.name;
    EXPECT_TRUE(run_loop(run, e.run).result.finished()) << plant.info.name;
  }
}

// One that no law reads is a mistake, and is told.
TEST(NormalForceInput, IsRefusedWhereNoLawReadsIt) {
  NamedExperiment e;
  e.friction = {{.model = "coulomb"}};
  e.inputs.emplace("normal_force", NamedSignal(5.0));
  try {
    assemble(e);
    FAIL() << "normal_force was taken and ignored";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("nominal_normal_force"), std::string::npos) << error.what();
  }
}

// A path is uneven for a body at rest too: it holds what its place holds.
TEST(LevelFactors, ABodyAtRestHoldsWhatItsPlaceHolds) {
  for (const double place : {0.0, 0.25, 0.5, 0.75}) {
    NamedExperiment e;
    e.plant.initial = {{"position", place}};
    e.friction = {
        {.model = "coulomb", .values = {{"coulomb_force", 1.0}, {"position_period", 1.0}, {"position_cosine", 0.5}}}};
    const double level = 1 + 0.5 * std::cos(2 * pi * place);
    for (const double share : {0.999, 1.001}) {
      e.inputs.insert_or_assign("force", NamedSignal(share * level));
      const Trajectory t = run_loop(assemble(e), e.run);
      EXPECT_EQ(t.final_value("position") > place, share > 1) << place;
    }
  }
}

// However levels vary along the path, nobody gets more out of the bristles than they can hold: F^2 / (2 sigma_0).
// Without bristles nobody gets anything.
TEST(LevelFactors, GiveBackNoMoreThanIsStored) {
  for (const char* law : {"dahl", "lugre", "elasto_plastic", "coulomb", "stiction_coulomb_viscous"})
    for (const double frequency : {0.2, 1.0, 7.0})
      for (const double amplitude : {1e-6, 2e-5, 0.013}) {
        NamedExperiment e;
        e.plant.model = "prescribed_position";
        e.friction = {{.model = law, .values = {{"position_period", 0.01}, {"position_sine", {0.4, 0.3, 0.2}}}}};
        NamedValues& values = e.friction[0].values;
        for (const FieldInfo& row : find_model(law).parameters) {
          if (row.name == "bristle_damping") values.emplace("bristle_damping", 0.0);
          if (row.name == "bristle_stiffness") values.emplace("bristle_stiffness", 1e5);
        }
        e.inputs.emplace("position",
                         NamedSignal(std::vector<NamedSignal::Term>{
                             {.kind = "sine", .values = {{"amplitude", amplitude}, {"frequency", frequency}}}}));
        e.run.duration = 6 / frequency, e.run.record.interval = 0.01 / frequency;
        const Trajectory t = run_loop(assemble(e, true), e.run);
        ASSERT_TRUE(t.result.finished()) << law << " " << t.result.reason;
        const double highest = 1.5 * 1.9,
                     stored = values.contains("bristle_stiffness") ? highest * highest / 2e5 : 1e-12;
        for (const double work : t["friction_work"]) ASSERT_GT(work, -1.0001 * stored) << law << " " << amplitude;
      }
}

// Any law with any factor that its plant has: the run ends, and every signal is a number.
TEST(LevelFactors, GoWithEveryLaw) {
  for (const ModelEntry& law : model_catalogue()) {
    const auto expect_runs = [&](const std::string& plant, const NamedValues& values) {
      NamedExperiment e;
      e.plant.model = plant;
      e.friction = {{.model = std::string(law.info.name), .values = values}};
      e.inputs.emplace(plant == "geared_motor" ? "motor_torque" : "force", NamedSignal(0.8));
      e.run.duration = 0.05, e.run.solver.tolerance = 1e-5;
      const Trajectory t = run_loop(assemble(e, true), e.run);
      EXPECT_TRUE(t.result.finished()) << law.info.name << ": " << t.result.reason;
      for (const TrajectorySignal& signal : t.signals)
        for (const double x : signal.values) ASSERT_TRUE(std::isfinite(x)) << law.info.name << ": " << signal.name;
    };
    expect_runs("mass_on_surface",
                {{"position_period", 0.01}, {"position_cosine", {0.1, 0.2}}, {"level_per_kelvin", 0.01}});
    expect_runs("mass_on_surface",
                {{"table_positions", {-0.1, 0.0, 1e-4, 2e-4}}, {"table_factors", {1.0, 2.0, 0.5, 1.0}}});
    expect_runs("vibrating_incline", {{"nominal_normal_force", 8.0}});
    expect_runs("geared_motor", {{"driving_loss", 0.2}, {"position_sine", 0.3}});
  }
}

// Slopes by every number of the factors, and by those of the law under them.
TEST(LevelFactors, HaveSlopes) {
  NamedExperiment e;
  e.friction = {{.model = "lugre",
                 .values = {{"position_period", 0.07},
                            {"position_cosine", {0.2, 0.1}},
                            {"temperature_rise", 20.0},
                            {"level_per_kelvin", 0.004}}}};
  e.inputs.emplace("force", NamedSignal(std::vector<NamedSignal::Term>{
                                {.kind = "sine", .values = {{"amplitude", 3.0}, {"frequency", 1.3}}}}));
  const LoopRun run = assemble(e);
  std::vector<std::size_t> places;
  for (const char* path : {"friction.position_period", "friction.position_cosine[0]", "friction.position_sine[1]",
                           "friction.level_per_kelvin", "friction.coulomb_force", "plant.mass"})
    places.push_back(run.loop().find_parameter(path));
  expect_slopes_of_differences(run, places, 1.1);
}

TEST(LevelFactors, AreRefusedWhereTheyMeanNothing) {
  const auto message = [](const std::string& plant, const NamedValues& values) {
    NamedExperiment e;
    e.plant.model = plant;
    e.friction = {{.model = "coulomb", .values = values}};
    try {
      assemble(e);
    } catch (const InvalidInput& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(message("pulled_mass", {{"position_period", 1.0}}).find("position along the contact"), std::string::npos);
  EXPECT_NE(message("mass_on_surface", {{"nominal_normal_force", 1.0}}).find("normal_force in [input]"),
            std::string::npos);
  EXPECT_NE(
      message("pulled_mass", {{"table_positions", {0.0, 1.0}}, {"table_factors", {1.0, 2.0}}}).find("position along"),
      std::string::npos);
  EXPECT_NE(message("mass_on_surface", {{"table_positions", {0.0, 1.0}}}).find("same number"), std::string::npos);
  EXPECT_NE(message("mass_on_surface", {{"table_period", 1.0}}).find("table_positions and table_factors"),
            std::string::npos);
  EXPECT_NE(
      message("mass_on_surface", {{"table_positions", {0.0, 0.0}}, {"table_factors", {1.0, 2.0}}}).find("must rise"),
      std::string::npos);
  EXPECT_NE(message("mass_on_surface",
                    {{"table_positions", {0.0, 2.0}}, {"table_factors", {1.0, 2.0}}, {"table_period", 1.5}})
                .find("less than table_period"),
            std::string::npos);
  EXPECT_NE(
      message("mass_on_surface", {{"table_positions", {0.0, 2.0}}, {"table_factors", {1.0, -2.0}}}).find("positive"),
      std::string::npos);
  EXPECT_NE(message("mass_on_surface", {{"driving_loss", 1.0}}).find("gear"), std::string::npos);
  EXPECT_NE(message("mass_on_surface", {{"position_cosine", {0.6, 0.5}}}).find("less than 1"), std::string::npos);
  EXPECT_NE(message("mass_on_surface", {{"temperature_rise", 50.0}, {"level_per_kelvin", -0.03}}).find("above -1"),
            std::string::npos);
  EXPECT_NE(message("mass_on_surface", {{"position_period", NamedValue(1.0, "N")}}).find("measured in m"),
            std::string::npos);
}

// Without friction a body under a constant force falls freely, on every plant.
TEST(NoFriction, LeavesTheBodyAlone) {
  NamedExperiment e;
  e.friction = {{.model = "none"}};
  e.inputs.emplace("force", NamedSignal(-3.0));
  e.plant.initial = {{"velocity", 6.0}};
  e.run.duration = 4, e.run.solver.tolerance = 1e-12;
  const Trajectory t = run_loop(assemble(e, true), e.run);
  EXPECT_NEAR(t.final_value("position"), 6 * 4 - 0.5 * 3 * 16, 1e-11);
  EXPECT_NEAR(t.final_value("friction_work"), 0, 1e-12);
  for (const PlantEntry& plant : plant_catalogue()) {
    NamedExperiment any;
    any.plant.model = std::string(plant.info.name);
    any.friction.assign(plant.contacts.size(), {.model = "none"});
    any.run.duration = 0.1;
    EXPECT_TRUE(run_loop(assemble(any, true), any.run).result.finished()) << plant.info.name;
  }
}

}  // namespace
}  // namespace stiction::testing::level_factors_test
