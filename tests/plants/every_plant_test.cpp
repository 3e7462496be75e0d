// SPDX-License-Identifier: BSD-3-Clause
// Promises that every plant keeps; a new plant is tested here the moment it joins AllPlants.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "stiction/plants/all_plants.hpp"
#include "stiction/plants/with_hard_stops.hpp"
#include "stiction/scalar/dependence.hpp"
#include "stiction/scalar/dual_number.hpp"
#include "stiction/scalar/simd_batch.hpp"
#include "stiction/scalar/simd_math.hpp"
#include "stiction/schema/unit.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::every_plant_test {
namespace {

using Moving = Dual<double, 1>;  // a number and its rate of change
using Wrapped = TypeList<WithHardStops<MassOnSurface>, WithHardStops<TwoMassDrive>, WithHardStops<SerialArm3>>;

template <class Plant>
class EveryPlant : public ::testing::Test {
 protected:
  static constexpr std::size_t count = contact_count<Plant>;
  using Forces = std::array<double, count>;

  /// A random instant: parameters, state, inputs, their rates and friction.
  struct Instant {
    ParametersOf<Plant> p;
    StateOf<Plant> x;
    InputsOf<Plant> u, du;
    Forces friction;
  };
  Instant any() {
    Instant now;
    now.p = random.parameters<Plant>(1.0);
    const auto anything = [&](const auto&, double& number, std::size_t) { number = random.uniform(-2, 2); };
    for_each_field(now.x, anything);
    for_each_field(now.u, anything);
    for_each_field(now.du, anything);
    for (double& force : now.friction) force = random.uniform(-2, 2);
    return now;
  }

  template <class To, class From>
  static To moving(const From& value, const From& slope) {
    To both;
    for_each_pair(both, value, [](const auto&, Moving& to, double from) { to.value = from; });
    for_each_pair(both, slope, [](const auto&, Moving& to, double from) { to.slope[0] = from; });
    return both;
  }
  /// Calls quantity(p, x, u, du) with numbers that move as the plant does under this friction.
  template <class Quantity>
  static auto along(const Instant& now, const Forces& friction, Quantity quantity) {
    return quantity(convert<ParametersOf<Plant, Moving>>(now.p),
                    moving<StateOf<Plant, Moving>>(now.x, Plant::rate(now.p, now.x, now.u, now.du, friction)),
                    moving<InputsOf<Plant, Moving>>(now.u, now.du), convert<InputsOf<Plant, Moving>>(now.du));
  }
  static Moving sliding(const Instant& now, const Forces& friction, std::size_t contact) {
    return along(now, friction, [&](const auto& p, const auto& x, const auto& u, const auto& du) {
      return Plant::contacts(p, x, u, du)[contact].velocity;
    });
  }

  testing::RandomCases random{17};
};

struct NameOfPlant {
  template <class Plant>
  static std::string GetName(int i) {
    return std::string(Plant::info.type) + (static_cast<std::size_t>(i) < AllPlants::size ? "" : "WithHardStops");
  }
};
using Plants = JoinedList<AllPlants, Wrapped>::apply<::testing::Types>;
TYPED_TEST_SUITE(EveryPlant, Plants, NameOfPlant);

template <class Plant>
inline constexpr bool is_prescribed = !HasEnergy<Plant>;  // moved from outside: no body of its own

// Sentences, known units, names that stand once in the whole plant, defaults in range, one text for every number type.
TYPED_TEST(EveryPlant, HasTablesInOrderForEveryNumberType) {
  using P = TypeParam;
  static_assert(PlantModel<P> && PlantModel<P, float> && PlantModel<P, Moving> && PlantModel<P, Dependence> &&
                PlantModel<P, Batch<double, 4>> && HasPower<P>);
  std::set<std::string_view> names;
  const auto check = [&](const auto& row) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name << " stands twice";
    EXPECT_TRUE(parse_unit(row.unit).has_value()) << row.name << " has the unknown unit " << row.unit;
    EXPECT_TRUE(row.doc.ends_with(".")) << row.name;
  };
  for_each_row<ParametersOf<P>>(check);
  for_each_row<StateOf<P>>(check);
  for_each_row<InputsOf<P>>(check);
  EXPECT_TRUE(is_valid(ParametersOf<P>{}));
  EXPECT_TRUE(P::info.description.ends_with("."));
}

