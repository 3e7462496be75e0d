// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/equilibrium_study.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/linear/dense_algebra.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

/// Rates and Jacobian on the branch of y.
struct Slope {
  std::vector<double> rates{}, jacobian{}, step{};
  double residual = 0;       ///< largest rate of a state that matters, in natural sizes per second [1/s]
  double step_size = 0;      ///< of Newton's step, per size of the states
  std::vector<bool> free{};  ///< states that anything depends on, and that no border holds
};

class Search {
 public:
  Search(const LoopRun& assembly, double t) : core_(assembly), t_(t), scale_(core_.scale()), mattered_(scale_.size()) {}

  /// Chooses the branch of y, and puts states that stand beyond a border of their law onto it. The step is that of all
  /// states, or of the others with the laws held as they are.
  Slope at(std::vector<double>& y, bool holds_laws = false) {
    settle(y);
    const std::size_t n = y.size();
    Slope s{.rates = std::vector<double>(n)};
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
    s.step = newton_step(s.jacobian, wanted, size);
    for (std::size_t i = 0; i < n; ++i)
      s.step_size = std::max(s.step_size, std::abs(s.step[i]) / (size[i] + std::abs(y[i])));
    return s;
  }

  /// Newton's method on the branch that belongs to each iterate, with the step halved until the rates fall.
  Slope solve(std::vector<double>& y) {
    Slope here = at(y);
    bool better = true;
    for (int iterations = 0; iterations < 100 && better && here.step_size > 1e-16; ++iterations) {
      better = false;
      double fraction = 1;
      for (int halving = 0; halving < 30 && !better; ++halving, fraction *= 0.5) {
        std::vector<double> trial = stepped(y, here, fraction);
        Slope there = at(trial);
        // A full step onto another branch may pass over a hill of the rates; it is tried once whatever they do.
        better = there.residual < here.residual || (iterations == 0 && halving == 0 && std::isfinite(there.residual));
        if (better) y = std::move(trial), here = std::move(there);
      }
    }
    return here;
  }

  /// A guess for steady sliding: contacts are made to slide in a direction (0: as they do); Newton's step makes the
  /// velocities those that keep the positions, as these equations are linear; then the laws are carried to where they
  /// stay at these velocities. Newton's method alone cannot do that: no slope of a rate leads out of rest, or from
  /// elastic bristles to where they slide.
  std::vector<double> sliding_guess(std::vector<double> y, double direction) {
    keeps_modes_ = false;
    for (std::size_t i = 0; i < core_.loop().contacts() && direction != 0; ++i) {
      const double speed = core_.contact_scale(i).speed;
      core_.set_sliding_velocity(t_, y.data(), i, direction * std::max(20 * speed, 1e-3));
    }
    y = stepped(y, at(y, true), 1);
    const std::size_t first = first_law(), n = core_.loop().state_count, laws = n - first;
    settle(y);
    keeps_modes_ = true;
    // Implicit Euler steps of the laws alone, ever longer, none by more than half of a state's size.
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
    return y;
  }
  LoopRun& core() { return core_; }
  const std::vector<double>& scale() const { return scale_; }

 private:
  /// The branch of y. Laws with modes begin in that of their start, or go on in the one they are in while the direction
  /// stays; what they have passed already, or are about to pass, is told to them.
  void settle(std::vector<double>& y) {
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
  std::vector<double> sizes(const std::vector<double>& y) const {
    double speed = 0;
    for (const Contact<double>& c : core_.contacts_at(t_, y.data())) speed = std::max(speed, std::abs(c.velocity));
    std::vector<double> all = scale_;
    for (std::size_t n = 0; n < core_.loop().plant_states; ++n)
      if (core_.loop().signals()[n].role == Role::velocity) all[n] = std::max(all[n], speed);
    return all;
  }
  /// Slopes of a law say little of what it does far away: its states move by a few of their sizes at a time.
  std::vector<double> stepped(std::vector<double> y, const Slope& here, double fraction) const {
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double longest = i < first_law() ? std::numeric_limits<double>::max() : 5 * (scale_[i] + std::abs(y[i]));
      y[i] = moved_state(y[i], std::clamp(fraction * here.step[i], -longest, longest), scale_[i]);
    }
    return y;
  }
  std::size_t first_law() const { return core_.loop().first_controller + core_.loop().controller_states; }
  LoopRun core_;
  double t_;
  std::vector<double> scale_;
  std::vector<bool> mattered_;
  bool keeps_modes_ = false;
};

