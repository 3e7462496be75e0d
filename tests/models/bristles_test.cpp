// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/bristles.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/support/drive_model.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::bristles_test {
namespace {

using Parameters = Bristles::Parameters<double>;
using Law = testing::Driven<Bristles>;

// The multiplier generates all numbers from 1 to 4092 before the first returns, exactly, also in single precision.
TEST(SmallLehmer, VisitsEveryNumberOnceInFloatAndDouble) {
  std::set<int> seen;
  double s = 1;
  float f = 1;
  long whole = 1;
  for (int i = 0; i < 4092; ++i) {
    s = SmallLehmer::next(s), f = SmallLehmer::next(f), whole = whole * 1650 % 4093;
    ASSERT_EQ(s, static_cast<double>(whole));
    ASSERT_EQ(f, static_cast<float>(whole));
    seen.insert(static_cast<int>(whole));
  }
  EXPECT_EQ(seen.size(), 4092u);
  EXPECT_EQ(whole, 1);
}

// Exactness at the border: the largest product below 2^24 and the ones around multiples of the modulus.
TEST(SmallLehmer, ProductsAreExactInSinglePrecision) {
  for (int a = 1; a < 4093; a += 7)
    for (int b = 4000; b < 4093; ++b)
      ASSERT_EQ(SmallLehmer::product(static_cast<float>(a), static_cast<float>(b)), static_cast<float>(a * b % 4093));
}

// (3): the snap length is 2 F_C / (sigma_0 (1 - rho^2/3)).
TEST(Bristles, SnapLengthFollowsFromTheCoulombForce) {
  EXPECT_NEAR(Bristles::snap_length(Parameters{}), 2e-5 / (1 - 0.25 / 3), 1e-20);
}

// Until the first bond snaps, not before d_s (1 - rho), a fresh contact is a spring of stiffness sigma_0.
TEST(Bristles, FreshContactIsASpring) {
  const Parameters p;
  const double first_snap = 0.5 * Bristles::snap_length(p);
  for (const double seed : {1.0, 77.0, 4092.0})
    for (const double x : {1e-9, 3e-6, -0.99 * first_snap}) {
      Parameters q = p;
      q.seed = seed;
      Law law(q);
      EXPECT_EQ(law.force(0), 0.0);
      law.move(std::copysign(1e-3, x), std::abs(x) / 1e-3);
      EXPECT_NEAR(law.force(0), 1e5 * x, 1e-13);
    }
}

/// Mean force over a slide of `lives` snap lengths, by the midpoint rule on a grid of 1/64 snap length.
double mean_force(const Parameters& p, double lives) {
  Law law(p);
  const double piece = Bristles::snap_length(p) / 64, v = 1e-3;
  law.move(v, 100 * 64 * piece / v);  // forget the start
  law.move(v, 0.5 * piece / v);
  double sum = 0;
  const int pieces = static_cast<int>(lives * 64);
  for (int i = 0; i < pieces; ++i) {
    sum += law.force(0);
    law.move(v, piece / v);
  }
  return sum / pieces;
}

// (3): the mean of a long slide is F_C, within four standard errors of the renewal process. Per bond and unit of path,
// the variance of the mean is Var((d_s^2 - U^2)/2 - r (d_s - U)) / d_s = (d^4/45 + r^2 d^2/3) / d_s, d = rho d_s.
TEST(Bristles, MeanOfSteadySlidingIsTheCoulombForce) {
  for (const double rho : {0.2, 0.5, 0.9})
    for (const double seed : {1.0, 1234.0}) {
      Parameters p;
      p.offset_ratio = rho, p.seed = seed;
      const double length = Bristles::snap_length(p), d = rho * length, r = 0.5 * length * (1 - rho * rho / 3);
      const double lives = 500, variance = (std::pow(d, 4) / 45 + r * r * d * d / 3) / length / (20 * lives * length);
      const double error = p.stiffness * std::sqrt(variance);
      EXPECT_NEAR(mean_force(p, lives), p.coulomb_force, 4 * error) << "standard error " << error;
      EXPECT_LT(error, 0.01);
    }
}

// A bond sent far in one step is drawn from its steady distribution: mean r, and second moment
// E[d_s^3 - U^3] / (3 d_s) = d_s^2 / 3.
TEST(Bristles, LongStepsEndInTheSteadyDistribution) {
  Parameters p;
  p.offset_ratio = 0.8;
  const double length = Bristles::snap_length(p);
  double sum = 0, sum_of_squares = 0, count = 0;
  Law law(p);
  for (int i = 0; i < 400; ++i) {
    law.move(1.0, 1000.37 * length);
    for (const double x : law.state().deflection) {
      EXPECT_LE(std::abs(x), length);
      sum += x / length, sum_of_squares += x * x / (length * length), count += 1;
    }
  }
  const double mean = 0.5 * (1 - 0.64 / 3), deviation = std::sqrt(1.0 / 3 - mean * mean);
  EXPECT_NEAR(sum / count, mean, 4 * deviation / std::sqrt(count));
  EXPECT_NEAR(sum_of_squares / count, 1.0 / 3, 4 * 0.3 / std::sqrt(count));
}

// The outcome does not depend on how a path is cut into steps, as long as no bond snaps more than eight times in one.
TEST(Bristles, StepsCanBeCutAnywhere) {
  const Parameters p;
  const double length = Bristles::snap_length(p);
  Law whole(p), cut(p);
  for (const double share : {3.3, -2.1, 0.4, 3.7}) {
    whole.move(std::copysign(1.0, share), std::abs(share) * length);
    for (int i = 0; i < 37; ++i) cut.move(std::copysign(1.0, share), std::abs(share) * length / 37);
    for (std::size_t i = 0; i < 20; ++i) {
      EXPECT_EQ(whole.state().random[i], cut.state().random[i]);
      EXPECT_NEAR(whole.state().deflection[i], cut.state().deflection[i], 1e-12 * length);
    }
  }
}

// No bond is ever longer than its snap length, whatever the parameters and the motion.
TEST(Bristles, NoBondOutgrowsItsSnapLength) {
  testing::RandomCases random(1);
  for (int round = 0; round < 200; ++round) {
    Law law(random.parameters<Bristles>(3.0));
    const double length = Bristles::snap_length(law.parameters());
    for (int i = 0; i < 30; ++i) {
      law.move(random.sign(), random.log_uniform(1e-3, 1e3) * length);
      for (const double x : law.state().deflection) ASSERT_LE(std::abs(x), length * (1 + 1e-15));
    }
  }
}

// The same seed gives the same motion bit for bit, another seed another; mirrored motion gives the mirrored force.
TEST(Bristles, AreReproducibleAndSymmetric) {
  Parameters p, other;
  other.seed = 2;
  Law a(p), b(p), c(other), mirror(p);
  const double length = Bristles::snap_length(p);
  double difference = 0;
  for (const double x : {0.7, 2.4, -1.9, 5.0, 0.3}) {
    const double v = std::copysign(1.0, x), t = std::abs(x) * length;
    a.move(v, t), b.move(v, t), c.move(v, t), mirror.move(-v, t);
    EXPECT_EQ(a.force(0), b.force(0));
    EXPECT_EQ(a.force(0), -mirror.force(0));
    difference = std::max(difference, std::abs(a.force(0) - c.force(0)));
  }
  EXPECT_GT(difference, 1e-3);
}

// Single and double precision see the same snaps and draw the same numbers.
TEST(Bristles, FloatSeesTheSameSnapsAsDouble) {
  const Parameters p;
  const auto pf = convert<Bristles::Parameters<float>>(p);
  Bristles::State<double> z;
  Bristles::State<float> zf;
  const double piece = 0.0617 * Bristles::snap_length(p);
  for (int i = 0; i < 2000; ++i) {
    const double v = i % 300 < 220 ? 1.0 : -1.0;
    z = Bristles::exact_step(p, z, contact(v), piece);
    zf = Bristles::exact_step(pf, zf, contact(static_cast<float>(v)), static_cast<float>(piece));
    for (std::size_t k = 0; k < 20; ++k) ASSERT_EQ(z.random[k], static_cast<double>(zf.random[k])) << "step " << i;
  }
}

}  // namespace
}  // namespace stiction::bristles_test
