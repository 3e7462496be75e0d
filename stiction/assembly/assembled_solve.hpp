// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "stiction/assembly/assembled_core.hpp"
#include "stiction/solvers/solve_result.hpp"

namespace stiction {

/// An accepted step of an assembly, on its dense output.
class AssembledStep {
 public:
  virtual ~AssembledStep() = default;
  AssembledStep(const AssembledCore& of, double t, double h) : core(of), start(t), length(h) {}

  const AssembledCore& core;
  const double start, length;  ///< [s]

  double end() const { return start + length; }
  /// All states at the share theta of the step.
  virtual void state(double theta, double* y) const = 0;
  /// All signals there.
  void signals(double theta, double* all) const {
    std::array<double, AssemblyLimits::states> y;
    state(theta, y.data());
    core.signals(start + theta * length, y.data(), all);
  }
};

/// Looks on while an assembly is integrated.
class AssembledObserver {
 public:
  virtual ~AssembledObserver() = default;
  virtual bool step(const AssembledStep&) { return true; }  ///< false: memory is full
  virtual void segment_ends() {}
  virtual void event(double /*t*/, std::span<const bool> /*fired*/, const double* /*y*/) {}
};

/// Integrates an assembly from t to `end`; `core.start(t, y)` must have been called, or a run goes on where it ended.
SolveResult solve(AssembledCore& core, std::vector<double>& y, double t, double end, const SolveOptions& options,
                  AssembledObserver& observer);

namespace detail {
/// One instantiation of the solver per file.
template <std::size_t N>
SolveResult solve_padded(AssembledCore& core, std::vector<double>& y, double t, double end, const SolveOptions& options,
                         AssembledObserver& observer);
}  // namespace detail

}  // namespace stiction
