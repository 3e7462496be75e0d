// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Every equation and every unit in every table agree: laws are run with a number that refuses to add newtons to metres.
#include <gtest/gtest.h>

#include "stiction/models/evaluate.hpp"
#include "tests/models/every_model/family.hpp"
#include "tests/support/random_cases.hpp"
#include "tests/support/unit_checked.hpp"

namespace stiction {
namespace {

using testing::UnitChecked;

template <class Model>
struct EveryModelUnits : ::testing::Test {};
TYPED_TEST_SUITE(EveryModelUnits, testing::FamilyUnderTest, testing::NameOfModel);

UnitChecked in(std::string_view unit, double value) { return {value, *parse_unit(unit)}; }

/// The struct with the same numbers, each in the unit of its row.
template <class To, class From>
To with_units(const From& from) {
  To to;
  for_each_pair(to, from, [](const auto& row, UnitChecked& x, double value) { x = in(row.unit, value); });
  return to;
}

void expect_unit(const UnitChecked& x, std::string_view unit, std::string_view what) {
  EXPECT_TRUE(x.value == 0 || same_dimension(x.unit, *parse_unit(unit))) << what << " is not in " << unit;
}

template <class Struct>
void expect_units_of_table(const Struct& s, std::string_view per, std::string_view what) {
  for_each_field(s, [&](const auto& row, const UnitChecked& x, std::size_t) {
    EXPECT_TRUE(x.value == 0 || same_dimension(x.unit, *parse_unit(row.unit) / *parse_unit(per))) << what << row.name;
  });
}

TYPED_TEST(EveryModelUnits, EquationsAreConsistent) {
  using M = TypeParam;
  testing::RandomCases random(11);
  for (int i = 0; i < 50; ++i) {
    const auto plain = random.parameters<M>(1.0);
    const auto p = with_units<ParametersOf<M, UnitChecked>>(plain);
    const auto z = with_units<StateOf<M, UnitChecked>>(random.state<M>(plain));
    auto m = with_units<ModeOf<M, UnitChecked>>(ModeOf<M>{});
    for (const double v : {-0.3, -1e-4, 1e-3, 2.0}) {
      Contact<UnitChecked> c = contact(in("m/s", v));
      c.speed = c.direction * c.velocity;
      c.applied_force = in("N", 0.7), c.normal_force = in("N", 1.1), c.transmitted_force = in("N", 0.2);
      expect_unit(force_of<M, UnitChecked>(p, m, z, c), "N", "force");
      if constexpr (!MemoryModel<M>) expect_units_of_table(rate_of<M, UnitChecked>(p, m, z, c), "s", "rate of ");
      if constexpr (HasModes<M>) M::guards(p, m, z, c);
      if constexpr (HasExactStep<M, UnitChecked>)
        expect_units_of_table(step_of<M, UnitChecked>(p, m, z, c, in("s", 1e-3)), "1", "step of ");
      if constexpr (HasSteadyForce<M, UnitChecked>) expect_unit(M::steady_force(p, c), "N", "steady force");
      if constexpr (HoldsAtRest<M, UnitChecked>) expect_unit(M::breakaway_force(p, c), "N", "break-away force");
      if constexpr (HasKinks<M, UnitChecked>) M::kinks(p, z, c);
    }
    expect_unit(M::template coulomb_level<UnitChecked>(p), "N", "Coulomb level");
    expect_units_of_table(M::template state_scale<UnitChecked>(p), "1", "scale of ");
    if constexpr (HasStorage<M, UnitChecked>) expect_unit(M::storage(p, z), "J", "storage");
    if constexpr (HasPassivityCondition<M, UnitChecked>) M::template passivity_margin<UnitChecked>(p);
  }
}

}  // namespace
}  // namespace stiction
