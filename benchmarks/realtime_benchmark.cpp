// SPDX-License-Identifier: BSD-3-Clause
// What does one friction update per sample cost a controller?
//
// <law>/update/stream: samples that are known beforehand, so updates overlap; <law>/update/in_loop: each velocity
// depends on the last force, as in a feedback loop. lugre/held_velocity is the exponential update that holds the newest
// velocity, for comparison. Sliding motion with reversals at 10 kHz; presliding for the two laws whose cost depends on
// it.
//
// coupled_step/P1 to P3: plant and friction together over steps of 1 ms, on the problems of benchmarks/peers. `step` is
// the time of one, `position_error` the largest error over 20 s against a run at tolerance 1e-11, per distance.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "stiction/control/pid.hpp"
#include "stiction/loop/simulate.hpp"
#include "stiction/models/all_models.hpp"
#include "stiction/models/preset.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pulled_mass.hpp"
#include "stiction/realtime/coupled_step.hpp"
#include "stiction/realtime/friction_update.hpp"
#include "stiction/realtime/position_friction.hpp"

namespace {

using namespace stiction;

constexpr std::size_t samples = 8192;
constexpr double sample_time = 1e-4;

/// v = a (sin(2 pi t) + 0.2 sin(14 pi t + 0.7)), sampled.
std::vector<double> motion(double a) {
  std::vector<double> v(samples);
  for (std::size_t k = 0; k < samples; ++k) {
    const double turn = 2 * std::numbers::pi * sample_time * static_cast<double>(k);
    v[k] = a * (std::sin(turn) + 0.2 * std::sin(7 * turn + 0.7));
  }
  return v;
}

double fastest(const std::vector<double>& times) { return *std::min_element(times.begin(), times.end()); }

/// A zero that the compiler cannot see.
volatile double hidden_zero = 0;

/// Measures `answer(v)` per sample; in a loop, nothing times the last force is added to v. A refused sample would be
/// quick, so none is allowed.
template <class Answer>
void measure(const std::string& name, const std::vector<double>& v, bool in_loop, Answer answer) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [=](benchmark::State& state) mutable {
                                 const double feedback = hidden_zero;
                                 for (auto _ : state) {
                                   double force = 0, sum = 0;
                                   bool good = true;
                                   for (const double x : v) {
                                     const UpdateResult<double> result = answer(in_loop ? x + feedback * force : x);
                                     force = result.force;
                                     good = good && result.status == UpdateStatus::ok;
                                     sum += force;
                                   }
                                   if (!good) state.SkipWithError("a sample was refused");
                                   benchmark::DoNotOptimize(sum);
                                 }
                                 state.counters["evaluation"] = benchmark::Counter(
                                     static_cast<double>(samples),
                                     benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
                               })
      ->ComputeStatistics("min", fastest)
      ->Repetitions(7)
      ->ReportAggregatesOnly();
}
template <class Answer>
void measure_both(const std::string& name, const std::vector<double>& v, Answer answer) {
  measure(name + "/stream", v, false, answer);
  measure(name + "/in_loop", v, true, answer);
}

template <class Law>
FrictionUpdate<Law> fresh_update() {
  ParametersOf<Law> p;
  benchmark::DoNotOptimize(p);
  if constexpr (HoldsAtRest<Law>)
    return FrictionUpdate<Law>(p, sample_time, 1e-6);
  else
    return FrictionUpdate<Law>(p, sample_time);
}
template <class Law>
void measure_update(const std::string& motion_name, const std::vector<double>& v) {
  measure_both(std::string(Law::info.name) + "/update" + motion_name, v,
               [update = fresh_update<Law>()](double x) mutable { return update.update_velocity(x); });
}

