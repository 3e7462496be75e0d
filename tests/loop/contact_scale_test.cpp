// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "stiction/loop/parts.hpp"
#include "stiction/models/bliman_sorine.hpp"
#include "stiction/models/coulomb.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/models/space_invariant.hpp"

namespace stiction::contact_scale_test {

template <class Law>
ContactScale scale_of(const ParametersOf<Law>& p = {}) {
  std::vector<double> numbers(field_count<ParametersOf<Law>>);
  pack(p, numbers.data());
  return contact_part<Law>().scale(numbers.data());
}

// Bristles bend by F_S / sigma_0.
TEST(ContactScale, OfBristlesIsTheirDeflection) {
  const LuGre::Parameters<double> p;
  EXPECT_DOUBLE_EQ(scale_of<LuGre>().deflection, p.static_force / p.bristle_stiffness);
}

// The states of a law along the path are forces. Its force rises with C B at first, so the length is H(0) / (C B): of
// two Dahl blocks in parallel, 0.5 N over 0.1 mm and over 0.05 mm each, 1 N / (1.5e4 N/m).
TEST(ContactScale, OfLawsAlongThePathComesFromTheInitialStiffness) {
  EXPECT_NEAR(scale_of<SpaceInvariant>().deflection, 1 / 1.5e4, 1e-16);
  SpaceInvariant::Parameters<double> p;
  p.direct_force = 2;  // jumps at a reversal: adds to the level, not to the stiffness
  EXPECT_NEAR(scale_of<SpaceInvariant>(p).deflection, 3 / 1.5e4, 1e-16);
  EXPECT_GT(scale_of<BlimanSorine>().deflection, 0);
}

// Without presliding there is no length.
TEST(ContactScale, OfCoulombFrictionHasNoLength) { EXPECT_EQ(scale_of<Coulomb>().deflection, 0); }

}  // namespace stiction::contact_scale_test
