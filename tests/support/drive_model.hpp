// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include "stiction/models/evaluate.hpp"
#include "stiction/models/explicit_step.hpp"

namespace stiction::testing {

/// A law moved along a prescribed motion, piece by piece of constant velocity: by its exact step where it has one, else
/// by classical Runge-Kutta with steps far below the stability limit, modes changed where guards have fallen below
/// zero.
template <class Model>
class Driven {
 public:
  explicit Driven(const ParametersOf<Model>& p) : p_(p) {}

  void move(double v, double duration) {
    const Contact<double> c = contact_at(v);
    if constexpr (HasExactStep<Model>) {
      z_ = step_of<Model, double>(p_, m_, z_, c, duration);
    } else {
      const StateOf<Model> scale = Model::template state_scale<double>(p_);
      const double limit = 0.1 * std::min({largest_explicit_step<Model>(p_, m_, z_, c),
                                           largest_explicit_step<Model>(p_, m_, moved({}, 1, scale), c),
                                           largest_explicit_step<Model>(p_, m_, moved({}, -1, scale), c)});
      const double pieces = std::clamp(std::ceil(duration / limit), 20.0, 200000.0);
      for (int i = 0; i < static_cast<int>(pieces); ++i) runge_kutta(c, duration / pieces);
    }
  }

  double force(double v) const { return force_of<Model, double>(p_, m_, z_, contact_at(v)); }
  const StateOf<Model>& state() const { return z_; }
  StateOf<Model>& state() { return z_; }
  const ModeOf<Model>& mode() const { return m_; }
  const ParametersOf<Model>& parameters() const { return p_; }

 private:
  static Contact<double> contact_at(double v) { return contact(v); }

  static StateOf<Model> moved(StateOf<Model> z, double h, const StateOf<Model>& dz) {
    for_each_pair(z, dz, [&](const auto&, double& x, const double& dx) { x += h * dx; });
    return z;
  }
  void runge_kutta(const Contact<double>& c, double h) {
    const auto rate = [&](const StateOf<Model>& z) { return rate_of<Model, double>(p_, m_, z, c); };
    const auto k1 = rate(z_), k2 = rate(moved(z_, h / 2, k1)), k3 = rate(moved(z_, h / 2, k2)),
               k4 = rate(moved(z_, h, k3));
    for (const auto& [k, weight] : {std::pair{k1, 1.0}, {k2, 2.0}, {k3, 2.0}, {k4, 1.0}})
      z_ = moved(z_, h * weight / 6, k);
    if constexpr (HasModes<Model>) {
      const auto guards = Model::guards(p_, m_, z_, c);
      std::array<bool, guards.size()> fired{};
      for (std::size_t i = 0; i < guards.size(); ++i) fired[i] = guards[i] < 0;
      Contact<double> after = c;
      Model::transition(p_, fired, m_, z_, after);
    }
  }

  ParametersOf<Model> p_;
  ModeOf<Model> m_{};
  StateOf<Model> z_{};
};

/// Displacement over which a relaxed contact would reach its Coulomb level [m]; 0 for a law whose force does not grow
/// in proportion to a small displacement. `small` must be far below it.
template <class Model>
double presliding_length(const ParametersOf<Model>& p, double small = 1e-13) {
  const auto resting_force_after = [&](double dx) {
    Driven<Model> law(p);
    law.move(1e-9, dx / 1e-9);
    return law.force(0.0);
  };
  const double one = resting_force_after(small), two = resting_force_after(2 * small);
  return one > 0 && std::abs(two / one - 2.0) < 0.01 ? Model::template coulomb_level<double>(p) * small / one : 0.0;
}

}  // namespace stiction::testing
