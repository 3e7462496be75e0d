// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/terminal_plot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "stiction/report/character_canvas.hpp"
#include "stiction/report/markup_text.hpp"

namespace stiction {
namespace {

std::vector<std::string> lines(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}
Panel diagonal(std::size_t curves) {
  Panel panel{.title = "title", .x_label = "time [s]", .y_label = "displacement [m]"};
  for (std::size_t k = 0; k < curves; ++k)
    panel.curves.push_back({"curve \u00b5 " + std::to_string(k), {0, 1}, {0, 1e-5 / (1.0 + static_cast<double>(k))}});
  return panel;
}

// A rising line leaves the plot's lower left corner and ends in its upper right one.
TEST(TerminalPlot, PutsPointsWhereTheyBelong) {
  const std::vector<std::string> rows = lines(terminal_plot(diagonal(1), {.columns = 60, .rows = 20, .utf8 = false}));
  ASSERT_GE(rows.size(), 17u);
  EXPECT_NEAR(static_cast<double>(rows[1].rfind('*')), 58.0, 1.0);
  std::size_t low = 15;
  while (rows[low].find('*') == std::string::npos) --low;
  EXPECT_EQ(low, 15u);
  EXPECT_LE(rows[low].find('*'), 8u);
}

// No line is wider than the terminal, however narrow; units and scaled ticks are there.
TEST(TerminalPlot, FitsTheTerminal) {
  for (const std::size_t columns : {40u, 80u, 200u})
    for (const bool utf8 : {true, false}) {
      const std::string text = terminal_plot(diagonal(3), {.columns = columns, .rows = 24, .utf8 = utf8});
      for (const std::string& line : lines(text)) EXPECT_LE(character_count(line), columns) << line;
      EXPECT_NE(text.find(utf8 ? "displacement [\u00b5m]" : "displacement [um]"), std::string::npos);
      EXPECT_NE(text.find("time [s]"), std::string::npos);
    }
}

// Without UTF-8 every byte is ASCII; colours only when asked for; words cannot steer the terminal.
TEST(TerminalPlot, SendsOnlyWhatTheTerminalUnderstands) {
  Panel panel = diagonal(2);
  panel.title = "evil \033[2J title";
  for (const char c : terminal_plot(panel, {.utf8 = false})) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << int(c);
  EXPECT_EQ(terminal_plot(panel, {.utf8 = true}).find('\033'), std::string::npos);
  const std::string colourful = terminal_plot(panel, {.utf8 = true, .colours = true});
  EXPECT_NE(colourful.find("\033[34m"), std::string::npos);
  EXPECT_EQ(colourful.find("\033[2J"), std::string::npos);
}

// Several curves are told apart and named.
TEST(TerminalPlot, TellsCurvesApart) {
  const std::string text = terminal_plot(diagonal(2), {.utf8 = false});
  EXPECT_NE(text.find("* curve u 0"), std::string::npos);
  EXPECT_NE(text.find("o curve u 1"), std::string::npos);
}

// Nothing, one point, NaN and a tiny terminal are no reason to fail.
TEST(TerminalPlot, SurvivesOddPanels) {
  EXPECT_NE(terminal_plot({}, {}).find("no data"), std::string::npos);
  for (const Terminal terminal : {Terminal{.columns = 0, .rows = 0}, Terminal{.columns = 1, .rows = 1}, Terminal{}})
    for (const Scale scale : {Scale::linear, Scale::logarithmic})
      EXPECT_FALSE(
          terminal_plot({.curves = {{"", {NAN, 1, 1e300}, {1, 1, -1e300}}}, .x_scale = scale, .y_scale = scale},
                        terminal)
              .empty());
}

// Unicode: the upper left dot is bit 0, the lower right one bit 7 of U+2800.
TEST(CharacterCanvas, NumbersTheDotsAsUnicodeDoes) {
  CharacterCanvas canvas(1, 1, true);
  canvas.draw({{0, 0}}, 0);
  EXPECT_EQ(braille(canvas.cell(0, 0).dots), "\u2801");
  canvas.draw({{1, 3}}, 0);
  EXPECT_EQ(braille(canvas.cell(0, 0).dots), "\u2881");
  EXPECT_EQ(braille(255), "\u28FF");
}

// The locale decides about UTF-8, LC_ALL before LANG.
TEST(Terminal, FollowsTheLocale) {
  const char* before = std::getenv("LC_ALL");
  const std::string saved = before == nullptr ? "" : before;
  ::setenv("LC_ALL", "C", 1);
  EXPECT_FALSE(this_terminal().utf8);
  ::setenv("LC_ALL", "de_DE.UTF-8", 1);
  EXPECT_TRUE(this_terminal().utf8);
  saved.empty() ? ::unsetenv("LC_ALL") : ::setenv("LC_ALL", saved.c_str(), 1);
}

}  // namespace
}  // namespace stiction
