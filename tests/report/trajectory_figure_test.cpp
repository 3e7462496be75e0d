// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/trajectory_figure.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using Spans = std::vector<std::pair<double, double>>;

Trajectory sample_run(std::vector<TrajectoryEvent> events = {}) {
  Trajectory run;
  run.time = {0, 1, 2, 3};
  run.signals = {{"position", "m", {0, 1, 2, 3}},
                 {"motor.friction_force", "N", {1, 1, 1, 1}},
                 {"reference", "m", {1, 1, 1, 1}},
                 {"direction", "1", {0, 1, 1, 0}}};
  run.events = std::move(events);
  return run;
}

// By hand: rest from a stick to the next slip, to the end of the run, and before a first slip.
TEST(StickPhases, RunFromStickToSlip) {
  const auto phases = [](std::vector<TrajectoryEvent> events) {
    return stick_phases(sample_run(std::move(events)), "c").spans;
  };
  EXPECT_EQ(phases({{0.5, "c", "slip"}, {1.5, "c", "stick"}}), (Spans{{0, 0.5}, {1.5, 3}}));
  EXPECT_EQ(phases({{0.5, "c", "stick"}, {1.5, "c", "slip"}}), (Spans{{0.5, 1.5}}));
  EXPECT_EQ(phases({{0.5, "c", "reversal"}, {1, "other", "stick"}}), Spans{});
  EXPECT_EQ(phases({{0.5, "c", "slip"}, {0.7, "c", "slip"}}), (Spans{{0, 0.5}}));
}

// With several contacts the phases of one are behind its own signals only; other events are no rest.
TEST(StickPhases, BelongToTheirContact) {
  const Trajectory both = sample_run({{0.2, "", "kink"}, {0.5, "motor", "stick"}, {1, "load", "stick"}});
  EXPECT_EQ(stick_phases_behind(both, {"motor.friction_force"}).spans, (Spans{{0.5, 3}}));
  EXPECT_EQ(stick_phases_behind(both, {"load.friction_force", "position"}).spans, (Spans{{1, 3}}));
  EXPECT_EQ(stick_phases_behind(both, {"position"}).spans, Spans{});
  EXPECT_EQ(stick_phases_behind(both, {"motor.direction", "load.direction"}).spans, Spans{});
  const Trajectory one = sample_run({{0.2, "", "kink"}, {0.5, "motor", "stick"}});
  EXPECT_EQ(stick_phases_behind(one, {"position"}).spans, (Spans{{0.5, 3}}));
}

// Signals of one unit share a panel; axes say name and unit, or the unit alone; time is named once.
TEST(TrajectoryFigure, HasAPanelForEachUnit) {
  const Figure figure = trajectory_figure(sample_run());
  ASSERT_EQ(figure.panels.size(), 3u);
  EXPECT_EQ(figure.panels[0].y_label, "[m]");
  EXPECT_EQ(figure.panels[0].curves.size(), 2u);
  EXPECT_EQ(figure.panels[1].y_label, "motor: friction force [N]");
  EXPECT_TRUE(figure.shared_x);
}

// Names choose, and a wrong one is answered with the nearest.
TEST(TrajectoryFigure, ShowsTheNamedSignals) {
  const Figure figure = trajectory_figure(sample_run(), {"direction", "position"});
  ASSERT_EQ(figure.panels.size(), 2u);
  EXPECT_EQ(figure.panels[1].curves[0].y, (std::vector<double>{0, 1, 2, 3}));
  try {
    trajectory_figure(sample_run(), {"positon"});
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean \"position\"?"), std::string::npos);
  }
}

// A loop has one signal over the other.
TEST(LoopCurve, TakesBothFromTheRun) {
  const Curve loop = loop_curve(sample_run(), "position", "motor.friction_force");
  EXPECT_EQ(loop.x, (std::vector<double>{0, 1, 2, 3}));
  EXPECT_EQ(loop.y, (std::vector<double>{1, 1, 1, 1}));
  EXPECT_EQ(signal_label(sample_run(), "motor.friction_force"), "motor: friction force [N]");
}

}  // namespace
}  // namespace stiction
