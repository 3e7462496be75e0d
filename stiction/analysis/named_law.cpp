// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/named_law.hpp"

#include <functional>

#include "stiction/analysis/drift_meter.hpp"
#include "stiction/catalogue/list_rooms.hpp"
#include "stiction/models/bristle_models.hpp"
#include "stiction/schema/named_values.hpp"

namespace stiction {
namespace {

/// ask.operator()<Law>(parameters) for the law of this name among those with one deflection.
template <class Ask>
auto ask_law(std::string_view law, const NamedValues& values, Ask&& ask) {
  std::optional<decltype(ask.template operator()<LuGre>(ParametersOf<LuGre>{}))> answer;
  BristleModels::for_each([&]<class Law>() {
    if (Law::info.name != law) return;
    if constexpr (HasLists<Law>)
      answer = detail::with_lists<Law>(values, ask);
    else
      answer = ask.template operator()<Law>(with_values(ParametersOf<Law>{}, values, Law::info.name));
  });
  if (!answer) throw InvalidInput("law", {{"model", std::string(law) + " is no law with one deflection as its state"}});
  return *answer;
}

/// Simpson's rule, halved until it does not change.
double integral(const std::function<double(double)>& f, double a, double fa, double b, double fb, double fm,
                double allowed, int depth = 40) {
  const double m = 0.5 * (a + b), left = f(0.5 * (a + m)), right = f(0.5 * (m + b));
  const double coarse = (b - a) / 6 * (fa + 4 * fm + fb);
  const double fine = (b - a) / 12 * (fa + 4 * left + 2 * fm + 4 * right + fb);
  if (depth == 0 || std::abs(fine - coarse) <= 15 * allowed) return fine + (fine - coarse) / 15;
  return integral(f, a, fa, m, fm, left, 0.5 * allowed, depth - 1) +
         integral(f, m, fm, b, fb, right, 0.5 * allowed, depth - 1);
}

}  // namespace

double steady_slope_of(std::string_view law, const NamedValues& values, double velocity) {
  return ask_law(law, values, [&]<class Law>(const ParametersOf<Law>& p) {
    using D = Dual<double, 1>;
    return Law::steady_force(convert<ParametersOf<Law, D>>(p), contact(D::variable(velocity, 0))).slope[0];
  });
}

double plasticity_of(std::string_view law, const NamedValues& values, double deflection, double velocity) {
  return ask_law(law, values, [&]<class Law>(const ParametersOf<Law>& p) {
    if constexpr (requires { Law::plasticity(p, StateOf<Law>{deflection}, contact(velocity)); })
      return Law::plasticity(p, StateOf<Law>{deflection}, contact(velocity));
    else
      return 1.0;
  });
}

double elastic_limit_of(std::string_view law, const NamedValues& values) {
  return ask_law(law, values, []<class Law>(const ParametersOf<Law>& p) { return elastic_limit<Law>(p); });
}

StickAndSlipModes modes_of(std::string_view law, const NamedValues& values, double mass, double spring, double speed) {
  return ask_law(law, values, [&]<class Law>(const ParametersOf<Law>& p) {
    return stick_and_slip_modes<Law>(p, mass, spring, speed);
  });
}

BristleFilter bristle_filter_of(std::string_view law, const NamedValues& values) {
  return ask_law(law, values, []<class Law>(const ParametersOf<Law>& p) { return bristle_filter<Law>(p); });
}

double quasistatic_drift_of(std::string_view law, const NamedValues& values, double from, double until) {
  return ask_law(law, values, [&]<class Law>(const ParametersOf<Law>& p) {
    // At rest the force of a deflection is its spring's, F = K z; elastic motion, dx/dz = 1 in both directions, gains
    // nothing.
    const double stiffness = bristle_filter<Law>(p).stiffness;
    const double elastic = elastic_limit<Law>(p) / stiffness;
    const auto gained = [&](double z) {
      return 1 / Law::rate(p, StateOf<Law>{z}, contact(1.0)).deflection +
             1 / Law::rate(p, StateOf<Law>{z}, contact(-1.0)).deflection;
    };
    const auto between = [&](double a, double b) {
      if (!(a < b)) return 0.0;
      const double fa = gained(a), fb = gained(b), fm = gained(0.5 * (a + b));
      const double size = (b - a) * std::max({std::abs(fa), std::abs(fb), std::abs(fm)});
      return integral(gained, a, fa, b, fb, fm, 1e-13 * size);
    };
    const double low = from / stiffness, high = until / stiffness;
    return between(low, std::min(high, -elastic)) + between(std::max(low, elastic), high);
  });
}

}  // namespace stiction
