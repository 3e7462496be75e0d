// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/design.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "stiction/catalogue/followed_number.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/identification/zero_phase_filter.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

constexpr double two_pi = 2 * std::numbers::pi;

/// Distance over which the law's bristles bend; where it has none, a thousandth of the travel.
double presliding_distance(std::string_view law, const std::vector<double>& p, const DesignLimits& limits) {
  const ModelEntry& entry = find_model(law);
  const ContactPart& part = entry.part(FitParameters(law).values(p));
  double stiffness = 0;
  std::size_t first = 0;
  for (const FieldInfo& row : part.parameters) {
    for (std::size_t i = 0; i < row.defaults.size(); ++i)
      if (row.unit == "N/m") stiffness += p[first + i];
    first += row.defaults.size();
  }
  return stiffness > 0 ? std::min(part.coulomb_level(p.data()) / stiffness, 0.1 * limits.position)
                       : 1e-3 * limits.position;
}

/// Velocity over time of each kind of motion, as a fraction of the duration it is given.
using VelocityProfile = std::function<double(double t, double duration)>;

/// Reversals that grow from a third of the presliding distance to ten times it.
VelocityProfile reversals(double distance) {
  return [=](double t, double duration) {
    const double w = two_pi * 12 / duration, size = distance * 0.3 * std::pow(30.0, t / duration);
    return size * w * std::cos(w * t);
  };
}
/// Up and down through speeds on a logarithmic ladder, forwards and backwards, with smooth changes.
VelocityProfile ladder(double slow, const DesignLimits& limits) {
  return [=](double t, double duration) {
    constexpr double rungs = 16;
    const double at = std::min(t / duration * rungs, rungs - 1e-9), rung = std::floor(at), inside = at - rung;
    const double fraction = std::floor(rung / 2) / (rungs / 2 - 1),
                 speed = slow * std::pow(limits.speed / slow, fraction);
    const double longest = duration / rungs, reach = std::min(speed, limits.position / longest);
    const double edge = std::min({1.0, inside / 0.1, (1 - inside) / 0.1}), smooth = edge * edge * (3 - 2 * edge);
    return (std::fmod(rung, 2) == 0 ? 1 : -1) * reach * smooth;
  };
}
VelocityProfile growing_sine(double slow, const DesignLimits& limits) {
  return [=](double t, double duration) {
    const double w = std::max(two_pi * 10 / duration, limits.speed / limits.position);
    return slow * std::pow(limits.speed / slow, t / duration) * std::sin(w * t);
  };
}
VelocityProfile chirp(const DesignLimits& limits) {
  return [=](double t, double duration) {
    const double from = std::max(two_pi * 3 / duration, 1.2 * limits.speed / limits.position), until = 15 * from;
    return 0.7 * limits.speed * std::sin(from * t + 0.5 * (until - from) * t * t / duration);
  };
}

DesignedMotion made(std::string name, std::string doc, const std::vector<VelocityProfile>& profiles,
                    const DesignLimits& limits) {
  DesignedMotion m{.name = std::move(name), .doc = std::move(doc), .motion = {}, .predicted = {}};
  Recording& r = m.motion;
  r.name = m.name, r.sample_time = limits.sample_time, r.rotary = limits.rotary;
  const double each = limits.duration / static_cast<double>(profiles.size());
  const auto count = static_cast<std::size_t>(limits.duration / limits.sample_time);
  double x = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = static_cast<double>(i) * limits.sample_time;
    const auto part = std::min(static_cast<std::size_t>(t / each), profiles.size() - 1);
    const double v = profiles[part](t - static_cast<double>(part) * each, each);
    x += v * limits.sample_time;
    r.time.push_back(t), r.velocity.push_back(std::clamp(v, -limits.speed, limits.speed)), r.position.push_back(x);
  }
  const auto [low, high] = std::minmax_element(r.position.begin(), r.position.end());
  const double middle = 0.5 * (*low + *high), reach = 0.5 * (*high - *low);
  for (double& one : r.position) one -= middle;
  if (reach > limits.position)
    m.problem = "needs a travel of " + rounded_text(reach, 3) + (limits.rotary ? " rad" : " m") + " to each side";
  r.acceleration = central_differences(r.time, r.velocity);
  r.pieces = {0, count};
  return m;
}

