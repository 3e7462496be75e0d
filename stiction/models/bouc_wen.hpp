// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/friction_model.hpp"

namespace stiction {

/// Bouc-Wen hysteresis: a spring in parallel with an element that yields smoothly.
///
/// \f[ \dot x = v                                                                                        \tag{1} \f]
/// \f[ \dot z = v\,\bigl(A - |z/z_y|^n\,(\beta\,\mathrm{sgn}(v z) + \gamma)\bigr)                        \tag{2} \f]
/// \f[ F = \alpha k x + (1 - \alpha) k z                                                                 \tag{3} \f]
/// \f[ z_{max} = z_y \bigl(A / (\beta + \gamma)\bigr)^{1/n}                                              \tag{4} \f]
///
/// As in \cite Ismail2009, with the deflection z_y in place of coefficients in 1/m^n: beta and gamma are pure numbers
/// for every n. With A > 0, beta + gamma > 0 and beta >= gamma (class I there) |z| stays below max(z_max, |z(0)|) for
/// every motion; so it does with gamma > beta >= 0 (class II) if |z(0)| <= z_max. (A, z_y, beta, gamma) have one number
/// more than the loops show: A = 1 loses nothing. With gamma = 0, n = 1 it is Dahl's law.
///
/// With restoring_fraction > 0 the law holds a true spring: its force grows with displacement and never settles, which
/// is why no steady force is stated. Inner loops do not close exactly, and small vibration makes it creep.
///
/// Storage, with W = alpha k x^2 / 2 + (1 - alpha) k z^2 / (2 A):
/// \f[ F v - \dot W = \tfrac{(1-\alpha) k}{A} |z/z_y|^n |z|\,|v|\,(\beta + \gamma\,\mathrm{sgn}(v z)) \ge 0 \tag{5} \f]
/// whenever beta >= |gamma|. (For gamma > beta >= 0 the law is still passive inside |z| <= z_max, with a storage that
/// is not quadratic, d W/dz = (1 - alpha) k z / (A + (beta - gamma) |z/z_y|^n).)
struct BoucWen {
  static constexpr ModelInfo info{
      .name = "bouc_wen",
      .type = "BoucWen",
      .description = "A spring in parallel with an element that yields smoothly.",
      .source = "Bouc1967; Wen1976; Ismail2009",
      .phenomena = {.presliding_spring = true, .hysteresis = true, .rate_independent = true}};

  template <class Real>
  struct Parameters {  // 1 N of friction, tanh-shaped on loading
    Real stiffness = Real(1e5);
    Real restoring_fraction = Real(0);
    Real yield_deflection = Real(1e-5);
    Real initial_slope = Real(1);
    Real loss_coefficient = Real(0.5);
    Real shape_coefficient = Real(0.5);
    Real sharpness = Real(2);

    static constexpr auto fields() {
      using P = Parameters;
      return Table{
          Field{&P::stiffness, "stiffness", "k", "N/m", positive, "Force per displacement before yielding, for A = 1."},
          Field{&P::restoring_fraction, "restoring_fraction", "\\alpha", "1",
                Range{.low = 0.0, .high = 1.0, .high_allowed = false}, "Stiffness after yielding / before."},
          Field{&P::yield_deflection, "yield_deflection", "z_y", "m", positive,
                "Deflection at which the element yields; with the stiffness it sets the friction level.",
                Role::force_level},
          Field{&P::initial_slope, "initial_slope", "A", "1", positive, "Deflection per displacement from rest."},
          Field{&P::loss_coefficient, "loss_coefficient", "\\beta", "1", non_negative, "How much a loop dissipates."},
          Field{&P::shape_coefficient, "shape_coefficient", "\\gamma", "1", any_finite,
                "Difference between loading and unloading."},
          Field{&P::sharpness, "sharpness", "n", "1", between(1.0, 1000.0),
                "How sudden the element yields; elastic-perfectly plastic for large values."}};
    }
    static constexpr auto rules() {
      using P = Parameters;
      return Table{Rule<P>{"loss_coefficient + shape_coefficient > 0: the deflection stays bounded",
                           [](const P& p) { return p.loss_coefficient + p.shape_coefficient > Real(0); }}};
    }
  };
  template <class Real>
  struct State {
    Real displacement{0};
    Real deflection{0};
    static constexpr auto fields() {
      return Table{Field{&State::displacement, "displacement", "x", "m", any_finite,
                         "Displacement from where the spring is relaxed.", Role::deflection},
                   Field{&State::deflection, "deflection", "z", "m", any_finite, "Deflection of the yielding element.",
                         Role::deflection}};
    }
  };

  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    const Real ratio = z.deflection / p.yield_deflection;
    const Real side = select(ratio < Real(0), Real(-1), Real(1));  // at z = 0 the power vanishes
    const Real resistance = p.loss_coefficient * c.speed * side + p.shape_coefficient * c.velocity;
    return {c.velocity, p.initial_slope * c.velocity - power(Real(abs(ratio)), p.sharpness) * resistance};  // (1), (2)
  }
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const State<Real>& z, const State<Real>&,
                              const Contact<Real>&) {
    return p.restoring_fraction * p.stiffness * z.displacement + yielding_stiffness(p) * z.deflection;  // (3)
  }

  /// (2) bends at z = 0 where gamma is not 0.
  template <class Real>
  static constexpr std::array<Real, 1> kinks(const Parameters<Real>&, const State<Real>& z, const Contact<Real>&) {
    return {z.deflection};
  }

  /// z_max, where the deflection ends in one direction.
  template <class Real>
  static constexpr Real largest_deflection(const Parameters<Real>& p) {
    const Real ratio = p.initial_slope / (p.loss_coefficient + p.shape_coefficient);
    return p.yield_deflection * pow(ratio, Real(Real(1) / p.sharpness));  // (4)
  }
  /// The restoring spring left aside.
  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return yielding_stiffness(p) * largest_deflection(p);
  }
  template <class Real>
  static constexpr State<Real> state_scale(const Parameters<Real>& p) {
    return {largest_deflection(p) / p.initial_slope, largest_deflection(p)};
  }
  template <class Real>
  static constexpr Real storage(const Parameters<Real>& p, const State<Real>& z) {
    return Real(0.5) * (p.restoring_fraction * p.stiffness * z.displacement * z.displacement +
                        yielding_stiffness(p) * z.deflection * z.deflection / p.initial_slope);  // (5)
  }
  static constexpr std::string_view passivity_condition = "loss_coefficient >= |shape_coefficient| (sufficient)";
  template <class Real>
  static constexpr Real passivity_margin(const Parameters<Real>& p) {
    return p.loss_coefficient - abs(p.shape_coefficient);
  }

 private:
  template <class Real>
  static constexpr Real yielding_stiffness(const Parameters<Real>& p) {
    return (Real(1) - p.restoring_fraction) * p.stiffness;
  }
  /// ratio^exponent; capped, far beyond where the deflection can get, so that no start value overflows.
  template <class Real>
  static constexpr Real power(const Real& ratio, const Real& exponent) {
    const auto linear = exactly(exponent, 1.0), square = exactly(exponent, 2.0);
    if (all(linear)) return ratio;
    if (all(square)) return ratio * ratio;
    const Real power = minimum(pow(ratio, exponent), Real(1e30));
    return select(linear, ratio, select(square, Real(ratio * ratio), power));
  }
};

}  // namespace stiction
