// SPDX-License-Identifier: BSD-3-Clause
// A block on a belt under a law with a zero-velocity band: it enters the band with all the momentum the band can keep,
// stands on its border while it sticks, and leaves it when the spring pulls with the static force, not before.
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/loop/run_loop.hpp"

namespace stiction::band_on_belt_test {
namespace {

/// The defaults of block and Karnopp: x'' = -2 x + 1 - 0.4 (x' - 0.1) while it slides back over the belt. `cosine` and
/// `sine` solve it without the constant, from (1, 0) and (0, 1).
constexpr double mass = 1, stiffness = 2, belt = 0.1, band = 1e-3, rest = 0.52, w = 1.4;
double cosine(double t) { return std::exp(-0.2 * t) * (std::cos(w * t) + 0.2 / w * std::sin(w * t)); }
double sine(double t) { return std::exp(-0.2 * t) * std::sin(w * t) / w; }
double rate_of_cosine(double t) { return -stiffness / mass * sine(t); }
double rate_of_sine(double t) { return std::exp(-0.2 * t) * (std::cos(w * t) - 0.2 / w * std::sin(w * t)); }

/// Position at t = 10 s, and its slope by the static force.
struct Exact {
  double breakaway, position, slope;
};
Exact exact(double static_force) {
  double low = 0, high = 0.2;  // when the block is as fast as the belt, but for the band
  for (int k = 0; k < 100; ++k) {
    const double middle = 0.5 * (low + high);
    (-rest * rate_of_cosine(middle) < belt - band ? low : high) = middle;
  }
  const double caught = rest * (1 - cosine(low)), from = static_force / stiffness;
  const double breakaway = low + (from - caught) / belt, t = 10 - breakaway;
  const double position = rest + (from - rest) * cosine(t) + (belt - band) * sine(t);
  const double velocity = (from - rest) * rate_of_cosine(t) + (belt - band) * rate_of_sine(t);
  return {breakaway, position, cosine(t) / stiffness - velocity / (stiffness * belt)};
}

Trajectory run(const char* law, double tolerance) {
  NamedExperiment e;
  e.plant.model = "block_on_belt";
  e.friction = {NamedPart{.model = law}};
  e.run.duration = 10, e.run.solver.tolerance = tolerance, e.run.record.interval = 0;
  e.run.record.slopes = {"friction.static_force"};
  return run_loop(assemble(e), e.run);
}

TEST(BandOnABelt, KarnoppBreaksAwayWhereTheClosedFormSays) {
  const Exact truth = exact(1.5);
  for (double tolerance = 1e-6; tolerance > 1e-13; tolerance *= 0.1) {
    const Trajectory t = run("karnopp", tolerance);
    ASSERT_TRUE(t.result.finished()) << t.result.reason;
    EXPECT_NEAR(t.final_value("position"), truth.position, 100 * tolerance + 1e-11) << tolerance;
    EXPECT_NEAR(t.final_value("d position/d friction.static_force"), truth.slope, 1000 * tolerance + 1e-9) << tolerance;
  }
}

// Whatever the curve of sliding is, no law leaves its band before the spring pulls with the static force.
TEST(BandOnABelt, NoLawBreaksAwayBeforeItsStaticForce) {
  for (const char* law : {"karnopp", "karnopp_reset", "tustin_band", "generalized_kinetic_band"})
    for (double tolerance = 1e-6; tolerance > 1e-13; tolerance *= 0.1) {
      const Trajectory t = run(law, tolerance);
      double pulled = 0;  // most while in the band
      for (std::size_t k = 0; k < t.time.size(); ++k)
        if (t["in_band"][k] > 0.5) pulled = std::max(pulled, t["spring_force"][k]);
      EXPECT_GE(pulled, 1.5 * (1 - 10 * tolerance)) << law << " at " << tolerance;
      EXPECT_NE(t.final_value("d position/d friction.static_force"), 0) << law << " at " << tolerance;
    }
}

}  // namespace
}  // namespace stiction::band_on_belt_test
