// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "stiction/io/output_file.hpp"
#include "stiction/io/read_file.hpp"
#include "stiction/loop/simulate.hpp"
#include "stiction/models/memoryless_models.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "stiction/report/trajectory_figure.hpp"
#include "tests/report/markup_reader.hpp"

namespace stiction {
namespace {

Figure documented_figure() {
  // The lines up to "return" stand in docs/figures.md.
  Experiment<PulledMass, Tustin> block;
  block.friction().stribeck_velocity = 0.05;
  block.duration = 60;
  const Trajectory run = simulate(block);
  const Figure figure{.title = "A mass pulled through a spring sticks and slips",
                      .panels = {{.title = "Velocity",
                                  .x_label = "time [s]",
                                  .y_label = signal_label(run, "velocity"),
                                  .curves = {signal_curve(run, "velocity")},
                                  .horizontal_lines = {{0.1, "v_p"}},
                                  .shadings = {stick_phases(run, "surface")}},
                                 {.title = "Limit cycle",
                                  .x_label = signal_label(run, "elongation"),
                                  .y_label = signal_label(run, "velocity"),
                                  .curves = {loop_curve(run, "elongation", "velocity")}}}};
  return figure;
}

/// Without blanks at the ends of lines.
std::string code_of(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t first = text.find(from), last = text.find(to, first);
  std::string code = first == std::string::npos || last == std::string::npos ? "" : text.substr(first, last - first);
  for (std::size_t at = code.find("\n  "); at != std::string::npos; at = code.find("\n  ", at + 1))
    code.erase(at + 1, 2);
  return code;
}

// The example of docs/figures.md is the code above, so it compiles, and its picture is there.
TEST(DocumentedFigure, IsTheCodeThatIsTested) {
  const char* root = std::getenv("STICTION_ROOT");
  if (root == nullptr) GTEST_SKIP() << "STICTION_ROOT is not set";
  const std::filesystem::path docs = std::filesystem::path(root) / "docs";
  const std::string code = code_of(read_file(std::filesystem::path(root) / "tests/report/documented_figure_test.cpp"),
                                   "Experiment<", "  return");
  ASSERT_FALSE(code.empty());
  EXPECT_NE(read_file(docs / "figures.md").find(code), std::string::npos) << code;
  EXPECT_NO_THROW(testing::read_markup(read_file(docs / "figures/pulled_mass.svg")));
}

// It shows stick-slip: every rest found in the events is tinted, and there are several.
TEST(DocumentedFigure, ShowsStickAndSlip) {
  const Figure figure = documented_figure();
  EXPECT_GE(figure.panels[0].shadings[0].spans.size(), 3u);
  const char* file = std::getenv("STICTION_DRAW");  // a file name: draw the picture of the documentation again
  if (file != nullptr) write_file(file, to_svg(figure));
}

}  // namespace
}  // namespace stiction
