// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "stiction/loop/step_samples.hpp"
#include "stiction/loop/variation.hpp"
#include "stiction/solvers/dense_output.hpp"
#include "stiction/solvers/solve_result.hpp"

namespace stiction {

/// Memory that the steps of a run use one after the other.
struct StepMemory {
  std::vector<std::array<double, 3>> terms;
  std::vector<double> y;
  StepSamples samples;
};

/// An accepted step of a run, on its dense output. What several observers ask for is computed once.
class LoopStep {
 public:
  virtual ~LoopStep() = default;
  LoopStep(const LoopRun& of, double t, double h, std::span<const double> y0, std::span<const double> y1,
           double relative, StepMemory& memory)
      : run(of), start(t), length(h), from(y0), to(y1), tolerance(relative), memory_(memory) {}

  const LoopRun& run;
  const double start, length;              ///< [s]
  const std::span<const double> from, to;  ///< states at its ends
  const double tolerance;                  ///< of the run

  double end() const { return start + length; }
  /// The coefficients of the dense output of state n, as `dense_value` takes them.
  const std::array<double, 3>& terms(std::size_t n) const {
    if (!std::exchange(has_terms_, true)) {
      memory_.terms.resize(from.size());
      for (std::size_t k = 0; k < from.size(); ++k) memory_.terms[k] = dense_terms(k);
    }
    return memory_.terms[n];
  }
  /// All signals at eight instants of it.
  const StepSamples& samples() const {
    if (!std::exchange(is_sampled_, true)) memory_.samples.take(*this);
    return memory_.samples;
  }
  /// f_y and f_p for states y at a time of the step; see `PartsVariation`.
  virtual void variation(double t, const double* y, const SlopeColumns& columns, double* rows) const = 0;
  /// All states at the fraction theta of the step.
  void state(double theta, double* y) const {
    for (std::size_t n = 0; n < from.size(); ++n) y[n] = dense_value(from[n], to[n], terms(n), theta);
  }
  /// All signals there.
  void signals(double theta, double* all) const {
    memory_.y.resize(from.size());
    state(theta, memory_.y.data());
    run.signals(start + theta * length, memory_.y.data(), all);
  }
  std::vector<double> at(double theta) const {
    std::vector<double> y(from.size());
    state(theta, y.data());
    return y;
  }

 private:
  virtual std::array<double, 3> dense_terms(std::size_t n) const = 0;

  StepMemory& memory_;
  mutable bool has_terms_ = false, is_sampled_ = false;
};

/// Observes a run while it is integrated.
class LoopObserver {
 public:
  virtual ~LoopObserver() = default;
  /// Steps that end before this time need not be told [s].
  double idle_until = -std::numeric_limits<double>::infinity();
  virtual bool step(const LoopStep&) { return true; }  ///< false: memory is full, and the run ends
  virtual void segment_ends() {}                       ///< the branch or the signals are about to change
  virtual void event(const LoopRun&, double /*t*/, std::span<const char> /*fired*/, std::span<const double> /*y*/) {}
};

/// Integrates a run from t to `end`; `run.start(t, y)` must have been called, or a run goes on where it ended. Uses
/// the kernel with types that the loop was given, if any; otherwise, or towards a section, goes by parts.
SolveResult solve(LoopRun& run, std::vector<double>& y, double t, double end, const SolveOptions& options,
                  LoopObserver& observer);
/// The same by parts in any case.
SolveResult solve_by_parts(LoopRun& run, std::vector<double>& y, double t, double end, const SolveOptions& options,
                           LoopObserver& observer);

namespace detail {

/// What a solver tells an observer, handed on to a `LoopObserver`. `Variation` evaluates the equations for slopes, by
/// parts or with types.
template <class Variation = PartsVariation>
struct ForwardingObserver {
  const LoopRun& run;
  LoopObserver& observer;
  double tolerance;
  std::optional<Variation> variation{};  ///< made when slopes are first asked for
  StepMemory memory{};

  template <class View>
  bool step(const View& view) {
    if (view.end() < observer.idle_until) return true;
    return observer.step(StepOfView<View>(*this, view));
  }
  void segment_ends() { observer.segment_ends(); }
  void event(double t, const auto& fired, const auto& y) {
    flags.assign(run.loop().guard_count, 0);
    for (std::size_t i = 0; i < fired.size(); ++i) flags[i] = fired[i] ? 1 : 0;
    observer.event(run, t, flags, y);
  }
  std::vector<char> flags{};

  template <class View>
  class StepOfView final : public LoopStep {
   public:
    StepOfView(ForwardingObserver& of, const View& view)
        : LoopStep(of.run, view.start, view.length, view.from, view.to, of.tolerance, of.memory),
          of_(of),
          view_(view) {}
    std::array<double, 3> dense_terms(std::size_t n) const override { return view_.terms(n); }
    void variation(double t, const double* y, const SlopeColumns& columns, double* rows) const override {
      if (!of_.variation) of_.variation.emplace(of_.run);
      of_.variation->at(t, y, columns, rows);
    }

   private:
    ForwardingObserver& of_;
    const View& view_;
  };
};

}  // namespace detail
}  // namespace stiction
