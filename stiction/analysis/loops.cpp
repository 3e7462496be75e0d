// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/loops.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "stiction/schema/rounded_text.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction {
namespace {

void require_loop(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size() || x.size() < 4)
    throw InvalidInput("loop", {{"", "needs as many samples of one signal as of the other, and at least four"}});
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i]) || !std::isfinite(y[i]))
      throw InvalidInput("loop", {{"", "sample " + std::to_string(i) + " is not finite"}});
}

/// The last value of `other` where `signal` rises and where it falls through the middle of its range: rising less
/// falling.
double across_the_middle(std::span<const double> signal, std::span<const double> other) {
  const auto [low, high] = std::minmax_element(signal.begin(), signal.end());
  const double middle = 0.5 * (*low + *high);
  double up = 0, down = 0;
  for (std::size_t i = 0; i < signal.size(); ++i) {
    const std::size_t next = (i + 1) % signal.size();
    const double a = signal[i] - middle, b = signal[next] - middle;
    if ((a < 0) == (b < 0)) continue;
    (a < b ? up : down) = other[i] + (other[next] - other[i]) * a / (a - b);
  }
  return up - down;
}

}  // namespace

LoopMeasure measure_loop(std::span<const double> x, std::span<const double> y) {
  require_loop(x, y);
  LoopMeasure m;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t next = (i + 1) % x.size();
    m.area += 0.5 * (y[i] + y[next]) * (x[next] - x[i]);
  }
  m.height = across_the_middle(x, y);
  m.width = std::abs(across_the_middle(y, x));
  m.gap = std::abs(y.back() - y.front());
  m.sentence = "the loop encloses " + rounded_text(m.area) + ", is " + rounded_text(m.width) + " wide and " +
               rounded_text(m.height) + " high";
  return m;
}

TimeShift time_shift(std::span<const double> early, std::span<const double> late) {
  require_loop(early, late);
  const std::size_t n = early.size();
  const auto centred = [&](std::span<const double> signal) {
    std::vector<double> c(signal.begin(), signal.end());
    double mean = 0, size = 0;
    for (const double v : c) mean += v / static_cast<double>(n);
    for (double& v : c) v -= mean, size += v * v;
    for (double& v : c) v /= std::sqrt(size);
    return c;
  };
  const std::vector<double> a = centred(early), b = centred(late);
  const auto correlation = [&](std::size_t shift) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[(i + shift) % n];
    return sum;
  };
  std::size_t best = 0;
  double highest = -2;
  for (std::size_t shift = 0; shift < n; ++shift)
    if (const double c = correlation(shift); c > highest) highest = c, best = shift;
  // A parabola through the best and its neighbours.
  const double before = correlation((best + n - 1) % n), after = correlation((best + 1) % n);
  const double bend = before - 2 * highest + after, offset = bend < 0 ? 0.5 * (before - after) / bend : 0;
  double fraction = (static_cast<double>(best) + offset) / static_cast<double>(n);
  if (fraction > 0.5) fraction -= 1;
  return {fraction, highest - 0.25 * (before - after) * offset};
}

double rate_dependence(const std::vector<std::vector<double>>& forces) {
  double largest = 0, difference = 0;
  for (const auto& f : forces) {
    require_loop(forces.front(), f);
    for (std::size_t i = 0; i < f.size(); ++i) {
      largest = std::max(largest, std::abs(f[i]));
      for (const auto& other : forces) difference = std::max(difference, std::abs(f[i] - other[i]));
    }
  }
  return largest > 0 ? difference / largest : 0;
}

}  // namespace stiction
