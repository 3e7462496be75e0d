// SPDX-License-Identifier: BSD-3-Clause
// An inertia under a torque that vibrates below stiction: LuGre creeps, elastoplastic friction does not. Figs. 7 and 8
// of Dupont2002, in N.m and rad.
#include <complex>

#include "stiction/models/elasto_plastic.hpp"
#include "stiction/models/preset.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "tests/reference/watch.hpp"

namespace stiction::testing::dupont2002_fig7_8_drift_test {
namespace {

constexpr double inertia = 0.01, bias = 0.065;  // [kg.m2], mean torque of the vibration [N.m]

template <class Law>
struct Contacting {
  std::string name;
  ParametersOf<Law> friction;
  double offset;  ///< constant part of the friction torque, f_DC [N.m]
};
const Contacting<ElastoPlastic> elasto_plastic{"elastoplastic", preset<ElastoPlastic>("dupont2002"), 0.0459};
const Contacting<LuGre> lugre{"lugre", preset<LuGre>("dupont2002"), 0.0212};

/// The inertia from rest, where the bristles carry the torque it starts with.
template <class Law>
Experiment<MassOnSurface, Law> from_rest(const Contacting<Law>& c, double torque, Signal::Track track, double duration,
                                         double tolerance) {
  Experiment<MassOnSurface, Law> run;
  run.plant.mass = inertia;
  run.friction() = c.friction;
  run.inputs.force = Signal(std::move(track)) + Signal(-c.offset);
  run.initial_laws = {{(torque - c.offset) / c.friction.bristle_stiffness}};
  run.duration = duration;
  run.solver.tolerance = tolerance;
  return run;
}

/// Figs. 7 and 8: up at a constant rate, down to the mean, then 10 cycles of vibration.
template <class Law>
void add_figure(Measurements& m, const Contacting<Law>& c, double tolerance) {
  const auto run =
      from_rest(c, 0,
                {{{.slope = 0.135},
                  {.start = 2, .value = 0.27, .slope = (bias - 0.27) / 0.2},
                  {.start = 2.2, .value = bias, .amplitude = 0.03, .angular_frequency = 2 * std::numbers::pi}},
                 0},
                12.2, tolerance);
  Watch watch(run);
  std::vector<double> times{2.0, 2.2};
  for (int n = 1; n <= 10; ++n) times.push_back(2.2 + n);
  const auto& at = watch.at(times);
  EXPECT_TRUE(simulate(run, watch).result.finished());
  const auto x = [&](std::size_t cycle) { return at.at(cycle + 1).state[0]; };
  m[c.name + "/x(2.0)"] = at.at(0).state[0], m[c.name + "/z(2.0)"] = at.at(0).state[2];
  m[c.name + "/x(2.2)"] = x(0);
  for (const std::size_t n : {1U, 2U, 5U, 10U}) {
    m[c.name + "/x(2.2+" + std::to_string(n) + ")"] = x(n);
    m[c.name + "/drift_cycle" + std::to_string(n)] = {x(n) - x(n - 1), x(n)};
  }
  m[c.name + "/z(12.2)"] = {at.back().state[2], at.at(0).state[2]};
}

/// Way gained in one cycle of a vibration about the mean torque; its error is that of the positions it is taken from.
template <class Law>
MeasuredValue drift(const Contacting<Law>& c, double amplitude, double period, int cycle, double tolerance) {
  const auto run = from_rest(
      c, bias, {{{.value = bias, .amplitude = amplitude, .angular_frequency = 2 * std::numbers::pi / period}}, 0},
      cycle * period, tolerance);
  Watch watch(run);
  const auto& at = watch.at({(cycle - 1) * period, cycle * period});
  EXPECT_TRUE(simulate(run, watch).result.finished());
  return {at.at(1).state[0] - at.at(0).state[0], amplitude / c.friction.bristle_stiffness};
}

Measurements measure(double tolerance) {
  Measurements m;
  add_figure(m, elasto_plastic, tolerance);
  add_figure(m, lugre, tolerance);
  for (const std::string peak : {"0.0950", "0.1900", "0.1934", "0.1940", "0.2100"}) {
    const std::string key = "/slow20s_peak" + peak + "/drift_cycle5";
    const double amplitude = std::stod(peak) - bias;
    m[elasto_plastic.name + key] = drift(elasto_plastic, amplitude, 20, 5, tolerance);
    m[lugre.name + key] = drift(lugre, amplitude, 20, 5, tolerance);
  }
  // The amplitude at which the inertia on its bristles, still a linear oscillator, bends them to break-away at 1 Hz.
  const auto& p = elasto_plastic.friction;
  const double omega = 2 * std::numbers::pi;
  const double room = ElastoPlastic::breakaway_deflection(p) - (bias - elasto_plastic.offset) / p.bristle_stiffness;
  const double critical =
      room * std::abs(std::complex<double>(p.bristle_stiffness - inertia * omega * omega, p.bristle_damping * omega));
  m["elastoplastic/1Hz_Bcrit_linear"] = critical, m["elastoplastic/1Hz_peak_torque_crit"] = bias + critical;
  for (const std::string factor : {"0.99", "1.01", "1.1"})
    m["elastoplastic/1Hz_B=" + factor + "Bcrit/drift_cycle11"] =
        drift(elasto_plastic, std::stod(factor) * critical, 1, 11, tolerance);
  return m;
}

// Where the inertia is after each part of the figures, and how far each vibration carries it per cycle.
TEST(Dupont2002Fig78Drift, IsMetByDefault) {
  const Measurements m = measure(default_tolerance);
  expect_complete("dupont2002_fig7_8_drift", m, {});
  compare("dupont2002_fig7_8_drift", m, default_bound);
}
// The same to nine digits.
TEST(Dupont2002Fig78Drift, IsMetTightly) { compare("dupont2002_fig7_8_drift", measure(tight_tolerance), tight_bound); }

}  // namespace
}  // namespace stiction::testing::dupont2002_fig7_8_drift_test
