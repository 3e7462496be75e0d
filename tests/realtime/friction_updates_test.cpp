// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/realtime/friction_updates.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "stiction/models/all_models.hpp"

namespace stiction::friction_updates_test {

constexpr double sample_time = 1e-3, rest_velocity = 1e-4;
constexpr std::size_t contacts = 21;  // two whole blocks and a part of one

template <class Law>
FrictionUpdate<Law> single(const ParametersOf<Law>& p) {
  if constexpr (HoldsAtRest<Law>)
    return FrictionUpdate<Law>(p, sample_time, rest_velocity);
  else
    return FrictionUpdate<Law>(p, sample_time);
}

/// Sines of different speeds with reversals; some samples are no numbers.
double velocity_of(std::size_t contact, std::size_t sample) {
  if ((sample + 3 * contact) % 17 == 5) return std::numeric_limits<double>::quiet_NaN();
  if ((sample + contact) % 29 == 11) return std::numeric_limits<double>::infinity();
  const double size = 1e-4 * std::pow(2.0, static_cast<double>(contact));
  return size * std::sin(0.05 * static_cast<double>(sample * (1 + contact % 3)) + 0.3 * static_cast<double>(contact));
}

/// Lanes round differently from plain numbers: `exp` and fused operations.
template <class Law>
void expect_same_as_single_updates(const std::vector<ParametersOf<Law>>& p, bool from_displacements) {
  FrictionUpdates<Law> many(p, contacts, sample_time, rest_velocity);
  std::vector<FrictionUpdate<Law>> one;
  for (std::size_t i = 0; i < contacts; ++i) one.push_back(single<Law>(p[p.size() == 1 ? 0 : i]));
  const double level = Law::template coulomb_level<double>(p.front());
  std::vector<double> v(contacts), force(contacts), applied(contacts, 0.3 * level), normal(contacts, 5.0);
  for (std::size_t k = 0; k < 400; ++k) {
    for (std::size_t i = 0; i < contacts; ++i) v[i] = velocity_of(i, k) * (from_displacements ? sample_time : 1.0);
    const typename FrictionUpdates<Law>::Forces forces{applied.data(), normal.data(), nullptr};
    std::size_t refused = 0, expected_refused = 0;
    for (std::size_t block = 0; block < many.blocks(); ++block)
      refused += from_displacements ? many.update_displacement(v.data(), forces, force.data(), block, block + 1)
                                    : many.update_velocity(v.data(), forces, force.data(), block, block + 1);
    for (std::size_t i = 0; i < contacts; ++i) {
      const ContactForces<double> f{.applied_force = 0.3 * level, .normal_force = 5.0};
      const auto expected = from_displacements ? one[i].update_displacement(v[i], f) : one[i].update_velocity(v[i], f);
      expected_refused += expected.status == UpdateStatus::ok ? 0U : 1U;
      ASSERT_NEAR(force[i], expected.force, 1e-9 * (level + std::abs(expected.force)))
          << Law::info.name << ", contact " << i << ", sample " << k << ", v = " << v[i];
    }
    ASSERT_EQ(refused, expected_refused) << Law::info.name << ", sample " << k;
  }
}

template <class Law>
void expect_same() {
  if constexpr (UpdatedInLanes<Law>)
    for (const bool from_displacements : {false, true})
      expect_same_as_single_updates<Law>({ParametersOf<Law>{}}, from_displacements);
}

// Each contact in lanes gets the force of an update of its own: reversals, rests, modes, gaps and all.
TEST(FrictionUpdates, GiveTheForcesOfSingleUpdates) {
  AllModels::for_each([]<class Law>() { expect_same<Law>(); });
}

// Contacts may have parameters of their own.
TEST(FrictionUpdates, TakeOneSetOfParametersForEachContact) {
  std::vector<ParametersOf<LuGre>> p(contacts);
  for (std::size_t i = 0; i < contacts; ++i) p[i].coulomb_force = 1.0 + 0.01 * static_cast<double>(i);
  expect_same_as_single_updates<LuGre>(p, false);
}

// A sample time that is no positive number refuses every sample, and the force stays at zero.
TEST(FrictionUpdates, RefuseAnUnusableSampleTime) {
  for (const double wrong : {0.0, -1e-3, std::numeric_limits<double>::quiet_NaN()}) {
    FrictionUpdates<LuGre> many({ParametersOf<LuGre>{}}, 3, wrong);
    const double v[3] = {0.1, 0.2, 0.3};
    double force[3] = {1, 1, 1};
    EXPECT_EQ(many.update_velocity(v, {}, force, 0, many.blocks()), 3U);
    for (const double f : force) EXPECT_EQ(f, 0);
  }
}

}  // namespace stiction::friction_updates_test
