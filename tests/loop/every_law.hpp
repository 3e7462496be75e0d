// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "stiction/loop/simulate.hpp"
#include "stiction/loop/with_work.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/schema/type_list.hpp"

/// What holds for every law in a run: a suite that each family instantiates in files of its own, so that editing a law
/// compiles its own family only.
namespace stiction::testing {

/// The defaults, unless a family has a reason for others.
template <class Law>
ParametersOf<Law> parameters_in_a_run() {
  return {};
}

template <class Law>
class EveryLawInARun : public ::testing::Test {
 protected:
  // One plant for all tests: each instance of the engine costs seconds to compile.
  using Run = Experiment<WithWork<MassOnSurface>, Law>;

  // A memory moves by accepted steps and its force has corners everywhere: it converges slowly, at a high price.
  static constexpr double loose = MemoryModel<Law> ? 1e-4 : 1e-6, tight = MemoryModel<Law> ? 1e-5 : 1e-9;

  ParametersOf<Law> law = parameters_in_a_run<Law>();
  double coulomb_level = Law::coulomb_level(law);

  /// A force that slides the mass both ways, with stops, and jumps once on the way.
  Run shaken(double tolerance) const {
    Run e;
    e.friction() = law;
    e.inputs.force =
        Signal::sine(1.5 * coulomb_level, 2.0) + Signal::step(0.6, 0.1 * coulomb_level, 0.3 * coulomb_level);
    e.duration = 1.5;
    e.solver.tolerance = tolerance;
    e.solver.step_limit = 200'000;
    return e;
  }
  static double largest(const std::vector<double>& values) {
    double size = 0;
    for (const double x : values) size = std::max(size, std::abs(x));
    return size;
  }
};
TYPED_TEST_SUITE_P(EveryLawInARun);

// A run ends where it should, and every number in it is one.
TYPED_TEST_P(EveryLawInARun, FinishesWithFiniteNumbers) {
  const Trajectory t = simulate(this->shaken(this->loose));
  ASSERT_EQ(t.result.status, SolveStatus::finished) << t.result.reason;
  EXPECT_EQ(t.time.back(), 1.5);
  for (const TrajectorySignal& signal : t.signals)
    for (const double x : signal.values) ASSERT_TRUE(std::isfinite(x)) << signal.name;
  EXPECT_GT(this->largest(t["velocity"]), 0.01);
}

// First law: kinetic energy and work done against friction are the work supplied. Karnopp's band hides the motion
// inside it from the accounts, and so at most the kinetic energy of its border, however often it is entered and left.
TYPED_TEST_P(EveryLawInARun, BalancesEnergy) {
  const Trajectory t = simulate(this->shaken(this->tight));
  ASSERT_EQ(t.result.status, SolveStatus::finished) << t.result.reason;
  const double most = this->largest(t["supplied_work"]);
  ASSERT_GT(most, 0.0);
  double allowed = (MemoryModel<TypeParam> ? 1e-5 : 1e-6) * most;
  if constexpr (requires { this->law.band_velocity; }) allowed += 0.5 * std::pow(this->law.band_velocity, 2);
  for (std::size_t i = 0; i < t.time.size(); ++i)
    ASSERT_NEAR(t["mechanical_energy"][i] + t["friction_work"][i], t["supplied_work"][i], allowed) << t.time[i];
}

// A loose run and a tight one end in the same place.
TYPED_TEST_P(EveryLawInARun, EndsInTheSamePlaceAtAnyTolerance) {
  if (TypeParam::info.random) GTEST_SKIP() << "draws random numbers step by step: every tolerance is another contact";
  const Trajectory rough = simulate(this->shaken(this->loose)), fine = simulate(this->shaken(this->tight));
  ASSERT_EQ(rough.result.status, SolveStatus::finished) << rough.result.reason;
  ASSERT_EQ(fine.result.status, SolveStatus::finished) << fine.result.reason;
  double allowed = 1e-4;
  if (MemoryModel<TypeParam>) allowed = 1e-2;
  // A momentum kept waits on the very border of its band: how far inside decides when it leaves, by a square root.
  if constexpr (requires { this->law.band_velocity; }) allowed = 4e-3;
  EXPECT_NEAR(rough.final_value("position"), fine.final_value("position"), allowed * this->largest(fine["position"]));
}

// True stick: a load below break-away, however it is shaken, moves nothing at all.
TYPED_TEST_P(EveryLawInARun, HoldsALoadWithoutMotionWhereItPromisesTo) {
  if (!TypeParam::info.phenomena.true_stick) GTEST_SKIP() << "does not promise true stick";
  auto e = this->shaken(this->loose);
  double holds = this->coulomb_level;
  if constexpr (HoldsAtRest<TypeParam>)
    holds = TypeParam::breakaway_force(this->law, Contact<double>{.applied_force = 1});
  e.inputs.force = Signal::sine(0.45 * holds, 5.0) + Signal::step(0.6, 0.1 * holds, 0.5 * holds);
  e.initial.position = 0.3;
  const Trajectory t = simulate(e);
  ASSERT_EQ(t.result.status, SolveStatus::finished) << t.result.reason;
  EXPECT_GT(this->largest(t["force"]), 0.9 * holds);
  for (std::size_t i = 0; i < t.time.size(); ++i) {
    ASSERT_EQ(t["velocity"][i], 0.0) << t.time[i];
    ASSERT_EQ(t["position"][i], 0.3) << t.time[i];
  }
}

REGISTER_TYPED_TEST_SUITE_P(EveryLawInARun, FinishesWithFiniteNumbers, BalancesEnergy, EndsInTheSamePlaceAtAnyTolerance,
                            HoldsALoadWithoutMotionWhereItPromisesTo);

/// Every `parts`-th law of a family from `first` on: families are compiled in parts, to keep each short.
template <class Family, std::size_t first, std::size_t parts>
class PartOfFamily {
  template <class... Laws>
  static constexpr auto chosen(TypeList<Laws...>) {
    using All = std::tuple<Laws...>;
    constexpr std::size_t count = (sizeof...(Laws) + parts - 1 - first) / parts;
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return std::type_identity<::testing::Types<std::tuple_element_t<first + I * parts, All>...>>{};
    }(std::make_index_sequence<count>{});
  }

 public:
  using Types = typename decltype(chosen(Family{}))::type;
};

/// Tests are called Bristle/EveryLawInARun/LuGre.BalancesEnergy.
struct NameOfLaw {
  template <class Law>
  static std::string GetName(int) {
    return std::string(Law::info.type);
  }
};

}  // namespace stiction::testing
