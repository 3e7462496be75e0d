// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/preisach.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stiction/schema/violation.hpp"
#include "tests/support/drive_model.hpp"
#include "tests/support/random_cases.hpp"

namespace stiction::preisach_test {
namespace {

using Parameters = Preisach::Parameters<double>;
using Law = testing::Driven<Preisach>;

/// Moves to the deflection `to` from `x`, both within saturation.
void go(Law& law, double& x, double to) {
  law.move(std::copysign(1e-3, to - x), std::abs(to - x) / 1e-3);
  x = to;
}

Parameters uneven() {
  Parameters p;
  p.weights = {1, 3, 2, 5, 4, 6};
  p.saturation_ratio = 1.5;
  return p;
}

/// (2) by force: n x n relays, one by one, each with its share of the mass of its cell.
class RelayGrid {
 public:
  RelayGrid(const Parameters& p, int n) : p_(p), half_(Preisach::saturation_deflection(p)) {
    const auto& w = p.weights;
    const double mass[4][4] = {{w[0] / 2, 0, 0, 0},
                               {w[2] / 2, w[1] / 2, 0, 0},
                               {w[3] / 2, w[4], w[1] / 2, 0},
                               {w[5], w[3] / 2, w[2] / 2, w[0] / 2}};
    double total = 0;
    for (const auto& row : mass)
      for (const double m : row) total += m;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) {
        const int row = 4 * i / n, column = 4 * j / n, per_cell = (n / 4) * (n / 4);
        const double share = i == j ? 0.5 : 1.0;  // of a little cell; diagonal cells are triangles of half the area
        const double little = mass[row][column] / total / per_cell * (row == column ? 2 : 1) * share;
        const double alpha = half_ * (2.0 * (i + 0.5) / n - 1), beta = half_ * (2.0 * (j + 0.5) / n - 1);
        relays_.push_back({alpha, beta, little * (p.saturation_ratio - 1) * p.coulomb_force,
                           alpha + beta < -1e-9 * half_  ? 1.0
                           : alpha + beta > 1e-9 * half_ ? -1.0
                                                         : 0.0});
      }
  }
  void move_to(double u) {
    for (Relay& r : relays_) r.output = u > r.alpha ? 1.0 : u < r.beta ? -1.0 : r.output;
    u_ = u;
  }
  double force() const {
    double sum = p_.stiffness * u_;
    for (const Relay& r : relays_) sum -= r.mass * r.output;
    return sum;
  }

