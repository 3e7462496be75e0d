// SPDX-License-Identifier: BSD-3-Clause
// Throughput of many runs whose parts are chosen by name: one by one and in SIMD lanes, at the same tolerance.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "benchmarks/peers/ensemble.hpp"
#include "stiction/catalogue/lane_solvers.hpp"
#include "stiction/catalogue/resolved.hpp"
#include "stiction/scalar/random_numbers.hpp"

namespace stiction::peers {
namespace {

LoopObserver* nobody() {
  static LoopObserver none;
  none.idle_until = 1e300;
  return &none;
}

/// Stick-slip with the numbers of P3 on a law, each within a fifth of that.
class LawOnSpring : LaneTasks {
 public:
  LawOnSpring(const std::string& law, std::size_t count, double tolerance) : count_(count), tolerance_(tolerance) {
    NamedExperiment e;
    e.plant = {.model = "pulled_mass", .values = {{"mass", 1.0}, {"spring_stiffness", 2.0}}};
    e.inputs["pull_speed"] = 2.0;
    NamedPart friction{.model = law, .values = {{"coulomb_force", 2.94}, {"static_force", 5.88}}};
    if (law != "stiction_coulomb_viscous")
      friction.values.merge(NamedValues{{"bristle_stiffness", 2900.0},
                                        {"bristle_damping", 107.0},
                                        {"viscous_damping", 0.0},
                                        {"stribeck_velocity", 0.1}});
    e.friction = {friction};
    base_ = resolve(e);
    lanes_ = find_lane_solver_by_parts(*base_.loop);
  }
  bool has_lanes() const { return static_cast<bool>(lanes_); }

  Elongations one_by_one() {
    Elongations all;
    for (std::size_t i = 0; i < count_; ++i) {
      LaneTask one = task(i);
      const SolveResult result = solve_by_parts(one.run, one.y, one.t, one.end, one.options, *one.observer);
      all.push_back(result.finished() ? one.y[0] : std::nan(""));
    }
    return all;
  }
  Elongations in_lanes() {
    at_ = 0, found_.assign(count_, 0.0);
    lanes_(*this);
    return found_;
  }

 private:
  struct Numbered : LaneTask {
    std::size_t index;
  };

  LaneTask task(std::size_t index) const {
    std::vector<double> p = base_.p;
    for (std::size_t k = 0; k < base_.loop->initial_plant; ++k)
      if (base_.loop->parameters()[k].name != "friction.stribeck_exponent")
        p[k] *= 0.8 + 0.4 * random_fraction(2, index, k);
    LaneTask made{LoopRun(base_.loop, std::move(p)), {}, 0, variant_span, {}, nobody()};
    made.options.tolerance = tolerance_;
    made.y = made.run.initial_state();
    made.run.start(0, made.y.data());
    return made;
  }
  LaneTask* next() override {
    if (at_ == count_) return nullptr;
    under_way_.push_back(std::make_unique<Numbered>(Numbered{task(at_), at_}));
    ++at_;
    return under_way_.back().get();
  }
  void ended(LaneTask& task) override {
    const auto one =
        std::find_if(under_way_.begin(), under_way_.end(), [&](const auto& u) { return u.get() == &task; });
    found_[(*one)->index] = task.result.finished() ? task.y[0] : std::nan("");
    under_way_.erase(one);
  }

  std::size_t count_, at_ = 0;
  double tolerance_;
  Resolved base_;
  LaneSolve lanes_;
  Elongations found_;
  std::vector<std::unique_ptr<Numbered>> under_way_;
};

double median_distance(const Elongations& a, const Elongations& b) {
  std::vector<double> all;
  for (std::size_t i = 0; i < a.size(); ++i) all.push_back(std::abs(a[i] - b[i]) / (2 * variant_span));
  std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
  return all[all.size() / 2];
}

}  // namespace

void measure_by_parts(std::size_t count, double (*clock)()) {
  std::printf("\n%-26s %12s %12s %8s %14s %14s\n", "by parts, tolerance 1e-6", "one by one", "in lanes", "ratio",
              "median errors", "");
  for (const char* law : {"lugre", "elasto_plastic", "stiction_coulomb_viscous"}) {
    LawOnSpring ours(law, count, 1e-6);
    if (!ours.has_lanes()) continue;
    const Elongations exact = LawOnSpring(law, count, 1e-11).one_by_one();
    const auto measured = [&](Elongations (LawOnSpring::*solve)(), Elongations& found) {
      double best = 1e300;
      for (int round = 0; round < 3; ++round) {
        const double start = clock();
        found = (ours.*solve)();
        best = std::min(best, clock() - start);
      }
      return 1e6 * best / static_cast<double>(count);
    };
    Elongations alone, together;
    const double one = measured(&LawOnSpring::one_by_one, alone), lanes = measured(&LawOnSpring::in_lanes, together);
    std::printf("%-26s %9.1f us %9.1f us %8.2f %14.1e %14.1e\n", law, one, lanes, one / lanes,
                median_distance(alone, exact), median_distance(together, exact));
  }
}

}  // namespace stiction::peers
