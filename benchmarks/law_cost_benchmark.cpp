// SPDX-License-Identifier: BSD-3-Clause
// What does one evaluation of a law cost, and what does writing it once for all number types add to that?
//
// Every law: <law>/rate_and_force and <law>/exact_step in ns per evaluation, one number at a time and in four SIMD lanes.
// LuGre, Dahl and elastoplastic also as a plain loop written by hand, without tables or templates: names that differ only
// in /law and /by_hand are compared, and the ratio is printed.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

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
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    for (auto _ : state) {
      auto sum = evaluate(0);
      for (std::size_t i = stride; i < samples; i += stride) sum = sum + evaluate(i);
      benchmark::DoNotOptimize(sum);
    }
    state.counters["evaluation"] = benchmark::Counter(
        static_cast<double>(samples), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  })->ComputeStatistics("min", fastest)->Repetitions(7)->ReportAggregatesOnly();
}

/// Sample i as one number, or samples i, i + 1, ... in lanes.
template <class Real>
Real at(const std::vector<double>& numbers, std::size_t i) {
  if constexpr (std::is_same_v<Real, double>) return numbers[i];
  else return Real::load(&numbers[i]);
}

/// All numbers of a struct are used, so none can be left out by the compiler.
template <class Real, class Struct>
Real sum_of_numbers(const Struct& s) {
  Real sum(0);
  for_each_field(s, [&](const auto&, const Real& x, std::size_t) { sum = sum + x; });
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
      if constexpr (HasModes<M, Real>) return M::force(*p, mode, z, dz, c) + sum_of_numbers<Real>(dz);
      else return M::force(*p, z, dz, c) + sum_of_numbers<Real>(dz);
    }
  });
  if constexpr (HasExactStep<M, Real>)
    measure(law + "/exact_step" + lanes + "/law", stride, [=](std::size_t i) {
      ModeOf<M, Real> mode;
      const Contact<Real> c = contact(at<Real>(motion.velocity, i));
      return sum_of_numbers<Real>(step_of<M, Real>(*p, mode, (*states)[i], c, Real(1e-3)));
    });
}

/// The same formulas as a plain program: numbers of Table I of 1995 in a struct, states in an array.
struct Numbers {
  double s0 = 1e5, s1 = 316.2277660168379, s2 = 0.4, fc = 1.0, fs = 1.5, vs = 0.001, alpha = 2, i = 1, ratio = 0.7169;
  double level(double v) const {
    const double r = std::abs(v) / vs;
    return fc + (fs - fc) * std::exp(alpha == 2 ? -r * r : -std::pow(r, alpha));
  }
};

double sgn(double v) { return static_cast<double>((v > 0) - (v < 0)); }

void measure_by_hand() {
  static Numbers numbers;
  benchmark::DoNotOptimize(numbers);
  const Numbers* n = &numbers;
  auto states = std::make_shared<std::vector<double>>(motion.share);
  for (double& z : *states) z *= 1.5e-5;
  measure("lugre/rate_and_force/by_hand", 1, [=](std::size_t i) {
    const double v = motion.velocity[i], z = (*states)[i];
    const double dz = v - n->s0 * std::abs(v) / n->level(v) * z;
    return n->s0 * z + n->s1 * dz + n->s2 * v + dz;
  });
  measure("lugre/exact_step/by_hand", 1, [=](std::size_t i) {
    const double v = motion.velocity[i], z = (*states)[i], steady = n->level(v) / n->s0;
    return z + (z - sgn(v) * steady) * std::expm1(-std::abs(v) * 1e-3 / steady);
  });
  measure("dahl/rate_and_force/by_hand", 1, [=](std::size_t i) {
    const double v = motion.velocity[i], z = (*states)[i];
    const double u = 1 - n->s0 * z * sgn(v) / n->fc;
    const double left = n->i == 1 ? u : std::copysign(std::pow(std::abs(u), n->i), u);
    return n->s0 * z + v * left;
  });
  measure("dahl/exact_step/by_hand", 1, [=](std::size_t i) {
    const double v = motion.velocity[i], z = (*states)[i], length = n->fc / n->s0;
    const double path = std::abs(v) * 1e-3 / length;
    if (n->i == 1) return z + (z - sgn(v) * length) * std::expm1(-path);
    const double u = 1 - n->s0 * z * sgn(v) / n->fc, softening = n->i - 1;
    const double yielded = std::fmax(softening * path * std::pow(std::abs(u), softening), -1.0);
    return z + (z - sgn(v) * length) * std::expm1(-std::log1p(yielded) / softening);
  });
  measure("elasto_plastic/rate_and_force/by_hand", 1, [=](std::size_t i) {
    const double v = motion.velocity[i], z = (*states)[i], z_ss = n->level(v) / n->s0;
    const double along = sgn(v) * z, z_ba = n->ratio * n->fc / n->s0;
    double alpha = 0;
    if (along >= z_ss) alpha = 1;
    else if (along > z_ba) alpha = 0.5 + 0.5 * std::sin(3.141592653589793 * (along - 0.5 * (z_ss + z_ba)) / (z_ss - z_ba));
    const double dz = v - alpha * std::abs(v) * z / z_ss;
    return n->s0 * z + n->s1 * dz + n->s2 * v + dz;
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
