// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/start_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "stiction/identification/least_squares.hpp"
#include "stiction/identification/steady_curve.hpp"

namespace stiction {
namespace {

/// Changes the order of the values.
double quantile(std::vector<double>& values, double fraction) {
  if (values.empty()) return 0;
  const auto at = static_cast<std::ptrdiff_t>(fraction * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

/// Several, the largest first: each is looked for below the one before it. Changes the order of the values.
std::array<double, 3> falling_quantiles(std::vector<double>& values, const std::array<double, 3>& fractions) {
  std::array<double, 3> found{};
  if (values.empty()) return found;
  auto end = values.end();
  for (std::size_t k = 0; k < found.size(); ++k) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(fractions[k] * static_cast<double>(values.size() - 1));
    if (at < end) std::nth_element(values.begin(), at, end), end = at;
    found[k] = *at;
  }
  return found;
}

/// Path from a turning point until friction has turned round, in the middle of all reversals. A reversal counts when
/// the velocity has clearly changed its sign and friction had its full size before.
double turning_distance(const ForceData& data, const std::vector<double>& friction, double level, double clear_speed) {
  std::vector<double> paths;
  double direction = 0, path = 0, turning_path = 0;
  bool waiting = false;
  for (std::size_t i = 1; i < data.train_rows(); ++i) {
    const double dt = data.row_time()[i] - data.row_time()[i - 1], v = data.row_velocity()[i];
    if (data.row_recording()[i] != data.row_recording()[i - 1] || dt <= 0 ||
        dt > 10 * data.recordings().front().sample_time * static_cast<double>(data.recordings().front().decimation)) {
      waiting = false, direction = 0;
      continue;
    }
    path += v * dt;
    if (std::abs(v) > clear_speed) {
      const double now = v > 0 ? 1 : -1;
      if (now == -direction) waiting = true;
      if (now != direction) direction = now;
    }
    if (!waiting) {
      // The furthest point in this direction, while friction is at its full size.
      if (direction * friction[i] > 0.5 * level && (direction * (path - turning_path) > 0 || std::abs(v) > clear_speed))
        turning_path = path;
    } else if (direction * friction[i] > 0.5 * level) {
      paths.push_back(std::abs(path - turning_path));
      waiting = false, turning_path = path;
    }
  }
  return quantile(paths, 0.5);
}

/// Place of an element of a list, and how many there are; 0 of 1 for a number alone.
std::pair<double, double> place_in_list(const FitParameters& parameters, const LawNumber& n) {
  const std::size_t open = n.name.find('[');
  if (open == std::string::npos) return {0, 1};
  const std::string list = n.name.substr(0, open + 1);
  double count = 0;
  for (const LawNumber& other : parameters.numbers()) count += other.name.starts_with(list) ? 1 : 0;
  return {std::atof(n.name.c_str() + open + 1), count};
}

}  // namespace

double table_speed(const FitParameters& parameters, const LawNumber& number, double fastest) {
  const auto [place, count] = place_in_list(parameters, number);
  return fastest * std::pow(place / (count - 1), 2);
}

namespace {

FrictionSizes read_sizes(const ForceData& data) {
  const std::size_t n = data.train_rows();
  FrictionSizes sizes;
  std::vector<double> columns = data.train_extras(), speeds;
  columns.reserve(columns.size() + 2 * n), speeds.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double v = data.row_velocity()[i];
    columns.push_back(v > 0 ? 1.0 : v < 0 ? -1.0 : 0.0);
    if (v != 0) speeds.push_back(std::abs(v));
  }
  columns.insert(columns.end(), data.row_velocity().begin(),
                 data.row_velocity().begin() + static_cast<std::ptrdiff_t>(n));
  const std::size_t extras = data.extras().size();
  const std::vector<double> target(data.target().begin(), data.target().begin() + static_cast<std::ptrdiff_t>(n));
  const std::vector<double> fit = linear_coefficients(columns, n, extras + 2, target);
  std::vector<double> friction = target;
  double largest = 0, largest_friction = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < extras; ++k) friction[i] -= fit[k] * columns[k * n + i];
    largest = std::max(largest, std::abs(target[i]));
    largest_friction = std::max(largest_friction, std::abs(friction[i]));
  }
  const auto [fast, usual_speed, slow] = falling_quantiles(speeds, {0.99, 0.5, 0.1});
  sizes.fastest = std::max(fast, 1e-300);
  sizes.force = fit[extras];
  if (!(sizes.force > 0.05 * largest_friction)) {  // otherwise it is well above what is usual too
    std::vector<double> sizes_of_friction = friction;
    for (double& f : sizes_of_friction) f = std::abs(f);
    const double usual = quantile(sizes_of_friction, 0.5);
    if (!(sizes.force > 0.05 * usual)) sizes.force = std::max(usual, 1e-12 * data.scale());
  }
  // Motion in one direction: an offset looks like friction, and the straight lines of both may be anything.
  if (!(sizes.force <= largest && sizes.force >= 1e-3 * largest)) sizes.force = 0.5 * largest;
  sizes.drag = std::max(fit[extras + 1], 0.02 * sizes.force / sizes.fastest);
  if (!(sizes.drag * sizes.fastest <= largest)) sizes.drag = 0.02 * sizes.force / sizes.fastest;
  sizes.speed = std::sqrt(std::max(slow, 1e-4 * sizes.fastest) * std::max(usual_speed, 1e-3 * sizes.fastest));
  const double path = turning_distance(data, friction, sizes.force,
                                       std::max(0.1 * sizes.fastest, data.recordings().front().rest_speed));
  for (const Recording& r : data.recordings())
    if (!r.position.empty()) {
      const auto [low, high] = std::minmax_element(r.position.begin(), r.position.end());
      sizes.travel = std::max(sizes.travel, *high - *low);
    }
  const double step = sizes.fastest * data.recordings().front().sample_time;
  sizes.distance = path > 0 ? path : step;
  sizes.falling = falling_curve(data, friction, sizes.distance);
  return sizes;
}

}  // namespace

