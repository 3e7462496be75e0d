// SPDX-License-Identifier: BSD-3-Clause
// Every law on every plant, and every controller, in SIMD lanes: each run is the run it would be alone.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/ensemble/sweep.hpp"

namespace stiction::testing::lanes_by_parts_test {
namespace {

/// A body in motion, or about to move, under a drive that reverses it.
NamedExperiment moving(const PlantEntry& plant, const std::string& law, bool driven) {
  NamedExperiment e;
  e.plant.model = plant.info.name;
  e.friction.assign(plant.contacts.size(), NamedPart{.model = law});
  for (const FieldInfo& row : plant.states)
    if (row.role == Role::velocity) e.plant.initial.emplace(std::string(row.name), NamedValue({0.05}, ""));
  if (driven)
    e.inputs.emplace(std::string(plant.inputs.front().name),
                     NamedSignal({{.kind = "sine", .values = {{"amplitude", 3.0}, {"frequency", 4.0}}}}));
  e.run.duration = 0.25;
  e.run.solver.tolerance = 1e-7;
  return e;
}

/// Every number of the parts within a twentieth of what it is, the starting velocities on both sides of rest. Lists
/// stay as they are: their fractions add up to one.
SweepPlan around(const NamedExperiment& e, std::uint64_t cases) {
  SweepPlan plan{.method = SweepMethod::random, .count = cases, .seed = 3};
  const Resolved base = resolve(e);
  for (std::size_t k = 0; k < base.loop->sampled_parameters; ++k)
    if (const double x = base.p[k];
        x != 0 && base.loop->parameters()[k].range.contains(1.05 * x) && base.loop->parameters()[k].name.back() != ']')
      plan.axes.push_back({.path = base.loop->parameters()[k].name,
                           .low = std::min(0.95 * x, 1.05 * x),
                           .high = std::max(0.95 * x, 1.05 * x)});
  for (std::size_t k = base.loop->initial_plant; k < base.loop->initial_controller; ++k)
    if (base.p[k] != 0) plan.axes.push_back({.path = base.loop->parameters()[k].name, .low = -0.05, .high = 0.2});
  return plan;
}

std::vector<double> rows_in_blocks(const Sweep& sweep, std::uint64_t block) {
  const std::size_t width = sweep.columns().size();
  std::vector<double> rows(sweep.cases() * width);
  for (std::uint64_t first = 0; first < sweep.cases(); first += block)
    EXPECT_TRUE(sweep.compute(first, std::min(block, sweep.cases() - first), &rows[first * width]));
  return rows;
}

/// The case by the solver for one run: its states at the end, and by how much that solver is off there.
struct Alone {
  std::vector<double> y, off;
};
Alone alone(const Resolved& base, const SweepPlan& plan, const double* row) {
  Alone found;
  for (const double tolerance : {base.run.solver.tolerance, 1e-10}) {
    Resolved one = base;
    for (std::size_t k = 0; k < plan.axes.size(); ++k) one.set(plan.axes[k].path, row[k]);
    one.run.solver.tolerance = tolerance;
    LoopRun run = one.start();
    std::vector<double> y = run.initial_state();
    run.start(0, y.data());
    LoopObserver nobody;
    EXPECT_TRUE(solve_by_parts(run, y, 0, one.run.duration, one.run.solver, nobody).finished());
    found.off = found.y, found.y = y;
  }
  for (std::size_t n = 0; n < found.y.size(); ++n) found.off[n] = std::abs(found.off[n] - found.y[n]);
  return found;
}

/// False where the loop has no lanes, and says why. All cases are compared with themselves alone, some with the solver
/// for one run.
bool check(const NamedExperiment& e, const std::string& name) {
  const Sweep sweep(e, around(e, 9));
  if (!sweep.has_lanes()) {
    EXPECT_NE(sweep.note().find("9 of 9 cases one by one: "), std::string::npos) << sweep.note();
    return false;
  }
  EXPECT_EQ(sweep.note(), "");
  const std::vector<double> rows = rows_in_blocks(sweep, sweep.cases()), singly = rows_in_blocks(sweep, 1);
  EXPECT_EQ(std::memcmp(rows.data(), singly.data(), rows.size() * sizeof(double)), 0) << name << ": not as alone";
  const Resolved base = resolve(e);
  const std::size_t width = sweep.columns().size(), axes = sweep.plan().axes.size();
  std::size_t compared = 0;
  for (std::uint64_t i = 0; i < sweep.cases() && compared < 3; ++i) {
    const double* const row = &rows[i * width];
    if (row[width - 1] == case_not_allowed) continue;  // static friction below Coulomb friction
    ++compared;
    EXPECT_TRUE(case_finished(row[width - 1])) << name << " case " << i << ": " << sweep.reason(i);
    const Alone one = alone(base, sweep.plan(), row);
    for (std::size_t n = 0; 3 * n + axes + 1 < width; ++n)
      if (one.y[n] == 0 && one.off[n] == 0)
        EXPECT_EQ(row[axes + 3 * n], 0) << name << " case " << i << " state " << n << ": what rests, rests exactly";
      else
        EXPECT_NEAR(row[axes + 3 * n], one.y[n], 5e-6 * (1 + std::abs(one.y[n])) + 10 * one.off[n])
            << name << " case " << i << " state " << n << ", alone off by " << one.off[n];
  }
  EXPECT_GE(compared, 1U) << name;
  return true;
}

/// Laws that tell very small speeds apart refuse plants that do not know them.
bool can_be(const NamedExperiment& e) {
  try {
    resolve(e);
    return true;
  } catch (const InvalidInput&) {
    return false;
  }
}

/// A processor without lanes, or a build without them, has nothing to test.
bool has_lanes() {
  const NamedExperiment e = moving(find_plant("mass_on_surface"), "coulomb", false);
  return Sweep(e, around(e, 1)).has_lanes();
}

TEST(LanesByParts, EveryLawOnEveryPlant) {
  if (!has_lanes()) GTEST_SKIP() << "no SIMD lanes compiled in for this processor";
  std::size_t turn = 0;
  for (const ModelEntry& law : model_catalogue())
    for (const PlantEntry& plant : plant_catalogue()) {
      const bool driven = !plant.inputs.empty() && turn++ % 2 == 0;
      const std::string name(law.info.name);
      const std::string both = name + " on " + std::string(plant.info.name);
      const NamedExperiment e = moving(plant, name, driven);
      if (!can_be(e)) continue;
      const bool possible = law.kind != "memory" && !resolve(e).loop->plant().shares_inertia;
      EXPECT_EQ(check(e, both), possible) << both;
    }
}

TEST(LanesByParts, EveryController) {
  if (!has_lanes()) GTEST_SKIP() << "no SIMD lanes compiled in for this processor";
  for (const ControllerEntry& controller : controller_catalogue())
    for (const std::string law : {"lugre", "coulomb_viscous"}) {
      NamedExperiment e = moving(find_plant("mass_on_surface"), law, false);
      e.controller = NamedPart{.model = std::string(controller.info.name)};
      if (law == "lugre")
        e.references.emplace(std::string(controller.inputs.front().name),
                             NamedSignal({{.kind = "sine", .values = {{"amplitude", 0.1}, {"frequency", 3.0}}}}));
      EXPECT_TRUE(check(e, std::string(controller.info.name) + " against " + law));
    }
}

// Thrown against both stops. What stands behind a motor has no lanes.
TEST(LanesByParts, EveryPlantBetweenStops) {
  if (!has_lanes()) GTEST_SKIP() << "no SIMD lanes compiled in for this processor";
  for (const PlantEntry& plant : plant_catalogue()) {
    if (!plant.has_drive) continue;
    NamedExperiment e = moving(plant, "lugre", true);
    e.plant.values = {{"lower_stop", -1e-3}, {"upper_stop", 1e-3}, {"stop_stiffness", 1e4}, {"stop_damping", 0.5}};
    const bool possible = !resolve(e).loop->plant().shares_inertia;
    EXPECT_EQ(check(e, std::string(plant.info.name) + " between stops"), possible);
    e.plant.values.emplace("motor_constant", 0.5);
    EXPECT_FALSE(Sweep(e, around(e, 1)).has_lanes());
  }
}

}  // namespace
}  // namespace stiction::testing::lanes_by_parts_test
