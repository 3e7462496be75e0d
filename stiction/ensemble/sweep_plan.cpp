// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/ensemble/sweep_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "stiction/ensemble/sobol.hpp"
#include "stiction/scalar/random_numbers.hpp"
#include "stiction/schema/number_text.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction {
namespace {

constexpr double most_cases = 1e15;  // counted in doubles too

/// Of an even part of a range: i of count, ends included.
double part(std::uint64_t i, std::uint64_t count) {
  return count < 2 ? 0.5 : static_cast<double>(i) / static_cast<double>(count - 1);
}

double between_ends(const SweepAxis& axis, double fraction) {
  if (fraction <= 0) return axis.low;
  if (fraction >= 1) return axis.high;
  if (axis.spread == Spread::logarithmic) return axis.low * std::pow(axis.high / axis.low, fraction);
  return axis.low + fraction * (axis.high - axis.low);
}

/// Of Sobol's sequence, shifted at random by the seed.
double shifted_sobol(std::uint64_t seed, std::uint64_t index, std::size_t axis) {
  const std::uint32_t shift = random_bits(seed, axis, 2)[0];
  return (static_cast<double>(sobol_bits(index, axis) ^ shift) + 0.5) * 0x1p-32;
}

}  // namespace

double SweepAxis::standard_deviation() const {
  switch (spread) {
    case Spread::normal:
      return deviation;
    case Spread::log_normal: {
      const double square = deviation * deviation;
      return centre * std::exp(0.5 * square) * std::sqrt(std::expm1(square));
    }
    case Spread::logarithmic: {
      const double width = std::log(high / low), mean = (high - low) / width;
      return std::sqrt(std::max(0.0, (high * high - low * low) / (2 * width) - mean * mean));
    }
    case Spread::listed: {
      const double n = static_cast<double>(values.size());
      double mean = 0, squares = 0;
      for (const double x : values) mean += x / n;
      for (const double x : values) squares += (x - mean) * (x - mean) / n;
      return std::sqrt(squares);
    }
    default:
      return (high - low) / std::sqrt(12.0);
  }
}

double SweepAxis::quantile(double fraction) const {
  switch (spread) {
    case Spread::normal:
      return centre + deviation * normal_quantile(fraction);
    case Spread::log_normal:
      return centre * std::exp(deviation * normal_quantile(fraction));
    case Spread::listed: {
      const auto i = static_cast<std::size_t>(fraction * static_cast<double>(values.size()));
      return values[std::min(i, values.size() - 1)];
    }
    default:
      return between_ends(*this, fraction);
  }
}

double SweepAxis::grid_value(std::uint64_t i) const {
  switch (spread) {
    case Spread::listed:
      return values[static_cast<std::size_t>(i)];
    case Spread::normal:
    case Spread::log_normal:
      return quantile((static_cast<double>(i) + 0.5) / static_cast<double>(count));
    default:
      return between_ends(*this, part(i, count));
  }
}

std::uint64_t SweepPlan::cases() const {
  if (method == SweepMethod::list) return axes.empty() ? 0 : axes.front().values.size();
  if (method == SweepMethod::sobol_indices) return count * (axes.size() + 2);
  if (method != SweepMethod::grid) return count;
  std::uint64_t all = 1;
  for (const SweepAxis& axis : axes) all *= axis.grid_count();
  return all;
}

void SweepPlan::values(std::uint64_t index, double* all) const {
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const SweepAxis& axis = axes[k];
    switch (method) {
      case SweepMethod::list:
        all[k] = axis.values[static_cast<std::size_t>(index)];
        break;
      case SweepMethod::grid:
        all[k] = axis.grid_value(index % axis.grid_count());
        index /= axis.grid_count();
        break;
      case SweepMethod::random:
        all[k] = axis.quantile(random_fraction(seed, index, k));
        break;
      case SweepMethod::sobol:
        all[k] = axis.quantile(shifted_sobol(seed, index, k));
        break;
      case SweepMethod::sobol_indices: {
        // A point and a second one: as many coordinates again.
        const std::uint64_t block = axes.size() + 2, which = index % block;
        const bool of_second = which == 1 || which == k + 2;
        const std::size_t coordinate = of_second ? axes.size() + k : k;
        const bool evenly = 2 * axes.size() <= sobol_axes;
        all[k] = axis.quantile(evenly ? shifted_sobol(seed, index / block, coordinate)
                                      : random_fraction(seed, index / block, coordinate));
        break;
      }
      case SweepMethod::latin_hypercube: {
        const double layer = static_cast<double>(shuffled(index, count, seed, k));
        all[k] = axis.quantile((layer + random_fraction(seed, index, k)) / static_cast<double>(count));
        break;
      }
    }
  }
}

