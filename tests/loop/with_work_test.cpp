// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/with_work.hpp"

#include <gtest/gtest.h>

#include "stiction/loop/coupled_system.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "stiction/solvers/solve.hpp"

namespace stiction {
namespace {

/// Integrates what LuGre loses, sigma_0 h(v) z^2 + sigma_1 z' v + sigma_2 v^2, over the dense output by Gauss' rule
/// with five points, without the plant's own account. z' v counts with its sign: it can give back for an instant.
struct LossByQuadrature {
  const LuGre::Parameters<double>& p;
  double lost = 0;

  bool step(const auto& view) {
    constexpr double near = 0.5384693101056831, far = 0.9061798459386640;
    constexpr double at_centre = 0.5688888888888889, at_near = 0.4786286704993665, at_far = 0.2369268850561891;
    lost += 0.5 * view.length *
            (at_centre * rate(view.at(0.5)) +
             at_near * (rate(view.at(0.5 - 0.5 * near)) + rate(view.at(0.5 + 0.5 * near))) +
             at_far * (rate(view.at(0.5 - 0.5 * far)) + rate(view.at(0.5 + 0.5 * far))));
    return true;
  }
  double rate(const Vector<5>& y) const {
    const double v = y[1], z = y[2];
    const LuGre::State<double> dz = LuGre::rate(p, {z}, contact(v));
    return p.bristle_stiffness * LuGre::decay_rate(p, contact(v)) * z * z + p.bristle_damping * dz.deflection * v +
           p.viscous_damping * v * v;
  }
};

template <class Plant>
class EnergyAccount : public ::testing::Test {
 protected:
  using System = CoupledSystem<WithWork<Plant>, LuGre>;

  /// Runs from rest and compares: kinetic + spring + bristles + lost = supplied.
  void expect_balance(const InputsOf<Plant, Signal>& inputs, double end, double least_work) {
    const ParametersOf<Plant> plant;
    const LuGre::Parameters<double> law;
    System system(plant, {law}, inputs);
    Vector<5> y{};
    LossByQuadrature quadrature{law};
    system.start(0.0, y);
    const SolveResult result = solve(system, y, 0.0, end, {.tolerance = 1e-11}, quadrature);
    ASSERT_EQ(result.status, SolveStatus::finished) << result.reason;
    const double mechanical = Plant::template energy<double>(plant, unpacked<StateOf<Plant>, 0>(y), {});
    const double stored = LuGre::storage(law, LuGre::State<double>{y[2]});
    const double friction_work = y[3], supplied_work = y[4];
    EXPECT_GT(supplied_work, least_work);
    EXPECT_NEAR(mechanical + friction_work, supplied_work, 1e-8 * supplied_work);
    EXPECT_NEAR(mechanical + stored + quadrature.lost, supplied_work, 1e-8 * supplied_work);
  }
};

using EnergyOfMass = EnergyAccount<MassOnSurface>;
using EnergyOfPulledMass = EnergyAccount<PulledMass>;

// A mass shaken over presliding and sliding with a bias: it creeps, slides, turns.
TEST_F(EnergyOfMass, BalancesUnderAShakingForce) {
  expect_balance({.force = Signal::sine(2.0, 0.5, 0.0, 0.3)}, 10.0, 1.0);
}

// Stick-slip of Canudas de Wit et al. 1995, Fig. 6: three slips and the long waits between them.
TEST_F(EnergyOfPulledMass, BalancesThroughStickAndSlip) { expect_balance({.pull_speed = 0.1}, 25.0, 1.0); }

}  // namespace
}  // namespace stiction
