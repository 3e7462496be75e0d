// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/named_observer.hpp"

#include <algorithm>

#include "stiction/analysis/named_law.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/control/all_controllers.hpp"

namespace stiction {
namespace {

constexpr std::string_view assumed_prefix = "friction_";

/// What an observer is driven by, and the law it observes with.
struct Observer {
  ObservedError error;
  std::string_view law;
};
template <class Controller>
constexpr std::optional<Observer> observer_in{};
template <class Law>
constexpr std::optional<Observer> observer_in<FrictionObserver<Law>>{{ObservedError::position, Law::info.name}};
template <class Law>
constexpr std::optional<Observer> observer_in<VelocityObserver<Law>>{{ObservedError::velocity, Law::info.name}};

std::optional<Observer> observer_of(std::string_view controller) {
  std::optional<Observer> found;
  AllControllers::for_each([&]<class C>() {
    if (C::info.name == controller) found = observer_in<C>;
  });
  return found;
}

const std::vector<double>& numbers(const NamedPart& controller, std::string_view name) {
  const auto found = controller.values.find(name);
  if (found == controller.values.end())
    throw InvalidInput("controller", {{std::string(name), controller.model + " has no \"" + std::string(name) + "\""}});
  return found->second.numbers;
}

/// H_r(s), in falling powers of s / gain_frequency; the denominator's leading one is not written.
std::optional<TransferFunction> further_gain(const NamedPart& controller) {
  std::vector<double> above = numbers(controller, "gain_numerator"), below = numbers(controller, "gain_denominator");
  std::reverse(above.begin(), above.end()), std::reverse(below.begin(), below.end());
  below.push_back(1);
  if (Polynomial(above).is_zero()) return {};
  // Powers that both have are those of a lower order.
  while (above.size() > 1 && above.front() == 0 && below.front() == 0)
    above.erase(above.begin()), below.erase(below.begin());
  const double per = 1 / numbers(controller, "gain_frequency").front();
  return TransferFunction(Polynomial(above).stretched(per), Polynomial(below).stretched(per));
}

}  // namespace

std::optional<ObserverCertificate> certify_observer(const NamedExperiment& experiment) {
  if (!experiment.controller) return {};
  const NamedPart& c = *experiment.controller;
  const std::optional<Observer> observer = observer_of(c.model);
  if (!observer) return {};
  const bool position = observer->error == ObservedError::position;
  NamedValues assumed;
  for (const auto& [name, value] : c.values)
    if (name.starts_with(assumed_prefix)) assumed.emplace(name.substr(assumed_prefix.size()), value);
  const auto gain = [&](std::string_view name) { return numbers(c, name).front(); };
  // What a position loop calls the gain of the error's rate is the gain of the error itself in a velocity loop.
  const LoopGains gains{.velocity_gain = position ? gain("velocity_gain") : 0,
                        .position_gain = gain(position ? "position_gain" : "velocity_gain"),
                        .integral_gain = gain(position ? "integral_gain" : "velocity_integral_gain")};
  const BristleFilter bristles = bristle_filter_of(observer->law, assumed);
  const double mass = gain("nominal_mass");
  if (const auto further = further_gain(c))
    return certify_observer(observer->error, bristles, mass, gains.controller(observer->error) + *further);
  const bool rotates = find_plant(experiment.plant.model).info.rotates;
  return certify_observer(observer->error, bristles, mass, gains, rotates ? "N.m.s/rad" : "N.s/m");
}

}  // namespace stiction
