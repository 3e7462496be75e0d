// SPDX-License-Identifier: BSD-3-Clause
// Many runs at once in SIMD lanes: each is the run it would be alone.
#include <gtest/gtest.h>

#include <cstring>

#include "stiction/catalogue/lane_solvers.hpp"
#include "stiction/ensemble/parallel.hpp"
#include "stiction/ensemble/sweep.hpp"

namespace stiction::testing::lanes_test {
namespace {

/// Where a processor has no lanes to speak of, runs are solved one by one, and there is nothing to test.
#define SKIP_WITHOUT_LANES(sweep) \
  if (!(sweep).has_lanes()) GTEST_SKIP() << "no SIMD lanes compiled in for this processor"

SweepAxis between(std::string path, double low, double high) {
  return {.path = std::move(path), .spread = Spread::uniform, .low = low, .high = high};
}

NamedExperiment pulled_mass() {
  NamedExperiment e;
  e.plant.model = "pulled_mass";
  e.friction = {NamedPart{.model = "lugre"}};
  e.run.duration = 20;
  return e;
}
/// Stick-slip and steady sliding, creeping starts, and exponents that have shortcuts next to others that have none.
SweepPlan stick_slip(std::uint64_t cases) {
  return {.method = SweepMethod::random,
          .count = cases,
          .seed = 5,
          .axes = {between("plant.mass", 0.2, 3),
                   between("friction.coulomb_force", 0.5, 1.2),
                   between("friction.static_force", 1.2, 2),
                   between("friction.stribeck_velocity", 1e-4, 0.1),
                   {.path = "friction.stribeck_exponent", .spread = Spread::listed, .values = {2, 1, 1.5, 0.7}},
                   between("input.pull_speed", -0.2, 0.4)}};
}

/// A servo that hunts, with a force limit it runs into, a moving reference and a disturbance.
NamedExperiment servo() {
  NamedExperiment e;
  e.plant.model = "mass_on_surface";
  e.friction = {NamedPart{.model = "lugre"}};
  e.controller =
      NamedPart{.model = "pid", .values = {{"velocity_gain", 6.0}, {"position_gain", 3.0}, {"integral_gain", 4.0}}};
  e.run.duration = 15;
  return e;
}

std::vector<double> all_rows(const Sweep& sweep) {
  std::vector<double> rows(sweep.cases() * sweep.columns().size());
  EXPECT_TRUE(sweep.compute(0, sweep.cases(), rows.data()));
  return rows;
}

/// Bits, not numbers: what is not a number is compared too.
void expect_same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(double)), 0);
}

/// Alone, in blocks of any size, and all together.
void expect_company_does_not_matter(const Sweep& sweep) {
  const std::size_t width = sweep.columns().size();
  const std::vector<double> together = all_rows(sweep);
  std::vector<double> alone(together.size()), blocks(together.size());
  for (std::uint64_t i = 0; i < sweep.cases(); ++i) ASSERT_TRUE(sweep.compute(i, 1, &alone[i * width]));
  expect_same_bits(together, alone);
  for (std::uint64_t first = 0, count = 1; first < sweep.cases(); first += count, count = 1 + (3 * count) % 7) {
    count = std::min(count, sweep.cases() - first);
    ASSERT_TRUE(sweep.compute(first, count, &blocks[first * width]));
  }
  expect_same_bits(together, blocks);
}

/// The run of each case by the solver for one run.
void expect_the_runs_they_stand_for(const NamedExperiment& e, const Sweep& sweep, double bound) {
  const std::vector<double> rows = all_rows(sweep);
  const std::size_t width = sweep.columns().size(), axes = sweep.plan().axes.size();
  Resolved base = resolve(e);
  for (std::uint64_t i = 0; i < sweep.cases(); ++i) {
    Resolved one = base;
    for (std::size_t k = 0; k < axes; ++k) one.set(sweep.plan().axes[k].path, rows[i * width + k]);
    one.run.solver.tolerance = 1e-10;
    LoopRun run = one.start();
    std::vector<double> y = run.initial_state();
    run.start(0, y.data());
    LoopObserver nobody;
    ASSERT_TRUE(solve(run, y, 0, one.run.duration, one.run.solver, nobody).finished());
    ASSERT_TRUE(case_finished(rows[i * width + width - 1])) << i;
    for (std::size_t n = 0; n < run.loop().plant_states; ++n)
      EXPECT_NEAR(rows[i * width + axes + 3 * n], y[n], bound * (1 + std::abs(y[n]))) << "case " << i << " state " << n;
  }
}

TEST(Lanes, CompanyDoesNotMatter) {
  const Sweep sweep(pulled_mass(), stick_slip(150));
  SKIP_WITHOUT_LANES(sweep);
  expect_company_does_not_matter(sweep);
}

TEST(Lanes, RunsAreTheSameAsAlone) {
  NamedExperiment e = pulled_mass();
  e.run.solver.tolerance = 1e-8;
  e.run.duration = 5;  // later, a case that just fails to stick is another motion for any error
  const Sweep sweep(e, stick_slip(100));
  SKIP_WITHOUT_LANES(sweep);
  expect_the_runs_they_stand_for(e, sweep, 2e-6);
}

TEST(Lanes, SignalsMoveEachInItsOwnTime) {
  NamedExperiment e = servo();
  e.references.emplace("reference",
                       NamedSignal({{.kind = "sine", .values = {{"amplitude", 0.5}, {"frequency", 2.0}}}}));
  e.run.solver.tolerance = 1e-7;
  e.run.duration = 2;
  const Sweep sweep(e, {.method = SweepMethod::random,
                        .count = 30,
                        .seed = 2,
                        .axes = {between("plant.mass", 0.5, 2), between("controller.position_gain", 2, 6),
                                 between("reference.reference.frequency", 0.3, 6)}});
  SKIP_WITHOUT_LANES(sweep);
  expect_company_does_not_matter(sweep);
  expect_the_runs_they_stand_for(e, sweep, 1e-5);
}

TEST(Lanes, ThreadsDoNotMatter) {
  const Sweep sweep(pulled_mass(), stick_slip(120));
  SKIP_WITHOUT_LANES(sweep);
  const std::size_t width = sweep.columns().size();
  const std::vector<double> together = all_rows(sweep);
  std::vector<double> shared(together.size());
  for_each_parallel(12, 4, [&](std::size_t k) { sweep.compute(10 * k, 10, &shared[10 * k * width]); });
  expect_same_bits(together, shared);
}

}  // namespace
}  // namespace stiction::testing::lanes_test
