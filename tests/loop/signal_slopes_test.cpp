// SPDX-License-Identifier: BSD-3-Clause
// Slopes of runs by the numbers of their input signals, times of corners included.
#include "stiction/models/lugre.hpp"
#include "stiction/models/memoryless_models.hpp"
#include "stiction/plants/mass_on_surface.hpp"
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
std::vector<std::size_t> all_of_signals(const LoopRun& run) {
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < run.parameters().size(); ++k)
    if (run.is_of_signal(k)) places.push_back(k);
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
        {"input.force.acceleration", 16}}}};
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
