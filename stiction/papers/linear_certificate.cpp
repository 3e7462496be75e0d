// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/linear_certificate.hpp"

#include "stiction/analysis/linearisation.hpp"
#include "stiction/assembly/assembled_core.hpp"

namespace stiction {
namespace {

/// An assembly as a system of fixed size, on the branch that belongs to each state it is asked about. States without
/// influence rest, so that a mass that slides steadily counts as being in equilibrium.
class LoopSystem {
 public:
  static constexpr std::size_t size = AssemblyLimits::states;

  explicit LoopSystem(AssembledCore& core) : core_(core) {}

  Vector<size> rates(double t, const Vector<size>& y) const {
    Vector<size> f;
    Matrix<double, size> j;
    jacobian(t, y, f, j);
    return f;
  }
  void jacobian(double t, const Vector<size>& y, Vector<size>& f, Matrix<double, size>& j) const {
    f = {};
    for (auto& row : j) row.fill(0.0);
    core_.start(t, y.data());
    core_.linearise(t, y.data(), f.data(), [&](std::size_t a, std::size_t b, double slope) { j[a][b] = slope; });
    const std::vector<bool> moves = influential(j);
    for (std::size_t a = 0; a < size; ++a)
      if (!moves[a]) f[a] = 0, j[a].fill(0.0);
  }
  Vector<size> scale() const {
    Vector<size> sizes;
    sizes.fill(1.0);
    core_.scale(sizes.data());
    return sizes;
  }
  /// Which states have influence on the rate of one that has.
  std::vector<bool> influential(const Matrix<double, size>& j) const {
    std::vector<bool> kept(size, true);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t b = 0; b < size; ++b) {
        bool used = false;
        for (std::size_t a = 0; a < size; ++a) used = used || (kept[a] && j[a][b] != 0);
        if (kept[b] && !used) kept[b] = false, changed = true;
      }
    }
    return kept;
  }

 private:
  AssembledCore& core_;
};

/// The same state with every contact sliding, at a speed that is natural to its law.
Vector<LoopSystem::size> sliding(AssembledCore& core, Vector<LoopSystem::size> y, double direction) {
  const Assembly& a = core.assembly();
  std::vector<double> signals(core.signal_rows().size()), inputs;
  core.start(0, y.data());
  core.signals(0, y.data(), signals.data());
  for (const PartRow& row : a.plant->inputs) inputs.push_back(signals[core.find_signal(row.name)]);
  for (std::size_t i = 0; i < a.contacts.size(); ++i) {
    const double speed = a.contacts[i]->scale().speed;
    a.plant->set_sliding_velocity(y.data(), inputs.data(), i, direction * (speed > 0 ? speed : 1));
  }
  return y;
}

}  // namespace

SteadyLoop steady_loop(const Assembly& assembly) {
  AssembledCore core(assembly);
  const LoopSystem system(core);
  Vector<LoopSystem::size> guess{};
  const std::vector<double> initial = assembly.initial_state();
  std::copy(initial.begin(), initial.end(), guess.begin());
  auto equilibrium = find_equilibrium(system, guess);
  // A contact at rest does not tell where it would slide to: try both directions.
  for (const double direction : {1.0, -1.0})
    if (!equilibrium.found) equilibrium = find_equilibrium(system, sliding(core, guess, direction));
  if (!equilibrium.found) throw InvalidInput("certificate", {{"initial", equilibrium.sentence}});

  Vector<LoopSystem::size> f;
  Matrix<double, LoopSystem::size> j;
  system.jacobian(0, equilibrium.state, f, j);
  const std::vector<bool> moves = system.influential(j);
  SteadyLoop loop{.states = {core.signal_rows().begin(),
                             core.signal_rows().begin() + static_cast<std::ptrdiff_t>(core.state_count())},
                  .at = {equilibrium.state.begin(), equilibrium.state.end()},
                  .kept = {}};
  for (std::size_t a = 0; a < core.state_count(); ++a)
    if (moves[a]) loop.kept.push_back(a);
  std::vector<double> sizes;
  for (const std::size_t a : loop.kept) {
    sizes.push_back(system.scale()[a]);
    for (const std::size_t b : loop.kept) loop.jacobian.push_back(j[a][b]);
  }
  loop.linear = linear_stability(loop.kept.size(), loop.jacobian, sizes);
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

std::vector<double> kept_rates(const Assembly& assembly, const SteadyLoop& loop) {
  AssembledCore core(assembly);
  std::vector<double> all(loop.at.size(), 0.0), own;
  core.start(0, loop.at.data());
  core.rates(0, loop.at.data(), all.data());
  for (const std::size_t a : loop.kept) own.push_back(all[a]);
  return own;
}

}  // namespace stiction
