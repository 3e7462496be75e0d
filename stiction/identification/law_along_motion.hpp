// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include "stiction/identification/law_prediction.hpp"
#include "stiction/identification/prediction_differences.hpp"
#include "stiction/identification/traced_along_motion.hpp"
#include "stiction/models/evaluate.hpp"
#include "stiction/models/list_length.hpp"
#include "stiction/scalar/packed_dual.hpp"

namespace stiction::detail {

/// A law carried from sample to sample along a prescribed motion:
///
/// \f[ z_k = \Phi(z_{k-1}, \bar v, h), \quad \bar v h = x_k - x_{k-1} \tag{1} \f]
/// \f[ F_k = F(z_k, \dot z(z_k, v_k), v_k)                            \tag{2} \f]
///
/// Phi is the law's exact step at the mean velocity of the sample (`MotionSteps`), so that the state takes the whole
/// displacement. The motion is plain numbers, the parameters carry slopes: (1) and (2) then give dF/dp, exact for these
/// equations, also where an element begins to slip.
///
/// Force that a law with true rest holds cannot be known from the motion. At a sample of break-away it is the largest
/// that the law holds; at others the sliding force of the last direction stands in for it, and such samples are no
/// evidence (`Evidence`). A zero-velocity band is a remedy of simulations: what moves visibly slides.
template <class Law>
inline constexpr bool has_true_rest = [] {
  if constexpr (MemoryModel<Law>)
    return false;
  else
    return Law::info.phenomena.true_stick && field_count<StateOf<Law>> == 0;
}();

/// Friction of a resting contact that is pulled harder than it can hold.
template <class Law, class Number>
Number breakaway_of(const ParametersOf<Law, Number>& p, Contact<Number> c, int direction) {
  c.velocity = c.speed = c.direction = Number(0), c.applied_force = Number(direction * 1e300);
  return force_of<Law, Number>(p, ModeOf<Law, Number>{}, StateOf<Law, Number>{}, c);
}

template <class Law, class Number>
class LawAlongMotion {
 public:
  explicit LawAlongMotion(const ParametersOf<Law, Number>& p, const ParametersOf<Law>& plain)
      : p_(p), scale_(smallest_deflection(plain)) {}

  template <class Record>
  void follow(const Recording& r, const MotionSteps& steps, Record&& record) {
    std::size_t step = 0;
    for (std::size_t piece = 0; piece + 1 < r.pieces.size(); ++piece) {
      z_ = StateOf<Law, Number>{}, m_ = ModeOf<Law, Number>{}, direction_ = 0;
      for (std::size_t k = r.pieces[piece]; k < r.pieces[piece + 1]; ++k) {
        normal_force_ = r.normal_force.empty() ? 0.0 : r.normal_force[k];
        for (; step < steps.until[k]; ++step) move(steps.velocity[step], steps.duration[step]);
        if (std::abs(r.velocity[k]) > r.rest_speed) direction_ = r.velocity[k] > 0 ? 1 : -1;
        record(k, force_at(r.velocity[k], r.evidence.empty() ? 0 : breakaway_direction(r.evidence[k])));
      }
    }
  }

 private:
  Contact<Number> contact_at(double v) const {
    Contact<Number> c = contact(Number(v));
    c.normal_force = Number(normal_force_);
    return c;
  }
  Number force_at(double v, [[maybe_unused]] int breakaway) {
    Contact<Number> c = contact_at(v);
    if constexpr (has_true_rest<Law>) {
      if (breakaway != 0) return breakaway_of<Law, Number>(p_, c, breakaway);
      if (direction_ != 0) c.direction = Number(direction_);
      return Law::steady_force(p_, c);
    } else {
      if constexpr (HasModes<Law, Number> && !HasExactStep<Law, Number>) change_mode(c);
      return force_of<Law, Number>(p_, m_, z_, c);
    }
  }
  void move(double v, double h) {
    const Contact<Number> c = contact_at(v);
    if constexpr (HasExactStep<Law, Number>) {
      z_ = step_of<Law, Number>(p_, m_, z_, c, Number(h));
    } else if constexpr (field_count<StateOf<Law>> > 0) {
      integrate(c, h);
    }
  }
  /// Classical Runge-Kutta steps, each over a small fraction of the distance on which the law's state changes.
  void integrate(const Contact<Number>& c, double h)
    requires(!MemoryModel<Law, Number>)
  {
    const double path = std::abs(value_of(c.velocity)) * h;
    const auto steps = static_cast<int>(std::clamp(std::ceil(path / (0.1 * scale_)), 1.0, 400.0));
    const Number dt(h / steps);
    for (int i = 0; i < steps; ++i) {
      if constexpr (HasModes<Law, Number>) change_mode(c);
      const auto k1 = rate_of<Law, Number>(p_, m_, z_, c);
      const auto k2 = rate_of<Law, Number>(p_, m_, ahead(k1, Number(0.5) * dt), c);
      const auto k3 = rate_of<Law, Number>(p_, m_, ahead(k2, Number(0.5) * dt), c);
      const auto k4 = rate_of<Law, Number>(p_, m_, ahead(k3, dt), c);
      z_ = ahead(k1, dt * Number(1.0 / 6)), z_ = ahead(k2, dt * Number(1.0 / 3));
      z_ = ahead(k3, dt * Number(1.0 / 3)), z_ = ahead(k4, dt * Number(1.0 / 6));
    }
  }
  StateOf<Law, Number> ahead(const StateOf<Law, Number>& rate, const Number& h) const {
    StateOf<Law, Number> z = z_;
    for_each_pair(z, rate, [&](const auto&, Number& x, const Number& dx) { x = x + h * dx; });
    return z;
  }
  void change_mode(Contact<Number> c) {
    const auto guards = Law::guards(p_, m_, z_, c);
    std::array<bool, std::tuple_size_v<decltype(guards)>> fired{};
    for (std::size_t i = 0; i < fired.size(); ++i) fired[i] = guards[i] < Number(0);
    Law::transition(p_, fired, m_, z_, c);
  }
  static double value_of(const Number& x) {
    if constexpr (std::is_same_v<Number, double>)
      return x;
    else
      return x.value;
  }
  static double smallest_deflection(const ParametersOf<Law>& p) {
    double least = 1e300;
    for_each_field(Law::state_scale(p), [&](const auto& row, double size, std::size_t) {
      if (row.role == Role::deflection && size > 0) least = std::min(least, size);
    });
    return least;
  }

