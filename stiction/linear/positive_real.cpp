// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/positive_real.hpp"

#include "stiction/linear/routh_hurwitz.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Re(a(jw) conj b(jw)) as a polynomial in w^2, (1).
UncertainPolynomial real_part_of_product(const Polynomial& a, const Polynomial& b) {
  UncertainPolynomial even((a.degree() + b.degree()) / 2 + 1);
  const UncertainPolynomial left = uncertain(a), right = uncertain(b);
  for (std::size_t i = 0; i < left.size(); ++i)
    for (std::size_t k = 0; k < right.size(); ++k) {
      if ((i + k) % 2 == 1) continue;
      const std::size_t half = (i + k) / 2;
      const UncertainNumber term = left[i] * right[k];
      even[half] = (k + half) % 2 == 0 ? even[half] + term : even[half] - term;  // d(-s), and s^2 = -w^2
    }
  return even;
}

/// Poles on the axis must be simple, with a real and positive residue.
bool axis_poles_are_passive(const TransferFunction& g) {
  const Polynomial slope = g.denominator().derivative();
  for (const auto& pole : g.poles()) {
    if (std::abs(pole.real()) > 1e-9 * std::abs(pole)) continue;
    const auto at = slope(pole);
    if (std::abs(at) <= 1e-7 * slope.rounding_at(std::abs(pole)) / std::numeric_limits<double>::epsilon()) return false;
    const auto residue = g.numerator()(pole) / at;
    if (!(residue.real() >= 0) || std::abs(residue.imag()) > 1e-7 * std::abs(residue)) return false;
  }
  return true;
}

std::string words(const PositiveRealReport& r, const TransferFunction& g) {
  if (g.numerator().is_zero()) return "not strictly positive real: the transfer function is zero";
  if (!r.stable) return "not strictly positive real: not all poles are stable";
  if (!r.negative.empty()) {
    const FrequencyBand& band = r.negative.front();
    return "not strictly positive real: the real part is negative " +
           (std::isinf(band.to) ? "above " + rounded_text(band.from)
                                : "from " + rounded_text(band.from) + " to " + rounded_text(band.to)) +
           " rad/s" + ", at worst " + rounded_text(r.lowest_real_part.value);
  }
  if (r.strictly_positive_real) return "strictly positive real: Re(1/G) is at least " + rounded_text(r.margin.value);
  if (g.numerator()[0] == 0) return "positive real but not strictly: the response to a constant is zero";
  if (!(r.high_frequency_limit > 0))
    return "not strictly positive real: the real part falls too fast at high frequencies";
  return "positive real but not strictly: the real part touches zero";
}

}  // namespace

PositiveRealReport positive_real(const TransferFunction& g) {
  PositiveRealReport r;
  const Polynomial &n = g.numerator(), &d = g.denominator();
  r.stable = routh_hurwitz(d).stable;
  const UncertainPolynomial product = real_part_of_product(n, d);
  const Polynomial even = certain(product);
  const auto in_frequency = [](LowestValue lowest) {
    lowest.at = std::sqrt(lowest.at);
    return lowest;
  };
  r.lowest_real_part = in_frequency(lowest_ratio(product, real_part_of_product(d, d)));
  if (!n.is_zero()) r.margin = in_frequency(lowest_ratio(product, real_part_of_product(n, n)));
  const std::size_t shift = g.relative_degree() == 1 ? 1 : 0;  // lim w^2 Re G, or lim Re G
  const std::size_t top = d.degree() - shift;
  r.high_frequency_limit = even.degree() > top || n.is_zero() ? (even.leading() > 0 ? infinity : -infinity)
                                                              : even[top] / (d.leading() * d.leading());
  if (n.is_zero()) r.high_frequency_limit = 0;

  bool touches = false;
  if (!even.is_zero()) {
    std::vector<double> ends{0};
    for (const double x : real_roots(even, 0, infinity)) ends.push_back(x);
    touches = ends.size() > 1;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const bool last = i + 1 == ends.size();
      const double inside = last ? 2 * ends[i] + 1 : 0.5 * (ends[i] + ends[i + 1]);
      const bool below = last ? even.leading() < 0 : even(inside) < 0;
      const double to = last ? infinity : std::sqrt(ends[i + 1]);
      if (!below) continue;
      if (!r.negative.empty() && r.negative.back().to == std::sqrt(ends[i]))
        r.negative.back().to = to;
      else
        r.negative.push_back({std::sqrt(ends[i]), to});
    }
  }
  const int degree = g.relative_degree();
  const bool at_infinity = degree == -1 ? n.leading() / d.leading() > 0 : degree <= 1 && r.high_frequency_limit > 0;
  r.positive_real = !n.is_zero() && r.negative.empty() && std::abs(degree) <= 1 &&
                    routh_hurwitz(d).right_of_axis == 0 && axis_poles_are_passive(g) &&
                    (degree != -1 || n.leading() / d.leading() > 0);
  r.strictly_positive_real = r.positive_real && r.stable && !touches && even[0] > 0 && at_infinity;
  r.sentence = words(r, g);
  return r;
}

PositiveRealReport positive_real(const SampledTransferFunction& g) {
  const TransferFunction plane = g.in_bilinear_plane();
  PositiveRealReport r = positive_real(plane);
  const auto frequency = [&](double tangent) { return 2 * std::atan(tangent) / g.sample_time; };
  r.lowest_real_part.at = frequency(r.lowest_real_part.at);
  r.margin.at = frequency(r.margin.at);
  for (FrequencyBand& band : r.negative) band = {frequency(band.from), frequency(band.to)};
  r.sentence = words(r, plane);
  if (r.stable && g.in_z.is_strictly_proper() && !g.in_z.numerator().is_zero())
    r.sentence +=
        "; what is held acts one sample late, the mean of the real part over all frequencies is then zero, and "
        "no sample time makes it positive throughout";
  return r;
}

}  // namespace stiction
