// SPDX-License-Identifier: BSD-3-Clause
// Slopes of runs by the numbers of their input signals, times of corners included.
#include "stiction/models/lugre.hpp"
#include "stiction/models/memoryless_models.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/signals/all_signals.hpp"
#include "tests/loop/slope_differences.hpp"

namespace stiction {
namespace {

template <class Law>
LoopRun mass_under(const std::vector<const SignalPart*>& kinds,
                   const std::vector<std::pair<std::string, double>>& set) {
  SignalSum force;
  for (const SignalPart* kind : kinds) force.push_back({kind, {}});
  const auto loop = std::make_shared<const Loop>(
      LoopParts{.plant = &plant_part<MassOnSurface>(), .contacts = {&contact_part<Law>()}, .inputs = {force}});
  std::vector<double> p = loop->default_parameters();
  for (const auto& [path, value] : set) p[loop->find_parameter(path)] = value;
  return LoopRun(loop, p);
}
/// Whole numbers have no slopes.
bool counts(const std::string& name) {
  for (const char* end : {".seed", ".order", ".first", ".last", ".repeat_count"})
    if (name.ends_with(end)) return true;
  return false;
}
std::vector<std::size_t> all_of_signals(const LoopRun& run) {
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < run.parameters().size(); ++k)
    if (run.is_of_signal(k) && !counts(run.loop().parameters()[k].name)) places.push_back(k);
  return places;
}

// Without friction: a force that starts at t0 moves a mass by (F / 2m) (T - t0)^2, so dx/dt0 = -(F/m) (T - t0). Only
// the time of the corner carries this slope.
TEST(SignalSlopes, OfTheTimeOfAStep) {
  LoopRun run = mass_under<Coulomb>({&signal_part<StepSignal<>>()}, {{"input.force.time", 0.7},
                                                                     {"input.force.before", 0},
                                                                     {"input.force.after", 3},
                                                                     {"plant.mass", 2},
                                                                     {"friction.coulomb_force", 1e-9}});
  const auto places = all_of_signals(run);
  ASSERT_EQ(places.size(), 3U);
  LoopSensitivity s(run, places);
  testing::end_of(run, run.parameters(), 2, 1e-8, &s);
  EXPECT_NEAR(s.slopes()[0], -1.5 * 1.3, 1e-7);           // position by time
  EXPECT_NEAR(s.slopes()[2], 0.5 * 1.3 * 1.3 / 2, 1e-7);  // position by the force after
  EXPECT_NEAR(s.slopes()[3], -1.5, 1e-7);                 // velocity by time
}

TEST(SignalSlopes, OfEveryKindOfSignal) {
  struct Case {
    const SignalPart* kind;
    std::vector<std::pair<std::string, double>> set;
  };
  const std::vector<Case> cases{
      {&signal_part<ConstantSignal<>>(), {{"input.force", 2.2}}},
      {&signal_part<StepSignal<>>(),
       {{"input.force.time", 0.31}, {"input.force.before", 2.4}, {"input.force.after", -2.9}}},
      {&signal_part<RampSignal<>>(),
       {{"input.force.slope", 4}, {"input.force.value", 0.3}, {"input.force.start", 0.2}}},
      {&signal_part<SineSignal<>>(),
       {{"input.force.amplitude", 3},
        {"input.force.frequency", 1.3},
        {"input.force.phase", 0.4},
        {"input.force.bias", 0.2}}},
      {&signal_part<ChirpSignal<>>(),
       {{"input.force.amplitude", 3},
        {"input.force.from", 0.5},
        {"input.force.to", 2},
        {"input.force.duration", 3},
        {"input.force.bias", 0.1}}},
      {&signal_part<TriangleSignal<>>(),
       {{"input.force.amplitude", 4}, {"input.force.frequency", 0.9}, {"input.force.bias", 0.3}}},
      {&signal_part<MoveSignal<>>(),
       {{"input.force.start", 0.1},
        {"input.force.from", 0.2},
        {"input.force.distance", 3},
        {"input.force.speed", 5},
        {"input.force.acceleration", 16}}},
      {&signal_part<SquareSignal<>>(), {{"input.force.amplitude", 2.5}, {"input.force.frequency", 1.7}}},
      {&signal_part<PulsesSignal<>>(),
       {{"input.force.height", 4},
        {"input.force.width", 0.11},
        {"input.force.period", 0.4},
        {"input.force.start", 0.13}}},
      {&signal_part<GaussianPulseSignal<>>(), {{"input.force.height", 5}, {"input.force.time", 0.6}}},
      {&signal_part<NoiseSignal<>>(), {{"input.force.deviation", 3}, {"input.force.bandwidth", 1.5}}},
      {&signal_part<PrbsSignal<>>(), {{"input.force.amplitude", 2.6}, {"input.force.bit_time", 0.17}}},
      {&signal_part<MultisineSignal<>>(), {{"input.force.deviation", 2}, {"input.force.last", 4}}},
      {&signal_part<SCurveSignal<>>(),
       {{"input.force.start", 0.1},
        {"input.force.distance", 3},
        {"input.force.speed", 5},
        {"input.force.acceleration", 16},
        {"input.force.jerk", 100}}},
      {&timed_signal_part<SineSignal<>>(),
       {{"input.force.amplitude", 4},
        {"input.force.frequency", 1.3},
        {"input.force.active_from", 0.11},
        {"input.force.active_until", 0.41},
        {"input.force.repeat_every", 0.57}}}};
  for (const Case& one : cases) {
    SCOPED_TRACE(one.kind->name);
    const LoopRun run = mass_under<LuGre>({one.kind}, one.set);
    testing::expect_slopes_of_differences(run, all_of_signals(run), 1.37, 1e-3, 1e-7);
  }
}

// Two terms of one input, beside parameters of plant and law: columns do not mix.
TEST(SignalSlopes, OfASumOfSignals) {
  const LoopRun run = mass_under<LuGre>({&signal_part<StepSignal<>>(), &signal_part<SineSignal<>>()},
                                        {{"input.force.time", 0.4}, {"input.force.after", 2}});
  std::vector<std::size_t> places = all_of_signals(run);
  places.push_back(run.loop().find_parameter("plant.mass"));
  places.push_back(run.loop().find_parameter("friction.static_force"));
  testing::expect_slopes_of_differences(run, places, 1.1);
}

}  // namespace
}  // namespace stiction
