// SPDX-License-Identifier: BSD-3-Clause
// What does one evaluation of a law cost, and what does writing it once for all number types add to that?
//
// Every law: <law>/rate_and_force and <law>/exact_step in ns per evaluation, one number at a time and in four SIMD
// lanes. One law of each kind of formula also as a plain loop written by hand, without tables or templates: names that
// differ only in /law and /by_hand are compared, and the ratio is printed.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "benchmarks/laws_by_hand.hpp"
#include "stiction/models/all_models.hpp"
#include "stiction/models/evaluate.hpp"
#include "stiction/scalar/simd_batch.hpp"
#include "stiction/scalar/simd_math.hpp"

namespace {

using namespace stiction;

constexpr std::size_t samples = 1024;

/// Velocities around the Stribeck velocity in both directions, states within the law's scale: no branch can be learnt.
struct Motion {
  std::vector<double> velocity, share;
  Motion() : velocity(samples), share(samples) {
    std::mt19937_64 engine(1);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    for (double& v : velocity) v = 3e-3 * unit(engine);
    for (double& s : share) s = unit(engine);
  }
};
const Motion motion;

double fastest(const std::vector<double>& times) { return *std::min_element(times.begin(), times.end()); }

/// Measures `evaluate(i)`, which returns a number that must be computed, per sample.
template <class Evaluate>
void measure(const std::string& name, std::size_t stride, Evaluate evaluate) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [=](benchmark::State& state) {
                                 for (auto _ : state) {
                                   auto sum = evaluate(0);
                                   for (std::size_t i = stride; i < samples; i += stride) sum = sum + evaluate(i);
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

/// Sample i as one number, or samples i, i + 1, ... in lanes.
template <class Real>
Real at(const std::vector<double>& numbers, std::size_t i) {
  if constexpr (std::is_same_v<Real, double>)
    return numbers[i];
  else
    return Real::load(&numbers[i]);
}

/// All numbers of a struct are used, so none can be left out by the compiler. One number costs no addition.
template <class Real, class Struct>
Real sum_of_numbers(const Struct& s) {
  Real sum(0);
  bool first = true;
  for_each_field(s, [&](const auto&, const Real& x, std::size_t) {
    sum = first ? x : sum + x;
    first = false;
  });
  return sum;
}

/// The parameters of a law, out of the compiler's sight so that it cannot fold them into the loop.
template <class M, class Real>
const ParametersOf<M, Real>& parameters() {
  static ParametersOf<M, Real> p;
  benchmark::DoNotOptimize(p);
  return p;
}

template <class M, class Real>
void measure_law(const std::string& lanes, std::size_t stride) {
  const ParametersOf<M, Real>* p = &parameters<M, Real>();
  auto states = std::make_shared<std::vector<StateOf<M, Real>>>(samples);
  for (std::size_t i = 0; i < samples; i += stride) {
    (*states)[i] = M::template state_scale<Real>(*p);
    for_each_field((*states)[i], [&](const auto&, Real& x, std::size_t) { x = x * at<Real>(motion.share, i); });
  }
  const std::string law(M::info.name);
  measure(law + "/rate_and_force" + lanes + "/law", stride, [=](std::size_t i) {
    const auto& z = (*states)[i];
    const Contact<Real> c = contact(at<Real>(motion.velocity, i));
    const ModeOf<M, Real> mode;
    if constexpr (MemoryModel<M, Real>) {
      return M::force(*p, z, c);
    } else {
      const auto dz = rate_of<M, Real>(*p, mode, z, c);
      if constexpr (HasModes<M, Real>)
        return M::force(*p, mode, z, dz, c) + sum_of_numbers<Real>(dz);
      else
        return M::force(*p, z, dz, c) + sum_of_numbers<Real>(dz);
    }
  });
  if constexpr (HasExactStep<M, Real>)
    measure(law + "/exact_step" + lanes + "/law", stride, [=](std::size_t i) {
      ModeOf<M, Real> mode;
      const Contact<Real> c = contact(at<Real>(motion.velocity, i));
      return sum_of_numbers<Real>(step_of<M, Real>(*p, mode, (*states)[i], c, Real(1e-3)));
    });
}

/// Registers the loops written by hand, each with the states that the law of the same name is given.
void measure_by_hand() {
  static by_hand::Numbers numbers;
  benchmark::DoNotOptimize(numbers);
  by_hand::for_each_formula(&numbers, [](const char* name, double state_scale, auto formula) {
    auto states = std::make_shared<std::vector<double>>(motion.share);
    for (double& z : *states) z *= state_scale;
    measure(std::string(name) + "/by_hand", 1,
            [=](std::size_t i) { return formula(motion.velocity[i], (*states)[i]); });
  });
}

const bool registered = [] {
  measure_by_hand();
  AllModels::for_each([]<class M>() {
    measure_law<M, double>("", 1);
    measure_law<M, Batch<double, 4>>("/4_lanes", 4);
  });
  return true;
}();

}  // namespace
