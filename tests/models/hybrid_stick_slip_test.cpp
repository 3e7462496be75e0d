// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/hybrid_stick_slip.hpp"

#include <gtest/gtest.h>

#include "stiction/models/preset.hpp"

namespace stiction::hybrid_stick_slip_test {
namespace {

const auto p = preset<HybridStickSlip>("astrom2008_fig4");
const HybridStickSlip::PulledMass<double> body;  // m = 1 kg, k = 2 N/m, v_p = 2 m/s

// The exact limit cycle on the set-up of Fig. 4 of 2008; independent reference values.
TEST(HybridStickSlip, HasTheReferenceCycle) {
  const double slip = HybridStickSlip::slip_duration(p, body), stick = HybridStickSlip::stick_duration(p, body);
  EXPECT_NEAR(slip, 3.3048119056, 1e-10);
  EXPECT_NEAR(stick, 1.47, 1e-14);
  EXPECT_NEAR(slip + stick, 4.7748119056, 1e-10);
}

TEST(HybridStickSlip, SlipEndsAtRestWhereTheStickBegins) {
  const HybridStickSlip::Motion<double> breakaway{p.static_force / body.spring_stiffness, 0.0};
  const auto end = HybridStickSlip::slip(p, body, breakaway, HybridStickSlip::slip_duration(p, body));
  EXPECT_NEAR(end.velocity, 0.0, 1e-14);
  EXPECT_NEAR(end.elongation + body.pull_speed * HybridStickSlip::stick_duration(p, body), breakaway.elongation, 1e-14);
}

TEST(HybridStickSlip, SlipReachesTheReferenceExtremes) {
  const HybridStickSlip::Motion<double> breakaway{p.static_force / body.spring_stiffness, 0.0};
  double fastest = 0, longest = 0, shortest = 9;
  for (int i = 0; i <= 100000; ++i) {
    const auto now = HybridStickSlip::slip(p, body, breakaway, HybridStickSlip::slip_duration(p, body) * i / 100000);
    fastest = std::max(fastest, now.velocity);
    longest = std::max(longest, now.elongation), shortest = std::min(shortest, now.elongation);
  }
  EXPECT_NEAR(fastest, 4.88475302235737, 1e-8);
  EXPECT_NEAR(longest, 3.50982842416, 1e-8);
  EXPECT_NEAR(shortest, -0.569828424157, 1e-8);
}

// The arc solves (32) and (33): dl/dt = v_p - v, m dv/dt = k l - F_C.
TEST(HybridStickSlip, ArcsSolveTheEquationsOfMotion) {
  const auto at = [](double t) { return HybridStickSlip::slip<double>(p, body, {2.0, 1.0}, t); };
  const double t = 0.7, h = 1e-5;
  EXPECT_NEAR((at(t + h).elongation - at(t - h).elongation) / (2 * h), 2.0 - at(t).velocity, 1e-9);
  EXPECT_NEAR((at(t + h).velocity - at(t - h).velocity) / (2 * h), 2.0 * at(t).elongation - 2.94, 1e-9);
}

}  // namespace
}  // namespace stiction::hybrid_stick_slip_test