FrictionSizes sizes_in(const ForceData& data) {
  ForceData::KeptSizes& kept = *data.kept_sizes_;
  std::call_once(kept.once, [&] { kept.sizes = read_sizes(data); });
  return kept.sizes;
}

std::vector<double> start_numbers(const FitParameters& parameters, const FrictionSizes& read, std::size_t start,
                                  std::uint64_t seed) {
  FrictionSizes sizes = read;
  const bool falls = read.falling.speed > 0 && start % 2 == 0;  // every other start does not trust the curve seen
  if (falls) {
    sizes.force = read.falling.level, sizes.speed = read.falling.speed;
    sizes.drag = std::max(read.falling.drag, 0.02 * sizes.force / sizes.fastest);
  }
  std::vector<double> p = parameters.defaults();
  const auto& numbers = parameters.numbers();
  std::mt19937_64 chance(seed * 1000003 + start);
  std::normal_distribution<double> spread(0, start == 0 ? 0.0 : 1.0);
  std::size_t dampings = 0;
  const bool table = has_speed_table(parameters.law());
  // Later starts do not trust the distance that was read off: they try others, up to a third of the travel.
  double distance = sizes.distance;
  if (start > 0 && sizes.travel > 0) {
    const double fraction = std::uniform_real_distribution<double>(0, 1)(chance),
                 most = std::max(0.3 * sizes.travel, distance);
    distance = std::exp(std::log(distance) + fraction * (std::log(most) - std::log(distance)));
  }
  // A fraction such as the break-away ratio makes minima of its own, and so does a level far above another one where no
  // speed was slow: starts take turns.
  constexpr std::array<double, 4> fractions{0.5, 0.95, 0.25, 0.75};
  const double fraction = fractions[start % fractions.size()],
               excess = start % 4 == 1 ? 3.0
                        : falls        ? 1 + read.falling.excess / read.falling.level
                                       : 1.1;
  for (std::size_t j = 0; j < p.size(); ++j) {
    const LawNumber& n = numbers[j];
    if (const auto given = parameters.wishes().start.find(n.name); given != parameters.wishes().start.end()) {
      p[j] = given->second;
      continue;
    }
    if (!n.fitted) continue;
    const auto [place, count] = place_in_list(parameters, n);
    const double middle = (place + 0.5) / count;
    double value = p[j], decades = 0.35;
    if (n.unit == "N" && n.role == Role::force_level) {
      value = table ? sizes.force : sizes.force / count, decades = 0.1;  // elements of other lists add up
    } else if (n.unit == "N/m") {
      // Elements slip one after the other, from a quarter of the distance to four times it.
      value = sizes.force / count / (distance * (count > 1 ? std::pow(4.0, 2 * middle - 1) : 0.7));
    } else if (n.unit == "N.s/m") {
      value = dampings++ == 0 ? sizes.drag : 0.3 * sizes.force / sizes.fastest;
    } else if (n.unit == "m/s" && count > 1) {
      value = table_speed(parameters, n, sizes.fastest), decades = 0;  // they have to rise
    } else if (n.unit == "m/s") {
      value = sizes.speed;
    } else if (n.unit == "m") {
      value = distance;
    } else if (n.unit == "N/s") {
      value = sizes.force * sizes.speed / distance;
    } else if (n.unit == "N") {
      value = sizes.force;
    } else if (n.range.low == 0 && std::isfinite(n.range.high)) {
      value = count > 1 ? 1 / count : fraction * n.range.high, decades = count > 1 ? 0.1 : 0.01;
    } else if (n.range.low > 0 && !n.range.low_allowed && std::isfinite(n.range.high)) {
      // A ratio whose default is the largest that a rule lets pass would begin where no step is possible.
      value = std::sqrt(n.range.low * value), decades = 0.03;
    }
    value *= std::pow(10.0, decades * spread(chance));
    if (n.range.low == 0 && std::isfinite(n.range.high)) value = std::min(value, 0.98 * n.range.high);
    if (const auto bound = parameters.wishes().bounds.find(n.name); bound != parameters.wishes().bounds.end())
      value = std::clamp(value, bound->second.first, bound->second.second);
    if (n.range.contains(value)) p[j] = value;
  }
  // What a rule wants above another begins a little above it.
  for (const std::string_view rule : find_law_prediction(parameters.law()).rules) {
    const std::size_t greater = rule.find(" >");
    if (greater == std::string_view::npos) continue;
    const std::size_t second = rule.find(' ', greater + 1);
    if (second == std::string_view::npos) continue;
    const std::size_t a = parameters.find(std::string(rule.substr(0, greater)));
    const std::size_t b = parameters.find(std::string(rule.substr(second + 1)));
    if (a >= p.size() || b >= p.size() || (p[a] > 1.01 * p[b] && excess < 2 && !falls)) continue;
    if (p[a] > 1.01 * p[b] && parameters.wishes().start.contains(numbers[a].name)) continue;
    if (numbers[a].fitted)
      p[a] = p[b] * (excess + 0.2 * std::abs(spread(chance)));
    else if (numbers[b].fitted)
      p[b] = p[a] / 1.1;
  }
  for (const std::string_view rule : find_law_prediction(parameters.law()).rules) {
    if (!rule.ends_with(" adds up to 1")) continue;
    const std::string list = std::string(rule.substr(0, rule.find(' '))) + "[";
    double sum = 0;
    for (std::size_t j = 0; j < p.size(); ++j) sum += numbers[j].name.starts_with(list) ? p[j] : 0;
    for (std::size_t j = 0; j < p.size(); ++j)
      if (numbers[j].name.starts_with(list)) p[j] /= sum;
  }
  parameters.apply_ties(p);
  // Elements may have to carry more together than a level beside them: they begin larger where a rule asks for it.
  for (int i = 0; i < 3 && !parameters.violations(p).empty(); ++i)
    for (std::size_t j = 0; j < p.size(); ++j)
      if (numbers[j].fitted && numbers[j].role == Role::force_level && numbers[j].name.ends_with(']')) p[j] *= 1.5;
  return p;
}

}  // namespace stiction
