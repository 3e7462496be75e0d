// SPDX-License-Identifier: BSD-3-Clause
// Filters behind any controller, feed-forward beside it, and an electric motor in front of any plant.
#include "stiction/catalogue/shaped_controller.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/catalogue/resolved.hpp"
#include "stiction/control/pid.hpp"

namespace stiction::testing::shaped_controller_test {
namespace {

using Complex = std::complex<double>;
constexpr double pi = std::numbers::pi;

/// G(j w) of filters behind a gain of one newton per metre: y = C x + D u, x' = A x + B u, read off the part itself.
Complex response(const NamedValues& values, double frequency) {
  const ControllerPart& own = controller_part<Pid>();
  const NamedValues all = checked_shaping(own, values, "pid");
  const ControllerPart& part = shaped(own, all);
  std::vector<double> p = default_numbers(part.parameters);
  std::size_t place = 0;
  for (const FieldInfo& row : part.parameters) {
    if (row.name == "velocity_gain" || row.name == "integral_gain") p[place] = 0;
    if (row.name == "position_gain") p[place] = 1;
    if (const auto given = all.find(row.name); given != all.end()) p[place] = given->second.numbers.front();
    ++place;
  }
  const std::size_t n = number_total(part.states);
  const std::vector<double> nothing(number_total(part.inputs), 0.0);
  const auto evaluate = [&](const std::vector<double>& x, double u, std::vector<double>& dx) {
    const double seen[2] = {-u, 0};
    part.tables.plain.rate(p.data(), x.data(), nothing.data(), nothing.data(), seen, dx.data());
    return part.tables.plain.output(p.data(), x.data(), nothing.data(), nothing.data(), seen);
  };
  std::vector<double> zero(n, 0.0), b(n), column(n);
  const double direct = evaluate(zero, 1, b);
  std::vector<std::vector<Complex>> m(n, std::vector<Complex>(n + 1));
  std::vector<double> c(n);
  const Complex s(0, 2 * pi * frequency);
  for (std::size_t k = 0; k < n; ++k) {
    std::vector<double> unit(n, 0.0);
    unit[k] = 1;
    c[k] = evaluate(unit, 0, column);
    for (std::size_t r = 0; r < n; ++r) m[r][k] = (r == k ? s : Complex(0)) - column[r];
    m[k][n] = b[k];
  }
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t r = 0; r < n; ++r)
      if (const Complex f = m[r][k] / m[k][k]; r != k)
        for (std::size_t j = k; j <= n; ++j) m[r][j] -= f * m[k][j];
  Complex y = direct;
  for (std::size_t k = 0; k < n; ++k) y += c[k] * m[k][n] / m[k][k];
  return y;
}

TEST(ShapedController, HasTheResponseOfItsFilters) {
  for (const double f : {0.01, 1.0, 9.0, 30.0, 31.0, 200.0, 5000.0}) {
    const Complex s(0, 2 * pi * f);
    const auto w = [](double hz) { return 2 * pi * hz; };
    const Complex low = 1.0 / (1.0 + s / w(40));
    const Complex lead = (1.0 + std::sqrt(6.0) * s / w(9)) / (1.0 + s / (std::sqrt(6.0) * w(9)));
    const Complex notch =
        (s * s + 2 * 0.1 * 0.4 * w(30) * s + w(30) * w(30)) / (s * s + 2 * 0.4 * w(30) * s + w(30) * w(30));
    const NamedValues a{{"low_pass_frequency", 40.0}}, b{{"lead_frequency", 9.0}, {"lead_ratio", 6.0}},
        c{{"notch_frequency", 30.0}, {"notch_damping", 0.4}, {"notch_depth", 0.1}};
    NamedValues all = a;
    all.insert(b.begin(), b.end()), all.insert(c.begin(), c.end());
    EXPECT_NEAR(std::abs(response(a, f) - low), 0, 1e-9 * std::abs(low)) << f;
    EXPECT_NEAR(std::abs(response(b, f) - lead), 0, 1e-9 * std::abs(lead)) << f;
    EXPECT_NEAR(std::abs(response(c, f) - notch), 0, 1e-9) << f;
    EXPECT_NEAR(std::abs(response(all, f) - low * lead * notch), 0, 1e-9) << f;
  }
}

// With the true mass and drag fed forward a body without other friction follows a smooth move by itself.
TEST(ShapedController, FeedsForwardWhatTheMoveTakes) {
  for (const bool sampled : {false, true}) {
    NamedExperiment e;
    e.plant.values = {{"mass", 3.0}};
    e.friction = {{.model = "none"}};
    e.controller = NamedPart{
        .model = "pid",
        .values = {
            {"position_gain", 0.0}, {"velocity_gain", 0.0}, {"integral_gain", 0.0}, {"inertia_feed_forward", 3.0}}};
    e.references.emplace("reference",
                         NamedSignal(std::vector<NamedSignal::Term>{
                             {.kind = "s_curve", .values = {{"distance", 0.4}, {"jerk", 30.0}, {"start", 0.1}}}}));
    if (sampled) e.sampled = NamedValues{{"sample_time", 1e-4}};
    e.run.duration = 3;
    const Trajectory t = run_loop(assemble(e), e.run);
    ASSERT_TRUE(t.result.finished()) << t.result.reason;
    EXPECT_NEAR(t.final_value("position"), 0.4, sampled ? 1e-3 : 1e-8);
    for (std::size_t i = 0; i < t.time.size(); ++i)
      ASSERT_NEAR(t["position"][i], t["reference"][i], sampled ? 1e-3 : 1e-7);
  }
}

TEST(ShapedController, GoesAroundEveryController) {
  for (const ControllerEntry& controller : controller_catalogue())
    for (const bool sampled : {false, true}) {
      NamedExperiment e;
      e.controller =
          NamedPart{.model = std::string(controller.info.name),
                    .values = {{"notch_frequency", 60.0}, {"lead_ratio", 2.0}, {"low_pass_frequency", 300.0}}};
      const bool follows_position = controller.own_part().reference != PlantPart::none;
      if (follows_position) e.controller->values.emplace("velocity_feed_forward", 0.4);
      e.references.emplace(std::string(controller.inputs.front().name), NamedSignal(0.1));
      if (sampled) e.sampled = NamedValues{{"sample_time", 1e-3}};
      e.run.duration = 0.3;
      const Trajectory t = run_loop(assemble(e, true), e.run);
      EXPECT_TRUE(t.result.finished()) << controller.info.name << ": " << t.result.reason;
      if (!follows_position) {
        e.controller->values.emplace("velocity_feed_forward", 0.4);
        EXPECT_THROW(assemble(e), InvalidInput);
      }
    }
}

NamedExperiment driven(const NamedValues& values, double asked) {
  NamedExperiment e;
  e.plant.values = values;
  e.friction = {{.model = "none"}};
  e.inputs.emplace("force", NamedSignal(asked));
  return e;
}

// A mass too heavy to move: the current follows as 1 - exp(-w t). One without friction runs up to V / K.
TEST(ElectricDrive, FollowsWithItsBandwidthUpToItsVoltage) {
  NamedExperiment heavy =
      driven({{"mass", 1e9}, {"motor_constant", 2.0}, {"current_bandwidth", 100.0}, {"voltage_limit", 1e4}}, 6.0);
  heavy.run.duration = 0.01, heavy.run.record.interval = 1e-4;
  const Trajectory t = run_loop(assemble(heavy), heavy.run);
  ASSERT_TRUE(t.result.finished()) << t.result.reason;
  for (std::size_t i = 0; i < t.time.size(); ++i)
    ASSERT_NEAR(t["current"][i], 3 * (1 - std::exp(-2 * pi * 100 * t.time[i])), 1e-6);
  NamedExperiment fast = driven({{"mass", 0.5}, {"motor_constant", 2.0}, {"voltage_limit", 24.0}}, 1e3);
  fast.run.duration = 20;
  const Trajectory up = run_loop(assemble(fast), fast.run);
  ASSERT_TRUE(up.result.finished()) << up.result.reason;
  EXPECT_NEAR(up.final_value("velocity"), 12, 1e-6);
  EXPECT_NEAR(up.final_value("voltage"), 24, 1e-12);
}

// Energy is accounted for, with friction, stops and saturation, on every plant with a drive.
TEST(ElectricDrive, KeepsItsAccountsOnEveryPlant) {
  for (const PlantEntry& plant : plant_catalogue()) {
    if (!plant.has_drive) continue;
    NamedExperiment e;
    e.plant.model = std::string(plant.info.name);
    e.plant.values = {{"motor_constant", 0.5}, {"voltage_limit", 5.0}, {"upper_stop", 0.2}};
    e.friction.assign(plant.contacts.size(), {.model = "lugre"});
    const PlantPart& part = plant.part(e.plant.values);
    e.inputs.emplace(std::string(part.inputs[part.drive].name),
                     NamedSignal(std::vector<NamedSignal::Term>{
                         {.kind = "square", .values = {{"amplitude", 20.0}, {"frequency", 3.0}}}}));
    e.run.duration = 1;
    const Trajectory t = run_loop(assemble(e, true), e.run);
    ASSERT_TRUE(t.result.finished()) << plant.info.name << ": " << t.result.reason;
    double took = t.final_value("mechanical_energy") - t["mechanical_energy"].front();
    for (const std::string& contact : plant.contacts)
      took += t.final_value((plant.contacts.size() == 1 ? "" : contact + ".") + "friction_work");
    EXPECT_NEAR(took, t.final_value("supplied_work"), 1e-5 * (std::abs(took) + 0.1)) << plant.info.name;
    EXPECT_LE(std::abs(t.final_value("voltage")), 5.0);
  }
}

// A controller by name around a motor: position loops still settle; paths reach the motor's numbers.
TEST(ElectricDrive, StandsBetweenControllerAndPlant) {
  NamedExperiment e;
  e.plant.values = {{"motor_constant", 1.0}};
  e.controller = NamedPart{.model = "pid", .values = {{"integral_gain", 0.0}}};
  e.references.emplace("reference", NamedSignal(1.0));
  EXPECT_EQ(value_at(e, "plant.resistance"), 1);
  set_value(e, "plant.voltage_limit", 12);
  EXPECT_EQ(value_at(e, "plant.voltage_limit"), 12);
  const Trajectory t = run_loop(assemble(e), e.run);
  ASSERT_TRUE(t.result.finished()) << t.result.reason;
  EXPECT_NEAR(t.final_value("position"), 1, 0.6);
  EXPECT_NEAR(t.final_value("drive_force"), t.final_value("control"), 0.05);
}

}  // namespace
}  // namespace stiction::testing::shaped_controller_test
