// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/loop/fixed_system.hpp"
#include "stiction/loop/with_work.hpp"

/// A run by parts, in which at every accepted step the equations and guards are evaluated with types too. Events, steps
/// and stops are those of one `LoopRun` whoever evaluates, so that equal numbers here are equal runs.
namespace stiction::testing {

template <class Kernel>
class BothKernels final : public LoopObserver {
 public:
  bool step(const LoopStep& step) override {
    LoopRun copy(step.run);
    const FixedLoopSystem<true, Kernel> typed(copy);
    Vector<Kernel::size> y;
    std::copy_n(step.to.begin(), Kernel::size, y.begin());
    std::vector<double> rates(step.to.size()), guards(step.run.loop().guard_count);
    step.run.rates(step.end(), step.to.data(), rates.data());
    step.run.guards(step.end(), step.to.data(), guards.data());
    note(rates, typed.rates(step.end(), y), rates_);
    note(guards, typed.guards(step.end(), y), guards_);
    ++steps;
    return true;
  }
  /// Largest difference of a number, per its largest size in the run.
  double difference() const {
    double largest = 0;
    for (const auto* all : {&rates_, &guards_})
      for (const Number& n : *all) largest = std::max(largest, n.size > 0 ? n.difference / n.size : n.difference);
    return largest;
  }
  int steps = 0;

 private:
  struct Number {
    double size = 0, difference = 0;
  };
  static void note(const std::vector<double>& by_parts, const auto& by_types, std::vector<Number>& all) {
    all.resize(by_types.size());
    for (std::size_t i = 0; i < by_types.size(); ++i) {
      all[i].size = std::max(all[i].size, std::abs(by_types[i]));
      const double apart = std::abs(by_types[i] - by_parts[i]);
      all[i].difference = std::isnan(apart) ? 1e300 : std::max(all[i].difference, apart);
    }
  }
  std::vector<Number> rates_{}, guards_{};
};

template <class Kernel>
void expect_same_equations(const NamedExperiment& e, const std::string& what) {
  LoopRun run = assemble(e);
  ASSERT_EQ(run.loop().state_count, Kernel::size) << what;
  ASSERT_EQ(run.loop().section_guard, static_cast<std::size_t>(Kernel::section)) << what;
  std::vector<double> y = run.initial_state();
  run.start(0, y.data());
  BothKernels<Kernel> both;
  const SolveResult result = solve_by_parts(run, y, 0, e.run.duration, e.run.solver, both);
  EXPECT_TRUE(result.finished()) << what << ": " << result.reason;
  EXPECT_GT(both.steps, 5) << what;
  EXPECT_LT(both.difference(), 1e-12) << what;
}

inline NamedSignal sine(double amplitude, double frequency) {
  return NamedSignal(
      std::vector<NamedSignal::Term>{{.kind = "sine", .values = {{"amplitude", amplitude}, {"frequency", frequency}}}});
}

}  // namespace stiction::testing
