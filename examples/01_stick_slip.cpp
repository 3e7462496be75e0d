// SPDX-License-Identifier: BSD-3-Clause
// A block of 1 kg pulled through a spring over a surface with LuGre friction: it sticks, slips and sticks again
// (Canudas de Wit et al. 1995, Fig. 6). Prints the times at which it breaks loose and the period of the cycle [s].
#include <cstdio>

#include "stiction/loop/monitor.hpp"
#include "stiction/loop/simulate.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/plants/pulled_mass.hpp"

int main() {
  using namespace stiction;
  Experiment<PulledMass, LuGre> block;
  block.plant.mass = 1.0;              // [kg]
  block.plant.spring_stiffness = 2.0;  // [N/m]
  block.inputs.pull_speed = 0.1;       // [m/s]
  block.duration = 50;                 // [s]

  Crossings slips([](const auto&, double, const auto& y) { return y[1] - 0.05; });  // speeds up through 5 cm/s
  const Trajectory run = simulate(block, slips);
  for (const double t : slips.times) std::printf("slips at %9.6f s\n", t);
  if (slips.times.size() < 2) return 1;
  std::printf("period %.6f s\n", slips.times.back() - slips.times[slips.times.size() - 2]);
  return run.result.finished() ? 0 : 1;
}
