// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// For any finite valid input, over twelve decades, laws neither allocate nor throw nor return anything but a number.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "stiction/models/evaluate.hpp"
#include "stiction/models/load_dependence.hpp"
#include "tests/models/every_model/family.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction {
namespace {

template <class Model>
struct EveryModelSafety : ::testing::Test {};
TYPED_TEST_SUITE(EveryModelSafety, testing::FamilyUnderTest, testing::NameOfModel);

/// What a law says at one contact: all numbers it can return, added up in magnitude.
template <class M>
double everything(const ParametersOf<M>& p, ModeOf<M> m, const StateOf<M>& z, const Contact<double>& c, double h) {
  double sum = std::abs(force_of<M, double>(p, m, z, c));
  const auto add = [&](const auto&, double x, std::size_t) { sum += std::abs(x); };
  if constexpr (!MemoryModel<M>) for_each_field(rate_of<M, double>(p, m, z, c), add);
  if constexpr (HasModes<M>)
    for (const double g : M::guards(p, m, z, c)) sum += std::abs(g);
  if constexpr (HasSteadyForce<M>) sum += std::abs(M::steady_force(p, c));
  if constexpr (HasStorage<M>) sum += std::abs(M::storage(p, z));
  if constexpr (HasExactStep<M>) for_each_field(step_of<M, double>(p, m, z, c, h), add);
  return sum;
}

template <class M>
Contact<double> any_contact(testing::RandomCases& random, const ParametersOf<M>& p) {
  Contact<double> c = contact(random.uniform(0, 1) < 0.1 ? 0.0 : random.sign() * random.log_uniform(1e-9, 1e3));
  c.applied_force = random.sign() * random.log_uniform(1e-6, 1e6);
  c.normal_force = random.log_uniform(1e-6, 1e6);
  c.transmitted_force = random.sign() * random.log_uniform(1e-6, 1e6) * M::template coulomb_level<double>(p);
  return c;
}

template <class M>
void expect_numbers(unsigned seed, int cases) {
  testing::RandomCases random(seed);
  for (int i = 0; i < cases; ++i) {
    const auto p = random.parameters<M>(6.0);
    const auto z = random.state<M>(p);
    const Contact<double> c = any_contact<M>(random, p);
    const double h = random.log_uniform(1e-9, 1e3);
    const long before = testing::allocations();
    double sum = 0;
    EXPECT_NO_THROW(sum = everything<M>(p, ModeOf<M>{}, z, c, h));
    EXPECT_EQ(testing::allocations(), before) << M::info.name << " allocates";
    if (!std::isfinite(sum)) {
      ADD_FAILURE() << M::info.name << " returns " << sum << " at v = " << c.velocity << " m/s, h = " << h << " s";
      for_each_field(p, [](const auto& row, double x, std::size_t) { std::cerr << row.name << " = " << x << "\n"; });
      for_each_field(z, [](const auto& row, double x, std::size_t) { std::cerr << row.name << " = " << x << "\n"; });
      return;
    }
  }
}

TYPED_TEST(EveryModelSafety, NeverAllocatesThrowsOrReturnsNaN) { expect_numbers<TypeParam>(21, 5000); }
TYPED_TEST(EveryModelSafety, NorDoesItUnderAnyNormalLoad) { expect_numbers<NormalLoad<TypeParam>>(22, 1000); }
TYPED_TEST(EveryModelSafety, NorDoesItInAGear) { expect_numbers<GearLoss<TypeParam>>(23, 1000); }

}  // namespace
}  // namespace stiction