 private:
  struct Relay {
    double alpha, beta, mass, output;
  };
  Parameters p_;
  double half_, u_ = 0;
  std::vector<Relay> relays_;
};

// (2)-(4): the closed form is the limit of many relays, along random motion with many nested loops.
TEST(Preisach, IsTheSumOfManyRelays) {
  testing::RandomCases random(1);
  for (const Parameters& p : {Parameters{}, uneven()})
    for (int round = 0; round < 3; ++round) {
      const double half = Preisach::saturation_deflection(p);
      Law law(p);
      RelayGrid grid(p, 400);
      double x = 0;
      for (int i = 0; i < 40; ++i) {
        const double reach = random.uniform(0, 1);
        go(law, x, random.uniform(-reach, reach) * half);
        grid.move_to(x);
        ASSERT_NEAR(law.force(0), grid.force(), 0.01 * p.coulomb_force) << "turn " << i;
      }
    }
}

// The same error falls in proportion to the size of the relays: the closed form is their limit, not near it.
TEST(Preisach, RelaysConvergeToTheClosedForm) {
  const Parameters p = uneven();
  const double half = Preisach::saturation_deflection(p);
  const auto error = [&](int n) {
    Law law(p);
    RelayGrid grid(p, n);
    double x = 0, sum = 0;
    for (const double turn : {0.713, -0.391, 0.527, -0.117, 0.333, 0.071, 0.291, -0.832, 0.444}) {
      go(law, x, turn * half);
      grid.move_to(x);
      sum += std::abs(law.force(0) - grid.force());
    }
    return sum;
  };
  EXPECT_LT(error(1600), 0.25 * error(160));
}

// (1), (5) for uniform density: the virgin curve is the parabola F_C (2 y - y^2), y = u/X, and reaches F_C at X.
TEST(Preisach, VirginCurveOfUniformDensityIsAParabola) {
  const Parameters p;
  const double half = Preisach::saturation_deflection(p);
  EXPECT_NEAR(half, 2e-5, 1e-19);
  for (const double y : {-1.0, -0.6, 0.01, 0.25, 0.4, 0.77, 1.0, 5.0}) {
    Law law(p);
    law.move(std::copysign(1e-3, y), std::abs(y) * half / 1e-3);
    const double shown = std::min(std::abs(y), 1.0);
    EXPECT_NEAR(law.force(0), std::copysign(2 * shown - shown * shown, y), 1e-12);
  }
}

// Uniform density obeys Masing's rule: a branch is the virgin curve, twice as large.
TEST(Preisach, UniformDensityFollowsMasingsRule) {
  const Parameters p;
  const double half = Preisach::saturation_deflection(p);
  for (const double turn : {0.3, 0.9})
    for (double share = 0.1; share <= 2; share += 0.1) {
      Law law(p);
      double x = 0;
      go(law, x, turn * half);
      const double at_turn = law.force(0), y = share * turn / 2;
      go(law, x, (1 - share) * turn * half);
      EXPECT_NEAR(law.force(0), at_turn - 2 * (2 * y - y * y), 1e-12);
    }
}

// Closed inner loops leave no trace: the force returns, and so does the whole memory.
TEST(Preisach, WipesOutClosedLoops) {
  const Parameters p = uneven();
  const double half = Preisach::saturation_deflection(p);
  Law law(p);
  double x = 0;
  for (const double turn : {0.9, -0.7, 0.5}) go(law, x, turn * half);
  const double before = law.force(0);
  for (const double turn : {-0.2, 0.3, 0.0, 0.2, 0.1, 0.5}) go(law, x, turn * half);
  EXPECT_NEAR(law.force(0), before, 1e-13);
  go(law, x, 0.9 * half);
  Law direct(p);
  double y = 0;
  go(direct, y, 0.9 * half);
  EXPECT_NEAR(law.force(0), direct.force(0), 1e-13);
}

// Congruency: loops between the same two extremes have the same shape, wherever they hang; and other extremes another.
TEST(Preisach, LoopsBetweenTheSameExtremesAreCongruent) {
  const Parameters p = uneven();
  const double half = Preisach::saturation_deflection(p);
  const auto loop = [&](std::vector<double> history, double low, double high) {
    Law law(p);
    double x = 0;
    for (const double turn : history) go(law, x, turn * half);
    go(law, x, low * half), go(law, x, high * half), go(law, x, low * half);
    std::vector<double> force;
    for (int i = 1; i <= 10; ++i) {
      go(law, x, (low + (high - low) * i / 10) * half);
      force.push_back(law.force(0));
    }
    return force;
  };
  const auto from_above = loop({0.95}, -0.3, 0.4), from_below = loop({-0.95}, -0.3, 0.4);
  const auto elsewhere = loop({0.95}, 0.0, 0.7);
  double shift = from_above[0] - from_below[0], difference = 0;
  EXPECT_GT(std::abs(shift), 0.1);
  for (std::size_t i = 0; i < from_above.size(); ++i) {
    EXPECT_NEAR(from_above[i] - from_below[i], shift, 1e-13);
    difference = std::max(difference, std::abs(from_above[i] - elsewhere[i] - (from_above[0] - elsewhere[0])));
  }
  EXPECT_GT(difference, 1e-3) << "a Maxwell slip law would give the same loop elsewhere";
}

// Mirrored motion gives the mirrored force; the speed does not matter.
TEST(Preisach, IsOddAndRateIndependent) {
  testing::RandomCases random(2);
  const Parameters p = uneven();
  Law law(p), mirror(p), fast(p);
  for (int i = 0; i < 200; ++i) {
    const double x = random.uniform(-1, 1) * Preisach::saturation_deflection(p);
    law.move(std::copysign(1e-3, x), std::abs(x) / 1e-3);
    mirror.move(-std::copysign(1e-3, x), std::abs(x) / 1e-3);
    fast.move(std::copysign(1.0, x), std::abs(x));
    ASSERT_NEAR(mirror.force(0), -law.force(0), 1e-11);
    ASSERT_NEAR(fast.force(0), law.force(0), 1e-11);
  }
}

// More loops than there is memory for: the outer ones stay exact, and wiping them out forgets the inner ones.
TEST(Preisach, ForgetsOnlyTheInnermostLoops) {
  const Parameters p = uneven();
  const double half = Preisach::saturation_deflection(p);
  Law law(p);
  double x = 0;
  for (int k = 0; k < 40; ++k) {
    go(law, x, (k % 2 == 0 ? 1 : -1) * std::pow(0.93, k) * half);
    EXPECT_TRUE(std::isfinite(law.force(0)) && std::abs(law.force(0)) <= p.coulomb_force);
  }
  go(law, x, 0.6 * half);  // between turns 6 and 8
  Law direct(p);
  double y = 0;
  for (int k = 0; k < 8; ++k) go(direct, y, (k % 2 == 0 ? 1 : -1) * std::pow(0.93, k) * half);
  go(direct, y, 0.6 * half);
  EXPECT_NEAR(law.force(0), direct.force(0), 1e-13);
}

// Sliding beyond saturation costs F_C at any distance, and a reversal starts a new branch at once, with stiffness K.
TEST(Preisach, SlidesBeyondSaturationAndReversesAtOnce) {
  const Parameters p = uneven();
  Law law(p);
  law.move(1e-3, 10.0);
  EXPECT_NEAR(law.force(0), 1.0, 1e-12);
  law.move(-1e-3, 1e-6);
  EXPECT_NEAR(law.force(0), 1.0 - 1e5 * 1e-9, 1e-8);
}

// No branch of a valid law falls, and no closed cycle gives energy; relays without the spring would.
TEST(Preisach, BranchesRiseAndCyclesDissipate) {
  testing::RandomCases random(3);
  for (int round = 0; round < 30; ++round) {
    const auto p = random.parameters<Preisach>(1.0);
    const double half = Preisach::saturation_deflection(p);
    Law law(p);
    double x = 0, work = 0, least = 0;
    for (int i = 0; i < 30; ++i) {
      const double to = random.uniform(-1, 1) * half, from = x;
      for (int k = 1; k <= 200; ++k) {
        const double before = law.force(0), step = (to - from) / 200;
        go(law, x, from + step * k);
        ASSERT_GE((law.force(0) - before) * step, -1e-11 * p.coulomb_force * half);
        work += 0.5 * (law.force(0) + before) * step;
        least = std::min(least, work);
      }
    }
    EXPECT_GE(least, -1e-4 * p.coulomb_force * half);
    EXPECT_GT(work, 0);
  }
}

TEST(Preisach, SaysWhenABranchWouldFall) {
  Parameters p;
  EXPECT_TRUE(violations(p).empty());
  p.saturation_ratio = 2.001;
  ASSERT_EQ(violations(p).size(), 1u);
  EXPECT_NE(violations(p)[0].text.find("saturation_ratio = 2.001"), std::string::npos);
}

}  // namespace
}  // namespace stiction::preisach_test
