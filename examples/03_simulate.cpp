// SPDX-License-Identifier: BSD-3-Clause
// A servo with PID control hunts because of LuGre friction (Canudas de Wit et al. 1995, Fig. 8). Runs it for a hundred
// seconds, prints how it went, the period and the amplitude of the limit cycle, and what its rests were like.
#include <cstdio>

#include "stiction/control/pid.hpp"
#include "stiction/loop/monitor.hpp"
#include "stiction/loop/rest_monitor.hpp"
#include "stiction/loop/simulate.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/plants/mass_on_surface.hpp"

int main() {
  using namespace stiction;
  Experiment<ClosedLoop<MassOnSurface, Pid>, LuGre> servo;  // 1 kg, the gains and the friction of the paper
  servo.inputs.reference = 1.0;
  servo.duration = 100;

  Crossings arrivals([](const auto&, double, const auto& y) { return y[0] - 1.0; });  // position rises through 1 m
  Extrema position([](const auto&, double, const auto& y) { return y[0]; }, 50.0);    // from 50 s on
  RestMonitor rests(1e-4, 1.0);
  const Trajectory run = simulate(servo, arrivals, position, rests);

  std::printf("%zu samples of %zu signals, %zu steps, %zu reversals located\n", run.time.size(), run.signals.size(),
              run.result.counters.accepted, run.events.size());
  const std::size_t last = arrivals.times.size() - 1;
  std::printf("it hunts with a period of %.6f s and an amplitude of %.6f m\n",
              arrivals.times[last] - arrivals.times[last - 1], 0.5 * (position.highest.value - position.lowest.value));
  if (!rests.rests.empty()) std::printf("%s\n", rests.sentence(rests.rests.back()).c_str());
  return run.result.finished() ? 0 : 1;
}
