// SPDX-License-Identifier: BSD-3-Clause
// Bliman and Sorine's law moved as prescribed, in runs: what bliman_sorine_test.cpp finds along the path, over time.
#include "stiction/loop/with_work.hpp"
#include "stiction/models/bliman_sorine.hpp"
#include "stiction/plants/prescribed_motion.hpp"
#include "tests/reference/watch.hpp"

namespace stiction::testing::bliman_sorine_runs_test {
namespace {

const std::string passive = "bliman_sorine/A_f1=2_f2=1_eta=0.3_ef=1e-4";
const BlimanSorine::Parameters<double> a{};  // the defaults are case A

/// Moved with 1 slow length a second or sinusoidally at 1 Hz.
Measurements measure_in_time(double tolerance) {
  Measurements m;
  const auto run = [&](Signal velocity, const StateOf<BlimanSorine>& from, double duration) {
    Experiment<WithWork<PrescribedVelocity>, BlimanSorine> r;
    r.inputs.velocity = std::move(velocity);
    r.initial_laws = {from};
    r.duration = duration;
    r.solver.tolerance = tolerance;
    return r;
  };
  const auto step = [&](const std::string& name, const StateOf<BlimanSorine>& from) {
    const auto sliding = run(a.slow_length, from, 5);
    Watch watch(sliding);
    const auto& at = watch.at({0.1, 0.5, 1, 2, 5});
    const auto& f = watch.turns(friction);
    EXPECT_TRUE(simulate(sliding, watch).result.finished());
    const std::array shares{"0.1", "0.5", "1", "2", "5"};
    for (std::size_t i = 0; i < shares.size(); ++i)
      m["F_" + name + "(s=" + shares[i] + "*ef)"] = {at.at(i).friction, a.fast_force};
    m["F_peak_" + name] = f.highest;
    m["s_peak"] = f.maxima.at(0).time * a.slow_length;
  };
  step("from_rest", {});
  step("after_reversal", {{-a.fast_force, a.slow_force}});
  for (const std::string share : {"1", "5"}) {
    const double amplitude = std::stod(share) * a.slow_length;
    const auto cycling = run(Signal::sine(2 * std::numbers::pi * amplitude, 1, std::numbers::pi / 2), {}, 12);
    Watch watch(cycling);
    const auto& at = watch.at({11, 12});
    EXPECT_TRUE(simulate(cycling, watch).result.finished());
    constexpr std::size_t work_place = 1 + field_count<StateOf<BlimanSorine>>;
    m["loop_area_x=" + share + "*ef*sin"] = at.at(1).state[work_place] - at.at(0).state[work_place];
  }
  return m;
}

// Forces on the way from rest and from a reversal, and loops.
TEST(BlimanSorineRuns, PassiveLawIsMetByDefault) {
  compare(passive, measure_in_time(default_tolerance), default_bound);
}
// The same to nine digits.
TEST(BlimanSorineRuns, PassiveLawIsMetTightly) { compare(passive, measure_in_time(tight_tolerance), tight_bound); }

}  // namespace
}  // namespace stiction::testing::bliman_sorine_runs_test
