// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/allocation_counter.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

namespace {
long count = 0;
}

long stiction::testing::allocations() { return count; }

// These replace the allocation functions of the whole test program, so that even one allocation inside a law is seen.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++count;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

TEST(AllocationCounter, SeesAnAllocation) {
  const long before = stiction::testing::allocations();
  ::operator delete(::operator new(1));
  EXPECT_GT(stiction::testing::allocations(), before);
}
