// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The sampled form of every controller. A file that includes this says which of them it takes: `ControllersUnderTest`.
#include <cmath>
#include <limits>

#include "stiction/control/sampled.hpp"
#include "tests/control/some_controllers.hpp"
#include "tests/support/allocation_counter.hpp"

namespace stiction {
namespace {

template <class Controller>
struct SampledController : ::testing::Test {
  using SampledForm = Sampled<Controller>;
  typename SampledForm::Parameters p;
  typename SampledForm::Memory memory;
  typename SampledForm::Inputs u, du;

  /// A motion that is slow, fast, and at rest in turn.
  typename SampledForm::Result sample(int k, double h) {
    const double t = k * h, size = k % 100 < 30 ? 1e-6 : 0.5;
    return SampledForm::step(p, memory, u, du, {size * std::sin(9 * t), k % 100 < 5 ? 0.0 : 9 * size * std::cos(9 * t)},
                             h);
  }
};
TYPED_TEST_SUITE(SampledController, ControllersUnderTest::apply<::testing::Types>, testing::NameOfController);

// 10 s at 1 kHz, where the bristles of an observer forget four hundred times within a sample: finite, and no
// allocation.
TYPED_TEST(SampledController, StaysFiniteAtOneKilohertzAndAllocatesNothing) {
  const long before = testing::allocations();
  bool good = true;
  for (int k = 0; k < 10'000; ++k) {
    const auto result = this->sample(k, 1e-3);
    good = good && result.valid && std::isfinite(result.force) && std::abs(result.force) < 1e6;
  }
  EXPECT_EQ(testing::allocations(), before);
  EXPECT_TRUE(good);
}

// What is no number changes nothing, the force is held, and the next good sample goes on.
TYPED_TEST(SampledController, LeavesItsStateIntactWhenASampleIsNoNumber) {
  using Form = typename TestFixture::SampledForm;
  for (int k = 0; k < 10; ++k) this->sample(k, 1e-3);
  const auto before = this->memory;
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  auto bad = this->u;
  for_each_field(bad, [&](const auto&, double& x, std::size_t) { x = nan; });
  for (const auto& result : {Form::step(this->p, this->memory, this->u, this->du, {nan, 0.1}, 1e-3),
                             Form::step(this->p, this->memory, this->u, this->du, {0.1, infinity}, 1e-3),
                             Form::step(this->p, this->memory, bad, this->du, {0.1, 0.1}, 1e-3)}) {
    EXPECT_FALSE(result.valid);
    EXPECT_EQ(result.force, before.force);
  }
  for_each_pair(this->memory.state, before.state,
                [](const auto& row, double a, double b) { EXPECT_EQ(a, b) << row.name; });
  EXPECT_TRUE(this->sample(11, 1e-3).valid);
}

// The same text: over a short sample the states move by h times the rate of the continuous form.
TYPED_TEST(SampledController, MovesAsTheContinuousFormInAShortSample) {
  using C = TypeParam;
  const double h = 1e-9;
  const Measured<double> measured{0.01, 0.02};
  this->memory.state = C::scale(this->p, 0.3);
  const auto start = this->memory.state;
  const auto rate = C::template rate<double>(this->p, start, this->u, this->du, measured);
  ASSERT_TRUE((TestFixture::SampledForm::step(this->p, this->memory, this->u, this->du, measured, h).valid));
  auto moved = this->memory.state;
  for_each_pair(moved, start, [](const auto&, double& a, double b) { a -= b; });
  for_each_pair(moved, rate, [&](const auto& row, double dx, double r) {
    EXPECT_NEAR(dx / h, r, 1e-4 * std::abs(r) + 1e-6) << row.name;
  });
}

}  // namespace
}  // namespace stiction
