// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/continuation.hpp"

#include "stiction/analysis/half_cycle_map.hpp"
#include "stiction/catalogue/resolved.hpp"
#include "tests/analysis/limit_cycle_experiments.hpp"
#include "tests/reference/reference_values.hpp"

namespace stiction::testing {
namespace {

const SpecialPoint* find(const ContinuationBranch& branch, SpecialPointKind kind) {
  for (const SpecialPoint& point : branch.special)
    if (point.kind == kind) return &point;
  return nullptr;
}

// Steady sliding over the speed of the pull: k l = F_ss(v_p) all along, with \cite Astrom2008 (5), and it becomes
// stable at the Hopf point of the reference.
TEST(Continuation, SteadySlidingHasItsHopfPoint) {
  const ContinuationBranch b = follow_equilibrium(stick_slip_2008(0.2, 0.1), "input.pull_speed",
                                                  {.low = 0.05, .high = 3, .signal = "elongation"});
  const SpecialPoint* hopf = find(b, SpecialPointKind::hopf);
  ASSERT_TRUE(hopf) << b.sentence;
  EXPECT_EQ(b.special.size(), 1U);
  EXPECT_NEAR(hopf->parameter, 0.499057613383, 1e-10);
  EXPECT_EQ(b.unit, "m/s");
  EXPECT_EQ(b.signal_unit, "m");
  EXPECT_NEAR(b.points.back().parameter, 3, 1e-12);
  for (const BranchPoint& p : b.points) {
    const double v = p.parameter, level = 2.94 + 2.94 * std::exp(-v / 0.1);
    EXPECT_NEAR(p.highest, (level + 0.2 * v) / 2, 1e-9);
    EXPECT_EQ(p.stable, v > hopf->parameter);
  }
}

// The exact cycle of Coulomb friction with stiction along a branch, up to where the mass just fails to stop: with
// sigma_2 = 0.173469645814 N.s/m of the reference.
TEST(Continuation, StickSlipWithStictionEndsWhereTheMassNoLongerStops) {
  NamedExperiment e = stick_slip_2008();
  e.friction = {stiction_law(5.88, 2.94, 0.05)};
  const ContinuationBranch b = follow_limit_cycle(e, "friction.viscous_damping", {.low = 0, .high = 0.4});
  ASSERT_GT(b.points.size(), 5U) << b.sentence;
  for (const BranchPoint& p : b.points) {
    const StickSlipCycle exact = stick_slip_cycle({1, 2, 2}, {5.88, 2.94, p.parameter});
    ASSERT_TRUE(exact.exists);
    EXPECT_NEAR(p.period, exact.period, 1e-6 * exact.period);
    EXPECT_NEAR(p.highest, exact.largest_speed, 1e-6 * exact.largest_speed);
    EXPECT_TRUE(p.stable);
  }
  const SpecialPoint* end = find(b, SpecialPointKind::ends);
  ASSERT_TRUE(end) << b.sentence;
  EXPECT_NEAR(end->parameter, 0.173469645814, 2e-5);
}

// The cycle of LuGre turns round in a fold, where a multiplier is +1; the reference lost it at 0.2198 N.s/m from rest.
// Beyond the fold the branch comes back unstable: it overlaps with stable steady sliding.
TEST(Continuation, StickSlipOfLuGreHasAFold) {
  const ContinuationBranch b =
      follow_limit_cycle(stick_slip_2008(0.2), "friction.viscous_damping", {.low = 0, .high = 0.4, .point_limit = 16});
  const SpecialPoint* fold = find(b, SpecialPointKind::fold);
  ASSERT_TRUE(fold) << b.sentence;
  EXPECT_NEAR(fold->parameter, 0.2198, 1e-4);
  EXPECT_TRUE(b.points.front().stable);
  EXPECT_NEAR(b.points.front().period, 4.54825558464909, 1e-6);
  bool unstable = false;
  for (const BranchPoint& p : b.points) {
    EXPECT_LT(p.parameter, fold->parameter + 1e-5);  // slopes are differences
    unstable = unstable || !p.stable;
  }
  EXPECT_TRUE(unstable);
}

// Stiff bristles make the fold so sharp that no step passes it: neighbours part along the falling branch of the
// Stribeck curve by factors of 1e12. It is named; runs from rest cycle below it and not above, and it lies near the
// speed at which the mass of the exact cycle with stiction no longer stops (bristles let go a little earlier).
TEST(Continuation, AFoldTooSharpToFollowIsNamed) {
  NamedExperiment e = stick_slip_1995();
  const ContinuationBranch b = follow_limit_cycle(e, "input.pull_speed", {.low = 0.1, .high = 1});
  const SpecialPoint* end = find(b, SpecialPointKind::ends);
  ASSERT_TRUE(end) << b.sentence;
  EXPECT_NE(b.sentence.find("a fold, too sharp to follow"), std::string::npos) << b.sentence;
  for (const double side : {-1, 1}) {
    Resolved there = resolve(e);
    there.set("input.pull_speed", end->parameter * (1 + 1e-3 * side));
    EXPECT_EQ(find_limit_cycle(there.start(), {}).found(), side < 0);
  }
  double stops = 0.1, slides = 1;
  while (slides - stops > 1e-9) {
    const double middle = 0.5 * (stops + slides);
    (stick_slip_cycle({1, 2, middle}, {1.5, 1, 0.4}).exists ? stops : slides) = middle;
  }
  EXPECT_NEAR(end->parameter, stops, 0.03 * stops);
}

// To the border of what is allowed, viscous damping of zero, and not beyond it: the last point is on it.
TEST(Continuation, EndsAtTheBorderOfWhatIsAllowed) {
  for (const auto follow : {&follow_equilibrium, &follow_limit_cycle}) {
    const ContinuationBranch b = follow(stick_slip_2008(0.05), "friction.viscous_damping",
                                        {.low = 0, .high = 0.4, .rising = false, .first_step = 0.1});
    ASSERT_GT(b.points.size(), 1U) << b.sentence;
    EXPECT_NEAR(b.points.back().parameter, 0, 1e-15) << b.sentence;
    EXPECT_NE(b.sentence.find("end of the range"), std::string::npos) << b.sentence;
  }
}

// Nothing to follow, a start outside of the range, a path that is none, and a wish to stop.
TEST(Continuation, EndsInWords) {
  const ContinuationOptions options{.low = 0, .high = 1};
  const ContinuationBranch none = follow_limit_cycle(stick_slip_2008(0.5), "friction.viscous_damping", options);
  EXPECT_TRUE(none.points.empty());
  EXPECT_NE(none.sentence.find("no cycle"), std::string::npos) << none.sentence;
  EXPECT_THROW(follow_equilibrium(stick_slip_2008(2), "friction.viscous_damping", options), InvalidInput);
  EXPECT_THROW(follow_equilibrium(stick_slip_2008(), "friction.viscosity", options), InvalidInput);
  NamedExperiment moved = stick_slip_2008(0.5);
  moved.inputs["pull_speed"] =
      NamedSignal(std::vector<NamedSignal::Term>{{.kind = "step", .values = {{"time", 3.0}, {"after", 0.1}}}});
  EXPECT_THROW(follow_equilibrium(moved, "friction.viscous_damping", options), InvalidInput);
  ContinuationOptions stop = options;
  stop.progress = [](double) { return true; };
  EXPECT_EQ(follow_equilibrium(stick_slip_2008(0.5), "friction.viscous_damping", stop).points.size(), 1U);
}

}  // namespace
}  // namespace stiction::testing
