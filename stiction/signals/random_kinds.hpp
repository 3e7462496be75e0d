// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/scalar/random_numbers.hpp"
#include "stiction/signals/signal_kinds.hpp"

/// Signals that excite a whole band of frequencies; see signal_kinds.hpp. Random numbers are functions of seed and
/// place, so that a run that is copied, continued or repeated sees the same signal.
namespace stiction {

namespace detail {

/// Item of a sequence that has no beginning.
inline std::uint64_t address(double number) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::clamp(number, -9e15, 9e15)));
}

/// A cubic B-spline through random coefficients, one per period: smooth to the second derivative. Its mean square is
/// 151/315 of theirs, its spectrum that of white noise times sinc^8(f h).
template <class Real>
BasicSignalPiece<Real> noise_piece(const typename BasicSignal<Real>::Track& track, double number) {
  double c[4];
  for (int i = 0; i < 4; ++i) c[i] = random_normal(static_cast<std::uint64_t>(track.seed), address(number + i - 1), 0);
  const Real size = track.pieces.front().value * Real(1.4443312345967556), h = track.period;  // sqrt(315/151)
  return {.value = size * Real((c[0] + 4 * c[1] + c[2]) / 6),
          .slope = size * Real((c[2] - c[0]) / 2) / h,
          .curvature = size * Real(c[0] - 2 * c[1] + c[2]) / (h * h),
          .jerk = size * Real(c[3] - c[0] + 3 * (c[1] - c[2])) / (h * h * h)};
}

/// The lower coefficients of a primitive polynomial over the field of two elements, for each order from 2 on.
inline constexpr unsigned primitive_polynomials[] = {3, 3, 3, 5, 3, 3, 29, 17, 9, 5, 83, 27, 43, 3, 45, 9, 39, 39, 9};
inline constexpr double longest_order = 20;

/// Bit k of the sequence of greatest length: the constant coefficient of x^k modulo the polynomial.
inline bool prbs_bit(unsigned order, std::uint64_t k) {
  const std::uint64_t top = std::uint64_t{1} << order, low = primitive_polynomials[order - 2];
  const auto times = [&](std::uint64_t a, std::uint64_t b) {
    std::uint64_t product = 0;
    for (; b != 0; b >>= 1U) {
      if ((b & 1U) != 0) product ^= a;
      a <<= 1U;
      if ((a & top) != 0) a ^= top | low;
    }
    return product;
  };
  std::uint64_t power = 1, square = 2;
  for (k %= top - 1; k != 0; k >>= 1U, square = times(square, square))
    if ((k & 1U) != 0) power = times(power, square);
  return (power & 1U) != 0;
}

template <class Real>
BasicSignalPiece<Real> prbs_piece(const typename BasicSignal<Real>::Track& track, double number) {
  const double length = std::exp2(track.order) - 1, k = number + track.seed;
  const double place = k - length * std::floor(k / length);
  const bool bit = prbs_bit(static_cast<unsigned>(track.order), static_cast<std::uint64_t>(place));
  return {.value = bit ? track.pieces.front().value : -track.pieces.front().value};
}

}  // namespace detail

template <class Real = double>
struct NoiseSignal {
  static constexpr std::string_view name = "noise",
                                    doc =
                                        "Gaussian noise, smooth to its second derivative: a spline of random numbers.";
  Real deviation = Real(1), bandwidth = Real(10), seed = Real(1), bias = Real(0);
  static constexpr auto fields() {
    return Table{
        Field{&NoiseSignal::deviation, "deviation", "\\sigma", "u", non_negative, "Root mean square about the bias."},
        Field{&NoiseSignal::bandwidth, "bandwidth", "B", "Hz", positive,
              "Frequency at which the power has fallen to a half; flat below."},
        Field{&NoiseSignal::seed, "seed", "s", "1", between(0, 9e15), "Another number, another noise."},
        Field{&NoiseSignal::bias, "bias", "a", "u", any_finite, "Mean value."}};
  }
  static constexpr auto rules() {
    return Table{Rule<NoiseSignal>{"seed is a whole number", [](const NoiseSignal& s) { return is_whole(s.seed); }}};
  }
  BasicSignal<Real> signal() const {
    using S = BasicSignal<Real>;
    // sinc^8(x) = 1/2
    return S(typename S::Track{{{.value = deviation}},
                               Real(0.22751195773449737) / bandwidth,
                               Real(0),
                               &detail::noise_piece<Real>,
                               detail::plain_number(seed)}) +
           S(bias);
  }
};

