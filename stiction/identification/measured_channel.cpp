// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/measured_channel.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// Value and rate per sample at a place between samples: Catmull-Rom, the ends continued by their own values.
std::pair<double, double> between_four(const std::vector<double>& s, double place) {
  const double last = static_cast<double>(s.size() - 1), inside = std::clamp(place, 0.0, last);
  const double whole = std::min(std::floor(inside), last - 1), x = inside - whole;
  const auto at = [&](double offset) { return s[static_cast<std::size_t>(std::clamp(whole + offset, 0.0, last))]; };
  const double a = at(-1), b = at(0), c = at(1), d = at(2);
  const double p = 0.5 * (c - a), q = a - 2.5 * b + 2 * c - 0.5 * d, r = 0.5 * (d - a) + 1.5 * (b - c);
  const double rate = inside == place ? p + x * (2 * q + 3 * x * r) : 0;
  return {b + x * (p + x * (q + x * r)), rate};
}

}  // namespace

void MeasuredChannel::pass(std::vector<double>& samples, double interval, std::vector<double>* by_delay,
                           std::vector<double>* by_filter) const {
  const std::size_t n = samples.size();
  const std::vector<double> signal = samples;
  std::vector<double> rate(n);  // of the delayed signal, per second
  for (std::size_t i = 0; i < n; ++i) {
    const auto [value, slope] = between_four(signal, static_cast<double>(i) - delay / interval);
    if (delay != 0) samples[i] = value;
    rate[i] = slope / interval;
  }
  if (by_delay != nullptr) {
    by_delay->resize(n);
    for (std::size_t i = 0; i < n; ++i) (*by_delay)[i] = -rate[i];
  }
  const double ratio = filter / interval;
  if (ratio <= 1e-9) {  // the filter below is then y1 = s1 - (T/h) (s1 - s0)
    if (by_filter != nullptr) {
      by_filter->assign(n, 0.0);
      for (std::size_t i = 1; i < n; ++i) (*by_filter)[i] = -(samples[i] - samples[i - 1]) / interval;
    }
    return;
  }
  // Over a sample with straight input: y1 = a y0 + (r (1 - a) - a) s0 + (1 - r (1 - a)) s1 with r = T/h, a = exp(-1/r).
  const double a = std::exp(-1 / ratio), slope_a = a / (ratio * ratio);  // da/dr
  const double before = ratio * (1 - a) - a, now = 1 - ratio * (1 - a);
  const double slope_before = (1 - a) - ratio * slope_a - slope_a, slope_now = ratio * slope_a - (1 - a);
  const std::vector<double> s = samples;
  double y = s.front(), dy = 0;
  if (by_filter != nullptr) by_filter->assign(n, 0.0);
  for (std::size_t i = 1; i < n; ++i) {
    dy = a * dy + slope_a * y + slope_before * s[i - 1] + slope_now * s[i];
    y = a * y + before * s[i - 1] + now * s[i];
    samples[i] = y;
    if (by_filter != nullptr) (*by_filter)[i] = dy / interval;
  }
  if (by_delay != nullptr) {
    std::vector<double>& own = *by_delay;
    MeasuredChannel{0, filter}.pass(own, interval);
  }
}

}  // namespace stiction
