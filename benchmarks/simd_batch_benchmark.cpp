// SPDX-License-Identifier: BSD-3-Clause
// How much faster is a law in SIMD lanes than one number at a time? LuGre with a Gaussian Stribeck curve, and functions
// alone, over arrays that stay in the first-level cache. Items per second = evaluations per second.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <vector>

#include "stiction/scalar/simd_math.hpp"

namespace {

using stiction::Batch;

constexpr std::size_t points = 1024;

template <class Real>
struct RateAndForce {
  Real rate, force;
};

template <class Real>
RateAndForce<Real> lugre(const Real& v, const Real& z) {
  using namespace stiction;
  const Real stiffness = Real(1e5), damping = Real(316.2277660168379), viscosity = Real(0.4);
  const Real coulomb = Real(1), stiction = Real(1.5), velocity = Real(0.001);
  const Real ratio = v / velocity;
  const Real sliding_force = coulomb + (stiction - coulomb) * exp(-ratio * ratio);
  const Real rate = v - stiffness * abs(v) * z / sliding_force;
  return {rate, stiffness * z + damping * rate + viscosity * v};
}

template <class T>
std::vector<T> ramp(double from, double to) {
  std::vector<T> values(points);
  for (std::size_t i = 0; i < points; ++i) {
    values[i] = static_cast<T>(from + (to - from) * static_cast<double>(i) / static_cast<double>(points));
  }
  return values;
}

template <class T>
void lugre_one_by_one(benchmark::State& state) {
  const std::vector<T> v = ramp<T>(-0.004, 0.004), z = ramp<T>(-1e-5, 1e-5);
  std::vector<T> rate(points), force(points);
  for (auto _ : state) {
    for (std::size_t i = 0; i < points; ++i) {
      const RateAndForce<T> result = lugre(v[i], z[i]);
      rate[i] = result.rate;
      force[i] = result.force;
    }
    benchmark::DoNotOptimize(rate.data());
    benchmark::DoNotOptimize(force.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(points));
}

template <class T, std::size_t W>
void lugre_in_lanes(benchmark::State& state) {
  using B = Batch<T, W>;
  const std::vector<T> v = ramp<T>(-0.004, 0.004), z = ramp<T>(-1e-5, 1e-5);
  std::vector<T> rate(points), force(points);
  for (auto _ : state) {
    for (std::size_t i = 0; i < points; i += W) {
      const RateAndForce<B> result = lugre(B::load(&v[i]), B::load(&z[i]));
      result.rate.store(&rate[i]);
      result.force.store(&force[i]);
    }
    benchmark::DoNotOptimize(rate.data());
    benchmark::DoNotOptimize(force.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(points));
}

template <class T>
void exp_one_by_one(benchmark::State& state) {
  const std::vector<T> x = ramp<T>(-16, 0.5);
  std::vector<T> y(points);
  for (auto _ : state) {
    for (std::size_t i = 0; i < points; ++i) y[i] = std::exp(x[i]);
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(points));
}

template <class T, std::size_t W, class Function>
void function_in_lanes(benchmark::State& state, Function function) {
  using B = Batch<T, W>;
  const std::vector<T> x = ramp<T>(-16, 0.5);
  std::vector<T> y(points);
  for (auto _ : state) {
    for (std::size_t i = 0; i < points; i += W) function(B::load(&x[i])).store(&y[i]);
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(points));
}

template <class T, std::size_t W>
void exp_in_lanes(benchmark::State& state) {
  function_in_lanes<T, W>(state, [](const Batch<T, W>& x) { return exp(x); });
}
template <class T, std::size_t W>
void pow_in_lanes(benchmark::State& state) {
  function_in_lanes<T, W>(state, [](const Batch<T, W>& x) { return pow(abs(x), Batch<T, W>(1.7)); });
}
template <class T, std::size_t W>
void tanh_in_lanes(benchmark::State& state) {
  function_in_lanes<T, W>(state, [](const Batch<T, W>& x) { return tanh(x); });
}

BENCHMARK(lugre_one_by_one<double>);
BENCHMARK(lugre_in_lanes<double, 4>);
BENCHMARK(lugre_in_lanes<double, 8>);
BENCHMARK(lugre_one_by_one<float>);
BENCHMARK(lugre_in_lanes<float, 8>);
BENCHMARK(lugre_in_lanes<float, 16>);
BENCHMARK(exp_one_by_one<double>);
BENCHMARK(exp_in_lanes<double, 4>);
BENCHMARK(exp_in_lanes<double, 8>);
BENCHMARK(exp_one_by_one<float>);
BENCHMARK(exp_in_lanes<float, 8>);
BENCHMARK(exp_in_lanes<float, 16>);
BENCHMARK(pow_in_lanes<double, 4>);
BENCHMARK(pow_in_lanes<float, 8>);
BENCHMARK(tanh_in_lanes<double, 4>);
BENCHMARK(tanh_in_lanes<float, 8>);

}  // namespace

BENCHMARK_MAIN();
