// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stiction {

/// An estimate and its standard error.
struct Estimated {
  double value = 0, error = 0;
};

/// Which part of the variance of a measurement comes from each axis: by itself, and with all it takes part in.
struct VarianceFractions {
  std::uint64_t points = 0;             ///< that have every number
  double mean = 0, variance = 0;        ///< of the measurement
  std::vector<Estimated> first, total;  ///< Sobol's indices, one per axis
};

/// Sobol's indices from the cases of a plan by `SweepMethod::sobol_indices`, in blocks of (A, B, A with axis 1 of B,
/// ...); memory does not grow with them.
///
///     S_i = 1 - E (f_B - f_ABi)^2 / (2 V),   T_i = E (f_A - f_ABi)^2 / (2 V)                  (1)
///
/// \cite Jansen1999. Errors come from 16 parts of the points.
class SobolIndices {
 public:
  SobolIndices(std::size_t axes, std::size_t measures);

  /// The next case, in the order of their numbers; measurements that are not there are not numbers.
  void add(std::uint64_t index, std::span<const double> measured);
  /// Of one measurement.
  VarianceFractions fractions(std::size_t measure) const;

 private:
  static constexpr std::size_t parts = 16;
  struct Sums {
    double points = 0, sum = 0, squares = 0;
    std::vector<double> first, total;  ///< of the squares in (1)
  };
  void close_block();
  VarianceFractions fractions_of(std::span<const Sums> some) const;

  std::size_t axes_, measures_;
  std::vector<double> block_;  ///< [case][measure]
  std::size_t filled_ = 0;
  std::uint64_t block_number_ = 0;
  std::vector<std::vector<Sums>> sums_;  ///< [measure][part]
  std::vector<double> offset_;           ///< of each measure: near its mean, so that squares do not cancel
};

}  // namespace stiction
