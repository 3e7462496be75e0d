// SPDX-License-Identifier: BSD-3-Clause
// own executable
// flags: -fno-exceptions -fno-rtti
// How a step answers inside a controller: broken inputs, saved memory, no heap.
#include "stiction/realtime/coupled_step.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <new>

#include "stiction/models/coulomb.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/models/maxwell_slip.hpp"
#include "stiction/plants/pulled_mass.hpp"

namespace {
long allocations = 0;
}

// These replace the allocation functions of this whole program.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  std::abort();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace stiction {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

template <class Law>
struct StepInAController : ::testing::Test {
  using Step = CoupledStep<PulledMass, Law>;
  Step step{{}, {}, 1e-3};

  /// Pulled to and fro, so that the mass sticks, slips and turns.
  static InputsOf<PulledMass, double> input(int k) { return {.pull_speed = k % 4000 < 2000 ? 1.0 : -0.7}; }
  void run(int from, int to) {
    for (int k = from; k < to; ++k) step.step(input(k));
  }
};
using SomeLaws = ::testing::Types<LuGre, StictionCoulombViscous, MaxwellSlip>;
TYPED_TEST_SUITE(StepInAController, SomeLaws);

// What is no number is reported and moves nothing; the next good input goes on from there.
TYPED_TEST(StepInAController, IsLeftAloneByWhatIsNoNumber) {
  auto twin = this->step;
  for (int k = 0; k < 9000; ++k) {
    if (k % 10 == 0) {
      const auto before = this->step.save();
      for (const double broken : {nan, infinity, -infinity}) {
        ASSERT_EQ(this->step.step({.pull_speed = broken}), UpdateStatus::invalid);
        ASSERT_EQ(this->step.step({.force = broken}), UpdateStatus::invalid);
      }
      ASSERT_EQ(this->step.save().states, before.states);
      ASSERT_EQ(this->step.save().modes.direction, before.modes.direction);
      ASSERT_EQ(this->step.save().started, before.started);
    }
    ASSERT_EQ(this->step.step(this->input(k)), UpdateStatus::ok);
    twin.step(this->input(k));
    ASSERT_EQ(this->step.save().states, twin.save().states);
  }
}

// Restored, it repeats itself to the last bit, from any moment.
TYPED_TEST(StepInAController, RepeatsItselfAfterRestoring) {
  this->run(0, 1234);
  for (int start = 1234; start < 9000; start += 777) {
    const auto saved = this->step.save();
    this->run(start, start + 777);
    const auto once = this->step.save();
    this->step.restore(saved);
    this->run(start, start + 777);
    ASSERT_EQ(this->step.save().states, once.states);
    ASSERT_EQ(this->step.save().modes.direction, once.modes.direction);
    ASSERT_NE(saved.states, once.states);
  }
}

// Making one, moving it, saving and asking it: nothing touches the heap.
TYPED_TEST(StepInAController, NeverAllocates) {
  const long before = allocations;
  typename TestFixture::Step fresh{{}, {}, 1e-3};
  double sum = 0;
  for (int k = 0; k < 9000; ++k) {
    fresh.step(this->input(k));
    fresh.restore(fresh.save());
    sum += fresh.friction_force(this->input(k));
  }
  const long made = allocations - before;
  EXPECT_EQ(made, 0);
  EXPECT_NE(sum, 0.0);
}

// The counter counts.
TEST(StepInAControllerSuite, SeesAnAllocation) {
  const long before = allocations;
  ::operator delete(::operator new(1));
  EXPECT_GT(allocations, before);
}

}  // namespace
}  // namespace stiction
