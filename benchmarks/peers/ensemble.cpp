// SPDX-License-Identifier: BSD-3-Clause
// Throughput of many runs: one by one, in SIMD lanes, on threads, and by CVODE one by one; times at equal median error.
//
//     ensemble [variants] [threads]
#include "benchmarks/peers/ensemble.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <numeric>

#include "stiction/catalogue/lane_solvers.hpp"
#include "stiction/catalogue/resolved.hpp"
#include "stiction/ensemble/parallel.hpp"
#include "stiction/models/preset.hpp"
#include "stiction/scalar/random_numbers.hpp"

namespace stiction::peers {
namespace {

/// Every number within a fifth of that of the paper.
std::vector<Variant> random_variants(std::size_t count) {
  std::vector<Variant> all;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t axis = 0;
    const auto about = [&](double x) { return x * (0.8 + 0.4 * random_fraction(1, i, axis++)); };
    Variant v{preset<LuGre>("astrom2008_fig4"), about(1), about(2), about(2)};
    for (double* x : {&v.law.bristle_stiffness, &v.law.bristle_damping, &v.law.viscous_damping, &v.law.coulomb_force,
                      &v.law.stribeck_velocity})
      *x = about(*x);
    v.law.static_force = v.law.coulomb_force * (1 + 0.5 * random_fraction(1, i, axis++));
    all.push_back(v);
  }
  return all;
}

/// Our runs of the variants, by name.
class Ours {
 public:
  Ours() {
    NamedExperiment e;
    e.plant.model = "pulled_mass";
    e.friction = {NamedPart{.model = "lugre"}};
    base_ = resolve(e);
    for (const char* path : {"plant.mass", "plant.spring_stiffness", "input.pull_speed", "friction.bristle_stiffness",
                             "friction.bristle_damping", "friction.viscous_damping", "friction.coulomb_force",
                             "friction.static_force", "friction.stribeck_velocity", "friction.stribeck_exponent"})
      places_.push_back(base_.find(path));
    lanes_ = find_lane_solver(*base_.loop);
  }
  bool has_lanes() const { return static_cast<bool>(lanes_); }

  LaneTask task(const Variant& v, double tolerance) const {
    std::vector<double> p = base_.p;
    const double values[] = {v.mass,
                             v.stiffness,
                             v.pull_speed,
                             v.law.bristle_stiffness,
                             v.law.bristle_damping,
                             v.law.viscous_damping,
                             v.law.coulomb_force,
                             v.law.static_force,
                             v.law.stribeck_velocity,
                             v.law.stribeck_exponent};
    for (std::size_t k = 0; k < places_.size(); ++k) p[places_[k]] = values[k];
    LaneTask made{LoopRun(base_.loop, std::move(p)), {}, 0, variant_span, {}, nobody()};
    made.options.tolerance = tolerance;
    made.y = made.run.initial_state();
    made.run.start(0, made.y.data());
    return made;
  }
  Elongations one_by_one(const std::vector<Variant>& variants, double tolerance) const {
    Elongations all;
    for (const Variant& v : variants) {
      LaneTask one = task(v, tolerance);
      const SolveResult result = solve(one.run, one.y, one.t, one.end, one.options, *one.observer);
      all.push_back(result.finished() ? one.y[0] : std::nan(""));
    }
    return all;
  }
  Elongations in_lanes(const std::vector<Variant>& variants, double tolerance) const {
    Elongations all(variants.size());
    Source source(*this, variants, tolerance, 0, variants.size(), all);
    lanes_(source);
    return all;
  }
  Elongations on_threads(const std::vector<Variant>& variants, double tolerance, std::size_t threads) const {
    constexpr std::size_t block = 200;
    Elongations all(variants.size());
    for_each_parallel((variants.size() + block - 1) / block, threads, [&](std::size_t i) {
      Source source(*this, variants, tolerance, i * block, std::min(variants.size(), (i + 1) * block), all);
      lanes_(source);
    });
    return all;
  }

 private:
  static LoopObserver* nobody() {
    static thread_local LoopObserver none;
    none.idle_until = 1e300;
    return &none;
  }
  class Source final : public LaneTasks {
   public:
    Source(const Ours& ours, const std::vector<Variant>& variants, double tolerance, std::size_t at, std::size_t end,
           Elongations& to)
        : ours_(ours), variants_(variants), tolerance_(tolerance), at_(at), end_(end), to_(to) {}
    LaneTask* next() override {
      if (at_ == end_) return nullptr;
      under_way_.push_back(std::make_unique<Numbered>(Numbered{ours_.task(variants_[at_], tolerance_), at_}));
      ++at_;
      return under_way_.back().get();
    }
    void ended(LaneTask& task) override {
      const auto found =
          std::find_if(under_way_.begin(), under_way_.end(), [&](const auto& one) { return one.get() == &task; });
      to_[(*found)->index] = task.result.finished() ? task.y[0] : std::nan("");
      under_way_.erase(found);
    }

   private:
    struct Numbered : LaneTask {
      std::size_t index;
    };
    const Ours& ours_;
    const std::vector<Variant>& variants_;
    double tolerance_;
    std::size_t at_, end_;
    Elongations& to_;
    std::vector<std::unique_ptr<Numbered>> under_way_;
  };

