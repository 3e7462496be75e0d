// SPDX-License-Identifier: BSD-3-Clause
// States at fixed times: stick-slip, a mass that rings on its bristles, a contact set in motion at constant velocity.
#include "stiction/loop/simulate.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "tests/reference/reference_values.hpp"

namespace stiction::testing::trajectory_samples_test {
namespace {

struct Sampled {
  std::string signal;
  double scale = 0;
};

/// The signals of a run at the given times, all of them multiples of the interval at which it was recorded.
void sample(const Trajectory& run, const std::string& name, const std::vector<double>& times, double interval,
            const std::map<std::string, Sampled>& symbols, Measurements& m) {
  EXPECT_TRUE(run.result.finished());
  for (const double t : times) {
    const auto n = static_cast<std::size_t>(std::lround(t / interval));
    for (const auto& [symbol, what] : symbols)
      m[name + "/t=" + number_text(t) + "/" + symbol] = {run[what.signal].at(n), what.scale};
  }
}

/// Fig. 6 of CanudasDeWit1995, from rest.
void sample_stick_slip(double tolerance, Measurements& m) {
  Experiment<PulledMass, LuGre> run;
  run.plant = {.mass = 1, .spring_stiffness = 2};
  run.inputs.pull_speed = 0.1;
  run.duration = 20;
  run.solver.tolerance = tolerance;
  run.record.interval = 0.5;
  sample(simulate(run), "1995_fig6", {1, 5, 7, 7.5, 8, 9, 10, 10.5, 12, 15, 20}, run.record.interval,
         {{"l", {"elongation"}}, {"v", {"velocity"}}, {"z", {"deflection"}}, {"F", {"friction_force"}}}, m);
}

/// m x'' = -F from v(0) = 1e-4 m/s: the mass rings on its bristles.
void sample_free_mass(double tolerance, Measurements& m) {
  Experiment<MassOnSurface, LuGre> run;
  run.initial.velocity = 1e-4;
  run.duration = 0.02;
  run.solver.tolerance = tolerance;
  run.record.interval = 0.001;
  sample(simulate(run), "1995_free_v0=1e-4", {0.002, 0.005, 0.01, 0.02}, run.record.interval,
         {{"x", {"position"}}, {"v", {"velocity"}}, {"z", {"deflection"}}}, m);
}

/// v = 1e-3 m/s from z = 0: the law's own exact step.
void sample_constant_velocity(Measurements& m) {
  const ParametersOf<LuGre> p;
  const Contact<double> c = contact(1e-3);
  for (const char* time : {"0.005", "0.01", "0.02", "0.05"}) {
    const std::string name = std::string("1995_constant_v=1e-3/t=") + time + "/";
    const StateOf<LuGre> z = LuGre::exact_step(p, {0.0}, c, std::stod(time));
    m[name + "z"] = z.deflection;
    m[name + "F"] = LuGre::force(p, z, LuGre::rate(p, z, c), c);
  }
}

Measurements measure(double tolerance) {
  Measurements m;
  sample_stick_slip(tolerance, m);
  sample_free_mass(tolerance, m);
  sample_constant_velocity(m);
  return m;
}

// The motion itself, instant by instant, with nothing set by the user.
TEST(TrajectorySamples, AreMetByDefault) {
  const Measurements m = measure(default_tolerance);
  expect_complete("trajectory_samples", m, {});
  compare("trajectory_samples", m, default_bound);
}

// The same to nine digits.
TEST(TrajectorySamples, AreMetTightly) { compare("trajectory_samples", measure(tight_tolerance), tight_bound); }

}  // namespace
}  // namespace stiction::testing::trajectory_samples_test
