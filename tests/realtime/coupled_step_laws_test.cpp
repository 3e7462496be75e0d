// SPDX-License-Identifier: BSD-3-Clause
// Other bristles over fixed steps: bounded, and without drift where their law has none.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stiction/models/bliman_sorine.hpp"
#include "stiction/models/bristle_models.hpp"
#include "stiction/models/generalized_maxwell_slip.hpp"
#include "stiction/models/maxwell_slip.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/realtime/coupled_step.hpp"

namespace stiction {
namespace {

double sine(double t, double frequency) { return std::sin(2 * std::numbers::pi * frequency * t); }

template <class Law>
struct LawsOverFixedSteps : ::testing::Test {};
using SomeLaws = ::testing::Types<Dahl, ElastoPlastic, BlimanSorine, MaxwellSlip, GeneralizedMaxwellSlip>;
TYPED_TEST_SUITE(LawsOverFixedSteps, SomeLaws);

// Shaken through sliding and presliding, the states stay in the law's bounds, and the mass no faster than without
// friction.
TYPED_TEST(LawsOverFixedSteps, StayBounded) {
  using Law = TypeParam;
  const ParametersOf<Law> p;
  const double level = Law::coulomb_level(p), amplitude = 1.6 * level;
  for (const double h : {1e-4, 1e-3, 1e-2}) {
    CoupledStep<MassOnSurface, Law> step({}, p, h);
    double fastest = 0;
    int escapes = 0;
    for (double t = 0; t < 5; t += h) {
      ASSERT_EQ(step.step({amplitude * sine(t, 1.0)}), UpdateStatus::ok);
      for_each_pair(step.law(), Law::template state_scale<double>(p),
                    [&](const auto&, double z, double bound) { escapes += !(std::abs(z) <= bound * (1 + 1e-12)); });
      fastest = std::max(fastest, std::abs(step.plant().velocity));
    }
    EXPECT_EQ(escapes, 0) << h;
    EXPECT_LT(fastest, amplitude / std::numbers::pi) << h;
    EXPECT_GT(fastest, 0.1 * amplitude / (2 * std::numbers::pi)) << h;
  }
}

/// How far a mass creeps, in deflections of its bristles, while it vibrates inside the elastic range.
template <class Law>
double creep() {
  const ParametersOf<Law> p;
  const double level = Law::coulomb_level(p);
  CoupledStep<MassOnSurface, Law> step({}, p, 1e-3);
  const auto slipped = [&] { return step.plant().position - step.law().deflection; };
  for (int k = 0; k < 60'000; ++k) step.step({level * (0.3 + 0.2 * sine(k * 1e-3, 5.0))});
  return slipped() / Law::template state_scale<double>(p).deflection;
}

// A load of half the Coulomb force at most is inside the elastic range of the elastoplastic law: the mass comes back
// to the same place for a minute \cite Dupont2002. LuGre drifts.
TEST(LawsOverFixedSteps, TheElastoplasticLawDoesNotDrift) {
  EXPECT_LT(std::abs(creep<ElastoPlastic>()), 1e-9);
  EXPECT_GT(creep<LuGre>(), 0.1);
}

}  // namespace
}  // namespace stiction
