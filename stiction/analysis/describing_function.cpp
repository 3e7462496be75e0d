// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/describing_function.hpp"

#include "stiction/linear/real_roots.hpp"
#include "stiction/linear/routh_hurwitz.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

/// Im(a(jw) conj b(jw)) / w as a polynomial in w^2.
Polynomial imaginary_part_of_product(const Polynomial& a, const Polynomial& b) {
  UncertainPolynomial odd((a.degree() + b.degree() + 1) / 2 + 1);
  const UncertainPolynomial left = uncertain(a), right = uncertain(b);
  for (std::size_t i = 0; i < left.size(); ++i)
    for (std::size_t k = 0; k < right.size(); ++k) {
      if ((i + k) % 2 == 0) continue;
      const std::size_t half = (i + k - 1) / 2;
      const UncertainNumber term = left[i] * right[k];
      odd[half] = (k + half) % 2 == 0 ? odd[half] + term : odd[half] - term;
    }
  return certain(odd);
}

}  // namespace

double describing_function(const StictionLevels& friction, double speed_amplitude) {
  return 4 * friction.coulomb_force / (std::numbers::pi * speed_amplitude) + friction.viscous_damping;
}

std::vector<PredictedCycle> predicted_cycles(const TransferFunction& g, const StictionLevels& friction) {
  std::vector<PredictedCycle> cycles;
  const Polynomial imaginary = imaginary_part_of_product(g.numerator(), g.denominator());
  if (imaginary.is_zero()) return cycles;
  const TransferFunction with_drag = negative_feedback(g, friction.viscous_damping);
  const bool stable = routh_hurwitz(with_drag.denominator()).stable;
  for (const double squared : real_roots(imaginary, 0, std::numeric_limits<double>::infinity())) {
    const double w = std::sqrt(squared);
    const double needed = -1 / g.at_frequency(w).real() - friction.viscous_damping;  // 4 F_C / (pi V)
    if (!(needed > 0 && std::isfinite(needed)) || friction.coulomb_force <= 0) continue;
    const double speed = 4 * friction.coulomb_force / (std::numbers::pi * needed);
    cycles.push_back({w, speed, speed / w, stable});
  }
  return cycles;
}

TransferFunction friction_to_velocity(const PidLoop& loop) {
  return {Polynomial({0, 0, 1}), Polynomial({loop.integral_gain, loop.position_gain, loop.velocity_gain, loop.mass})};
}

DescribingFunctionCheck check_describing_function(const PidLoop& loop, const StictionLevels& friction) {
  DescribingFunctionCheck c{.predicted = predicted_cycles(friction_to_velocity(loop), friction),
                            .exact = find_hunting(loop, friction)};
  bool attracts = false;
  for (const PredictedCycle& cycle : c.predicted) attracts = attracts || cycle.attracts;
  c.agrees = attracts == c.exact.hunts;
  c.sentence = "the describing function predicts ";
  if (c.predicted.empty())
    c.sentence += "no cycle";
  else
    c.sentence += std::string(attracts ? "a cycle" : "a cycle that repels") + " of " +
                  rounded_text(c.predicted.front().angular_frequency) + " rad/s and " +
                  rounded_text(c.predicted.front().position_amplitude) + " m";
  c.sentence += "; with stiction and Coulomb friction of these levels, exactly, the loop: " + c.exact.sentence;
  if (c.exact.hunts && !attracts) {
    const HalfCycle& half = c.exact.cycles.front().half;
    c.sentence += "; it is missed because the mass rests for " +
                  rounded_text(100 * half.stick_time / (half.stick_time + half.slip_time), 3) +
                  " per cent of the time, which no sine does, and stiction does not enter the first harmonic";
  }
  return c;
}

}  // namespace stiction
