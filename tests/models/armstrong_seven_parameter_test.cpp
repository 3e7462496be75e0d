// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/armstrong_seven_parameter.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/schema/violation.hpp"
#include "tests/support/drive_model.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::armstrong_seven_parameter_test {
namespace {

using Parameters = ArmstrongSevenParameter::Parameters<double>;
using Law = testing::Driven<ArmstrongSevenParameter>;

/// The Stribeck term of a rested contact, by hand.
double stribeck(double v) { return 0.5 / (1 + (v / 1e-3) * (v / 1e-3)); }

// (1): a fresh contact is a spring of stiffness k_t up to F_C + F_{s,inf}, and slides beyond.
TEST(ArmstrongSevenParameter, SticksLikeASpringUpToTheStaticForce) {
  for (const double x : {1e-8, 7e-6, 1.4999e-5}) {
    Law law(Parameters{});
    law.move(-1e-5, x / 1e-5);
    EXPECT_NEAR(law.force(0), -1e5 * x, 1e-12);
    EXPECT_EQ(law.state().sliding, 0.0);
  }
  Law law(Parameters{});
  law.move(-1e-5, 1.5001e-5 / 1e-5);
  EXPECT_EQ(law.state().sliding, -1.0);
}

// (2): in steady sliding after a long rest the curve is F_C + F_{s,inf}/(1 + (v/v_s)^2) + F_v v.
TEST(ArmstrongSevenParameter, SteadySlidingGivesTheLorentzianCurve) {
  for (const double v : {-0.02, -1e-3, 3e-4, 5e-3}) {
    Law law(Parameters{});
    law.move(v, 2e-5 / std::abs(v)), law.move(v, 1.0);
    EXPECT_NEAR(law.force(v), std::copysign(1 + stribeck(v), v) + 0.4 * v, 1e-13);
    EXPECT_NEAR(ArmstrongSevenParameter::steady_force(Parameters{}, contact(v)), law.force(v), 1e-13);
  }
}

// (2): a jump of the velocity changes the Stribeck term exactly tau_L later; the drag follows at once.
TEST(ArmstrongSevenParameter, FollowsAVelocityJumpExactlyOneDelayLater) {
  const double from = 2e-3, to = 5e-4, delay = 5e-3;
  for (const double t : {0.2, 0.99, 1.01, 3.0}) {
    Law law(Parameters{});
    law.move(from, 1.0);
    law.move(to, t * delay);
    EXPECT_NEAR(law.force(to), 1 + stribeck(t < 1 ? from : to) + 0.4 * to, 1e-12) << t;
  }
}

// The same in steps far shorter than the delay: the change falls between two samples tau_L/7 apart, so none of it comes
// earlier, and all of it no later, than one sample before and after its time.
TEST(ArmstrongSevenParameter, SmearsAJumpBetweenShortStepsByOneSampleAtMost) {
  const double from = 2e-3, to = 5e-4, delay = 5e-3, h = 1.7e-5;
  Law law(Parameters{});
  law.move(from, 1.0);
  for (int i = 0; i < 1000; ++i) law.move(from, h);
  for (double t = h; t < 2 * delay; t += h) {
    law.move(to, h);
    if (t < delay * 6 / 7 - 2 * h) {
      ASSERT_NEAR(law.force(to), 1 + stribeck(from) + 0.4 * to, 1e-12) << t;
    } else if (t > delay * 8 / 7 + 2 * h) {
      ASSERT_NEAR(law.force(to), 1 + stribeck(to) + 0.4 * to, 1e-12) << t;
    }
  }
}

// A smooth velocity is delayed with an error of second order: at most (tau_L/7 + h)^2 max|v''| / 8, and the h of steps.
TEST(DelayedVelocity, FollowsASmoothSignal) {
  DelayedVelocity<double> line;
  const double delay = 0.02, omega = 30, h = 1e-5;
  double worst = 0, t = 0;
  for (int i = 0; i < 100000; ++i) {
    t += h;
    line = line.after(std::sin(omega * t), h, delay);
    if (t > 0.1) worst = std::max(worst, std::abs(line.at(delay) - std::sin(omega * (t - delay))));
  }
  EXPECT_LT(worst, 1.01 * std::pow(delay / 7 + 2 * h, 2) * omega * omega / 8);
  EXPECT_GT(worst, 1e-6);
}

// Whatever the steps, the record reaches back beyond the delay: the velocity found is one that was there.
TEST(DelayedVelocity, RemembersLongEnoughForAnySteps) {
  testing::RandomCases random(1);
  for (int round = 0; round < 200; ++round) {
    DelayedVelocity<double> line;
    std::vector<std::pair<double, double>> pieces;  // end of piece, velocity
    double t = 0;
    for (int i = 0; i < 60; ++i) {
      const double h = random.log_uniform(1e-3, 3), v = i;
      t += h;
      pieces.push_back({t, v});
      line = line.after(v, h, 1.0);
      if (t < 2) continue;
      double low = 1e9, high = -1e9;  // velocities within two samples of the moment one delay ago
      for (std::size_t k = 0; k < pieces.size(); ++k) {
        const double start = k == 0 ? 0 : pieces[k - 1].first;
        if (pieces[k].first >= t - 1 - 2.0 / 7 && start <= t - 1 + 2.0 / 7) {
          low = std::min(low, pieces[k].second), high = std::max(high, pieces[k].second);
        }
      }
      ASSERT_GE(line.at(1.0), low - 1e-9);
      ASSERT_LE(line.at(1.0), high + 1e-9);
    }
  }
}

// (3): break-away after a fast slide and a rest t_2 is F_C + F_{s,a} + (F_{s,inf} - F_{s,a}) t_2/(t_2 + gamma).
TEST(ArmstrongSevenParameter, StaticFrictionRisesWithTheTimeAtRest) {
  const Parameters p;
  const double fast = 5e-3;
  for (const double rest : {1e-3, 0.2, 1.0, 50.0}) {
    Law law(p);
    law.move(fast, 1.0);
    law.move(0.0, rest);
    EXPECT_NEAR(law.force(0), 1 + stribeck(fast), 1e-12) << "the stick spring keeps the force of the slide";
    const double fsa = stribeck(fast), pull = 1e-2;
    // Independent root: k_t x = limit by bisection of the time of pulling.
    double low = 0, high = 1;
    const auto over = [&](double t) {
      const double t2 = rest + t;
      return 1 + fsa + 1e5 * pull * t - (1 + fsa + (0.5 - fsa) * t2 / (t2 + 1));
    };
    for (int k = 0; k < 200; ++k) (over((low + high) / 2) > 0 ? high : low) = (low + high) / 2;
    const double t2 = rest + high, expected = fsa + (0.5 - fsa) * t2 / (t2 + 1);
    law.move(pull, 0.999 * high);
    EXPECT_EQ(law.state().sliding, 0.0);
    Law later = law;
    law.move(pull, 0.01);
    EXPECT_EQ(law.state().sliding, 1.0);
    EXPECT_NEAR(0.5 - law.state().missing_force, expected, 1e-12);
    later.move(pull, 0.0011 * high), later.move(pull, 0.003);
    EXPECT_NEAR(later.state().missing_force, law.state().missing_force, 1e-12) << "steps can be cut anywhere";
  }
}

// A reversal passes through stick: the spring unloads from the sliding force and breaks away on the other side.
TEST(ArmstrongSevenParameter, ReversalUnloadsTheStickSpring) {
  Law law(Parameters{});
  const double v = 5e-3;
  law.move(v, 1.0);
  const double top = 1 + stribeck(v);
  law.move(-1e-6, 5.0);
  EXPECT_NEAR(law.force(0), top - 1e5 * 5e-6, 1e-12);
  law.move(-1e-6, 30.0);
  EXPECT_EQ(law.state().sliding, -1.0);
}

// The law gives back no more than its storage: work along random motion, in pieces far shorter than any event.
TEST(ArmstrongSevenParameter, IsPassive) {
  testing::RandomCases random(2);
  for (int round = 0; round < 20; ++round) {
    const Parameters p;
    Law law(p);
    double work = 0, least_margin = 1;
    for (int i = 0; i < 40; ++i) {
      const double v = random.sign() * random.log_uniform(1e-5, 1e-2), x = random.uniform(0, 4e-5);
      const int pieces = 400;
      for (int k = 0; k < pieces; ++k) {
        const double before = law.force(v), mode = law.state().sliding;
        law.move(v, x / std::abs(v) / pieces);
        const double after = law.force(v);
        const double force = law.state().sliding == mode ? 0.5 * (before + after) : after;
        work += force * v * x / std::abs(v) / pieces;
      }
      least_margin = std::min(least_margin, work - ArmstrongSevenParameter::storage(p, law.state()));
    }
    EXPECT_GT(least_margin, -1e-7) << "in joule; the spring holds up to 1.1e-5";
  }
}

TEST(ArmstrongSevenParameter, SaysWhenTheStaticForceIsTooSmall) {
  Parameters p;
  EXPECT_TRUE(violations(p).empty());
  p.static_force = 0.9;
  ASSERT_EQ(violations(p).size(), 1u);
  EXPECT_NE(violations(p)[0].text.find("static_force >= coulomb_force"), std::string::npos);
}

}  // namespace
}  // namespace stiction::armstrong_seven_parameter_test
