// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Promises that every controller keeps; a new one is tested here the moment it joins AllControllers. A file that
// includes this says which of them it takes: `ControllersUnderTest`.
#include <set>

#include "stiction/plants/all_plants.hpp"
#include "stiction/scalar/dependence.hpp"
#include "stiction/scalar/dual_number.hpp"
#include "stiction/scalar/simd_batch.hpp"
#include "stiction/scalar/simd_math.hpp"
#include "stiction/schema/unit.hpp"
#include "tests/control/some_controllers.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tests/support/random_cases.hpp"
#include "tests/support/unit_checked.hpp"

namespace stiction {
namespace {

using testing::UnitChecked;

template <class Controller>
class EveryController : public ::testing::Test {
 protected:
  struct Instant {
    ParametersOf<Controller> p;
    StateOf<Controller> c;
    ControllerInputsOf<Controller> u, du;
    Measured<double> measured;
  };
  Instant any() {
    Instant now;
    now.p = random.parameters<Controller>(0.5);
    now.c = Controller::scale(now.p, 1.0);
    for_each_field(now.c, [&](const auto& row, double& x, std::size_t) {
      x *= random.uniform(row.range.contains(-1.0) ? -1 : 0.1, 1);
    });
    const auto anything = [&](const auto&, double& x, std::size_t) { x = random.uniform(-1, 1); };
    for_each_field(now.u, anything);
    for_each_field(now.du, anything);
    now.measured = {random.uniform(-1, 1), random.sign() * random.log_uniform(1e-6, 1)};
    return now;
  }
  testing::RandomCases random{23};
};

TYPED_TEST_SUITE(EveryController, ControllersUnderTest::apply<::testing::Types>, testing::NameOfController);

template <class Struct, class Visitor>
void each_name(Visitor visit) {
  for_each_row<Struct>([&](const auto& row) { visit(row); });
}

// Sentences, known units, names that stand once, defaults in range, one text for every number type.
TYPED_TEST(EveryController, HasTablesInOrderForEveryNumberType) {
  using C = TypeParam;
  static_assert(ControllerModel<C> && ControllerModel<C, float> && ControllerModel<C, Dual<double, 1>> &&
                ControllerModel<C, Dependence> && ControllerModel<C, Batch<double, 4>>);
  std::set<std::string_view> names;
  const auto check = [&](const auto& row) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name << " stands twice";
    EXPECT_TRUE(parse_unit(row.unit).has_value()) << row.name << " has the unknown unit " << row.unit;
    EXPECT_TRUE(row.doc.ends_with(".")) << row.name;
  };
  each_name<ParametersOf<C>>(check);
  each_name<StateOf<C>>(check);
  each_name<ControllerInputsOf<C>>(check);
  each_name<ControllerOutputsOf<C>>(check);
  EXPECT_TRUE(is_valid(ParametersOf<C>{}));
  EXPECT_TRUE(is_valid(StateOf<C>{}));
  EXPECT_TRUE(C::info.description.ends_with("."));
}

// A loop has one table: no name of a controller is also one of a plant.
TYPED_TEST(EveryController, SharesNoNameWithAPlant) {
  using C = TypeParam;
  std::set<std::string_view> names{"control"};
  const auto collect = [&](const auto& row) { names.insert(row.name); };
  AllPlants::for_each([&]<class Plant>() {
    each_name<ParametersOf<Plant>>(collect);
    each_name<StateOf<Plant>>(collect);
    each_name<typename Plant::template Inputs<double>>(collect);
    each_name<OutputsOf<Plant>>(collect);
  });
  const auto check = [&](const auto& row) { EXPECT_FALSE(names.count(row.name)) << row.name; };
  each_name<ParametersOf<C>>(check);
  each_name<StateOf<C>>(check);
  each_name<ControllerInputsOf<C>>(check);
  each_name<ControllerOutputsOf<C>>(check);
}

template <class To, class From>
To with_units(const From& from, std::string_view per = "1") {
  To to;
  for_each_pair(to, from, [&](const auto& row, UnitChecked& x, double value) {
    x = {value, *parse_unit(row.unit) / *parse_unit(per)};
  });
  return to;
}

// Every equation and every unit in the tables agree: run with a number that refuses to add newtons to metres.
TYPED_TEST(EveryController, HasConsistentUnits) {
  using C = TypeParam;
  for (int round = 0; round < 50; ++round) {
    const auto now = this->any();
    const auto p = with_units<ParametersOf<C, UnitChecked>>(now.p);
    const auto c = with_units<StateOf<C, UnitChecked>>(now.c);
    const auto u = with_units<ControllerInputsOf<C, UnitChecked>>(now.u);
    const auto du = with_units<ControllerInputsOf<C, UnitChecked>>(now.du, "s");
    const Measured<UnitChecked> measured{UnitChecked{now.measured[0], *parse_unit("m")},
                                         UnitChecked{now.measured[1], *parse_unit("m/s")}};
    const UnitChecked force = C::template output<UnitChecked>(p, c, u, du, measured);
    EXPECT_TRUE(force.value == 0 || same_dimension(force.unit, *parse_unit("N")));
    for_each_field(C::template rate<UnitChecked>(p, c, u, du, measured),
                   [](const auto& row, const UnitChecked& x, std::size_t) {
                     EXPECT_TRUE(x.value == 0 || same_dimension(x.unit, *parse_unit(row.unit) / *parse_unit("s")))
                         << "rate of " << row.name;
                   });
    for_each_field(controller_outputs<C, UnitChecked>(p, c, u, du, measured),
                   [](const auto& row, const UnitChecked& x, std::size_t) {
                     EXPECT_TRUE(x.value == 0 || same_dimension(x.unit, *parse_unit(row.unit))) << row.name;
                   });
    if constexpr (kink_count_of_controller<C>() > 0) C::template kinks<UnitChecked>(p, c, u, measured);
  }
}

// Finite numbers in, finite numbers out, also at rest; sizes of states are positive; nothing is allocated.
TYPED_TEST(EveryController, StaysFiniteAndAllocatesNothing) {
  using C = TypeParam;
  const long before = testing::allocations();
  bool good = true;
  const auto check = [&](const auto&, double x, std::size_t) { good = good && std::isfinite(x); };
  for (int round = 0; round < 300; ++round) {
    auto now = this->any();
    if (round % 10 == 0) now.measured[1] = 0;
    good = good && std::isfinite(C::template output<double>(now.p, now.c, now.u, now.du, now.measured));
    for_each_field(C::template rate<double>(now.p, now.c, now.u, now.du, now.measured), check);
    for_each_field(C::scale(now.p, 1.0), [&](const auto&, double x, std::size_t) { good = good && x > 0; });
  }
  EXPECT_EQ(testing::allocations(), before);
  EXPECT_TRUE(good);
}

// All lanes of a batch answer as one number does, corners and saturations included.
TYPED_TEST(EveryController, AnswersAlikeInEveryLane) {
  using C = TypeParam;
  using Lanes = Batch<double, 4>;
  for (int round = 0; round < 100; ++round) {
    const auto now = this->any();
    const auto other = this->any();
    auto p = convert<ParametersOf<C, Lanes>>(now.p);
    auto c = convert<StateOf<C, Lanes>>(now.c);
    auto u = convert<ControllerInputsOf<C, Lanes>>(now.u), du = convert<ControllerInputsOf<C, Lanes>>(now.du);
    Measured<Lanes> measured{Lanes(now.measured[0]), Lanes(now.measured[1])};
    const auto second = [](const auto&, Lanes& x, double y) { x.set(1, y); };
    for_each_pair(p, other.p, second), for_each_pair(c, other.c, second);
    for_each_pair(u, other.u, second), for_each_pair(du, other.du, second);
    measured[0].set(1, other.measured[0]), measured[1].set(1, other.measured[1]);
    const Lanes together = C::template output<Lanes>(p, c, u, du, measured);
    const double first = C::template output<double>(now.p, now.c, now.u, now.du, now.measured);
    const double next = C::template output<double>(other.p, other.c, other.u, other.du, other.measured);
    EXPECT_NEAR(together[0], first, 1e-9 * (1 + std::abs(first)));
    EXPECT_NEAR(together[1], next, 1e-9 * (1 + std::abs(next)));
  }
}

}  // namespace
}  // namespace stiction
