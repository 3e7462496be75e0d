// SPDX-License-Identifier: BSD-3-Clause
// The sampled form against closed forms and against the continuous one; sampled_controllers.hpp is about all of them.
#include "stiction/control/sampled.hpp"

#include <gtest/gtest.h>

#include "stiction/control/friction_observer.hpp"
#include "stiction/control/pid.hpp"
#include "stiction/models/lugre.hpp"
#include "tests/control/loop_runs.hpp"

namespace stiction::testing {
namespace {

/// Position at 2 s of a free mass of 1 kg that a sampled controller brings to 1; between samples the force is held and
/// the motion exact.
template <class Controller>
double sampled_end(const ParametersOf<Controller>& p, int samples) {
  typename Sampled<Controller>::Memory memory;
  ControllerInputsOf<Controller> u;
  u.reference = 1;
  const double h = 2.0 / samples;
  double x = 0, v = 0;
  for (int k = 0; k < samples; ++k) {
    const double force = Sampled<Controller>::step(p, memory, u, {}, {x, v}, h).force;
    x += h * (v + 0.5 * h * force), v += h * force;
  }
  return x;
}

// As the samples come closer the loop tends to the continuous one, in first order.
TEST(Sampled, TendsToTheContinuousLoopInFirstOrder) {
  FrictionlessLoop<Pid> loop{.offset = 1};
  auto y = loop.at_rest();
  advance(loop, y, 0, 2, 1e-12);
  const double coarse = sampled_end<Pid>(loop.p, 1000) - y[0], fine = sampled_end<Pid>(loop.p, 2000) - y[0];
  EXPECT_LT(std::abs(coarse), 0.01);
  EXPECT_NEAR(coarse / fine, 2, 0.05);
}

/// A friction observer on a body that moves as 0.02 sin(3 t), with a reference that it lags a little.
struct Followed {
  static constexpr std::size_t size = field_count<StateOf<FrictionObserver<LuGre>>>;
  using C = FrictionObserver<LuGre>;
  ParametersOf<C> p{};

  template <class Real>
  Measured<Real> measured(const Real& t) const {
    return {Real(0.02) * sin(Real(3) * t), Real(0.06) * cos(Real(3) * t)};
  }
  template <class Real>
  TrackingInputs<Real> inputs(const Real& t) const {
    TrackingInputs<Real> u;
    u.reference = Real(0.02) * sin(Real(3) * t + Real(1e-3));
    return u;
  }
  template <class Real>
  Vector<size, Real> rates(const Real& t, const Vector<size, Real>& y) const {
    Vector<size, Real> dy;
    pack<0>(
        C::rate<Real>(convert<ParametersOf<C, Real>>(p), unpacked<StateOf<C, Real>, 0>(y), inputs(t), {}, measured(t)),
        dy);
    return dy;
  }
  Vector<size> scale() const {
    Vector<size> sizes;
    pack<0>(C::scale(p, 1.0), sizes);
    return sizes;
  }
};

// The estimate of a stiff observer, sampled from 4 kHz on, across a reversal: first order or better.
TEST(Sampled, FollowsAStiffObserverInFirstOrder) {
  Followed system;
  Vector<Followed::size> exact{};
  advance(system, exact, 0, 0.55, 1e-10);  // the body has turned at 0.5236 s
  const auto error = [&](int samples) {
    Sampled<FrictionObserver<LuGre>>::Memory memory;
    const double h = 0.55 / samples;
    for (int k = 1; k <= samples; ++k)
      Sampled<FrictionObserver<LuGre>>::step(system.p, memory, system.inputs(k * h), {}, system.measured(k * h), h);
    return std::abs(memory.state.deflection - exact[0]) / 1e-5;
  };
  const double coarse = error(2200), fine = error(8800);
  EXPECT_LT(coarse, 0.05);
  EXPECT_LT(fine, coarse / 3.5);
}

// sigma_0 |v| h / g = 50: explicit steps would explode; the estimate is the steady friction after a few samples.
TEST(Sampled, IsStableWhereBristlesForgetWithinASample) {
  using C = FrictionObserver<LuGre>;
  ParametersOf<C> p;
  p.position_gain = p.velocity_gain = p.observer_gain = 0;
  Sampled<C>::Memory memory;
  double force = 0;
  for (int k = 0; k < 20; ++k) force = Sampled<C>::step(p, memory, {}, {}, {0, 0.5}, 1e-3).force;
  EXPECT_NEAR(force, 1 + 0.4 * 0.5, 1e-9);
}

// In float, as on a microcontroller: the same to the accuracy of float.
TEST(Sampled, WorksInSinglePrecision) {
  using C = FrictionObserver<LuGre>;
  Sampled<C>::Memory exact;
  Sampled<C, float>::Memory single;
  for (int k = 0; k < 500; ++k) {
    const double t = 1e-3 * k, x = 1e-3 * std::sin(20 * t), v = 0.02 * std::cos(20 * t);
    const double a = Sampled<C>::step({}, exact, {}, {}, {x, v}, 1e-3).force;
    const float b =
        Sampled<C, float>::step({}, single, {}, {}, {static_cast<float>(x), static_cast<float>(v)}, 1e-3F).force;
    ASSERT_NEAR(a, static_cast<double>(b), 1e-4 * (1 + std::abs(a)));
  }
}

}  // namespace
}  // namespace stiction::testing
