// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/equilibrium_study.hpp"

#include <cmath>

#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

/// Rates and Jacobian on the branch of y.
struct Slope {
  std::vector<double> rates{}, jacobian{}, step{};
  double residual = 0;   ///< largest rate of a state that matters, in natural sizes per second [1/s]
  double step_size = 0;  ///< of Newton's step, per size of the states
};

class Search {
 public:
  Search(const LoopRun& assembly, double t) : core_(assembly), t_(t), scale_(core_.scale()) {}

  Slope at(const std::vector<double>& y) {
    core_.start(t_, y.data());
    const std::size_t n = y.size();
    Slope s{.rates = std::vector<double>(n)};
    s.jacobian = core_.jacobian(t_, y.data(), s.rates.data());
    const std::vector<bool> matters = states_that_matter(core_, t_, y.data());
    std::vector<double> wanted = s.rates;
    for (std::size_t i = 0; i < n; ++i) {
      if (!matters[i]) {  // carried along: it may go on moving
        wanted[i] = 0;
        for (std::size_t j = 0; j < n; ++j) s.jacobian[i * n + j] = 0;
      }
      s.residual = std::max(s.residual, std::abs(wanted[i]) / scale_[i]);
    }
    s.step = newton_step(s.jacobian, wanted, scale_);
    for (std::size_t i = 0; i < n; ++i)
      s.step_size = std::max(s.step_size, std::abs(s.step[i]) / (scale_[i] + std::abs(y[i])));
    return s;
  }
  LoopRun& core() { return core_; }
  const std::vector<double>& scale() const { return scale_; }

 private:
  LoopRun core_;
  double t_;
  std::vector<double> scale_;
};

LinearStability stability_of(const Slope& here, const std::vector<bool>& matters, const std::vector<double>& scale) {
  std::vector<double> part, sizes;
  const std::size_t n = matters.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (!matters[i]) continue;
    sizes.push_back(scale[i]);
    for (std::size_t j = 0; j < n; ++j)
      if (matters[j]) part.push_back(here.jacobian[i * n + j]);
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
      if (i >= first && i < first + 4) set_slope(moving[i], i - first, 1);
    }
    core.rates(Slopes(t), moving.data(), rates.data());
    core.guards(Slopes(t), moving.data(), guards.data());
    for (std::size_t j = first; j < std::min(first + 4, n); ++j) {
      for (std::size_t i = 0; i < n; ++i) matters[j] = matters[j] || slope_along(rates[i], j - first) != 0;
      // The last guard is the section, which is not a property of the system.
      for (std::size_t i = 0; i + 1 < core.loop().guard_count; ++i)
        matters[j] = matters[j] || slope_along(guards[i], j - first) != 0;
    }
  }
  return matters;
}

EquilibriumStudy study_equilibrium(const LoopRun& assembly, std::vector<double> guess, double t) {
  Search search(assembly, t);
  Slope here = search.at(guess);
  bool better = true;
  int iterations = 0;
  for (; iterations < 100 && better && here.step_size > 1e-16; ++iterations) {
    better = false;
    double share = 1;
    for (int halving = 0; halving < 30 && !better; ++halving, share *= 0.5) {
      std::vector<double> trial = guess;
      for (std::size_t i = 0; i < trial.size(); ++i)
        trial[i] = moved_state(trial[i], share * here.step[i], search.scale()[i]);
      Slope there = search.at(trial);
      // A full step onto another branch may pass over a hill of the rates; it is tried once whatever they do.
      better = there.residual < here.residual || (iterations == 0 && halving == 0 && std::isfinite(there.residual));
      if (better) guess = std::move(trial), here = std::move(there);
    }
  }
  EquilibriumStudy e;
  e.found = std::isfinite(here.residual) && here.step_size < 1e-8 && here.residual < 1e-6;
  e.state = std::move(guess);
  LoopRun& core = search.core();
  core.start(t, e.state.data());
  for (std::size_t i = 0; i < core.loop().contacts(); ++i)
    e.resting = e.resting || (core.loop().contact(i).holds_at_rest && core.direction(i) == 0);
  if (!e.found) {
    e.sentence = "no equilibrium found from this guess: the rates stay at " + rounded_text(here.residual) +
                 " natural sizes per second";
    return e;
  }
  const std::vector<bool> matters = states_that_matter(core, t, e.state.data());
  e.stability = stability_of(here, matters, search.scale());
  double fastest = 0, slowest = 1e300;
  for (const auto& value : e.stability.eigenvalues)
    fastest = std::max(fastest, std::abs(value)), slowest = std::min(slowest, std::abs(value));
  e.marginal = !e.resting && !e.stability.eigenvalues.empty() && slowest < 1e-10 * fastest;
  e.sentence = e.resting ? "a state of rest, held by stiction" : "an equilibrium: " + e.stability.sentence;
  return e;
}

}  // namespace stiction
