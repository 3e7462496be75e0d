// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

/// Low-pass filters run forwards and backwards, so that they delay nothing: for records, not for controllers.
namespace stiction {

/// A recursive filter as second-order sections.
struct FilterSections {
  struct Section {
    double b0, b1, b2, a1, a2;  ///< (b0 + b1/z + b2/z^2) / (1 + a1/z + a2/z^2)
  };
  std::vector<Section> sections{};
  std::size_t order = 0;
};

/// Digital low-pass filters by the bilinear transformation. `cutoff` is a fraction of the Nyquist frequency, in (0, 1).
FilterSections butterworth_low_pass(std::size_t order, double cutoff);
/// Chebyshev's of the first kind, with a ripple in the pass band [dB].
FilterSections chebyshev_low_pass(std::size_t order, double ripple, double cutoff);

/// Forwards and backwards. The ends are continued by odd reflection over `least` samples, at least three times the
/// order of the filter, and each pass begins in the steady state of its first sample. Records too short for that are
/// continued by what they have.
std::vector<double> filtered_zero_phase(const FilterSections& filter, const std::vector<double>& values,
                                        std::size_t least = 0);

/// Every `factor`-th sample, the last one among them, after a zero-phase low-pass (Chebyshev, order 8, 0.05 dB, cut-off
/// at 0.8 of the new Nyquist frequency). A factor of 1 changes nothing.
std::vector<double> decimated(const std::vector<double>& values, std::size_t factor);
/// The places of the samples that `decimated` keeps.
std::vector<std::size_t> kept_by_decimation(std::size_t count, std::size_t factor);

/// Derivative by central differences, one-sided at the ends; times need not be equally spaced.
std::vector<double> central_differences(const std::vector<double>& time, const std::vector<double>& values);

}  // namespace stiction
