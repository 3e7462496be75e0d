// SPDX-License-Identifier: BSD-3-Clause
// Hysteresis loops of Dahl and LuGre under sinusoidal motion at two rates: Figs. 9 and 10 of Astrom2008.
#include "stiction/loop/with_work.hpp"
#include "stiction/models/dahl.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/plants/prescribed_motion.hpp"
#include "tests/reference/watch.hpp"

namespace stiction::testing::astrom2008_fig9_10_rate_test {
namespace {

struct Loop {
  std::string name;
  double amplitude, frequency_hz;
  int transient = 4;  ///< periods before the one that is measured
};

/// The loop over the period after the transient of x = amplitude sin(2 pi f t), with the default parameters of the law.
template <class Law>
void add(Measurements& m, const Loop& loop, double tolerance) {
  Experiment<WithWork<PrescribedVelocity>, Law> run;
  const double omega = 2 * std::numbers::pi * loop.frequency_hz, period = 1 / loop.frequency_hz;
  const double from = loop.transient * period, to = from + period;
  run.inputs.velocity = Signal::sine(loop.amplitude * omega, loop.frequency_hz, std::numbers::pi / 2);
  run.duration = to;
  run.solver.tolerance = tolerance;
  Watch watch(run);
  const auto& at = watch.at({from, from + 0.25 * period, to});
  const auto& f = watch.turns(friction, from);
  EXPECT_TRUE(simulate(run, watch).result.finished());
  constexpr std::size_t work = 1 + field_count<StateOf<Law>>;
  const double area = at.at(2).state[work] - at.at(0).state[work];
  m[loop.name + "/loop_area"] = area;
  m[loop.name + "/F_at_x0_v>0"] = at.at(0).friction;
  m[loop.name + "/F_at_reversal_x=+xa"] = at.at(1).friction;
  m[loop.name + "/F_max"] = f.highest;
  if constexpr (std::is_same_v<Law, LuGre>)
    m[loop.name + "/loop_area_minus_viscous"] =
        area - run.friction().viscous_damping * std::numbers::pi * omega * loop.amplitude * loop.amplitude;
}

Measurements measure(double tolerance) {
  Measurements m;
  for (const Loop& loop : {Loop{"dahl_2Hz", 2e-5, 2}, Loop{"dahl_4Hz", 2e-5, 4}, Loop{"dahl_xa=1e-4_1Hz", 1e-4, 1},
                           Loop{"dahl_xa=1e-4_6Hz", 1e-4, 6}})
    add<Dahl>(m, loop, tolerance);
  for (const Loop& loop : {Loop{"lugre_xa=1e-4_1Hz", 1e-4, 1}, Loop{"lugre_xa=1e-4_6Hz", 1e-4, 6},
                           Loop{"lugre_xa=1e-5_1Hz", 1e-5, 1, 40}, Loop{"lugre_xa=1e-5_6Hz", 1e-5, 6, 40}})
    add<LuGre>(m, loop, tolerance);
  return m;
}

// Areas and forces of the loops; those of Dahl do not depend on the rate, those of LuGre do.
TEST(Astrom2008Fig910Rate, IsMetByDefault) {
  const Measurements m = measure(default_tolerance);
  expect_complete("astrom2008_fig9_10_rate", m, {});
  compare("astrom2008_fig9_10_rate", m, default_bound);
}
// The same to nine digits.
TEST(Astrom2008Fig910Rate, IsMetTightly) { compare("astrom2008_fig9_10_rate", measure(tight_tolerance), tight_bound); }

}  // namespace
}  // namespace stiction::testing::astrom2008_fig9_10_rate_test