template <class Real = double>
struct PrbsSignal {
  static constexpr std::string_view name = "prbs",
                                    doc = "Two values in a pseudo-random order that repeats after 2^order - 1 bits.";
  Real amplitude = Real(1), bit_time = Real(0.1), order = Real(7), seed = Real(0), bias = Real(0);
  static constexpr auto fields() {
    return Table{Field{&PrbsSignal::amplitude, "amplitude", "A", "u", any_finite, "Half of the swing."},
                 Field{&PrbsSignal::bit_time, "bit_time", "h", "s", positive, "How long a bit lasts."},
                 Field{&PrbsSignal::order, "order", "n", "1", between(2, detail::longest_order),
                       "Length of the shift register."},
                 Field{&PrbsSignal::seed, "seed", "s", "1", between(0, 9e15), "Bit it begins with at t = 0."},
                 Field{&PrbsSignal::bias, "bias", "a", "u", any_finite, "Midway between the two."}};
  }
  static constexpr auto rules() {
    return Table{Rule<PrbsSignal>{"order and seed are whole numbers",
                                  [](const PrbsSignal& s) { return is_whole(s.order) && is_whole(s.seed); }}};
  }
  BasicSignal<Real> signal() const {
    using S = BasicSignal<Real>;
    return S(typename S::Track{{{.value = amplitude}},
                               bit_time,
                               Real(0),
                               &detail::prbs_piece<Real>,
                               detail::plain_number(seed),
                               std::floor(detail::plain_number(order))}) +
           S(bias);
  }
};

/// Phases by Schroeder (1970), which keep the peaks low.
template <class Real = double>
struct MultisineSignal {
  static constexpr std::string_view name = "multisine",
                                    doc = "Equal sines at neighbouring multiples of a frequency, with low peaks.";
  Real deviation = Real(1), frequency = Real(1), first = Real(1), last = Real(10), bias = Real(0);
  static constexpr auto fields() {
    return Table{
        Field{&MultisineSignal::deviation, "deviation", "\\sigma", "u", non_negative, "Root mean square of their sum."},
        Field{&MultisineSignal::frequency, "frequency", "f", "Hz", positive, "What all are multiples of."},
        Field{&MultisineSignal::first, "first", "n_1", "1", between(1, 1e6), "Multiple of the lowest sine."},
        Field{&MultisineSignal::last, "last", "n_2", "1", between(1, 1e6), "Multiple of the highest sine."},
        Field{&MultisineSignal::bias, "bias", "a", "u", any_finite, "Mean value."}};
  }
  static constexpr auto rules() {
    return Table{Rule<MultisineSignal>{"first <= last, whole numbers, at most 500 sines", [](const MultisineSignal& s) {
                                         return s.first <= s.last && s.last - s.first < Real(500) &&
                                                is_whole(s.first) && is_whole(s.last);
                                       }}};
  }
  BasicSignal<Real> signal() const {
    using S = BasicSignal<Real>;
    const double from = detail::plain_number(first), count = detail::plain_number(last) - from + 1;
    const Real amplitude = deviation * Real(std::sqrt(2 / count));
    S sum(bias);
    for (double k = 0; k < count; ++k)
      sum = sum + S::sine(amplitude, frequency * Real(from + k), Real(-std::numbers::pi * k * (k + 1) / count));
    return sum;
  }
};

}  // namespace stiction