void predict_error_bars(DesignedMotion& m, std::string_view law, const std::vector<double>& p,
                        const DesignLimits& limits) {
  Recording& r = m.motion;
  r.force.resize(r.size());
  find_law_prediction(law).force(p, r, r.force.data());
  for (std::size_t i = 0; i < r.size(); ++i) {
    r.force[i] += limits.mass * r.acceleration[i];
    m.largest_force = std::max(m.largest_force, std::abs(r.force[i]));
  }
  if (m.problem.empty() && m.largest_force > limits.force)
    m.problem = "needs a force of " + rounded_text(m.largest_force, 3) + (limits.rotary ? " N.m" : " N");
  ForceDataOptions options;
  options.held_out = -1;
  const ForceData data({r}, options);
  LawFit fit;
  fit.law = law;
  fit.parameters.emplace(law);
  fit.parameters->set_sizes(p);
  fit.p = p, fit.x = fit.parameters->coordinates_of(p), fit.extras = {limits.mass, 0.0};
  fit.noise = limits.noise, fit.unknowns = fit.x.size() + 2, fit.converged = true;
  fit.residual.assign(data.rows(), 0.0), fit.friction.assign(data.rows(), 0.0);
  m.predicted = certainty_of(data, fit, false).numbers;
  m.worst = 0;
  for (std::size_t j = 0; j < p.size(); ++j)
    if (const EstimatedNumber& n = m.predicted[j]; n.verdict != Identified::kept)
      m.worst = std::max(m.worst, n.deviation / std::max(std::abs(n.value), 1e-300));  // infinite: not seen at all
}

}  // namespace

void take_plant(DesignLimits& limits, const NamedExperiment& e) {
  limits.rotary = find_plant(e.plant.model).info.rotates;
  const std::optional<double> named = value_in(e.plant.values, followed_number(e, "plant.mass").name);
  limits.mass = named ? *named : driven_inertia(e).value_or(0);
}

std::vector<DesignedMotion> design_motions(std::string_view law, const std::vector<double>& p,
                                           const DesignLimits& limits) {
  if (limits.duration < 20 * limits.sample_time)
    throw InvalidInput("design", {{"--duration", "the duration must hold at least twenty samples"}});
  const double distance = presliding_distance(law, p, limits),
               slow = std::max(1e-3 * limits.speed, 2 * distance / limits.duration);
  const VelocityProfile small = reversals(distance), steps = ladder(slow, limits), sine = growing_sine(slow, limits),
                        sweep = chirp(limits);
  std::vector<DesignedMotion> all;
  all.push_back(made("reversals", "reversals that grow from a third of the presliding distance to ten times it",
                     {small}, limits));
  all.push_back(made("speed_ladder", "constant speeds on a logarithmic ladder, in both directions", {steps}, limits));
  all.push_back(
      made("growing_sine", "a sine whose speed grows from a thousandth of the limit to the limit", {sine}, limits));
  all.push_back(made("chirp", "a sine whose frequency grows fifteenfold", {sweep}, limits));
  all.push_back(made("everything", "reversals, speed ladder, growing sine and chirp, one after the other",
                     {small, steps, sine, sweep}, limits));
  for (DesignedMotion& m : all) predict_error_bars(m, law, p, limits);
  std::stable_sort(all.begin(), all.end(), [](const DesignedMotion& a, const DesignedMotion& b) {
    return a.problem.empty() != b.problem.empty() ? a.problem.empty() : a.worst < b.worst;
  });
  return all;
}

}  // namespace stiction
