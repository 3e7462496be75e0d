// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/equilibrium_search.hpp"

#include <algorithm>
#include <limits>

#include "stiction/analysis/equilibrium_study.hpp"
#include "stiction/linear/dense_algebra.hpp"

namespace stiction::detail {

EquilibriumSlope EquilibriumSearch::at(std::vector<double>& y, bool holds_laws) {
  settle(y);
  const std::size_t n = y.size();
  EquilibriumSlope s{.rates = std::vector<double>(n)};
  s.jacobian = core_.jacobian(t_, y.data(), s.rates.data());
  s.free = states_that_matter(core_, t_, y.data());
  // Where a slope underflows, a state that matters elsewhere must not go on moving unseen.
  for (std::size_t i = 0; i < n; ++i) s.free[i] = mattered_[i] = mattered_[i] || s.free[i];
  const std::vector<double> size = sizes(y);
  std::vector<double> wanted = s.rates;
  for (std::size_t i = 0; i < n; ++i) {
    double* row = &s.jacobian[i * n];
    if (!s.free[i]) {  // carried along: it may go on moving
      wanted[i] = 0;
      std::fill_n(row, n, 0.0);
    }
    if (holds_laws && i >= first_law()) {
      wanted[i] = 0;
      std::fill_n(row, n, 0.0);
    }
    // An element that slips stays at the border it stands on; its equation is that it does.
    const bool held = s.free[i] && wanted[i] == 0 && std::all_of(row, row + n, [](double x) { return x == 0; });
    if (held) s.free[i] = false, row[i] = -1;
    s.residual = std::max(s.residual, std::abs(wanted[i]) / size[i]);
  }
  hold_unmoved(s, wanted);
  s.step = newton_step(s.jacobian, wanted, size);
  for (std::size_t i = 0; i < n; ++i)
    s.step_size = std::max(s.step_size, std::abs(s.step[i]) / (size[i] + std::abs(y[i])));
  return s;
}

/// States of a controller that only others which nothing moves could move: memories of a filter whose order is lower
/// than there is room for. They stay, and their eigenvalues of zero say nothing of the loop.
void EquilibriumSearch::hold_unmoved(EquilibriumSlope& s, const std::vector<double>& wanted) const {
  const std::size_t n = wanted.size(), first = core_.loop().first_controller;
  const auto is_unmoved = [&](std::size_t i) {
    for (std::size_t j = 0; j < n; ++j)
      if (s.jacobian[i * n + j] != 0 && (j < first || j >= first_law() || s.free[j])) return false;
    return wanted[i] == 0;
  };
  for (bool any = true; any;) {
    any = false;
    for (std::size_t i = first; i < first_law(); ++i) {
      if (!s.free[i] || !is_unmoved(i)) continue;
      std::fill_n(&s.jacobian[i * n], n, 0.0);
      s.jacobian[i * n + i] = -1, s.free[i] = false, any = true;
    }
  }
}

EquilibriumSlope EquilibriumSearch::solve(std::vector<double>& y) {
  EquilibriumSlope here = at(y);
  bool better = true;
  for (int iterations = 0; iterations < 100 && better && here.step_size > 1e-16; ++iterations) {
    better = false;
    double fraction = 1;
    for (int halving = 0; halving < 30 && !better; ++halving, fraction *= 0.5) {
      std::vector<double> trial = stepped(y, here, fraction);
      EquilibriumSlope there = at(trial);
      // A full step onto another branch may pass over a hill of the rates; it is tried once whatever they do.
      better = there.residual < here.residual || (iterations == 0 && halving == 0 && std::isfinite(there.residual));
      if (better) y = std::move(trial), here = std::move(there);
    }
  }
  return here;
}

std::vector<double> EquilibriumSearch::sliding_guess(std::vector<double> y, double direction) {
  keeps_modes_ = false;
  for (std::size_t i = 0; i < core_.loop().contacts() && direction != 0; ++i) {
    const double speed = core_.contact_scale(i).speed;
    core_.set_sliding_velocity(t_, y.data(), i, direction * std::max(20 * speed, 1e-3));
  }
  y = stepped(y, at(y, true), 1);
  settle(y);
  keeps_modes_ = true;
  carry_laws(y);
  return y;
}

/// Implicit Euler steps of the laws alone, ever longer, none by more than half of a state's size.
void EquilibriumSearch::carry_laws(std::vector<double>& y) {
  const std::size_t first = first_law(), n = core_.loop().state_count, laws = n - first;
  double h = 0;
  for (int k = 0; k < 400 && laws > 0; ++k) {
    settle(y);
    std::vector<double> f(n);
    const std::vector<double> jacobian = core_.jacobian(t_, y.data(), f.data());
    double fastest = 0;
    for (std::size_t i = first; i < n; ++i) fastest = std::max(fastest, std::abs(f[i]) / scale_[i]);
    if (!(fastest > 0 && std::isfinite(fastest))) break;
    if (h == 0) h = 0.1 / fastest;
    DenseMatrix matrix(laws, laws);
    std::vector<double> right(laws);
    for (std::size_t a = 0; a < laws; ++a) {
      right[a] = f[first + a] / scale_[first + a];
      for (std::size_t b = 0; b < laws; ++b)
        matrix(a, b) =
            (a == b ? 1 / h : 0.0) - jacobian[(first + a) * n + first + b] * scale_[first + b] / scale_[first + a];
    }
    const std::vector<double> step = least_squares(matrix, right);
    double longest = 0;
    for (const double x : step) longest = std::max(longest, std::abs(x));
    if (!std::isfinite(longest)) break;
    h *= longest > 0.5 ? 0.25 : 2;
    if (longest > 0.5) continue;
    for (std::size_t a = 0; a < laws; ++a) y[first + a] += step[a] * scale_[first + a];
    if (longest < 1e-14) break;
  }
}

/// The branch of y. Laws with modes begin in that of their start, or go on in the one they are in while the direction
/// stays; what they have passed already, or are about to pass, is told to them.
void EquilibriumSearch::settle(std::vector<double>& y) {
  const Loop& l = core_.loop();
  LoopRun fresh = core_;
  fresh.start(t_, y.data());
  bool same = keeps_modes_;
  for (std::size_t i = 0; i < l.contacts(); ++i) same = same && fresh.direction(i) == core_.direction(i);
  if (!same) core_ = fresh;
  std::vector<double> bands(l.guard_count), guards(l.guard_count), slopes(l.guard_count), f(l.state_count);
  std::vector<double> jacobian(l.state_count * l.state_count);
  core_.guard_bands(1e-12, bands.data());
  for (int pass = 0; pass < 8; ++pass) {
    core_.linearise(t_, y.data(), f.data(), jacobian.data(), guards.data(), slopes.data());
    std::vector<char> passed(l.guard_count, 0);
    for (std::size_t i = 0; i < l.contacts(); ++i)
      for (std::size_t g = l.first_guard[i] + 1; g <= l.first_guard[i] + l.contact(i).law_guard_count; ++g)
        passed[g] = guards[g] < 0 || (guards[g] <= bands[g] && slopes[g] < 0) ? 1 : 0;
    if (std::find(passed.begin(), passed.end(), char{1}) == passed.end()) return;
    core_.transition(passed.data(), t_, y.data());
  }
}

/// Natural sizes; velocities are measured by the sliding speed where that is larger, as laws distinguish speeds that
/// may be many decades smaller.
std::vector<double> EquilibriumSearch::sizes(const std::vector<double>& y) const {
  double speed = 0;
  for (const Contact<double>& c : core_.contacts_at(t_, y.data())) speed = std::max(speed, std::abs(c.velocity));
  std::vector<double> all = scale_;
  for (std::size_t n = 0; n < core_.loop().plant_states; ++n)
    if (core_.loop().signals()[n].role == Role::velocity) all[n] = std::max(all[n], speed);
  return all;
}

/// Slopes of a law say little of what it does far away: its states move by a few of their sizes at a time.
std::vector<double> EquilibriumSearch::stepped(std::vector<double> y, const EquilibriumSlope& here,
                                               double fraction) const {
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double longest = i < first_law() ? std::numeric_limits<double>::max() : 5 * (scale_[i] + std::abs(y[i]));
    y[i] = moved_state(y[i], std::clamp(fraction * here.step[i], -longest, longest), scale_[i]);
  }
  return y;
}

}  // namespace stiction::detail