// The contract of applied_force, M dw/dt = F_e - F with M > 0: a contact whose friction equals it keeps its sliding
// velocity, whatever friction does elsewhere, and more friction slows it. Where inertias are shared M is the matrix the
// plant gives, symmetric, and what a contact at rest carries is found from it.
TYPED_TEST(EveryPlant, KeepsAContactAtRestWhenFrictionBalancesTheAppliedForce) {
  for (int round = 0; round < 200; ++round) {
    const auto now = this->any();
    if constexpr (SharesInertia<TypeParam>) {
      constexpr std::size_t n = TestFixture::count;
      const auto m = TypeParam::contact_inertia(now.p, now.x);
      const auto touching = TypeParam::contacts(now.p, now.x, now.u, now.du);
      for (std::size_t i = 0; i < n; ++i) {
        double sum = 0, size = 1;
        for (std::size_t j = 0; j < n; ++j) {
          EXPECT_EQ(m[i * n + j], m[j * n + i]);
          const double term = m[i * n + j] * this->sliding(now, now.friction, j).slope[0];
          sum += term, size += std::abs(term);
        }
        EXPECT_NEAR(sum, touching[i].applied_force - now.friction[i], 1e-10 * size);
        // With this contact held and the others as they are, friction of that size stops it.
        SharedNumbers<double> net{};
        for (std::size_t j = 0; j < n; ++j) net[j] = touching[j].applied_force - now.friction[j];
        std::array<bool, most_shared> held{};
        held[i] = true;
        auto friction = now.friction;
        friction[i] = force_at_rest(n, m.data(), i, touching[i].applied_force, accelerations(n, m.data(), held, net));
        const double stopped = this->sliding(now, friction, i).slope[0];
        EXPECT_NEAR(stopped, 0.0, 1e-8 * (1 + std::abs(this->sliding(now, now.friction, i).slope[0])));
        friction[i] += 1;
        EXPECT_LT(this->sliding(now, friction, i).slope[0], stopped);
      }
      continue;
    }
    for (std::size_t i = 0; i < TestFixture::count && !is_prescribed<TypeParam>; ++i) {
      auto friction = now.friction;
      friction[i] = TypeParam::contacts(now.p, now.x, now.u, now.du)[i].applied_force;
      EXPECT_NEAR(this->sliding(now, friction, i).slope[0], 0.0, 1e-9);
      friction[i] += 1;
      EXPECT_LT(this->sliding(now, friction, i).slope[0], 0.0);
    }
  }
}

// dE/dt = P - sum F v at every instant, with the derivative of the energy taken along the motion by dual numbers.
TYPED_TEST(EveryPlant, BalancesItsEnergyAtEveryInstant) {
  using P = TypeParam;
  for (int round = 0; round < 200; ++round) {
    const auto now = this->any();
    const auto touching = P::contacts(now.p, now.x, now.u, now.du);
    double expected = P::power(now.p, now.x, now.u, now.du, now.friction), size = std::abs(expected), found = 0;
    for (std::size_t i = 0; i < TestFixture::count; ++i) expected -= now.friction[i] * touching[i].velocity;
    if constexpr (HasEnergy<P>) {
      const Moving energy =
          this->along(now, now.friction,
                      [](const auto& p, const auto& x, const auto& u, const auto&) { return P::energy(p, x, u); });
      found = energy.slope[0], size += std::abs(energy.value);
    }
    EXPECT_NEAR(found, expected, 1e-12 * (1 + size));
  }
}

// An event stops a contact exactly, and leaves the others alone; every state has a size.
TYPED_TEST(EveryPlant, StopsAContactExactly) {
  using P = TypeParam;
  for (int round = 0; round < 50; ++round) {
    const auto now = this->any();
    const auto before = P::contacts(now.p, now.x, now.u, now.du);
    for (std::size_t i = 0; i < TestFixture::count && !is_prescribed<P>; ++i) {
      StateOf<P> x = now.x;
      P::set_sliding_velocity(now.p, x, now.u, i, 0.0);
      const auto after = P::contacts(now.p, x, now.u, now.du);
      for (std::size_t k = 0; k < TestFixture::count; ++k)
        EXPECT_EQ(after[k].velocity, k == i ? 0.0 : before[k].velocity);
    }
    std::array<ContactScale, TestFixture::count> contacts;
    contacts.fill({.force = 1.0, .deflection = 1e-5, .speed = 1e-3});
    for_each_field(P::scale(now.p, contacts), [](const auto& row, double size, std::size_t) {
      EXPECT_TRUE(size > 0 && std::isfinite(size)) << row.name;
    });
  }
}

}  // namespace
}  // namespace stiction::every_plant_test
