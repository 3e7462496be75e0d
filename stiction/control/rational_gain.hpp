// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/controller.hpp"

namespace stiction {

/// A gain that depends on frequency, as a ratio of polynomials in s/w up to order 4: a building block of controllers.
///
/// \f[ H(s) = \frac{b_0 q^4 + b_1 q^3 + b_2 q^2 + b_3 q + b_4}{q^4 + a_1 q^3 + a_2 q^2 + a_3 q + a_4},
///     \quad q = s/\omega \f]
///
/// A lower order n has its coefficients first and zeros behind: 8000/(s^2 + 28 s + 400) is {0, 0, 8000, 0, 0} over
/// {28, 400, 0, 0} with w = 1/s. The observable form used here leaves the states that are then not needed at exactly
/// zero. All zero, the default, is no gain at all. `Unit::gain` is the unit of H.
template <class Unit>
struct RationalGain {
  static constexpr std::size_t order = 4;

  template <class Real>
  struct Parameters {
    std::array<Real, order + 1> gain_numerator{};
    std::array<Real, order> gain_denominator{};
    Real gain_frequency = Real(1.0);
    static constexpr auto fields() {
      using P = Parameters;
      return Table{Field{&P::gain_numerator, "gain_numerator", "b", Unit::gain, any_finite,
                         "Numerator of the further gain, highest power first."},
                   Field{&P::gain_denominator, "gain_denominator", "a", "1", any_finite,
                         "Denominator of the further gain, highest power first, without the leading 1."},
                   Field{&P::gain_frequency, "gain_frequency", "\\omega", "rad/s", positive,
                         "Frequency that s is measured in."}};
    }
  };
  template <class Real>
  struct State {
    std::array<Real, order> gain_memory{};
    static constexpr auto fields() {
      return Table{Field{&State::gain_memory, "gain_memory", "w", "N", any_finite,
                         "Memory of the gain that depends on frequency."}};
    }
  };

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& w, const Real& error) {
    const Real force = output(p, w, error);
    State<Real> dw;
    for (std::size_t i = 0; i < order; ++i) {
      const Real next = i + 1 < order ? w.gain_memory[i + 1] : Real(0) * w.gain_memory[i];
      dw.gain_memory[i] = p.gain_frequency * (next - p.gain_denominator[i] * force + p.gain_numerator[i + 1] * error);
    }
    return dw;
  }
  /// H(s) error [N].
  template <class Real>
  static constexpr Real output(const Parameters<Real>& p, const State<Real>& w, const Real& error) {
    return w.gain_memory[0] + p.gain_numerator[0] * error;
  }
  static State<double> scale(double force) {
    State<double> size;
    size.gain_memory.fill(force);
    return size;
  }
};

}  // namespace stiction
