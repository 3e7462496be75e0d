// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/energy_extraction.hpp"
#include "stiction/linear/positive_real.hpp"
#include "stiction/linear/top_search.hpp"

/// Can friction give more energy than it was given? The law's own condition, and where it fails, a motion that shows
/// it.
namespace stiction {

enum class PassivityVerdict : unsigned char {
  passive,      ///< the condition of the paper holds: no motion from rest draws energy
  not_passive,  ///< a motion was found that draws energy in every cycle
  unknown,      ///< neither
};

struct PassivityCertificate {
  PassivityVerdict verdict = PassivityVerdict::unknown;
  double margin = 0;        ///< the law's own, in the unit of its condition; positive: passive
  std::string condition{};  ///< in the words of the law
  std::optional<EnergyExtraction> counter_example{};
  std::string sentence{};
};

/// Property 3 for LuGre, Property 4 with the corrected bound for fading damping, positive realness along the path for
/// space-invariant laws: each law brings its own condition. Speeds within `range` are tried where it fails.
template <class Law>
  requires HasPassivityCondition<Law> && SmoothModel<Law>
PassivityCertificate certify_passivity(const ParametersOf<Law>& p, const SpeedRange& range = {}) {
  PassivityCertificate c{.margin = Law::passivity_margin(p), .condition = std::string(Law::passivity_condition)};
  if (c.margin >= 0) {
    c.verdict = PassivityVerdict::passive;
    c.sentence = "passive with a margin of " + rounded_text(c.margin) + ": " + c.condition;
    return c;
  }
  c.counter_example = extract_energy<Law>(p, range);
  c.verdict = c.counter_example ? PassivityVerdict::not_passive : PassivityVerdict::unknown;
  c.sentence = c.counter_example
                   ? "not passive: " + c.counter_example->sentence + "; passive if " + c.condition
                   : "not shown to be passive: the condition " + c.condition + " fails by " + rounded_text(-c.margin) +
                         ", but no motion between " + rounded_text(range.slow) + " and " + rounded_text(range.fast) +
                         " " + std::string(range.unit) + " was found that draws energy";
  return c;
}

/// H(p) = D + C (p - A)^{-1} B of a law that is linear along the path, \f$ dx/ds = A x + B\,\mathrm{sgn}\,v \f$, read
/// off its own text: the law is passive if H is positive real \cite BlimanSorine1993 (4).
template <class Law>
  requires SmoothModel<Law>
TransferFunction path_transfer_function(const ParametersOf<Law>& p) {
  constexpr std::size_t n = field_count<StateOf<Law>>;
  static_assert(Law::info.phenomena.rate_independent);
  using D = Dual<double, n>;
  StateOf<Law, D> z{};
  std::size_t place = 0;
  for_each_field(z, [&](const auto&, D& x, std::size_t) { x = D::variable(0, place++); });
  const auto q = convert<ParametersOf<Law, D>>(p);
  const auto touching = contact(D(1.0));  // 1 m/s: a second is a metre
  const auto rate = Law::rate(q, z, touching);
  const D force = Law::force(q, z, rate, touching);
  StateSpace path{.order = n, .direct = force.value};
  for_each_field(rate, [&](const auto&, const D& x, std::size_t) {
    path.dynamics.insert(path.dynamics.end(), x.slope.begin(), x.slope.end());
    path.input.push_back(x.value);
  });
  path.output.assign(force.slope.begin(), force.slope.end());
  return TransferFunction(path);
}

/// The smallest burst speed [m/s] at which LuGre's bristles give more than they take, for ever shorter bursts and
/// slower slides in between; infinite where Property 3 of \cite Astrom2008 holds. With r = F_S / F_C
///
/// \f[ V > F_C \min_{1 + \sigma_2/\sigma_1 < \xi < r} \frac{\xi^2 (r - 1)}{(r - \xi)(\sigma_1 (\xi - 1) - \sigma_2)}
/// \f]
inline double smallest_extracting_speed(double bristle_damping, double viscous_damping, double coulomb_force,
                                        double static_force) {
  const double r = static_force / coulomb_force;
  const double low = 1 + viscous_damping / bristle_damping, high = r;
  if (!(low < high)) return std::numeric_limits<double>::infinity();
  const auto speed = [&](double xi) {
    return coulomb_force * xi * xi * (r - 1) / ((r - xi) * (bristle_damping * (xi - 1) - viscous_damping));
  };
  // One minimum between two poles.
  return -highest_by_golden_section([&](double xi) { return -speed(xi); }, low, high, 100).value;
}

}  // namespace stiction
