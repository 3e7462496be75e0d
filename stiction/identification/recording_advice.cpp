// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/recording_advice.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/schema/rounded_text.hpp"

namespace stiction {

RecordedSpeeds speeds_in(const ForceData& data) {
  std::vector<double> speeds;
  for (std::size_t i = 0; i < data.train_rows(); ++i)
    if (const double v = std::abs(data.row_velocity()[i]); v > 0) speeds.push_back(v);
  const std::string unit = data.unit("m/s");
  if (speeds.empty()) return {1e-3, 1, unit};
  std::sort(speeds.begin(), speeds.end());
  const double fast = speeds[speeds.size() * 99 / 100];
  return {std::max(speeds[speeds.size() / 20], 0.01 * fast), fast, unit};
}

std::string recording_advice(std::string_view name, std::string_view unit, Role role, bool excess,
                             const RecordedSpeeds& speeds) {
  const bool known = speeds.fast > 0;
  const auto speed = [&](double v) { return rounded_text(v, 2) + " " + speeds.unit; };
  const bool of_curve = name.find("stribeck") != std::string_view::npos;
  if (excess || of_curve || role == Role::velocity || unit == "m/s" || unit == "rad/s")
    return "record ten constant speeds" +
           (known ? " from " + speed(speeds.slow / 30) + " to " + speed(speeds.fast)
                  : std::string(", the slowest a thirtieth of those in this recording")) +
           ", evenly spread on a logarithmic scale, and slow ramps of force until it breaks away";
  if (unit == "N/m" || unit == "m" || unit == "N.m/rad" || unit == "rad" || role == Role::deflection)
    return "record slow reversals that stay below break-away, with an encoder that resolves a tenth of the presliding "
           "distance";
  if (unit == "N.s/m" || unit == "N.m.s/rad")
    return "record constant speeds up to several times " +
           (known ? speed(speeds.fast) : std::string("those in this recording")) +
           ", and quick small reversals for damping before sliding";
  if (unit == "N/s" || unit == "N.m/s")
    return "record sudden changes of speed while sliding, sampled faster than the force follows";
  if (name == "inertia" || unit == "kg" || unit == "kg.m2") return "record stronger accelerations, in both directions";
  if (unit == "s") return "record quick changes of the motion, sampled faster than the delay to be found";
  if (unit == "1") return "record presliding reversals of several sizes, from a tenth of break-away up to sliding";
  return "record motion in both directions at several speeds, with reversals";
}

}  // namespace stiction
