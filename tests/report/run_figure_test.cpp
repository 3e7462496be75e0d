// SPDX-License-Identifier: BSD-3-Clause
// Which panels a run gets, and an axis for each unit.
#include "stiction/report/run_figure.hpp"

#include <gtest/gtest.h>

#include "stiction/report/trajectory_figure.hpp"
#include "tests/report/markup_reader.hpp"

namespace stiction::testing::run_figure_test {
namespace {

/// A servo as a loop names its signals; a rotation where `turns`.
Trajectory servo(bool turns = false) {
  const auto unit = [&](const char* sliding, const char* turning) { return turns ? turning : sliding; };
  Trajectory run;
  run.time = {0, 1, 2};
  run.signals = {{"position", unit("m", "rad"), {0, 1, 2}, Role::position},
                 {"velocity", unit("m/s", "rad/s"), {0, 1, 0}, Role::velocity},
                 {"friction_force", unit("N", "N.m"), {0, 10, 20}, Role::force},
                 {"force", unit("N", "N.m"), {0, 0, 0}, Role::force},
                 {"reference", unit("m", "rad"), {1, 1, 1}, Role::reference},
                 {"control", unit("N", "N.m"), {3, 2, 1}, Role::force},
                 {"stored_energy", "J", {0, 1, 2}}};
  return run;
}

std::vector<std::string> labels(const Panel& panel) {
  std::vector<std::string> all;
  for (const Curve& c : panel.curves) all.push_back(c.label);
  return all;
}
using Labels = std::vector<std::string>;

// Positions with their reference, velocities, forces that change; the reference rests, and is there all the same.
TEST(RunFigure, ChoosesPanelsByRole) {
  const Figure figure = run_figure(servo(), "A servo");
  ASSERT_EQ(figure.panels.size(), 3U);
  EXPECT_EQ(labels(figure.panels[0]), (Labels{"position", "reference"}));
  EXPECT_EQ(labels(figure.panels[1]), (Labels{"velocity"}));
  EXPECT_EQ(labels(figure.panels[2]), (Labels{"friction force", "control"}));
  EXPECT_EQ(figure.panels[0].curves[1].stroke, Stroke::dashed);
  EXPECT_EQ(figure.panels[2].y_label, "force [N]");
  EXPECT_EQ(run_figure(servo(true), "").panels[2].y_label, "torque [N.m]");
}

// What is drawn last lies on top: the reference, wherever a file names it.
TEST(RunFigure, DrawsTheReferenceOnTop) {
  const Figure figure = run_figure(servo(), "", {{.y = {"reference", "position"}}});
  EXPECT_EQ(labels(figure.panels.at(0)), (Labels{"position", "reference"}));
  EXPECT_EQ(figure.panels[0].y_label, "position [m]");
}

// Two units share a panel with an axis each; a third gets a panel of its own.
TEST(RunFigure, GivesEveryUnitAnAxis) {
  const Figure figure = run_figure(servo(), "", {{.y = {"position", "velocity", "control", "reference"}}});
  ASSERT_EQ(figure.panels.size(), 2U);
  EXPECT_EQ(figure.panels[0].y_label, "position [m]");
  EXPECT_EQ(figure.panels[0].right_label, "velocity [m/s]");
  EXPECT_EQ(labels(figure.panels[0]), (Labels{"position", "velocity", "reference"}));
  EXPECT_FALSE(figure.panels[0].curves[0].right);
  EXPECT_TRUE(figure.panels[0].curves[1].right);
  EXPECT_EQ(figure.panels[1].y_label, "control [N]");
}

TEST(RunFigure, DrawsDifferencesOfSignals) {
  const DrawnSignal error = drawn_signal(servo(), "position - reference");
  EXPECT_EQ(error.curve.y, (std::vector<double>{-1, 0, 1}));
  EXPECT_EQ(error.unit, "m");
  EXPECT_THROW(drawn_signal(servo(), "position - refrence"), InvalidInput);
}

// A curve on the right axis stands where that axis puts its numbers: both curves fill the height of the panel.
TEST(RunFigure, RightAxisHasItsOwnScale) {
  Figure figure{.panels = {{.x_label = "time [s]", .y_label = "a [m]", .right_label = "b [N]"}}};
  figure.panels[0].curves = {{.label = "a", .x = {0, 1}, .y = {0, 1}},
                             {.label = "b", .x = {0, 1}, .y = {0, 1000}, .right = true}};
  const std::string svg = to_svg(figure);
  std::vector<std::string> paths;
  read_markup(svg).visit([&](const Element& e) {
    if (e.name == "path" && e.has_class("curve")) paths.push_back(e.attribute("d"));
  });
  ASSERT_EQ(paths.size(), 2U);
  EXPECT_EQ(paths[0], paths[1]);
  EXPECT_NE(svg.find("b (right)"), std::string::npos);
  EXPECT_NE(svg.find(">b [N]<"), std::string::npos);
}

// The title is drawn where it is asked for, and spoken always.
TEST(RunFigure, DrawsItsTitle) {
  const auto shown = [](const Figure& figure) { return to_svg(figure).find(">A servo</text>") != std::string::npos; };
  EXPECT_TRUE(shown(run_figure(servo(), "A servo")));
  Figure silent = run_figure(servo(), "A servo");
  silent.shows_title = false;
  EXPECT_FALSE(shown(silent));
  EXPECT_NE(to_svg(silent).find("<title>A servo</title>"), std::string::npos);
}

}  // namespace
}  // namespace stiction::testing::run_figure_test
