// SPDX-License-Identifier: BSD-3-Clause
// What is measured in a run, against closed forms; and that a figure can fail.
#include "stiction/loop/measure.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stiction/papers/reproduce.hpp"

namespace stiction::measure_test {
namespace {

using std::numbers::pi;

const std::string swinging = R"(
[figure]
title = "A contact swings by 10 mm, once a second, against 2 N"
[plant]
model = "prescribed_position"
[friction]
model = "coulomb"
coulomb_force = 2.0
[input]
position = { signal = "sine", amplitude = 0.01, frequency = 1.0 }
[run]
duration = 3.0
method = "rodas5p"
)";

FigureResult result_of(const std::string& text) { return reproduce(read_paper_figure({"test", text})); }

double measured(const std::string& text, const std::string& measure) {
  const FigureResult r = result_of(text + "[[measure]]\nkey = \"number\"\n" + measure);
  EXPECT_EQ(r.measurements.front().missing, "") << measure;
  return r.measurements.front().value;
}

// The work of Coulomb friction around a loop is 4 F_C X.
TEST(Measure, AreaIsTheWorkOfALoop) {
  const std::string area = "what = 'area'\nsignal = 'friction_force'\nx = 'travelled'\nfrom = 1\nuntil = 2";
  EXPECT_NEAR(measured(swinging, area), 4 * 2 * 0.01, 1e-8);
}

// sin 2 pi t rises through 1/2 at 1/12, 13/12, 25/12.
TEST(Measure, CrossingsAreTimes) {
  const std::string through = "signal = 'position'\nlevel = 0.005\n";
  EXPECT_NEAR(measured(swinging, "what = 'crossing'\nindex = 1\n" + through), 13 / 12.0, 1e-12);
  EXPECT_NEAR(measured(swinging, "what = 'crossing'\nindex = -1\n" + through), 25 / 12.0, 1e-12);
  EXPECT_NEAR(measured(swinging, "what = 'crossing'\ndirection = 'down'\n" + through), 5 / 12.0, 1e-12);
  EXPECT_EQ(measured(swinging, "what = 'crossings'\ndirection = 'both'\nfrom = 1\n" + through), 4);
  EXPECT_NEAR(measured(swinging, "what = 'period'\n" + through), 1, 1e-12);
  EXPECT_NEAR(measured(swinging, "what = 'crossing'\nof = 'friction_force'\n" + through), 2, 1e-12);
}

// A window that begins and ends inside a step sees nothing outside of it.
TEST(Measure, ExtremaAreThoseOfTheWindow) {
  const std::string window = "signal = 'position'\nfrom = 0.1\nuntil = 0.2\n";
  EXPECT_NEAR(measured(swinging, "what = 'maximum'\n" + window), 0.01 * std::sin(0.4 * pi), 1e-9);
  EXPECT_NEAR(measured(swinging, "what = 'minimum'\n" + window), 0.01 * std::sin(0.2 * pi), 1e-9);
  EXPECT_NEAR(measured(swinging, "what = 'time_of_local_maximum'\nindex = 1\nsignal = 'position'"), 1.25, 1e-6);
  const double mean = 0.1 * (std::cos(0.2 * pi) - std::cos(0.4 * pi)) / (2 * pi);
  EXPECT_NEAR(measured(swinging, "what = 'mean'\n" + window), mean, 1e-9);
}

// The distance travelled from the start is the position; where it turns at 10 mm its direction changes from 1 to -1.
// (The force that a stiff drive builds up within 5 ns is known to 1e-7 N only: times near 3 s have a resolution of
// 4e-16 s.)
TEST(Measure, SignalsCanBeSubtracted) {
  EXPECT_LT(measured(swinging, "what = 'amplitude'\nsignal = 'position - travelled'"), 1e-8);
  EXPECT_NEAR(measured(swinging, "what = 'amplitude'\nsignal = 'position - direction'"), 1.01, 1e-8);
}

const std::string pushed = R"(
[figure]
title = "A mass pushed against 1.5 N of stiction"
[plant]
model = "mass_on_surface"
[friction]
model = "stiction_coulomb_viscous"
preset = "canudas1995"
[input]
force = 2.0
[run]
duration = 1.0
)";

