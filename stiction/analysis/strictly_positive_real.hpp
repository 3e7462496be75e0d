// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "stiction/linear/positive_real.hpp"
#include "stiction/models/friction_model.hpp"
#include "stiction/scalar/dual_number.hpp"

/// Does a friction observer converge? LuGre's observers do if the transfer function from friction error to control
/// error is strictly positive real \cite CanudasDeWit1995 theorems 1 and 2:
///
/// \f[ G(s) = \frac{\sigma_1 s + \sigma_0}{m s^2 + H(s)} \text{ (position)}, \quad
///     G(s) = \frac{\sigma_1 s + \sigma_0}{m s + H(s)} \text{ (velocity)} \f]
///
/// The condition is sufficient: a loop that fails it may still converge for some motions.
namespace stiction {

/// Force per deflection and per rate of deflection.
struct BristleFilter {
  double stiffness = 1e5;              ///< sigma_0 [N/m]
  double damping = 316.2277660168379;  ///< sigma_1 [N.s/m]
};

/// The bristles of a law with one deflection as its state, by its own text, at rest.
template <class Law>
BristleFilter bristle_filter(const ParametersOf<Law>& p) {
  using D = Dual<double, 2>;
  static_assert(field_count<StateOf<Law>> == 1, "one deflection");
  StateOf<Law, D> z, dz;
  for_each_field(z, [](const auto&, D& x, std::size_t) { x = D::variable(0, 0); });
  for_each_field(dz, [](const auto&, D& x, std::size_t) { x = D::variable(0, 1); });
  const D f = Law::force(convert<ParametersOf<Law, D>>(p), z, dz, contact(D(0.0)));
  return {f.slope[0], f.slope[1]};
}

/// What the observer's correction is made of.
enum class ObservedError : unsigned char { position, velocity };

/// The linear part of the control law: \f$ H(s) = K_v s + K_p + K_i / s \f$ for a position loop, \f$ K_p + K_i / s \f$
/// for a velocity loop, where K_v is not used.
struct LoopGains {
  double velocity_gain = 0, position_gain = 0, integral_gain = 0;
  TransferFunction controller(ObservedError error) const;
};

struct ObserverCertificate {
  TransferFunction from_friction_error{};  ///< G(s)
  PositiveRealReport report{};
  std::optional<double> smallest_velocity_gain{};  ///< for PD: K_v must be larger than m sigma_0 / sigma_1 [N.s/m]
  std::string sentence{};
};

ObserverCertificate certify_observer(ObservedError error, const BristleFilter& bristles, double mass,
                                     const TransferFunction& controller);
ObserverCertificate certify_observer(ObservedError error, const BristleFilter& bristles, double mass,
                                     const LoopGains& gains, std::string_view gain_unit = "N.s/m");

/// The same for a computer that samples the error and holds its output over `sample_time` [s].
PositiveRealReport certify_sampled_observer(const ObserverCertificate& continuous, double sample_time);

}  // namespace stiction
