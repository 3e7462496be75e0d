// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/reset_integrator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stiction/models/preset.hpp"
#include "tests/support/drive_model.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::reset_integrator_test {
namespace {

using Parameters = ResetIntegrator::Parameters<double>;
using Law = testing::Driven<ResetIntegrator>;

// (1)-(3) with Table I: (1+a) s0 z + (s1+s2) v while bonded, F_C + s2 v once z has reached z_0 = 1e-5 m.
TEST(ResetIntegrator, HoldsUpToStictionAndLatchesAtCoulomb) {
  const Parameters p;
  const double v = 1e-4, damping = 316.2277660168379 + 0.4;
  EXPECT_NEAR(ResetIntegrator::latch_deflection(p), 1e-5, 1e-20);
  for (const double x : {1e-6, 9.999e-6}) {
    Law law(p);
    law.move(v, x / v);
    EXPECT_NEAR(law.force(v), 1.5e5 * x + damping * v, 1e-12);
  }
  Law law(p);
  law.move(v, 1.001e-5 / v);
  EXPECT_NEAR(law.force(v), 1 + 0.4 * v, 1e-14);
  EXPECT_NEAR(law.force(v), ResetIntegrator::steady_force(p, contact(v)), 1e-14);
}

// Un-latching raises the force by a F_C at once: the bond returns with its full elongation.
TEST(ResetIntegrator, JumpsUpwardsAtUnlatching) {
  Law law(Parameters{});
  law.move(1e-3, 1.0);
  EXPECT_NEAR(law.force(0), 1.0, 1e-14);
  law.move(-1e-12, 1e-3);
  EXPECT_NEAR(law.force(-1e-12), 1.5, 1e-8);
  EXPECT_EQ(law.mode().slipping[0], 0.0);
}

// Bonded, nothing is lost but in the dampers; latched, the work F_C x is.
TEST(ResetIntegrator, StoresWhatTheBondTakes) {
  Parameters p;
  p.bristle_damping = 0, p.viscous_damping = 0;
  for (const double x : {4e-6, -4e-6}) {
    Law law(p);
    law.move(x / std::abs(x) * 1e-3, std::abs(x) / 1e-3);
    EXPECT_NEAR(ResetIntegrator::storage(p, law.state()), 0.5 * 1.5e5 * x * x, 1e-20);
    EXPECT_NEAR(law.force(0) * x / 2, ResetIntegrator::storage(p, law.state()), 1e-20);
  }
  Law law(p);
  law.move(1e-3, 1.0);
  EXPECT_NEAR(ResetIntegrator::storage(p, law.state()), 0.75e-5, 1e-18);
}

/// Rates, guards and transitions, with steps that end at the guard: z moves with v, so it is known exactly.
struct ModalRun {
  Parameters p;
  ResetIntegrator::Mode<double> m{};
  ResetIntegrator::State<double> z{};

  void move(double v, double h) {
    Contact<double> c = contact(v);
    for (int events = 0; events < 10; ++events) {
      const double guard = ResetIntegrator::guards(p, m, z, c)[0];
      if (guard <= 1e-16 * ResetIntegrator::latch_deflection(p)) {
        ResetIntegrator::transition(p, {true}, m, z, c);
        continue;
      }
      const double rate = ResetIntegrator::rate(p, m, z, c).deflection;
      const double step = rate == 0 ? h : std::min(h, guard / c.speed);
      z.deflection += step * rate;
      h -= step;
      if (!(h > 0)) return;
    }
    ADD_FAILURE() << "modes chatter";
  }
};

// (1) with its modes is the clamp of exact_step.
TEST(ResetIntegrator, ExactStepIsTheIntegralOverTheModes) {
  const Parameters p;
  ModalRun run{p};
  Law law(p);
  testing::RandomCases random(1);
  for (int i = 0; i < 500; ++i) {
    const double v = random.sign() * random.log_uniform(1e-6, 1), h = random.uniform(0, 3e-5) / std::abs(v);
    run.move(v, h), law.move(v, h);
    ASSERT_NEAR(run.z.deflection, law.state().deflection, 1e-18);
  }
}

/// A mass of 1 kg pulled through a spring of 2 N/m at 0.1 m/s, by classical Runge-Kutta with located guards and
/// reversals: times of latching after a slip of more than 1 cm, and the highest velocity.
class StickSlip {
 public:
  std::vector<double> slip_starts;
  double fastest = 0, longest = 0;

  void run(double until) {
    while (t_ < until) {
      const double h = m_.slipping[0] == 0 ? 2e-5 : 2e-4;
      const double direction = direction_;
      Body after = step(h);
      const auto crossed = [&](const Body& b) {
        return b.v * direction < 0 || ResetIntegrator::guards(p_, m_, {b.z}, contact(b.v, direction))[0] < 0;
      };
      double taken = h;
      if (crossed(after)) {
        double low = 0, high = h;
        for (int k = 0; k < 60; ++k) (crossed(step((low + high) / 2)) ? high : low) = (low + high) / 2;
        after = step(taken = high);
      }
      t_ += taken, body_ = after;
      if (body_.v * direction < 0) direction_ = -direction;
      ResetIntegrator::State<double> z{body_.z};
      Contact<double> c = contact(body_.v, direction_);
      if (ResetIntegrator::guards(p_, m_, z, c)[0] < 0) {
        ResetIntegrator::transition(p_, {true}, m_, z, c);
        body_.z = z.deflection;
        if (m_.slipping[0] > 0 && (slip_starts.empty() || t_ > slip_starts.back() + 5)) slip_starts.push_back(t_);
      }
      fastest = std::max(fastest, body_.v), longest = std::max(longest, body_.l);
    }
  }

 private:
  struct Body {
    double l, v, z;
  };
  Body rate(const Body& b) const {
    const Contact<double> c = contact(b.v, direction_);
    const auto dz = ResetIntegrator::rate(p_, m_, {b.z}, c);
    return {0.1 - b.v, 2 * b.l - ResetIntegrator::force(p_, m_, {b.z}, dz, c), dz.deflection};
  }
  Body step(double h) const {
    const auto moved = [](const Body& b, double t, const Body& d) {
      return Body{b.l + t * d.l, b.v + t * d.v, b.z + t * d.z};
    };
    const Body k1 = rate(body_), k2 = rate(moved(body_, h / 2, k1)), k3 = rate(moved(body_, h / 2, k2));
    const Body k4 = rate(moved(body_, h, k3));
    return moved(moved(moved(moved(body_, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
  }

  Parameters p_ = preset<ResetIntegrator>("canudas1995");
  ResetIntegrator::Mode<double> m_{};
  Body body_{0, 0, 0};
  double t_ = 0, direction_ = 1;
};

// Stick-slip of Fig. 6 of CanudasDeWit1995 with this law: independent reference values.
TEST(ResetIntegrator, GivesTheReferenceStickSlipCycle) {
  StickSlip motion;
  motion.run(28);
  ASSERT_GE(motion.slip_starts.size(), 4u);
  EXPECT_NEAR(motion.slip_starts[0], 7.50221082362913, 1e-7);
  EXPECT_NEAR(motion.slip_starts[3] - motion.slip_starts[2], 6.45700267781119, 1e-8);
  EXPECT_NEAR(motion.fastest, 0.377052484187416, 1e-8);
  EXPECT_NEAR(motion.longest, 0.760269651131194, 1e-8);
}

}  // namespace
}  // namespace stiction::reset_integrator_test