// A mass moves when it is pushed with more than the static friction.
TEST(Measure, ThresholdIsFoundByBisection) {
  const std::string threshold = "what = 'threshold'\nsignal = 'velocity'\nlevel = 1e-13\nx = 'input.force'\n";
  EXPECT_NEAR(measured(pushed, threshold + "from = 0.1\nuntil = 7"), 1.5, 1e-8);
  const FigureResult r = result_of(pushed + "[[measure]]\nkey = 'none'\n" + threshold + "from = 2\nuntil = 7");
  EXPECT_FALSE(r.holds());
}

// From 0.5 s to 1.5 s it rests until its push begins at 1 s; the solver steps over the start of the window.
TEST(Measure, RestIsAShareOfTheTime) {
  std::string later = pushed;
  later.replace(later.find("force = 2.0"), 11, "force = { signal = 'step', time = 1.0, after = 2.0 }");
  later.replace(later.find("duration = 1.0"), 14, "duration = 2.0");
  EXPECT_NEAR(measured(later, "what = 'rest_fraction'\nsignal = 'velocity'\nfrom = 0.5\nuntil = 1.5"), 0.5, 1e-9);
}

const std::string two_levels = pushed + R"(
[[case]]
name = "weak"
input = { force = 1.0 }
[[case]]
name = "strong"
[[measure]]
key = "friction"
what = "value"
at = 0
signal = "friction_force"
[[measure]]
key = "push"
what = "final"
signal = "force"
[[measure]]
key = "rest"
what = "derived"
of = "push"
less = "friction"
)";

// A derived number is derived in each case, and a claim compares them; a claim that is wrong is told so.
TEST(PaperFigure, ComparesItsVariants) {
  const auto claim = [](const std::string& text) { return two_levels + "[[claim]]\n" + text; };
  EXPECT_TRUE(result_of(claim("left = 'strong/rest'\nrelation = '>'\nright = 'weak/rest'")).holds());
  EXPECT_FALSE(result_of(claim("left = 'strong/rest'\nrelation = '<'\nright = 'weak/rest'")).holds());
  EXPECT_TRUE(result_of(claim("left = '|weak/rest|'\nrelation = '<='\nright = 0")).holds());
  EXPECT_TRUE(result_of(claim("left = 'weak/push'\nrelation = '='\nright = 1.001\nwithin = 1e-2")).holds());
  EXPECT_FALSE(result_of(claim("left = 'weak/push'\nrelation = '='\nright = 1.001")).holds());
}

// A number that is not its reference does not hold, and its deviation is relative.
TEST(PaperFigure, FailsWhereANumberIsWrong) {
  const std::string measure = "[[measure]]\nkey = 'u'\nwhat = 'final'\nsignal = 'force'\n";
  const std::string of_one = "reference = 'lugre1995_constants:v_sliding_equilibrium_u=1.425'\n";  // 1.0625
  const FigureResult r = result_of(pushed + measure + of_one);
  EXPECT_FALSE(r.holds());
  EXPECT_NEAR(r.worst_deviation().value(), (2 - 1.0625) / 1.0625, 1e-12);
  EXPECT_NEAR(result_of(pushed + measure + of_one + "scale = 10").worst_deviation().value(), 0.09375, 1e-12);
}

// What a text gets wrong is refused, not passed over.
TEST(PaperFigure, RefusesWhatItDoesNotKnow) {
  const std::string measure = "[[measure]]\nkey = 'u'\nwhat = 'final'\n";
  EXPECT_THROW(result_of(pushed + measure + "signal = 'force'\nreference = 'nobody:knows'"), InvalidFile);
  EXPECT_THROW(result_of(pushed + measure + "signal = 'foce'"), InvalidInput);
  EXPECT_THROW(result_of(pushed + "[[measure]]\nkey = 'u'\nwhat = 'biggest'\nsignal = 'force'"), InvalidInput);
  EXPECT_THROW(result_of(pushed + "[[claim]]\nleft = 'u'\nright = 0"), InvalidFile);
  EXPECT_THROW(result_of(pushed + "[[claim]]\nleft = 1\nrelation = '!'\nright = 0"), InvalidFile);
  EXPECT_THROW(result_of(pushed + "[[panel]]\nyy = ['force']"), InvalidFile);
}

}  // namespace
}  // namespace stiction::measure_test
