// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include "stiction/identification/law_prediction.hpp"
#include "stiction/models/evaluate.hpp"
#include "stiction/models/list_length.hpp"
#include "stiction/scalar/packed_dual.hpp"
#include "stiction/schema/type_list.hpp"

namespace stiction::detail {

/// A law carried from sample to sample along a prescribed motion:
///
/// \f[ z_k = \Phi(z_{k-1}, \bar v, h), \quad \bar v h = x_k - x_{k-1} \tag{1} \f]
/// \f[ F_k = F(z_k, \dot z(z_k, v_k), v_k)                            \tag{2} \f]
///
/// Phi is the law's exact step at the mean velocity of the sample, so that the state takes the whole displacement. A
/// sample in which the velocity reverses is cut where the straight line through both velocities is zero. The motion is
/// plain numbers, the parameters carry slopes: (1) and (2) then give dF/dp, exact for these equations, also where an
/// element begins to slip.
///
/// A piece that begins in motion begins in steady sliding; one that begins at rest, in the virgin state. Force that a
/// law with true rest holds cannot be known from the motion: it is predicted as that of the last direction of sliding.
template <class Law, class Number>
class LawAlongMotion {
 public:
  explicit LawAlongMotion(const ParametersOf<Law, Number>& p, const ParametersOf<Law>& plain)
      : p_(p), scale_(smallest_deflection(plain)) {}

  template <class Record>
  void follow(const Recording& r, Record&& record) {
    double fastest = 0;
    for (const double v : r.velocity) fastest = std::max(fastest, std::abs(v));
    for (std::size_t piece = 0; piece + 1 < r.pieces.size(); ++piece) {
      const std::size_t from = r.pieces[piece], until = r.pieces[piece + 1];
      z_ = StateOf<Law, Number>{}, m_ = ModeOf<Law, Number>{}, direction_ = 0;
      if (from < until && (r.steady || std::abs(r.velocity[from]) > 0.05 * fastest)) {
        // A slide that grows longer and longer, so that it forgets how it began whatever the law's own times are.
        set_load(r, from);
        for (int i = 0; i < 50; ++i) move(r.velocity[from], 4 * std::max(r.sample_time, 1e-9) * std::pow(1.5, i));
      }
      for (std::size_t k = from; k < until; ++k) {
        set_load(r, k);
        if (k > from) {
          const double h = r.time[k] - r.time[k - 1], before = r.velocity[k - 1], now = r.velocity[k];
          if (before * now < 0) {
            const double until_reversal = h * before / (before - now);
            move(0.5 * before, until_reversal);
            move(0.5 * now, h - until_reversal);
          } else {
            move(r.position.empty() ? 0.5 * (before + now) : mean_velocity(r, k, h), h);
          }
        }
        if (std::abs(r.velocity[k]) > r.rest_speed) direction_ = r.velocity[k] > 0 ? 1 : -1;
        record(k, force_at(r.velocity[k]));
      }
    }
  }

 private:
  /// From positions, unless they contradict both velocities: then the noise of the position is larger than the motion.
  static double mean_velocity(const Recording& r, std::size_t k, double h) {
    const double mean = (r.position[k] - r.position[k - 1]) / h, smooth = 0.5 * (r.velocity[k - 1] + r.velocity[k]);
    return mean * smooth < 0 ? smooth : mean;
  }
  void set_load(const Recording& r, std::size_t k) { normal_force_ = r.normal_force.empty() ? 0.0 : r.normal_force[k]; }
  Contact<Number> contact_at(double v) const {
    Contact<Number> c = contact(Number(v));
    c.normal_force = Number(normal_force_);
    return c;
  }
  Number force_at(double v) {
    Contact<Number> c = contact_at(v);
    if constexpr (HoldsAtRest<Law, Number>)
      if (direction_ != 0) c.direction = Number(direction_);
    if constexpr (HasModes<Law, Number> && !HasExactStep<Law, Number>) change_mode(c);
    return force_of<Law, Number>(p_, m_, z_, c);
  }
  void move(double v, double h) {
    if (!(h > 0)) return;
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
  const auto own = parameters_with<Law, double>(p.data(), list_length_for<Law>(p.size()));
  LawAlongMotion<Law, double>(own, own).follow(motion, [&](std::size_t k, double f) { force[k] = f; });
}

/// Eight slopes at a time, side by side in SIMD registers.
template <class Law>
void slopes_along_motion(std::span<const double> p, const Recording& motion, std::span<const std::size_t> which,
                         double* force, double* slopes) {
  constexpr std::size_t width = 8;
  using Number = PackedDual<width>;
  const std::size_t n = motion.size(), length = list_length_for<Law>(p.size());
  const auto plain = parameters_with<Law, double>(p.data(), length);
  for (std::size_t first = 0; first == 0 || first < which.size(); first += width) {
    const std::size_t count = std::min(width, which.size() - std::min(first, which.size()));
    std::vector<Number> numbers(p.begin(), p.end());
    for (std::size_t k = 0; k < count; ++k) set_slope(numbers[which[first + k]], k, 1);
    const auto own = parameters_with<Law, Number>(numbers.data(), length);
    LawAlongMotion<Law, Number>(own, plain).follow(motion, [&](std::size_t i, const Number& f) {
      force[i] = f.value;
      for (std::size_t k = 0; k < count; ++k) slopes[(first + k) * n + i] = slope_along(f, k);
    });
  }
}

template <class Law>
LawPrediction law_prediction() {
  LawPrediction made{.name = Law::info.name,
                     .has_slopes = !MemoryModel<Law>,
                     .is_numerical = !HasExactStep<Law> && field_count<StateOf<Law>> != 0,
                     .force = &force_along_motion<Law>};
  if constexpr (!MemoryModel<Law>) made.slopes = &slopes_along_motion<Law>;
  for_each_rule<ParametersOf<Law>>([&](const auto& rule) { made.rules.push_back(rule.text); });
  return made;
}

template <class Family>
void add_predictions(std::vector<LawPrediction>& all) {
  Family::for_each([&]<class Law>() { all.push_back(law_prediction<Law>()); });
}

// Family by family, so that editing a law compiles its own family only.
void add_memoryless_predictions(std::vector<LawPrediction>& all);
void add_bristle_predictions(std::vector<LawPrediction>& all);
void add_hysteresis_predictions(std::vector<LawPrediction>& all);
void add_element_predictions(std::vector<LawPrediction>& all);
void add_ageing_predictions(std::vector<LawPrediction>& all);

}  // namespace stiction::detail
