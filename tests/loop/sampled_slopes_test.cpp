// SPDX-License-Identifier: BSD-3-Clause
// Slopes of runs under sampled controllers: registers carry them from sample to sample.
#include "stiction/control/friction_observer.hpp"
#include "stiction/control/pid.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/models/memoryless_models.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "tests/loop/slope_differences.hpp"

namespace stiction {
namespace {

template <class Law>
LoopRun servo(const ControllerPart& controller, const std::vector<std::pair<std::string, double>>& set) {
  const SignalSum sine{{&signal_part<SineSignal<>>(), {}}};
  const auto loop = std::make_shared<const Loop>(LoopParts{.plant = &plant_part<MassOnSurface>(),
                                                           .contacts = {&contact_part<Law>()},
                                                           .controller = &controller,
                                                           .references = {sine},
                                                           .sampled = true});
  std::vector<double> p = loop->default_parameters();
  p[loop->find_parameter("reference.reference.amplitude")] = 0.8;
  for (const auto& [path, value] : set) p[loop->find_parameter(path)] = value;
  return LoopRun(loop, p);
}
std::vector<std::size_t> places(const LoopRun& run, const std::vector<std::string>& paths) {
  std::vector<std::size_t> all;
  for (const std::string& path : paths) all.push_back(run.loop().find_parameter(path));
  return all;
}

TEST(SampledSlopes, ByGainsFrictionAndReference) {
  const LoopRun run =
      servo<LuGre>(controller_part<Pid>(), {{"controller.sampled.sample_time", 2e-3}, {"plant.initial.velocity", 0.3}});
  testing::expect_slopes_of_differences(
      run,
      places(run, {"controller.position_gain", "controller.integral_gain", "controller.velocity_gain",
                   "friction.coulomb_force", "friction.static_force", "plant.mass", "reference.reference.amplitude",
                   "reference.reference.frequency", "plant.initial.velocity"}),
      0.7131, 1e-4);
}

// What lies between plant and controller: filter, delay, limit of the drive, and the times of the samples themselves.
TEST(SampledSlopes, BySensorDriveAndSampleTime) {
  const LoopRun run = servo<Coulomb>(controller_part<Pid>(), {{"controller.sampled.sample_time", 4e-3},
                                                              {"controller.sampled.velocity_filter", 5e-3},
                                                              {"controller.sampled.delay", 5.5e-3},
                                                              {"controller.sampled.position_noise", 1e-4},
                                                              {"controller.sampled.force_limit", 2.5}});
  testing::expect_slopes_of_differences(
      run,
      places(run, {"controller.sampled.sample_time", "controller.sampled.velocity_filter", "controller.sampled.delay",
                   "controller.sampled.position_noise", "controller.sampled.force_limit", "controller.position_gain"}),
      0.7131, 1e-5);
}

// A delay of whole samples has a slope on either side; told is that of a longer delay.
TEST(SampledSlopes, ByADelayOfWholeSamples) {
  const auto slope = [](double delay) {
    const LoopRun run = servo<LuGre>(controller_part<Pid>(),
                                     {{"controller.sampled.sample_time", 4e-3}, {"controller.sampled.delay", delay}});
    LoopSensitivity s(run, places(run, {"controller.sampled.delay"}));
    testing::end_of(run, run.parameters(), 0.7131, 1e-8, &s);
    return s.slopes()[0];
  };
  EXPECT_NEAR(slope(8e-3), slope(8e-3 * (1 + 1e-7)), 1e-4 * std::abs(slope(8e-3 * (1 + 1e-7))));
}

// A controller with bristles of its own: the Jacobian of its step changes with states and parameters.
TEST(SampledSlopes, OfAnObserver) {
  const LoopRun run =
      servo<LuGre>(controller_part<FrictionObserver<LuGre>>(), {{"controller.sampled.sample_time", 1e-3}});
  std::vector<std::size_t> of_controller;
  for (std::size_t k = run.loop().controller_parameters; k < run.loop().sampled_parameters; ++k)
    if (run.parameters()[k] != 0) of_controller.push_back(k);
  testing::expect_slopes_of_differences(run, of_controller, 0.4137, 1e-5);
}

TEST(SampledSlopes, AreRefusedBehindAnEncoder) {
  const LoopRun run = servo<LuGre>(controller_part<Pid>(), {{"controller.sampled.encoder_resolution", 1e-4}});
  EXPECT_THROW(LoopSensitivity(run, {0}), InvalidInput);
}

// A fault of the sensor or drive that is switched off acts on one side only.
TEST(SampledSlopes, AreRefusedByWhatIsSwitchedOff) {
  const LoopRun run = servo<LuGre>(controller_part<Pid>(), {});
  EXPECT_THROW(LoopSensitivity(run, places(run, {"controller.sampled.delay"})), InvalidInput);
  EXPECT_NO_THROW(LoopSensitivity(run, places(run, {"controller.sampled.sample_time"})));
}

}  // namespace
}  // namespace stiction