/// Steps of 1 ms over 20 s; `position_of(t, plant state)` is what errors are measured in.
template <class Plant, class PositionOf>
void measure_coupled_step(const std::string& name, const char* preset_name, const InputsOf<Plant>& u, double duration,
                          PositionOf position_of) {
  constexpr double h = 1e-3;
  const auto steps = static_cast<std::size_t>(std::lround(duration / h));
  const auto run = [=] {
    Experiment<Plant, LuGre> e;
    e.friction() = preset<LuGre>(preset_name);
    for_each_pair(e.inputs, u, [](const auto&, Signal& signal, double value) { signal = value; });
    e.duration = duration;
    e.solver.tolerance = 1e-11;
    e.record.interval = h;
    const Trajectory t = simulate(e);
    if (!t.result.finished()) return std::numeric_limits<double>::quiet_NaN();
    CoupledStep<Plant, LuGre> step({}, e.friction(), h);
    double worst = 0, distance = 0;
    for (std::size_t k = 1; k <= steps; ++k) {
      step.step(u);
      StateOf<Plant> exact;
      for_each_field(exact, [&](const auto& row, double& x, std::size_t) { x = t[row.name][k]; });
      const double time = h * static_cast<double>(k), x = position_of(time, exact);
      worst = std::max(worst, std::abs(position_of(time, step.plant()) - x));
      distance = std::max(distance, std::abs(x));
    }
    return worst / distance;
  };
  benchmark::RegisterBenchmark(name.c_str(),
                               [=, error = std::numeric_limits<double>::quiet_NaN()](benchmark::State& state) mutable {
                                 if (std::isnan(error)) error = run();
                                 const LuGre::Parameters<double> law = preset<LuGre>(preset_name);
                                 for (auto _ : state) {
                                   CoupledStep<Plant, LuGre> step({}, law, h);
                                   bool good = true;
                                   for (std::size_t k = 0; k < steps; ++k)
                                     good = good && step.step(u) == UpdateStatus::ok;
                                   if (!good) state.SkipWithError("a step was refused");
                                   StateOf<Plant> end = step.plant();
                                   benchmark::DoNotOptimize(end);
                                 }
                                 state.counters["step"] = benchmark::Counter(
                                     static_cast<double>(steps),
                                     benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
                                 state.counters["position_error"] = error;
                               })
      ->ComputeStatistics("min", fastest)
      ->Repetitions(7)
      ->ReportAggregatesOnly();
}
void measure_pulled_mass(const std::string& name, const char* preset_name, double speed, double duration) {
  measure_coupled_step<PulledMass>(
      name, preset_name, {.pull_speed = speed}, duration,
      [speed](double t, const StateOf<PulledMass>& x) { return speed * t - x.elongation; });
}

const bool registered = [] {
  const std::vector<double> sliding = motion(0.5), presliding = motion(1e-4);
  AllModels::for_each([&]<class Law>() {
    if constexpr (UpdatedPerSample<Law>) measure_update<Law>("", sliding);
  });
  measure_update<LuGre>("/presliding", presliding);
  measure_update<ElastoPlastic>("/presliding", presliding);
  LuGre::Parameters<double> p;
  benchmark::DoNotOptimize(p);
  measure_both("lugre/held_velocity", sliding, [p, z = LuGre::State<double>{}](double v) mutable {
    const Contact<double> c = contact(v);
    z = LuGre::exact_step(p, z, c, sample_time);
    return UpdateResult<double>{LuGre::force(p, z, LuGre::rate(p, z, c), c), UpdateStatus::ok};
  });
  measure_both("position_friction/update", sliding, [friction = PositionFriction<>({}), x = 0.0](double v) mutable {
    x += sample_time * v;
    return friction.update_position(x);
  });
  using Servo = ClosedLoop<MassOnSurface, Pid>;
  InputsOf<Servo> servo;
  servo.reference = 1.0;
  measure_coupled_step<Servo>("coupled_step/P1", "canudas1995", servo, 100,
                              [](double, const StateOf<Servo>& x) { return x.position; });
  measure_pulled_mass("coupled_step/P2", "canudas1995", 0.1, 50);
  measure_pulled_mass("coupled_step/P3", "astrom2008_fig4", 2.0, 20);
  return true;
}();

}  // namespace
