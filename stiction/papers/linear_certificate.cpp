// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/linear_certificate.hpp"

#include "stiction/analysis/equilibrium_study.hpp"
#include "stiction/analysis/linear_stability.hpp"

namespace stiction {
namespace {

/// Which states have influence on the rate of one that has. Others are carried along: the position of a mass that
/// slides steadily.
std::vector<bool> influential(const std::vector<double>& jacobian, std::size_t n) {
  std::vector<bool> kept(n, true);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = 0; b < n; ++b) {
      bool used = false;
      for (std::size_t a = 0; a < n; ++a) used = used || (kept[a] && jacobian[a * n + b] != 0);
      if (kept[b] && !used) kept[b] = false, changed = true;
    }
  }
  return kept;
}

/// The same state with every contact sliding, at a speed that is natural to its law.
std::vector<double> sliding(const LoopRun& run, std::vector<double> y, double direction) {
  for (std::size_t i = 0; i < run.loop().contacts(); ++i) {
    const double speed = run.contact_scale(i).speed;
    run.set_sliding_velocity(0, y.data(), i, direction * (speed > 0 ? speed : 1));
  }
  return y;
}

}  // namespace

SteadyLoop steady_loop(const LoopRun& given) {
  LoopRun run(given);
  const std::vector<double> initial = run.initial_state();
  run.start(0, initial.data());
  EquilibriumStudy equilibrium = study_equilibrium(run, initial);
  // A contact at rest has no direction of sliding: try both.
  for (const double direction : {1.0, -1.0})
    if (!equilibrium.found) equilibrium = study_equilibrium(run, sliding(run, initial, direction));
  if (!equilibrium.found) throw InvalidInput("certificate", {{"initial", equilibrium.sentence}});

  const Loop& l = run.loop();
  const std::size_t n = l.state_count;
  std::vector<double> f(n);
  run.start(0, equilibrium.state.data());
  const std::vector<double> jacobian = run.jacobian(0, equilibrium.state.data(), f.data());
  const std::vector<bool> moves = influential(jacobian, n);
  SteadyLoop loop{.states = {l.signals().begin(), l.signals().begin() + static_cast<std::ptrdiff_t>(n)},
                  .at = equilibrium.state,
                  .kept = {}};
  for (std::size_t a = 0; a < n; ++a)
    if (moves[a]) loop.kept.push_back(a);
  for (const std::size_t a : loop.kept)
    for (const std::size_t b : loop.kept) loop.jacobian.push_back(jacobian[a * n + b]);
  loop.linear = linear_stability(loop.kept.size(), loop.jacobian);
  return loop;
}

std::vector<double> gains_at(const SteadyLoop& loop, const std::vector<double>& drive, double frequency) {
  // (jw - J)(a + jb) = drive, in real numbers: -J a - w b = drive, w a - J b = 0.
  const std::size_t n = loop.kept.size();
  std::vector<double> matrix(4 * n * n, 0.0), right(2 * n, 0.0);
  for (std::size_t a = 0; a < n; ++a) {
    right[a] = -drive[a];
    for (std::size_t b = 0; b < n; ++b)
      matrix[a * 2 * n + b] = matrix[(n + a) * 2 * n + n + b] = -loop.jacobian[a * n + b];
    matrix[a * 2 * n + n + a] = -frequency, matrix[(n + a) * 2 * n + a] = frequency;
  }
  const std::vector<double> x = newton_step(matrix, right, std::vector<double>(2 * n, 1.0));
  std::vector<double> gains;
  for (std::size_t a = 0; a < n; ++a) gains.push_back(std::hypot(x[a], x[n + a]));
  return gains;
}

std::vector<double> kept_rates(const LoopRun& assembly, const SteadyLoop& loop) {
  LoopRun core(assembly);
  std::vector<double> all(loop.at.size(), 0.0), own;
  core.start(0, loop.at.data());
  core.rates(0, loop.at.data(), all.data());
  for (const std::size_t a : loop.kept) own.push_back(all[a]);
  return own;
}

}  // namespace stiction
