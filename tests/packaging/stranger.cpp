// SPDX-License-Identifier: BSD-3-Clause
// What someone else's first program with the library looks like. Exit code 0: it did what it says.
#include <cstdio>

#include "stiction/scalar/math_functions.hpp"

#if __has_include("stiction/models/lugre.hpp")
#include "stiction/models/lugre.hpp"
#endif

int main() {
#if __has_include("stiction/models/lugre.hpp")
  // Table I of the LuGre paper: friction at the onset of sliding is 1.5 N, larger than 1 N at high velocity.
  const stiction::LuGre::Parameters<double> p;
  std::printf("LuGre: %g N at rest, %g N sliding\n", p.static_force, p.coulomb_force);
  if (!(p.static_force > p.coulomb_force)) return 1;
#endif
  return stiction::sign(-2.0) == -1.0 ? 0 : 1;
}
