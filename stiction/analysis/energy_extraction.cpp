// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/energy_extraction.hpp"

#include <array>
#include <cmath>

#include "stiction/linear/compass_search.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {

std::optional<EnergyExtraction> extract_energy(double memory_length, const WorkOfLastCycle& work,
                                               const SpeedRange& range) {
  if (!(range.slow > 0 && range.fast > range.slow))
    throw InvalidInput("energy extraction", {{"speed", "0 < slow < fast must hold"}});
  const double length = memory_length;
  const auto motion_of = [&](bool reversing, const std::array<double, 2>& log_distances) {
    const double first = reversing ? -range.fast : range.slow;
    return TwoSpeedMotion{first, range.fast, length * std::exp(log_distances[0]) / std::abs(first),
                          length * std::exp(log_distances[1]) / range.fast};
  };
  // Cycles until the past is forgotten: what was stored before must not count.
  const auto drawn = [&](const TwoSpeedMotion& motion, double tolerance) {
    const double first_distance = std::abs(motion.first_speed) * motion.first_time;
    const double distance = first_distance + std::abs(motion.second_speed) * motion.second_time;
    return work(motion, 30 * length / std::abs(motion.first_speed), 2 + static_cast<int>(30 * length / distance),
                tolerance);
  };
  double best = 0;
  bool reversing = false;
  std::array<double, 2> distances{};
  for (const bool reverse : {false, true})
    for (double first = -3; first <= 3; first += 1)
      for (double second = -3; second <= 3; second += 1)
        if (const double done = drawn(motion_of(reverse, {first, second}), 1e-6); done < best)
          best = done, reversing = reverse, distances = {first, second};
  if (!(best < 0)) return std::nullopt;
  distances = lowest_by_compass([&](const auto& logs) { return drawn(motion_of(reversing, logs), 1e-8); }, distances,
                                0.5, 1e-3);
  EnergyExtraction found{.motion = motion_of(reversing, distances)};
  found.joules_per_cycle = -drawn(found.motion, 1e-10);
  if (!(found.joules_per_cycle > 0)) return std::nullopt;
  const std::string unit(range.unit);
  found.sentence = rounded_text(found.joules_per_cycle) + " J per cycle are drawn from friction by " +
                   rounded_text(found.motion.first_speed) + " " + unit + " for " +
                   rounded_text(found.motion.first_time) + " s and " + rounded_text(found.motion.second_speed) + " " +
                   unit + " for " + rounded_text(found.motion.second_time) + " s in turn";
  return found;
}

}  // namespace stiction
