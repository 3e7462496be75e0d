// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/assembly/assembled_solve.hpp"
#include "stiction/assembly/assembled_system.hpp"
#include "stiction/solvers/solve.hpp"

/// The solver for assemblies of at most N states; each N is compiled in a file of its own.
namespace stiction::detail {

template <class View>
class StepOfView final : public AssembledStep {
 public:
  StepOfView(const AssembledCore& of, const View& view) : AssembledStep(of, view.start, view.length), view_(view) {}
  void state(double theta, double* y) const override {
    for (std::size_t n = 0; n < core.state_count(); ++n)
      y[n] = dense_value(view_.from[n], view_.to[n], view_.terms(n), theta);
  }

 private:
  const View& view_;
};

struct ForwardingObserver {
  const AssembledCore& core;
  AssembledObserver& observer;

  template <class View>
  bool step(const View& view) {
    return observer.step(StepOfView<View>(core, view));
  }
  void segment_ends() { observer.segment_ends(); }
  template <std::size_t G, std::size_t N>
  void event(double t, const std::bitset<G>& fired, const Vector<N>& y) {
    std::array<bool, G> list;
    for (std::size_t i = 0; i < G; ++i) list[i] = fired[i];
    observer.event(t, std::span<const bool>(list.data(), core.guard_count()), y.data());
  }
};

template <std::size_t N>
SolveResult solve_padded(AssembledCore& core, std::vector<double>& y, double t, double end, const SolveOptions& options,
                         AssembledObserver& observer) {
  AssembledSystem<N> system(core);
  Vector<N> padded{};
  std::copy(y.begin(), y.end(), padded.begin());
  ForwardingObserver forwarding{core, observer};
  SolveResult result = stiction::solve(system, padded, t, end, options, forwarding);
  std::copy_n(padded.begin(), y.size(), y.begin());
  return result;
}

}  // namespace stiction::detail