void require_valid(const SweepPlan& plan) {
  std::vector<Violation> broken;
  const auto refuse = [&](const std::string& key, const std::string& why) { broken.push_back({key, why}); };
  if (plan.axes.empty()) refuse("over", "nothing is varied: give at least one number and its values");
  double cases = plan.method == SweepMethod::grid ? 1 : static_cast<double>(plan.cases());
  for (const SweepAxis& axis : plan.axes) {
    const bool listed = axis.spread == Spread::listed;
    const bool ends = axis.spread == Spread::uniform || axis.spread == Spread::logarithmic;
    if (ends && !(axis.low < axis.high)) refuse(axis.path, axis.path + ": low must be less than high");
    if (axis.spread == Spread::logarithmic && !(axis.low > 0))
      refuse(axis.path, axis.path + ": equal ratios need ends above 0");
    if (!ends && !listed && !(axis.deviation > 0)) refuse(axis.path, axis.path + ": the deviation must be above 0");
    if (axis.spread == Spread::log_normal && !(axis.centre > 0))
      refuse(axis.path, axis.path + ": a log-normal number has a median above 0");
    if (listed && axis.values.empty()) refuse(axis.path, axis.path + ": no values are given");
    if (plan.method == SweepMethod::list && (!listed || axis.values.size() != plan.axes.front().values.size()))
      refuse(axis.path, axis.path + ": a list of cases needs as many values of each number");
    if (plan.method == SweepMethod::grid) {
      cases *= static_cast<double>(axis.grid_count());
      if (axis.grid_count() < 1) refuse(axis.path, axis.path + ": count must be at least 1");
    }
    const auto first =
        std::find_if(plan.axes.begin(), plan.axes.end(), [&](const SweepAxis& a) { return a.path == axis.path; });
    if (&*first != &axis) refuse(axis.path, axis.path + " is varied twice");
  }
  for (const SweepBand& band : plan.bands)
    if (band.points < 2 || band.points > 10000)
      refuse("band", "a band has from 2 to 10000 points, not " + std::to_string(band.points));
  if (plan.method == SweepMethod::sobol && plan.axes.size() > sobol_axes)
    refuse("over", "Sobol's sequence is known for " + std::to_string(sobol_axes) +
                       " numbers here; use latin_hypercube or random for " + std::to_string(plan.axes.size()));
  if (plan.method == SweepMethod::sobol_indices && plan.count < 16)
    refuse("count", "sobol_indices needs at least 16 points; some hundreds give fractions to a few per cent");
  if (plan.method == SweepMethod::sobol && cases > 0x1p32) refuse("count", "Sobol's sequence has 2^32 points here");
  if (!plan.axes.empty() && cases < 1) refuse("count", "there are no cases");
  if (cases > most_cases) refuse("count", number_text(cases) + " cases are more than " + number_text(most_cases));
  if (!broken.empty()) throw InvalidInput("sweep", std::move(broken));
}

std::string_view method_word(SweepMethod method) {
  constexpr std::string_view words[] = {"grid", "random", "sobol", "latin_hypercube", "list", "sobol_indices"};
  return words[static_cast<std::size_t>(method)];
}
std::string_view spread_word(Spread spread) {
  constexpr std::string_view words[] = {"uniform", "logarithmic", "normal", "log_normal", "listed"};
  return words[static_cast<std::size_t>(spread)];
}

}  // namespace stiction
