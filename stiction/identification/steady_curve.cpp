// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/steady_curve.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/identification/least_squares.hpp"

namespace stiction {
namespace {

/// Means over a quarter of an octave of speed.
struct SpeedBin {
  double count = 0, speed = 0, friction = 0;
};

std::vector<SpeedBin> bins_of_sliding(const ForceData& data, const std::vector<double>& friction, double distance) {
  constexpr int lowest = -80;  // a millionth of the largest speed
  std::vector<SpeedBin> bins(1 - lowest);
  double fastest = 0, moved = 0;
  for (std::size_t i = 0; i < data.train_rows(); ++i) fastest = std::max(fastest, std::abs(data.row_velocity()[i]));
  for (std::size_t i = 1; i < data.train_rows(); ++i) {
    const double dt = data.row_time()[i] - data.row_time()[i - 1], v = data.row_velocity()[i];
    const bool goes_on = data.row_recording()[i] == data.row_recording()[i - 1] && v * data.row_velocity()[i - 1] > 0;
    moved = goes_on ? moved + std::abs(v) * dt : 0;
    if (moved < 3 * distance) continue;
    SpeedBin& bin = bins[static_cast<std::size_t>(
        std::clamp(static_cast<int>(std::floor(4 * std::log2(std::abs(v) / fastest))), lowest, 0) - lowest)];
    bin.count += 1, bin.speed += std::abs(v), bin.friction += v > 0 ? friction[i] : -friction[i];
  }
  std::erase_if(bins, [](const SpeedBin& bin) { return bin.count < 3; });
  for (SpeedBin& bin : bins) bin.speed /= bin.count, bin.friction /= bin.count;
  return bins;
}

}  // namespace

FrictionSizes::Falling falling_curve(const ForceData& data, const std::vector<double>& friction, double distance) {
  const std::vector<SpeedBin> bins = bins_of_sliding(data, friction, distance);
  const std::size_t rows = bins.size();
  if (rows < 6) return {};
  std::vector<double> weight, target;
  for (const SpeedBin& bin : bins)
    weight.push_back(std::sqrt(bin.count / (bin.count + 20))), target.push_back(weight.back() * bin.friction);
  FrictionSizes::Falling best;
  const auto miss_with = [&](double speed) {
    std::vector<double> columns;
    for (std::size_t i = 0; i < rows; ++i) columns.push_back(weight[i]);
    for (std::size_t i = 0; i < rows; ++i) columns.push_back(weight[i] * bins[i].speed);
    for (std::size_t i = 0; i < rows && speed > 0; ++i)
      columns.push_back(weight[i] * std::exp(-std::pow(bins[i].speed / speed, 2)));
    const std::size_t count = columns.size() / rows;
    const std::vector<double> found = linear_coefficients(columns, rows, count, target);
    double miss = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      double left = target[i];
      for (std::size_t k = 0; k < count; ++k) left -= found[k] * columns[k * rows + i];
      miss += left * left;
    }
    return std::pair{miss, found};
  };
  double least = 0.5 * miss_with(0).first;  // a fall that explains less may be chance
  for (double speed = bins.front().speed; speed < 0.5 * bins.back().speed; speed *= 1.3)
    if (const auto [miss, found] = miss_with(speed);
        miss < least && found[0] > 0 && found[2] > 0.03 * found[0] && found[2] < 10 * found[0])
      least = miss, best = {.level = found[0], .excess = found[2], .speed = speed, .drag = std::max(found[1], 0.0)};
  return best;
}

}  // namespace stiction
