// SPDX-License-Identifier: BSD-3-Clause
// own executable
// flags: -fno-exceptions -fno-rtti
// The layer as a controller without exceptions, run-time types and heap would use it: it compiles, and no update
// allocates.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "stiction/models/all_models.hpp"
#include "stiction/realtime/friction_update.hpp"
#include "stiction/realtime/position_friction.hpp"

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

#if defined(__cpp_exceptions) || defined(__cpp_rtti)
#error "this file must be compiled without exceptions and run-time types"
#endif

template <class Law, class Real>
FrictionUpdate<Law, Real> fresh_update() {
  if constexpr (HoldsAtRest<Law, Real>)
    return FrictionUpdate<Law, Real>({}, Real(1e-3), Real(1e-6));
  else
    return FrictionUpdate<Law, Real>({}, Real(1e-3));
}

/// Allocations made by making an update and moving it through good and broken samples.
template <class Law, class Real>
long allocations_of_updates() {
  const long before = allocations;
  auto update = fresh_update<Law, Real>();
  for (int k = 0; k < 100; ++k) {
    update.update_velocity(Real(1e-4) * Real(k % 7 - 3), {.applied_force = Real(0.1)});
    update.update_displacement(Real(1e-7) * Real(k % 5 - 2));
    update.miss_sample();
    update.restore(update.save());
  }
  return allocations - before;
}

// No law allocates, in double or in single precision.
TEST(BareController, NeverAllocates) {
  AllModels::for_each([]<class Law>() {
    if constexpr (UpdatedPerSample<Law>) {
      const long in_double = allocations_of_updates<Law, double>(), in_float = allocations_of_updates<Law, float>();
      EXPECT_EQ(in_double, 0) << Law::info.name;
      EXPECT_EQ(in_float, 0) << Law::info.name;
    }
  });
  const long before = allocations;
  PositionFriction<> friction({});
  for (int k = 0; k < 100; ++k) friction.update_position(1e-6 * k);
  const long made = allocations - before;
  EXPECT_EQ(made, 0);
}

// The counter counts.
TEST(BareController, SeesAnAllocation) {
  const long before = allocations;
  ::operator delete(::operator new(1));
  EXPECT_GT(allocations, before);
}

}  // namespace
}  // namespace stiction
