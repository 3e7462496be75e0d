// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/strictly_positive_real.hpp"

#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

void require_mass_and_bristles(const BristleFilter& bristles, double mass) {
  std::vector<Violation> broken;
  const auto require = [&](bool holds, const char* name, double value, const char* must) {
    if (!holds) broken.push_back({name, std::string(name) + " = " + number_text(value) + " must " + must});
  };
  require(mass > 0 && std::isfinite(mass), "mass", mass, "be finite and positive");
  require(bristles.stiffness > 0 && std::isfinite(bristles.stiffness), "stiffness", bristles.stiffness,
          "be finite and positive");
  require(bristles.damping >= 0 && std::isfinite(bristles.damping), "damping", bristles.damping,
          "be finite and not negative");
  if (!broken.empty()) throw InvalidInput("observer", std::move(broken));
}

/// Why it fails, where the numbers alone do not say it.
std::string reason(ObservedError error, const BristleFilter& b, const TransferFunction& controller,
                   const PositiveRealReport& r) {
  const Polynomial& d = controller.denominator();
  if (controller.numerator().is_zero()) return "there is no feedback: G keeps the pole of the free mass at zero";
  const int derivatives = -controller.relative_degree();
  if (derivatives > (error == ObservedError::position ? 1 : 0))
    return "H is improper beyond what is measured: it differentiates the error " + std::to_string(derivatives) +
           " times, which no computer can do";
  if (d[0] == 0)
    return "integral action makes H infinite for a constant error, so G(0) = 0: a constant friction error leaves no "
           "trace "
           "in the control error, and Re G(0) > 0 cannot hold for any gain";
  if (!r.stable && controller.dc_gain() <= 0 && error == ObservedError::position)
    return "without a positive gain on the position nothing leads back to the reference";
  if (b.damping == 0 && r.stable && error == ObservedError::position)
    return "without bristle damping G falls as 1/w^2 and its phase passes -90 degrees";
  return "";
}

}  // namespace

TransferFunction LoopGains::controller(ObservedError error) const {
  std::vector<Violation> broken;
  for (const auto& [name, value] :
       {std::pair{"velocity_gain", velocity_gain}, std::pair{"position_gain", position_gain},
        std::pair{"integral_gain", integral_gain}})
    if (!(value >= 0 && std::isfinite(value)))
      broken.push_back({name, std::string(name) + " = " + number_text(value) + " must be finite and not negative"});
  if (!broken.empty()) throw InvalidInput("observer", std::move(broken));
  const double kv = error == ObservedError::position ? velocity_gain : 0;
  if (integral_gain == 0) return {Polynomial({position_gain, kv}), 1};
  return {Polynomial({integral_gain, position_gain, kv}), Polynomial({0, 1})};
}

ObserverCertificate certify_observer(ObservedError error, const BristleFilter& bristles, double mass,
                                     const TransferFunction& controller) {
  require_mass_and_bristles(bristles, mass);
  const Polynomial inertia(error == ObservedError::position ? std::vector<double>{0, 0, mass}
                                                            : std::vector<double>{0, mass});
  ObserverCertificate c;
  const Polynomial closed = inertia * controller.denominator() + controller.numerator();
  if (closed.is_zero())
    throw InvalidInput("observer", {{"controller", "the controller cancels the mass: G has no denominator"}});
  c.from_friction_error = {Polynomial({bristles.stiffness, bristles.damping}) * controller.denominator(), closed};
  c.report = positive_real(c.from_friction_error);
  c.sentence = c.report.sentence;
  if (!c.report.strictly_positive_real) {
    const std::string why = reason(error, bristles, controller, c.report);
    if (!why.empty()) c.sentence += "; " + why;
  }
  return c;
}

ObserverCertificate certify_observer(ObservedError error, const BristleFilter& bristles, double mass,
                                     const LoopGains& gains, std::string_view gain_unit) {
  ObserverCertificate c = certify_observer(error, bristles, mass, gains.controller(error));
  if (error == ObservedError::position && gains.integral_gain == 0 && gains.position_gain > 0 && bristles.damping > 0) {
    // Re G is s0 Kp + (s1 Kv - m s0) w^2 over a square.
    c.smallest_velocity_gain = mass * bristles.stiffness / bristles.damping;
    c.sentence += "; velocity_gain must be greater than " + rounded_text(*c.smallest_velocity_gain) + " " +
                  std::string(gain_unit) + ", it is " + rounded_text(gains.velocity_gain);
  }
  return c;
}

PositiveRealReport certify_sampled_observer(const ObserverCertificate& continuous, double sample_time) {
  return positive_real(sample_with_zero_order_hold(continuous.from_friction_error, sample_time));
}

}  // namespace stiction
