// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/parameter_map.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/analysis/motion_scale.hpp"
#include "stiction/catalogue/resolved.hpp"
#include "stiction/ensemble/parallel.hpp"
#include "stiction/loop/loop_run.hpp"

namespace stiction {
namespace {

MotionKind kind_of(const LimitCycle& cycle, const LoopRun& core) {
  if (cycle.found()) return MotionKind::limit_cycle;
  if (cycle.verdict == CycleVerdict::stopped) return MotionKind::not_computed;
  if (cycle.verdict != CycleVerdict::equilibrium && cycle.verdict != CycleVerdict::decays) return MotionKind::other;
  LoopRun there = core;
  there.start(cycle.time, cycle.state.data());
  const auto touching = there.contacts_at(cycle.time, cycle.state.data());
  for (std::size_t i = 0; i < core.loop().contacts(); ++i) {
    const double size = named_speed(core, i);
    if (std::abs(there.output_velocity(i, touching[i])) > 1e-3 * (size > 0 ? size : 1e-3)) return MotionKind::steady;
  }
  return MotionKind::rest;
}

MapPoint computed(Resolved experiment, const std::vector<std::size_t>& places, std::vector<double> values,
                  const MapOptions& options) {
  MapPoint point{.values = std::move(values)};
  try {
    for (std::size_t k = 0; k < places.size(); ++k) experiment.set(places[k], point.values[k]);
    experiment.require_valid();
    const LoopRun core = experiment.start();
    const LimitCycle cycle = find_limit_cycle(core, options.cycle);
    point.kind = kind_of(cycle, core);
    point.verdict = cycle.verdict, point.sentence = cycle.sentence;
    point.period = cycle.period, point.rest_fraction = cycle.rest_fraction;
    if (!cycle.multipliers.empty()) point.largest_multiplier = std::abs(cycle.multipliers.front());
    if (cycle.signals.empty()) return point;
    for (std::size_t i = 0; i < core.loop().plant_states && options.signals.empty(); ++i)
      point.signals.push_back(cycle.signals[i]);
    for (const std::string& name : options.signals) point.signals.push_back(cycle[name]);
  } catch (const InvalidInput& wrong) {
    point.kind = MotionKind::other;
    point.sentence = wrong.what();
  }
  return point;
}

}  // namespace

namespace detail {

std::size_t grid_size(const std::vector<MapAxis>& axes) {
  std::size_t size = 1;
  for (const MapAxis& axis : axes) size *= axis.count;
  return size;
}

std::vector<double> grid_values(const std::vector<MapAxis>& axes, std::size_t i) {
  std::vector<double> values;
  for (const MapAxis& axis : axes) {
    values.push_back(axis.value(i % axis.count));
    i /= axis.count;
  }
  return values;
}

void require_axes(const std::vector<MapAxis>& axes) {
  std::vector<Violation> broken;
  if (axes.empty() || axes.size() > 2) broken.push_back({"axes", "a map has one or two axes"});
  for (const MapAxis& axis : axes) {
    const auto refuse = [&](const char* what) { broken.push_back({axis.path, axis.path + ": " + what}); };
    if (axis.count == 0) refuse("count must be positive");
    if (!std::isfinite(axis.low) || !std::isfinite(axis.high)) refuse("low and high must be finite");
    if (axis.logarithmic && !(axis.low > 0 && axis.high > 0)) refuse("a logarithmic axis needs positive ends");
  }
  if (axes.size() == 2 && axes[0].path == axes[1].path)
    broken.push_back({"axes", axes[0].path + " is on both axes: a number has one value"});
  if (!broken.empty()) throw InvalidInput("map", std::move(broken));
}

}  // namespace detail

double MapAxis::value(std::size_t i) const {
  if (i == 0) return low;
  const double fraction = static_cast<double>(i) / static_cast<double>(count - 1);
  return i + 1 == count ? high : logarithmic ? low * std::pow(high / low, fraction) : low + fraction * (high - low);
}

std::vector<double> MapAxis::values() const {
  std::vector<double> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = value(i);
  return all;
}

std::size_t ParameterMap::count(MotionKind kind) const {
  return static_cast<std::size_t>(
      std::count_if(points.begin(), points.end(), [&](const MapPoint& p) { return p.kind == kind; }));
}

ParameterMap map_parameters(const NamedExperiment& experiment, std::vector<MapAxis> axes, const MapOptions& options) {
  const Resolved once = resolve(experiment);
  std::vector<std::size_t> places;
  places.reserve(axes.size());
  for (const MapAxis& axis : axes) places.push_back(once.find(axis.path));
  detail::require_axes(axes);
  // Ends outside the range of their row are refused here; points that break a rule between rows say so themselves.
  for (std::size_t k = 0; k < axes.size(); ++k)
    for (const double end : {axes[k].low, axes[k].high}) Resolved(once).set(places[k], end);
  for (const std::string& name : options.signals) once.loop->find_signal(name);
  MapOptions own = options;
  own.cycle.progress = nullptr, own.cycle.shooting = false, own.cycle.start = experiment.run.start_time;
  ParameterMap map{.axes = std::move(axes), .units = {}, .points = {}, .complete = false};
  for (const std::size_t place : places) map.units.push_back(once.row(place).unit);
  map.points.resize(detail::grid_size(map.axes));
  for (std::size_t i = 0; i < map.points.size(); ++i) map.points[i].values = detail::grid_values(map.axes, i);
  map.complete = for_each_parallel(
      map.points.size(), options.threads,
      [&](std::size_t i) { map.points[i] = computed(once, places, map.points[i].values, own); }, options.progress);
  return map;
}

std::string_view motion_word(MotionKind kind) {
  switch (kind) {
    case MotionKind::not_computed:
      return "not computed";
    case MotionKind::rest:
      return "rest";
    case MotionKind::steady:
      return "steady";
    case MotionKind::limit_cycle:
      return "limit cycle";
    case MotionKind::other:
      break;
  }
  return "other";
}

}  // namespace stiction
