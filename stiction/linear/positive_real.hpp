// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "stiction/linear/real_roots.hpp"
#include "stiction/linear/transfer_function.hpp"

/// Positive realness of a rational transfer function, decided without a grid of frequencies.
///
/// \f[ \mathrm{Re}\,G(j\omega) = E(\omega^2) / |d(j\omega)|^2, \quad
///     E = \text{even part of } n(s)\,d(-s) \text{ at } s^2 = -\omega^2 \tag{1} \f]
///
/// E is a polynomial, and its real roots decide whether it is positive for every frequency. G is strictly positive
/// real iff its poles have negative real parts, (1) is positive at every finite frequency, zero included, and at
/// infinity Re G > 0 (relative degree 0), lim w^2 Re G > 0 (1) or lim G/(jw) > 0 (-1) \cite CanudasDeWit1995 theorem 1.
namespace stiction {

/// Frequencies [rad/s] between two ends; `to` may be infinite.
struct FrequencyBand {
  double from = 0, to = 0;
};

struct PositiveRealReport {
  bool strictly_positive_real = false;
  bool positive_real = false;      ///< Re G >= 0, poles on the imaginary axis simple with a positive residue
  bool stable = false;             ///< all poles have negative real parts, or lie inside the unit circle
  LowestValue lowest_real_part{};  ///< of G(jw), and the frequency [rad/s]
  /// The smallest Re G / |G|^2 = Re(1/G) and its frequency: the constant negative resistance at which G stops being
  /// positive real. Positive with room left at every frequency and at infinity.
  LowestValue margin{};
  double high_frequency_limit = 0;        ///< lim w^2 Re G for relative degree 1, lim Re G otherwise
  std::vector<FrequencyBand> negative{};  ///< where Re G < 0
  std::string sentence{};
};

PositiveRealReport positive_real(const TransferFunction& g);

/// On the unit circle, which the bilinear map takes to the imaginary axis; frequencies are those of the signal, up to
/// pi/T. A held system without direct term is never positive real: the mean of Re G over the circle is its direct term.
PositiveRealReport positive_real(const SampledTransferFunction& g);

}  // namespace stiction
