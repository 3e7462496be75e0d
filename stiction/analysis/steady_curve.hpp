// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/simulate.hpp"
#include "stiction/plants/prescribed_motion.hpp"

/// The friction-speed curve as an experiment would measure it, beside what the law says of itself.
namespace stiction {

struct SteadyPoint {
  double speed = 0;         ///< [m/s]
  double measured = 0;      ///< force at the end of the slide [N]
  double steady_force = 0;  ///< of the law [N]
};

/// Slides at held speeds, one after the other, each over a `distance` [m]; the force is read at the end of each.
template <class Law>
  requires HasSteadyForce<Law>
std::vector<SteadyPoint> steady_curve(const ParametersOf<Law>& p, const std::vector<double>& speeds, double distance,
                                      double tolerance = 1e-10) {
  std::vector<std::pair<double, double>> velocity;
  std::vector<double> ends;
  double t = 0;
  for (const double v : speeds) {
    if (!(std::abs(v) > 0) || !(distance > 0))
      throw InvalidInput("steady curve", {{"speed", "speeds must not be zero, and the distance must be positive"}});
    velocity.emplace_back(t, v);
    velocity.emplace_back(t += distance / std::abs(v), v);
    ends.push_back(t);
  }
  std::vector<SteadyPoint> curve;
  Experiment<PrescribedVelocity, Law> run;
  run.friction() = p;
  run.inputs.velocity = Signal::polyline(velocity);
  run.duration = t;
  run.solver.tolerance = tolerance;
  run.record = {.interval = 0, .signals = {"friction_force"}};
  const Trajectory trajectory = simulate(run);
  const auto& force = trajectory["friction_force"];
  // Steps end on the corners of the speed; the first sample at such a time still has the old speed.
  std::size_t k = 0;
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    while (k + 1 < trajectory.time.size() && trajectory.time[k] < ends[i] * (1 - 1e-14)) ++k;
    curve.push_back({speeds[i], force[k], Law::steady_force(p, contact(speeds[i]))});
  }
  return curve;
}

/// Largest difference between what was measured and the law, relative to the law.
inline double worst_relative_error(const std::vector<SteadyPoint>& curve) {
  double worst = 0;
  for (const SteadyPoint& point : curve)
    worst = std::max(worst, std::abs(point.measured - point.steady_force) / std::abs(point.steady_force));
  return worst;
}

}  // namespace stiction
