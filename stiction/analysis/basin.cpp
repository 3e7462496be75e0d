// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/basin.hpp"

#include <cmath>

namespace stiction {
namespace {

bool are_alike(const Attractor& a, const MapPoint& b, double alike) {
  if (a.kind != b.kind) return false;
  if (a.kind == MotionKind::rest) return true;
  if (std::abs(a.period - b.period) > alike * std::max(a.period, b.period)) return false;
  for (std::size_t i = 0; i < a.signals.size(); ++i) {
    const CycleSignal &x = a.signals[i], &y = b.signals[i];
    const double size = std::max({std::abs(x.lowest), std::abs(x.highest), std::abs(y.lowest), std::abs(y.highest)});
    if (std::abs(x.lowest - y.lowest) > alike * size || std::abs(x.highest - y.highest) > alike * size) return false;
  }
  return true;
}

}  // namespace

BasinMap map_basins(const NamedExperiment& experiment, std::vector<MapAxis> axes, const MapOptions& options,
                    double alike) {
  std::vector<Violation> broken;
  for (const MapAxis& axis : axes)
    if (axis.path.find("initial.") == std::string::npos)
      broken.push_back({axis.path, axis.path + " is no start: paths of starts contain \"initial.\""});
  if (!broken.empty()) throw InvalidInput("basin", std::move(broken));
  MapOptions own = options;
  own.signals.clear();
  own.cycle.multipliers = false;
  BasinMap basins{.map = map_parameters(experiment, std::move(axes), own)};
  for (const MapPoint& point : basins.map.points) {
    std::size_t found = BasinMap::unknown;
    if (point.kind != MotionKind::not_computed && point.kind != MotionKind::other) {
      for (std::size_t k = 0; k < basins.attractors.size() && found == BasinMap::unknown; ++k)
        if (are_alike(basins.attractors[k], point, alike)) found = k;
      if (found == BasinMap::unknown) {
        found = basins.attractors.size();
        basins.attractors.push_back({point.kind, point.sentence, point.period, point.signals, 0});
      }
      ++basins.attractors[found].starts;
    }
    basins.attractor_of.push_back(found);
  }
  return basins;
}

}  // namespace stiction
