// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "stiction/identification/recording.hpp"
#include "stiction/schema/rounded_text.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction {
namespace {

struct SteadyPoint {
  double velocity = 0, force = 0, normal_force = 0;
};

double mean_after(std::size_t discard, const std::vector<double>& values) {
  double sum = 0, count = 0;
  for (std::size_t i = discard; i < values.size(); ++i)
    if (std::isfinite(values[i])) sum += values[i], ++count;
  return count > 0 ? sum / count : std::nan("");
}

}  // namespace

Recording steady_map(const std::vector<Log>& logs, const LogMapping& mapping, const PreparationOptions& options) {
  std::vector<SteadyPoint> points;
  Recording r;
  for (const Log& log : logs) {
    r.rotary = r.rotary || is_rotary(log, mapping);
    const std::vector<double> force = quantity_in(log, "force", mapping),
                              normal = quantity_in(log, "normal_force", mapping);
    std::vector<double> velocity = quantity_in(log, "velocity", mapping);
    if (velocity.empty() || force.empty()) {
      const Recording moved = prepared(log, mapping, options);  // explains what is missing
      velocity = moved.velocity;
    }
    SteadyPoint point{mean_after(options.discard, velocity), mean_after(options.discard, force),
                      normal.empty() ? 0.0 : mean_after(options.discard, normal)};
    if (!std::isfinite(point.velocity) || !std::isfinite(point.force))
      throw InvalidInput(log.name, {{"", "has no numbers to take a mean of"}});
    if (point.velocity == 0)
      throw InvalidInput(log.name, {{"velocity", "does not move on the whole: no point of a steady map"}});
    double ripple = 0;
    for (const double v : velocity) ripple = std::max(ripple, std::abs(v - point.velocity));
    if (ripple > 2 * std::abs(point.velocity))
      r.remarks.push_back(log.name + ": the speed varies by more than twice its mean of " +
                          rounded_text(point.velocity, 3) + (r.rotary ? " rad/s" : " m/s") + " (stick-slip?)");
    points.push_back(point);
  }
  if (points.size() < 4) throw InvalidInput("--steady", {{"", "needs at least four files of different speeds"}});
  std::sort(points.begin(), points.end(),
            [](const SteadyPoint& a, const SteadyPoint& b) { return a.velocity < b.velocity; });
  // Held out are the last in time: every fourth speed, so that both parts cover all of them.
  std::vector<SteadyPoint> ordered;
  for (const bool held_out : {false, true})
    for (std::size_t i = 0; i < points.size(); ++i)
      if ((i % 4 == 2) == held_out) ordered.push_back(points[i]);
  r.name = logs.front().name + (logs.size() > 1 ? " and " + std::to_string(logs.size() - 1) + " more" : "");
  r.steady = true, r.sample_time = 1;
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    r.pieces.push_back(i);
    r.time.push_back(static_cast<double>(i));
    r.velocity.push_back(ordered[i].velocity), r.force.push_back(ordered[i].force), r.acceleration.push_back(0);
    if (ordered[i].normal_force != 0) r.normal_force.push_back(ordered[i].normal_force);
  }
  r.pieces.push_back(ordered.size());
  if (r.normal_force.size() != ordered.size()) r.normal_force.clear();
  r.remarks.push_back(std::to_string(points.size()) + " files of constant speed became one map of steady sliding");
  return r;
}

}  // namespace stiction
