// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Which numbers of an experiment a study varies, and which values they take in each of its cases.
///
/// The values of a case are a function of the plan and of the number of the case: shards, threads and machines may
/// compute any cases in any order, and get the same.
namespace stiction {

enum class Spread : unsigned char {
  uniform,      ///< between `low` and `high`
  logarithmic,  ///< the same, by equal ratios
  normal,       ///< about `centre` with the standard deviation `deviation`
  log_normal,   ///< its logarithm is normal: median `centre`, standard deviation of the logarithm `deviation`
  listed,       ///< `values`, one after the other
};

struct SweepAxis {
  std::string path{};  ///< "friction.static_force"
  Spread spread = Spread::uniform;
  double low = 0, high = 1;
  double centre = 0, deviation = 1;
  std::vector<double> values{};
  std::uint64_t count = 11;  ///< of values in a grid

  /// The value below which a fraction of all values lies, 0 < fraction < 1.
  double quantile(double fraction) const;
  double standard_deviation() const;
  /// Value i of a grid, ends included; those of a normal spread stand at equal distances in probability.
  double grid_value(std::uint64_t i) const;
  std::uint64_t grid_count() const { return spread == Spread::listed ? values.size() : count; }
};

enum class SweepMethod : unsigned char {
  grid,             ///< every value of each axis with every value of the others; the first axis varies fastest
  random,           ///< independent
  sobol,            ///< Sobol's sequence, shifted at random by the seed
  latin_hypercube,  ///< each axis in `count` layers of equal probability, each layer once
  list,             ///< case i takes value i of every axis
  sobol_indices,    ///< `count` pairs of points, and each first point with one axis after the other of the second
};

/// A signal that is kept over time in every case: how its spread grows and shrinks.
struct SweepBand {
  std::string signal{};
  std::uint64_t points = 101;  ///< evenly from the start of the run to its end
};

struct SweepPlan {
  SweepMethod method = SweepMethod::grid;
  std::uint64_t count = 1000;  ///< of cases, where axes do not give it
  std::uint64_t seed = 1;
  std::vector<SweepAxis> axes{};
  std::vector<SweepBand> bands{};

  std::uint64_t cases() const;
  /// The values of all axes in a case.
  void values(std::uint64_t index, double* all) const;
};

/// Throws InvalidInput with everything that is wrong: no axes, a range without width, too many cases to be counted.
void require_valid(const SweepPlan& plan);

/// "latin_hypercube", "log_normal".
std::string_view method_word(SweepMethod method);
std::string_view spread_word(Spread spread);

}  // namespace stiction
