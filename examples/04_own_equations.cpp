// SPDX-License-Identifier: BSD-3-Clause
// Equations of your own around a law: a pendulum whose pivot rubs like LuGre. Ten lines give the solver everything:
// exact Jacobians come from the same text, reversals are located, the order of the method survives them.
#include <bitset>
#include <cstdio>

#include "stiction/models/lugre.hpp"
#include "stiction/solvers/solve.hpp"

using namespace stiction;

struct RubbingPendulum {
  static constexpr std::size_t size = 3, guard_count = 1;  // y = (angle, speed, deflection)
  LuGre::Parameters<double> friction;                      // in N.m and rad
  double direction = 1;
  int reversals = 0;

  template <class Real>
  Vector<3, Real> rates(const Real&, const Vector<3, Real>& y) const {
    const auto p = convert<LuGre::Parameters<Real>>(friction);
    const Contact<Real> c = contact(y[1], Real(direction));
    const auto dz = LuGre::rate(p, {y[2]}, c);
    return {y[1], Real(-9.81) * sin(y[0]) - LuGre::force(p, {y[2]}, dz, c), dz.deflection};
  }
  Vector<3> scale() const { return {1, friction.stribeck_velocity, 1e-5}; }

  // The law is held on one side of v = 0 until the solver has found the next reversal.
  template <class Real>
  std::array<Real, 1> guards(const Real&, const Vector<3, Real>& y) const {
    return {Real(direction) * y[1]};
  }
  std::array<double, 1> guard_bands(double tolerance) const { return {0.5 * tolerance * friction.stribeck_velocity}; }
  bool transition(const std::bitset<1>&, double t, Vector<3>& y) {
    if (++reversals <= 8) std::printf("reverses at %8.5f s, %8.4f deg\n", t, y[0] * 57.29577951308232);
    direction = -direction;
    y[1] = 0;
    return true;
  }
};

int main() {
  RubbingPendulum pendulum;
  pendulum.friction.coulomb_force = 0.2;
  pendulum.friction.static_force = 0.3;
  Vector<3> y{1.0, 0, 0};  // let go at 57 degrees
  pendulum.direction = -1;
  const SolveResult result = solve(pendulum, y, 0, 12, {.tolerance = 1e-9});
  std::printf("%d reversals, %zu steps, ends at %.6f deg%s\n", pendulum.reversals, result.counters.accepted,
              y[0] * 57.29577951308232, result.finished() ? "" : result.reason.c_str());
  return result.finished() ? 0 : 1;
}