bool is_solution(const Slope& here) {
  return std::isfinite(here.residual) && here.step_size < 1e-8 && here.residual < 1e-6;
}

LinearStability stability_of(const Slope& here, const std::vector<double>& scale) {
  std::vector<double> part, sizes;
  const std::size_t n = here.free.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (!here.free[i]) continue;
    sizes.push_back(scale[i]);
    for (std::size_t j = 0; j < n; ++j)
      if (here.free[j]) part.push_back(here.jacobian[i * n + j]);
  }
  return linear_stability(sizes.size(), part, sizes);
}

}  // namespace

std::vector<bool> states_that_matter(const LoopRun& core, double t, const double* y) {
  const std::size_t n = core.loop().state_count;
  std::vector<bool> matters(n, false);
  std::vector<Slopes> moving(n), rates(n), guards(core.loop().guard_count);
  for (std::size_t first = 0; first < n; first += 4) {
    for (std::size_t i = 0; i < n; ++i) {
      moving[i] = Slopes(y[i]);
      if (i >= first && i < first + 4) moving[i].slope[i - first] = 1;
    }
    core.rates(Slopes(t), moving.data(), rates.data());
    core.guards(Slopes(t), moving.data(), guards.data());
    for (std::size_t j = first; j < std::min(first + 4, n); ++j) {
      for (std::size_t i = 0; i < n; ++i) matters[j] = matters[j] || rates[i].slope[j - first] != 0;
      // The last guard is the section, which is not a property of the system.
      for (std::size_t i = 0; i + 1 < core.loop().guard_count; ++i)
        matters[j] = matters[j] || guards[i].slope[j - first] != 0;
    }
  }
  return matters;
}

EquilibriumStudy study_equilibrium(const LoopRun& assembly, std::vector<double> guess, double t) {
  Search search(assembly, t);
  const std::vector<double> given = guess;
  Slope here = search.solve(guess);
  for (const std::vector<double>& start : {given, assembly.initial_state()})
    for (const double direction : {0.0, 1.0, -1.0}) {
      if (is_solution(here)) break;
      std::vector<double> other = search.sliding_guess(start, direction);
      Slope there = search.solve(other);
      if (is_solution(there)) guess = std::move(other), here = std::move(there);
    }
  EquilibriumStudy e;
  e.found = is_solution(here);
  e.state = std::move(guess);
  LoopRun& core = search.core();
  search.at(e.state);  // on its branch
  for (std::size_t i = 0; i < core.loop().contacts(); ++i)
    e.resting = e.resting || (core.loop().contact(i).holds_at_rest && core.direction(i) == 0);
  if (!e.found) {
    e.sentence = "no equilibrium found from this guess: the rates stay at " + rounded_text(here.residual) +
                 " natural sizes per second";
    return e;
  }
  e.stability = stability_of(here, search.scale());
  double fastest = 0, slowest = 1e300;
  for (const auto& value : e.stability.eigenvalues)
    fastest = std::max(fastest, std::abs(value)), slowest = std::min(slowest, std::abs(value));
  e.marginal = !e.resting && !e.stability.eigenvalues.empty() && slowest < 1e-10 * fastest;
  e.sentence = e.resting ? "a state of rest, held by stiction" : "an equilibrium: " + e.stability.sentence;
  return e;
}

}  // namespace stiction
