// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/evaluate.hpp"
#include "stiction/scalar/dual_number.hpp"
#include "stiction/schema/rounded_text.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction {

/// The two oscillations of a mass on a spring and a surface with bristles \cite Astrom2008 (9), (13):
///
/// \f[ \omega_{stick} = \sqrt{(K + k)/m}, \quad \zeta_{stick} = D / (2 \sqrt{(K + k) m}) \f]
/// \f[ \omega_{slip} = \sqrt{k/m}, \quad \zeta_{slip} = F_{ss}'(v) / (2 \sqrt{k m}) \f]
///
/// with K = dF/dx and D = dF/dv of the law at rest: sigma_0 and sigma_1 + sigma_2 for LuGre. The paper prints sqrt(m /
/// sigma_0) below (13). A negative damping ratio of slip is what makes stick-slip.
struct StickAndSlipModes {
  double stick_stiffness = 0;                      ///< K [N/m]
  double stick_damping = 0;                        ///< D [N.s/m]
  double stick_frequency = 0, slip_frequency = 0;  ///< undamped [rad/s]
  double stick_damping_ratio = 0, slip_damping_ratio = 0;
  double stiffness_ratio = 0;  ///< (K + k) / k; infinite without a spring
  std::string sentence{};
};

/// `spring` [N/m] may be 0; the slip mode is that around steady sliding with `slip_speed` [m/s].
template <class Law>
  requires SmoothModel<Law> && HasSteadyForce<Law>
StickAndSlipModes stick_and_slip_modes(const ParametersOf<Law>& p, double mass, double spring, double slip_speed) {
  if (!(mass > 0) || !(spring >= 0) || !(slip_speed > 0))
    throw InvalidInput("stick and slip modes", {{"", "mass and slip_speed must be positive, spring not negative"}});
  constexpr std::size_t n = field_count<StateOf<Law>>;
  using D = Dual<double, n + 1>;
  StateOf<Law, D> z;
  std::size_t place = 0;
  for_each_field(z,
                 [&](const auto& row, D& x, std::size_t) { x = D::variable(row.range.contains(0) ? 0 : 1, place++); });
  const auto q = convert<ParametersOf<Law, D>>(p);
  const auto touching = contact(D::variable(0, n));
  const auto dz = Law::rate(q, z, touching);
  const D force = Law::force(q, z, dz, touching);
  StickAndSlipModes modes;
  modes.stick_damping = force.slope[n];
  place = 0;
  for_each_field(dz, [&](const auto&, const D& rate, std::size_t) {
    modes.stick_stiffness += force.slope[place++] * rate.slope[n];
  });
  using D1 = Dual<double, 1>;
  const double slope =
      Law::steady_force(convert<ParametersOf<Law, D1>>(p), contact(D1::variable(slip_speed, 0))).slope[0];
  const double bound = modes.stick_stiffness + spring;
  modes.stick_frequency = std::sqrt(bound / mass);
  modes.stick_damping_ratio = modes.stick_damping / (2 * std::sqrt(bound * mass));
  modes.slip_frequency = std::sqrt(spring / mass);
  modes.slip_damping_ratio = slope / (2 * std::sqrt(spring * mass));
  modes.stiffness_ratio = bound / spring;
  modes.sentence = "stuck, the mass rings with " + rounded_text(modes.stick_frequency) + " rad/s and damping ratio " +
                   rounded_text(modes.stick_damping_ratio) + "; slipping at " + rounded_text(slip_speed) +
                   " m/s with " + rounded_text(modes.slip_frequency) + " rad/s and damping ratio " +
                   rounded_text(modes.slip_damping_ratio) +
                   (modes.slip_damping_ratio < 0 ? ": friction falls with speed there and drives the motion" : "");
  return modes;
}

}  // namespace stiction
