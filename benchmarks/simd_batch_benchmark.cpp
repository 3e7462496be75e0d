// SPDX-License-Identifier: BSD-3-Clause
// How much faster is a law in SIMD lanes than one number at a time? LuGre with a Gaussian Stribeck curve, and functions
// alone, over arrays that stay in the first-level cache. Items per second = evaluations per second.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "stiction/models/lugre.hpp"
#include "stiction/scalar/simd_math.hpp"

namespace {

using stiction::Batch;

constexpr std::size_t points = 1024;

/// LuGre as the library has it, with its default parameters.
template <class Real>
std::pair<Real, Real> rate_and_force(const stiction::LuGre::Parameters<Real>& p, const Real& v, const Real& z) {
  const auto c = stiction::contact(v);
  const stiction::LuGre::State<Real> state{z}, rate = stiction::LuGre::rate(p, state, c);
  return {rate.deflection, stiction::LuGre::force(p, state, rate, c)};
}

template <class T>
std::vector<T> ramp(double from, double to) {
  std::vector<T> values(points);
  for (std::size_t i = 0; i < points; ++i) {
    values[i] = static_cast<T>(from + (to - from) * static_cast<double>(i) / static_cast<double>(points));
  }
  return values;
}

template <class T, class Real, class Load, class Store>
void measure_lugre(benchmark::State& state, std::size_t stride, Load load, Store store) {
  const std::vector<T> v = ramp<T>(-0.004, 0.004), z = ramp<T>(-1e-5, 1e-5);
  std::vector<T> rate(points), force(points);
  stiction::LuGre::Parameters<Real> p;
  benchmark::DoNotOptimize(p);
  for (auto _ : state) {
    for (std::size_t i = 0; i < points; i += stride) {
      const auto [dz, f] = rate_and_force<Real>(p, load(&v[i]), load(&z[i]));
      store(dz, &rate[i]), store(f, &force[i]);
    }
    benchmark::DoNotOptimize(rate.data());
    benchmark::DoNotOptimize(force.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(points));
}
template <class T>
void lugre_one_by_one(benchmark::State& state) {
  measure_lugre<T, T>(state, 1, [](const T* from) { return *from; }, [](T x, T* to) { *to = x; });
}
template <class T, std::size_t W>
void lugre_in_lanes(benchmark::State& state) {
  using B = Batch<T, W>;
  measure_lugre<T, B>(state, W, [](const T* from) { return B::load(from); }, [](const B& x, T* to) { x.store(to); });
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
