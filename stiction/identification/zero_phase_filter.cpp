// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/zero_phase_filter.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace stiction {
namespace {

using Complex = std::complex<double>;

/// Poles of a low-pass of unit bandwidth, those of the upper half plane first of their pair; `gain` at zero frequency.
struct AnaloguePrototype {
  std::vector<Complex> poles;
  double gain = 1;
};

/// The bilinear transformation with prewarping: all zeros go to z = -1.
FilterSections digital(const AnaloguePrototype& prototype, double cutoff) {
  const double warped = 2 * std::tan(std::numbers::pi * cutoff / 2);
  FilterSections filter;
  filter.order = prototype.poles.size();
  for (const Complex& pole : prototype.poles) {
    if (pole.imag() < -1e-12) continue;  // with its conjugate
    const Complex s = warped * pole, z = (2.0 + s) / (2.0 - s);
    if (pole.imag() > 1e-12) {
      const double a1 = -2 * z.real(), a2 = std::norm(z), level = (1 + a1 + a2) / 4;
      filter.sections.push_back({level, 2 * level, level, a1, a2});
    } else {
      const double a1 = -z.real(), level = (1 + a1) / 2;
      filter.sections.push_back({level, level, 0, a1, 0});
    }
  }
  if (!filter.sections.empty()) {
    FilterSections::Section& first = filter.sections.front();
    first.b0 *= prototype.gain, first.b1 *= prototype.gain, first.b2 *= prototype.gain;
  }
  return filter;
}

/// One pass, begun in the steady state of a constant input of the first value.
void filter_forwards(const FilterSections& filter, std::vector<double>& values) {
  for (const auto& f : filter.sections) {
    // Transposed direct form: for a constant input u the output is G u, and the registers follow from it.
    const double gain = (f.b0 + f.b1 + f.b2) / (1 + f.a1 + f.a2), u = values.front();
    double first = (gain - f.b0) * u, second = (f.b2 - f.a2 * gain) * u;
    for (double& x : values) {
      const double y = f.b0 * x + first;
      first = f.b1 * x - f.a1 * y + second;
      second = f.b2 * x - f.a2 * y;
      x = y;
    }
  }
}

}  // namespace

FilterSections butterworth_low_pass(std::size_t order, double cutoff) {
  AnaloguePrototype prototype;
  for (std::size_t k = 0; k < order; ++k) {
    const double angle = std::numbers::pi * (2.0 * static_cast<double>(k) + 1.0 + static_cast<double>(order)) /
                         (2.0 * static_cast<double>(order));
    prototype.poles.push_back(std::polar(1.0, angle));
  }
  return digital(prototype, cutoff);
}

FilterSections chebyshev_low_pass(std::size_t order, double ripple, double cutoff) {
  const double n = static_cast<double>(order), epsilon = std::sqrt(std::pow(10.0, ripple / 10) - 1);
  const double mu = std::asinh(1 / epsilon) / n;
  AnaloguePrototype prototype;
  for (std::size_t k = 0; k < order; ++k) {
    const double angle = std::numbers::pi * (2.0 * static_cast<double>(k) + 1.0) / (2.0 * n);
    prototype.poles.emplace_back(-std::sinh(mu) * std::sin(angle), std::cosh(mu) * std::cos(angle));
  }
  if (order % 2 == 0)
    prototype.gain = 1 / std::sqrt(1 + epsilon * epsilon);  // even orders begin at the ripple's bottom
  return digital(prototype, cutoff);
}

std::vector<double> filtered_zero_phase(const FilterSections& filter, const std::vector<double>& values,
                                        std::size_t least) {
  if (values.size() < 2 || filter.sections.empty()) return values;
  const std::size_t n = values.size(), pad = std::min(std::max(3 * filter.order, least), n - 1);
  std::vector<double> all;
  all.reserve(n + 2 * pad);
  for (std::size_t i = pad; i > 0; --i) all.push_back(2 * values.front() - values[i]);
  all.insert(all.end(), values.begin(), values.end());
  for (std::size_t i = 1; i <= pad; ++i) all.push_back(2 * values.back() - values[n - 1 - i]);
  for (int pass = 0; pass < 2; ++pass) {
    filter_forwards(filter, all);
    std::reverse(all.begin(), all.end());
  }
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(pad);
  return {first, first + static_cast<std::ptrdiff_t>(n)};
}

std::vector<std::size_t> kept_by_decimation(std::size_t count, std::size_t factor) {
  std::vector<std::size_t> kept;
  if (count == 0 || factor == 0) return kept;
  for (std::size_t i = (count - 1) % factor; i < count; i += factor) kept.push_back(i);
  return kept;
}

std::vector<double> decimated(const std::vector<double>& values, std::size_t factor) {
  if (factor <= 1) return values;
  const std::vector<double> smooth =
      filtered_zero_phase(chebyshev_low_pass(8, 0.05, 0.8 / static_cast<double>(factor)), values);
  std::vector<double> few;
  for (const std::size_t i : kept_by_decimation(values.size(), factor)) few.push_back(smooth[i]);
  return few;
}

std::vector<double> central_differences(const std::vector<double>& time, const std::vector<double>& values) {
  const std::size_t n = values.size();
  std::vector<double> rate(n, 0.0);
  if (n < 2) return rate;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t before = i == 0 ? 0 : i - 1, after = i + 1 == n ? i : i + 1;
    rate[i] = (values[after] - values[before]) / (time[after] - time[before]);
  }
  return rate;
}

}  // namespace stiction