  const ParametersOf<Law, Number>& p_;
  double scale_, normal_force_ = 0, direction_ = 0;
  StateOf<Law, Number> z_{};
  ModeOf<Law, Number> m_{};
};

template <class Law>
std::size_t list_length_for(std::size_t numbers) {
  using P = ParametersOf<Law>;
  if constexpr (HasLists<Law>) {
    constexpr std::size_t single = field_count_of_lists<P>(0), lists = field_count_of_lists<P>(1) - single;
    return (numbers - single) / lists;
  } else {
    return 0;
  }
}

template <class Law>
void force_along_motion(std::span<const double> p, const Recording& motion, double* force) {
  [[maybe_unused]] const auto own = parameters_with<Law, double>(p.data(), list_length_for<Law>(p.size()));
  const MotionSteps made = motion.steps.empty() ? motion_steps(motion) : MotionSteps{};
  const MotionSteps& steps = motion.steps.empty() ? made : motion.steps;
  if constexpr (can_be_traced<Law>)
    if (follow_traced(traced_law<Law>, p, motion, steps, {}, force, nullptr, 0)) return;
  LawAlongMotion<Law, double>(own, own).follow(motion, steps, [&](std::size_t k, double f) { force[k] = f; });
}

/// Eight slopes at a time, side by side in SIMD registers; or many samples at a time, where the law allows it.
template <class Law>
void slopes_along_motion(std::span<const double> p, const Recording& motion, std::span<const std::size_t> which,
                         double* force, double* slopes, std::size_t stride) {
  const std::size_t length = list_length_for<Law>(p.size());
  const auto plain = parameters_with<Law, double>(p.data(), length);
  const MotionSteps made = motion.steps.empty() ? motion_steps(motion) : MotionSteps{};
  const MotionSteps& steps = motion.steps.empty() ? made : motion.steps;
  if constexpr (can_be_traced<Law>)
    if (follow_traced(traced_law<Law>, p, motion, steps, which, force, slopes, stride)) return;
  constexpr std::size_t width = 8;
  using Number = PackedDual<width>;
  for (std::size_t first = 0; first == 0 || first < which.size(); first += width) {
    const std::size_t count = std::min(width, which.size() - std::min(first, which.size()));
    std::vector<Number> numbers(p.begin(), p.end());
    for (std::size_t k = 0; k < count; ++k) set_slope(numbers[which[first + k]], k, 1);
    const auto own = parameters_with<Law, Number>(numbers.data(), length);
    LawAlongMotion<Law, Number>(own, plain).follow(motion, steps, [&](std::size_t i, const Number& f) {
      force[i] = f.value;
      for (std::size_t k = 0; k < count; ++k) slopes[(first + k) * stride + i] = slope_along(f, k);
    });
  }
  if constexpr (MemoryModel<Law>) {
    const std::vector<bool> differenced = differenced_numbers<Law>();
    const auto predict = [&](const std::vector<double>& q, double* to) { force_along_motion<Law>(q, motion, to); };
    for (std::size_t k = 0; k < which.size(); ++k)
      if (differenced[which[k]])  // over a whole sample at least: in between the force of a delay stays what it is
        slope_by_difference<Law>(predict, p, which[k], std::max(motion.sample_time, 0.02 * p[which[k]]), motion.size(),
                                 slopes + k * stride);
  }
}

template <class Law>
double largest_held(std::span<const double> p, double normal_force, int direction) {
  const auto own = parameters_with<Law, double>(p.data(), list_length_for<Law>(p.size()));
  Contact<double> c = contact(0.0);
  c.normal_force = normal_force;
  return std::abs(breakaway_of<Law, double>(own, c, direction));
}

}  // namespace stiction::detail
