// SPDX-License-Identifier: BSD-3-Clause
// Slopes of runs by parameters, against closed forms.
#include "stiction/loop/sensitivity.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/loop/simulate.hpp"
#include "stiction/models/elasto_plastic.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/models/memoryless_models.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "stiction/plants/two_mass_drive.hpp"
#include "tests/loop/slope_differences.hpp"

namespace stiction {
namespace {

template <class Plant, class Law>
std::shared_ptr<const Loop> loop_of() {
  return std::make_shared<const Loop>(LoopParts{.plant = &plant_part<Plant>(), .contacts = {&contact_part<Law>()}});
}
std::vector<std::size_t> places(const Loop& loop, const std::vector<std::string>& paths) {
  std::vector<std::size_t> all;
  for (const std::string& path : paths) all.push_back(loop.find_parameter(path));
  return all;
}

// A body thrown over a rough surface stops after m v0 / F_C, having moved by m v0^2 / (2 F_C): the slopes of both,
// through the event that stops it.
TEST(Sensitivity, OfABodyThatComesToRest) {
  const auto loop = loop_of<MassOnSurface, Coulomb>();
  std::vector<double> p = loop->default_parameters();
  const double m = 2.5, f = 1.7, v = 3.1;
  p[loop->find_parameter("plant.mass")] = m, p[loop->find_parameter("friction.coulomb_force")] = f;
  p[loop->find_parameter("plant.initial.velocity")] = v;
  LoopRun run(loop, p);
  LoopSensitivity s(
      run, places(*loop, {"plant.mass", "friction.coulomb_force", "plant.initial.velocity", "plant.initial.position"}));
  std::vector<double> y = run.initial_state();
  run.start(0, y.data());
  s.begin(run, 0, y);
  const SolveOptions options;
  ASSERT_TRUE(solve(run, y, 0, 20, options, s).finished());
  const double position[] = {v * v / (2 * f), -m * v * v / (2 * f * f), m * v / f, 1};
  const double stops[] = {v / f, -m * v / (f * f), m / f, 0};
  ASSERT_EQ(s.event_slopes().size(), 1U);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(s.slopes()[k], position[k], 1e-9 * std::abs(position[k])) << k;
    EXPECT_EQ(s.slopes()[4 + k], 0.0) << k;  // at rest, whatever the parameters
    EXPECT_NEAR(s.event_slopes()[0][k], stops[k], 1e-9 * (std::abs(stops[k]) + 1)) << k;
  }
  EXPECT_FALSE(s.structure_may_change());
}

// The flanks of a gear with play meet at speed, and with damping in the shaft the torque jumps: slopes after that,
// against differences of runs.
TEST(Sensitivity, OfFlanksThatMeetAtSpeed) {
  const auto loop = std::make_shared<const Loop>(LoopParts{
      .plant = &plant_part<TwoMassDrive>(), .contacts = {&contact_part<Coulomb>(), &contact_part<Coulomb>()}});
  std::vector<double> p = loop->default_parameters();
  const auto set = [&](const char* path, double value) { p[loop->find_parameter(path)] = value; };
  set("plant.backlash", 0.2), set("plant.shaft_damping", 5);
  set("plant.initial.motor_speed", 1), set("plant.initial.load_speed", 0.1);
  set("friction.motor.coulomb_force", 0.02), set("friction.load.coulomb_force", 0.01);
  testing::expect_slopes_of_differences(
      LoopRun(loop, p), places(*loop, {"plant.backlash", "plant.shaft_damping", "plant.motor_inertia"}), 0.2);
}

// An elastoplastic contact that slides: its deflection hovers at the steady one, where the law is not smooth but its
// rates do not jump. Guards that trigger there at no time of their own leave the slopes alone.
TEST(Sensitivity, OfADeflectionThatHoversAtItsSteadyValue) {
  const SignalSum sine{{&signal_part<SineSignal<>>(), {}}}, none{};
  const auto loop =
      std::make_shared<const Loop>(LoopParts{.plant = &plant_part<TwoMassDrive>(),
                                             .contacts = {&contact_part<LuGre>(), &contact_part<ElastoPlastic>()},
                                             .inputs = {sine, none}});
  std::vector<double> p = loop->default_parameters();
  const std::pair<const char*, double> numbers[] = {{"plant.motor_inertia", 0.09867844534184333},
                                                    {"plant.load_inertia", 0.5143652130318984},
                                                    {"plant.shaft_stiffness", 79.15646148626719},
                                                    {"plant.shaft_damping", 1.8481642263721716},
                                                    {"plant.gear_ratio", 1.0},
                                                    {"plant.backlash", 0.02},
                                                    {"friction.motor.bristle_stiffness", 2485.333756324603},
                                                    {"friction.motor.bristle_damping", 2.3137823410021836},
                                                    {"friction.motor.viscous_damping", 0.11324374465718691},
                                                    {"friction.motor.coulomb_force", 0.34043744091325795},
                                                    {"friction.motor.static_force", 0.6011080149266445},
                                                    {"friction.motor.stribeck_velocity", 0.0010225855222208006},
                                                    {"friction.motor.stribeck_exponent", 2.0},
                                                    {"friction.load.bristle_stiffness", 3979.577660531631},
                                                    {"friction.load.bristle_damping", 4.009839125470153},
                                                    {"friction.load.viscous_damping", 0.01845033043760772},
                                                    {"friction.load.coulomb_force", 0.29711241059012666},
                                                    {"friction.load.static_force", 0.5039050621440639},
                                                    {"friction.load.stribeck_velocity", 0.009298475920404708},
                                                    {"friction.load.stribeck_exponent", 2.0},
                                                    {"friction.load.breakaway_ratio", 0.8587094579138184},
                                                    {"input.motor_torque.amplitude", 2.5106840415712495},
                                                    {"input.motor_torque.frequency", 1.8275423989817148}};
  for (const auto& [path, value] : numbers) p[loop->find_parameter(path)] = value;
  for (const double duration : {0.5, 0.58})
    testing::expect_slopes_of_differences(LoopRun(loop, p), places(*loop, {"plant.backlash"}), duration, 1e-5, 1e-7);
}

// A mass at rest is pulled through a spring at speed w: it breaks away after F_S / (k w), then swings as
// x(tau) = w tau - (w/omega) sin(omega tau) + (F_S - F_C)/k (1 - cos(omega tau)). Slopes of the elongation w t - x a
// little later, by every parameter, against those of the closed form.
TEST(Sensitivity, OfBreakAway) {
  const auto loop = loop_of<PulledMass, StictionCoulombViscous>();
  std::vector<double> p = loop->default_parameters();
  const std::vector<std::string> paths = {"plant.mass", "plant.spring_stiffness", "friction.static_force",
                                          "friction.coulomb_force"};
  const auto at = places(*loop, paths);
  const double w = 0.1;
  p[loop->find_parameter("input.pull_speed")] = w;
  p[at[0]] = 1.3, p[at[1]] = 2.2, p[at[2]] = 1.6, p[at[3]] = 1.1;
  p[loop->find_parameter("friction.viscous_damping")] = 0;
  LoopRun run(loop, p);
  LoopSensitivity s(run, at);
  std::vector<double> y = run.initial_state();
  run.start(0, y.data());
  s.begin(run, 0, y);
  const double end = 8.0;
  const SolveOptions options;
  ASSERT_TRUE(solve(run, y, 0, end, options, s).finished());
  using D = Dual<double, 4>;
  const D m = D::variable(1.3, 0), k = D::variable(2.2, 1), fs = D::variable(1.6, 2), fc = D::variable(1.1, 3);
  const D omega = sqrt(k / m), tau = D(end) - fs / (k * D(w));
  const D x = D(w) * tau - D(w) / omega * sin(omega * tau) + (fs - fc) / k * (D(1) - cos(omega * tau));
  const D elongation = D(w * end) - x;
  EXPECT_NEAR(y[0], elongation.value, 1e-7);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NEAR(s.slopes()[i], elongation.slope[i], 1e-6 * std::abs(elongation.slope[i])) << paths[i];
}

// The door with types: a mass that friction brings to rest, v = v0 - F_C t / m, at t* = m v0 / F_C.
TEST(Sensitivity, IsAskedForWithTheRecord) {
  Experiment<MassOnSurface, Coulomb> e;
  e.plant.mass = 2;
  e.friction().coulomb_force = 0.5;
  e.initial.velocity = 1;
  e.duration = 5;
  e.record.slopes = {"friction.coulomb_force", "plant.mass", "plant.initial.velocity"};
  const Trajectory t = simulate(e);
  ASSERT_TRUE(t.result.finished());
  EXPECT_EQ(t.time[100], 1.0);
  EXPECT_NEAR(t["d velocity/d friction.coulomb_force"][100], -1.0 / 2, 1e-9);
  EXPECT_NEAR(t["d velocity/d plant.mass"][100], 0.5 / 4, 1e-9);
  EXPECT_NEAR(t["d position/d plant.initial.velocity"][100], 1, 1e-9);
  // At rest x = m v0^2 / (2 F_C).
  EXPECT_NEAR(t.final_value("d position/d friction.coulomb_force"), -2.0 / (2 * 0.25), 1e-8);
  EXPECT_NEAR(t.final_value("d position/d plant.mass"), 1, 1e-8);
  EXPECT_NEAR(t.final_value("d velocity/d plant.mass"), 0, 1e-12);
  e.record.slopes = {"input.force"};
  EXPECT_THROW(simulate(e), InvalidInput) << "the force is a signal of the experiment, not a number of the loop";
  e.record.slopes = {"friction.colomb_force"};
  EXPECT_THROW(simulate(e), InvalidInput);
}

// Recorded slopes stand beside the signals, at the same times; friction in steady sliding moves with F_C, one to one.
TEST(Sensitivity, IsRecordedBesideTheSignals) {
  const auto loop = loop_of<PulledMass, LuGre>();
  std::vector<double> p = loop->default_parameters();
  p[loop->find_parameter("input.pull_speed")] = 0.5;
  p[loop->find_parameter("friction.viscous_damping")] = 2;  // damps the swing
  LoopRun run(loop, p);
  RunOptions options{.duration = 20.005};
  options.record.slopes = {"friction.coulomb_force", "friction.viscous_damping"};
  const Trajectory t = run_loop(run, options);
  ASSERT_TRUE(t.result.finished());
  ASSERT_EQ(t.signals.size(), 3 * run.loop().signals().size());
  for (const TrajectorySignal& signal : t.signals) EXPECT_EQ(signal.values.size(), t.time.size()) << signal.name;
  EXPECT_EQ(t.time.back(), 20.005);
  EXPECT_NEAR(t.final_value("d friction_force/d friction.coulomb_force"), 1, 1e-4);
  EXPECT_NEAR(t.final_value("d friction_force/d friction.viscous_damping"), 0.5, 1e-4);
  EXPECT_NEAR(t.final_value("d elongation/d friction.coulomb_force"),
              1 / p[loop->find_parameter("plant.spring_stiffness")], 1e-4);
}

}  // namespace
}  // namespace stiction
