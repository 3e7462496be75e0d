// SPDX-License-Identifier: BSD-3-Clause
// What a run costs as there is more of it: states of a law, contacts, cases in lanes, threads. By parts, as files are
// run.
#include <benchmark/benchmark.h>

#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/ensemble/parallel.hpp"
#include "stiction/ensemble/sweep.hpp"

namespace {

using namespace stiction;

/// Time of a run and of one of its steps.
void solve_again_and_again(benchmark::State& state, const NamedExperiment& experiment, double duration) {
  const LoopRun fresh = assemble(experiment);
  std::size_t steps = 0;
  for (auto _ : state) {
    LoopRun run = fresh;
    std::vector<double> y = run.initial_state();
    run.start(0, y.data());
    LoopObserver nobody;
    nobody.idle_until = 1e300;
    const SolveResult result = solve(run, y, 0, duration, {.tolerance = 1e-6}, nobody);
    if (!result.finished()) return state.SkipWithError(result.reason.c_str());
    steps += result.counters.accepted + result.counters.rejected;
  }
  state.counters["step"] =
      benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// A mass on a spring, on friction of as many elements as asked for, each a state.
void states(benchmark::State& state) {
  const auto elements = static_cast<std::size_t>(state.range(0));
  std::vector<double> stiffness, limit;
  for (std::size_t i = 0; i < elements; ++i) {
    const double n = static_cast<double>(elements), part = (static_cast<double>(i) + 1) / n;
    stiffness.push_back(1e5 / n), limit.push_back(2 * part / (n + 1));  // they slip one after the other
  }
  NamedExperiment e;
  e.plant.model = "pulled_mass";
  e.friction = {{.model = "maxwell_slip", .values = {{"element_stiffness", stiffness}, {"element_limit", limit}}}};
  solve_again_and_again(state, e, 20);
}
BENCHMARK(states)->RangeMultiplier(2)->Range(1, 64)->Unit(benchmark::kMicrosecond);

/// An arm that falls under gravity, with LuGre friction in every joint.
void contacts(benchmark::State& state) {
  NamedExperiment e;
  e.plant.model = "serial_arm_" + std::to_string(state.range(0));
  e.plant.initial = {{"angle_1", 1.0}};
  e.friction.assign(static_cast<std::size_t>(state.range(0)), NamedPart{.model = "lugre"});
  solve_again_and_again(state, e, 5);
}
BENCHMARK(contacts)->DenseRange(1, 3)->Unit(benchmark::kMicrosecond);

Sweep stick_slip(std::uint64_t cases) {
  NamedExperiment e;
  e.plant.model = "pulled_mass";
  e.run.duration = 20;
  return Sweep(e, {.method = SweepMethod::random,
                   .count = cases,
                   .axes = {{.path = "friction.static_force", .low = 1.3, .high = 1.7}}});
}

/// Cases side by side in SIMD lanes: time of all, and of one.
void cases(benchmark::State& state) {
  const auto count = static_cast<std::uint64_t>(state.range(0));
  const Sweep sweep = stick_slip(count);
  std::vector<double> rows(count * sweep.columns().size());
  for (auto _ : state) sweep.compute(0, count, rows.data());
  state.counters["case"] = benchmark::Counter(
      static_cast<double>(count), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(cases)->RangeMultiplier(2)->Range(1, 64)->Unit(benchmark::kMicrosecond);

/// 256 cases in chunks of 32, on as many threads as asked for.
void threads(benchmark::State& state) {
  constexpr std::uint64_t count = 256, chunk = 32;
  const Sweep sweep = stick_slip(count);
  const std::size_t width = sweep.columns().size();
  std::vector<double> rows(count * width);
  for (auto _ : state)
    for_each_parallel(count / chunk, static_cast<std::size_t>(state.range(0)),
                      [&](std::size_t i) { sweep.compute(i * chunk, chunk, rows.data() + i * chunk * width); });
}
BENCHMARK(threads)
    ->RangeMultiplier(2)
    ->Range(1, 8)
    ->Unit(benchmark::kMicrosecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

}  // namespace