  Resolved base_;
  std::vector<std::size_t> places_;
  LaneSolve lanes_;
};

double median(std::vector<double> numbers) {
  std::nth_element(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2), numbers.end());
  return numbers[numbers.size() / 2];
}
double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
double thread_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }
double process_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }
double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Point {
  double microseconds, error;
};
/// Time per run at an error, on a straight line in both logarithms.
double at_error(std::vector<Point> points, double error) {
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.error < b.error; });
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Point &a = points[i - 1], &b = points[i];
    if (a.error <= error && error <= b.error)
      return a.microseconds *
             std::pow(b.microseconds / a.microseconds, std::log(error / a.error) / std::log(b.error / a.error));
  }
  return std::nan("");
}

}  // namespace
}  // namespace stiction::peers

int main(int argc, char** argv) {
  using namespace stiction::peers;
  const auto count = static_cast<std::size_t>(argc > 1 ? std::atol(argv[1]) : 4000);
  const auto threads = static_cast<std::size_t>(argc > 2 ? std::atol(argv[2]) : 2);
  const Ours ours;
  if (!ours.has_lanes()) return std::printf("This processor has no SIMD lanes that we use: nothing to compare.\n"), 0;
  const std::vector<Variant> all = random_variants(count),
                             some(all.begin(),
                                  all.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(count, 200)));
  const Elongations exact = ours.one_by_one(some, 1e-12);
  const auto error_of = [&](const Elongations& found) {
    std::vector<double> errors;
    for (std::size_t i = 0; i < exact.size(); ++i)  // relative to the distance that the end of the spring moved
      errors.push_back(std::abs(found[i] - exact[i]) / (variant_span * some[i].pull_speed));
    return median(errors);
  };
  const auto measure = [&](const char* name, const std::vector<double>& tolerances, std::size_t runs, double (*clock)(),
                           const std::function<Elongations(const std::vector<Variant>&, double)>& solve) {
    const std::vector<Variant> these(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(count, runs)));
    std::vector<Point> points;
    for (const double tolerance : tolerances) {
      double best = 1e300;
      Elongations found;
      for (int round = 0; round < 3; ++round) {
        const double start = clock();
        found = solve(these, tolerance);
        best = std::min(best, clock() - start);
      }
      points.push_back({1e6 * best / static_cast<double>(these.size()), error_of(found)});
      std::printf("%-24s tolerance %-7.0e %9.2f us a run   median error %.1e\n", name, tolerance,
                  points.back().microseconds, points.back().error);
      std::fflush(stdout);
    }
    return points;
  };
  const std::vector<double> ours_at{1e-4, 1e-5, 1e-6, 1e-7};
  const auto alone = measure("one by one", ours_at, 1000, thread_seconds,
                             [&](const auto& v, double t) { return ours.one_by_one(v, t); });
  const auto lanes =
      measure("in lanes", ours_at, count, thread_seconds, [&](const auto& v, double t) { return ours.in_lanes(v, t); });
  const auto on_threads = [&](const auto& v, double t) { return ours.on_threads(v, t, threads); };
  const auto both = measure("in lanes on threads", ours_at, count, wall_seconds, on_threads);
  const auto work = measure("all threads together", ours_at, count, process_seconds, on_threads);
  const double error = 1e-7;
  std::printf(
      "\nat a median error of %.0e, microseconds a run: one by one %.1f, in lanes %.1f (%.2f times as fast), on %zu "
      "threads %.1f (%.2f times)\n",
      error, at_error(alone, error), at_error(lanes, error), at_error(alone, error) / at_error(lanes, error), threads,
      at_error(both, error), at_error(lanes, error) / at_error(both, error));
  // Wall time needs an idle machine; what threads spend together shows what they cost each other.
  std::printf("%zu threads on idle cores: %.2f times, by the CPU time of all of them\n", threads,
              static_cast<double>(threads) * at_error(lanes, error) / at_error(work, error));
#ifdef STICTION_HAS_SUNDIALS
  const auto cvode = measure("CVODE one by one", {1e-6, 1e-7, 1e-8, 1e-9}, 200, thread_seconds,
                             [&](const auto& v, double t) { return by_cvode(v, t); });
  std::printf("CVODE %.0f us a run: %.0f times ours one by one, %.0f times ours in lanes\n", at_error(cvode, error),
              at_error(cvode, error) / at_error(alone, error), at_error(cvode, error) / at_error(lanes, error));
#endif
  measure_by_parts(std::min<std::size_t>(count, 1000), thread_seconds);
  // To the bit, however the work was split.
  const auto once = ours.in_lanes(all, 1e-6), again = ours.on_threads(all, 1e-6, threads);
  std::size_t differ = 0;
  for (std::size_t i = 0; i < count; ++i) differ += std::memcmp(&once[i], &again[i], sizeof(double)) != 0;
  std::printf("%zu of %zu runs differ between one thread and %zu\n", differ, count, threads);
  return differ == 0 ? 0 : 1;
}
