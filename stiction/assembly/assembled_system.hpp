// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bitset>

#include "stiction/assembly/assembled_core.hpp"
#include "stiction/solvers/ode_system.hpp"

namespace stiction {

/// An assembly as a system of N states that a solver can integrate; states beyond its own rest at zero.
template <std::size_t N>
class AssembledSystem {
 public:
  static constexpr std::size_t size = N, guard_count = N <= 4 ? AssemblyLimits::small_guards : AssemblyLimits::guards;
  static_assert(N <= AssemblyLimits::states);
  using State = Vector<N>;
  using Fired = std::bitset<guard_count>;

  explicit AssembledSystem(AssembledCore& core) : core_(core) {}

  State rates(double t, const State& y) const {
    State dy{};
    core_.rates(t, y.data(), dy.data());
    return dy;
  }
  void jacobian(double t, const State& y, State& f, Matrix<double, N>& slopes) const {
    f = {};
    for (auto& row : slopes) row.fill(0.0);
    core_.linearise(t, y.data(), f.data(), [&](std::size_t i, std::size_t j, double slope) { slopes[i][j] = slope; });
  }
  State time_slope(double t, const State& y) const {
    State slope{};
    core_.time_slope(t, y.data(), slope.data());
    return slope;
  }
  State scale() const {
    State sizes;
    sizes.fill(1.0);
    core_.scale(sizes.data());
    return sizes;
  }
  std::size_t moving_states() const { return core_.state_count(); }
  bool is_driven() const { return core_.is_driven(); }

  std::array<double, guard_count> guards(double t, const State& y) const {
    std::array<double, guard_count> all;
    all.fill(1.0);
    core_.guards(t, y.data(), all.data());
    return all;
  }
  std::array<Dual<double, 1>, guard_count> guards(const Dual<double, 1>& t, const Vector<N, Dual<double, 1>>& y) const {
    std::array<Slopes, AssemblyLimits::states> moving;
    for (std::size_t n = 0; n < core_.state_count(); ++n) {
      moving[n] = Slopes(y[n].value);
      moving[n].slope[0] = y[n].slope[0];
    }
    std::array<Slopes, AssemblyLimits::guards> values;
    Slopes time(t.value);
    time.slope[0] = t.slope[0];
    core_.guards(time, moving.data(), values.data());
    std::array<Dual<double, 1>, guard_count> all;
    for (std::size_t i = 0; i < guard_count; ++i) {
      const bool used = i < core_.guard_count();
      all[i].value = used ? values[i].value : 1.0;
      all[i].slope[0] = used ? values[i].slope[0] : 0.0;
    }
    return all;
  }
  std::array<double, guard_count> guard_bands(double tolerance) const {
    std::array<double, guard_count> bands;
    bands.fill(tolerance);
    core_.guard_bands(tolerance, bands.data());
    return bands;
  }
  bool transition(const Fired& fired, double t, State& y) {
    std::array<bool, guard_count> list;
    for (std::size_t i = 0; i < guard_count; ++i) list[i] = fired[i];
    return core_.transition(list.data(), t, y.data());
  }
  double next_stop(double) const { return core_.next_stop(); }
  void pass_stop(double t, const State& y) { core_.pass_stop(t, y.data()); }
  double largest_step(double t) const { return core_.largest_step(t); }
  void accepted(double t, double h, const State&, const State& y) { core_.accepted(t + h, y.data()); }

 private:
  AssembledCore& core_;
};

}  // namespace stiction
