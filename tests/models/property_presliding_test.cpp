// SPDX-License-Identifier: BSD-3-Clause
// Theorem 1 of Dupont et al. 2002: no plastic motion while |z| <= z_ba, in both directions, over random parameters. And
// the literal equation (21) of that paper, planted as a fault, is caught.
#include <gtest/gtest.h>

#include <numbers>

#include "stiction/models/elasto_plastic.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::property_presliding_test {
namespace {

constexpr int cases = 20000;

TEST(Theorem1, NothingSlipsBelowTheBreakawayDeflection) {
  testing::RandomCases random(71);
  for (int i = 0; i < cases; ++i) {
    const auto p = random.parameters<ElastoPlastic>(3.0);
    const double z = random.uniform(-1, 1) * ElastoPlastic::breakaway_deflection(p);
    const double v = random.sign() * random.log_uniform(1e-9, 1e3);
    EXPECT_EQ(ElastoPlastic::rate(p, {z}, contact(v)).deflection, v) << "z = " << z << " m";
  }
}

// LuGre has no such range: any deflection slips.
TEST(Theorem1, DoesNotHoldForLuGre) {
  const LuGre::Parameters<double> p;
  EXPECT_LT(LuGre::rate(p, {1e-9}, contact(1e-4)).deflection, 1e-4);
}

/// How often the law behaves differently towards the left than towards the right.
template <class M>
int asymmetries() {
  testing::RandomCases random(72);
  int found = 0;
  for (int i = 0; i < cases; ++i) {
    const auto p = random.parameters<M>(3.0);
    const auto z = random.state<M>(p);
    const double v = random.sign() * random.log_uniform(1e-9, 1e3);
    const double there = M::rate(p, z, contact(v)).deflection,
                 back = M::rate(p, {-z.deflection}, contact(-v)).deflection;
    if (std::abs(there + back) > 1e-12 * std::abs(v)) ++found;
  }
  return found;
}

/// The elastoplastic law with (21) as printed: z where |z| is meant.
struct LiteralEquation21 : ElastoPlastic {
  template <class Real>
  static State<Real> rate(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    const double z_ba = breakaway_deflection(p), z_ss = steady_deflection(p, c), along = c.direction * z.deflection;
    const double literal = 0.5 + 0.5 * std::sin(std::numbers::pi * (z.deflection - (z_ss + z_ba) / 2) / (z_ss - z_ba));
    const double alpha = along <= z_ba ? 0.0 : along >= z_ss ? 1.0 : literal;
    return {c.velocity - alpha * Bristles::decay_rate<Real>(p, c) * z.deflection};
  }
};

TEST(PreslidingSuite, CatchesTheLiteralEquation21) {
  EXPECT_EQ(asymmetries<ElastoPlastic>(), 0);
  EXPECT_GT(asymmetries<LiteralEquation21>(), 0);
}

}  // namespace
}  // namespace stiction::property_presliding_test
