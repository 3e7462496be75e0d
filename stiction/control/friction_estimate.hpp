// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/controller.hpp"
#include "stiction/schema/prefixed.hpp"

/// A friction law that runs inside a controller, on the measured velocity: a building block of compensators.
namespace stiction {

/// Names of the law's parameters and state inside a controller, distinct from those of the plant's own law.
struct AssumedNames {
  static constexpr std::string_view prefix = "friction_", mark = "^{b}", follows = "friction.";
};
struct EstimatedNames {
  static constexpr std::string_view prefix = "estimated_", mark = "^{e}";
};

/// The law's own text, with a term that corrects its deflection: what (12) and (13) of \cite CanudasDeWit1995 do to
/// LuGre.
template <SmoothModel Law>
struct FrictionEstimate {
  template <class Real>
  using Parameters = Prefixed<ParametersOf<Law, Real>, AssumedNames>;
  template <class Real>
  using State = Prefixed<StateOf<Law, Real>, EstimatedNames>;

  template <class Real>
  static constexpr StateOf<Law, Real> rate(const Parameters<Real>& p, const State<Real>& z, const Real& velocity) {
    return Law::template rate<Real>(p, z, contact(velocity));
  }
  /// The same, less a correction of the deflection [m/s].
  template <class Real>
  static constexpr StateOf<Law, Real> corrected_rate(const Parameters<Real>& p, const State<Real>& z,
                                                     const Real& velocity, const Real& correction) {
    StateOf<Law, Real> dz = rate<Real>(p, z, velocity);
    dz.deflection = dz.deflection - correction;
    return dz;
  }
  /// The estimated force; `dz` is the rate of the estimate, correction and all.
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const State<Real>& z, const StateOf<Law, Real>& dz,
                              const Real& velocity) {
    return Law::template force<Real>(p, z, dz, contact(velocity));
  }
  static StateOf<Law> scale(const Parameters<double>& p) { return Law::template state_scale<double>(p); }
};

/// What is recorded of an estimate.
template <class Real>
struct FrictionEstimateOutputs {
  Real friction_estimate{0};
  static constexpr auto fields() {
    return Table{Field{&FrictionEstimateOutputs::friction_estimate, "friction_estimate", "\\hat F", "N", any_finite,
                       "Friction as the controller estimates it."}};
  }
};

/// "friction_observer_" and "lugre" in one name.
template <class Law>
struct NameWithLaw {
  detail::StaticText<100> name, type;
  constexpr NameWithLaw(std::string_view prefix, std::string_view type_prefix) {
    name.append(prefix), name.append(Law::info.name);
    type.append(type_prefix), type.append(Law::info.type);
  }
};

}  // namespace stiction
