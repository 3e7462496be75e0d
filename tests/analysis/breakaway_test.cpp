// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/breakaway.hpp"

#include "stiction/models/coulomb.hpp"
#include "stiction/models/lugre.hpp"
#include "tests/reference/reference_values.hpp"

namespace stiction::testing {
namespace {

// Fig. 4 of CanudasDeWit1995: break-away force falls with the rate of loading.
TEST(Breakaway, LuGreMeetsTheReference) {
  const auto& table = ReferenceTable::of("lugre1995_fig4_breakaway");
  for (const double rate : {1.0, 2.0, 10.0, 20.0}) {
    const Breakaway b = breakaway<LuGre>({}, 1, rate);
    ASSERT_TRUE(b.found);
    const std::string name = "rate" + number_text(rate) + "/";
    EXPECT_NEAR(b.force / table.at(name + "F_peak").value, 1, 1e-8);
    EXPECT_NEAR(b.time / table.at(name + "t_peak").value, 1, 1e-6);
  }
}

// Stiction with true rest breaks away at F_S, at any rate.
TEST(Breakaway, TrueRestBreaksAwayAtStiction) {
  StictionCoulombViscous::Parameters<double> p;
  p.coulomb_force = 1, p.static_force = 1.5;
  for (const double rate : {0.1, 10.0}) {
    const Breakaway b = breakaway<StictionCoulombViscous>(p, 1, rate);
    ASSERT_TRUE(b.found);
    EXPECT_NEAR(b.force, 1.5, 1e-8);
    EXPECT_NEAR(b.time, 1.5 / rate, 1e-8 / rate);
  }
  EXPECT_THROW(breakaway<StictionCoulombViscous>(p, 1, 0), InvalidInput);
}

}  // namespace
}  // namespace stiction::testing
