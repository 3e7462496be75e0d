// SPDX-License-Identifier: BSD-3-Clause
#include "benchmarks/peers/slope_run.hpp"
#include "stiction/control/pid.hpp"
#include "stiction/loop/coupled_system.hpp"
#include "stiction/loop/sensitivity.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pulled_mass.hpp"

namespace stiction::peers {
namespace {

template <class Problem>
struct PlantFor {
  using Type = PulledMass;
  static auto inputs() { return InputsOf<PulledMass, Signal>{.pull_speed = Problem::pulling_speed}; }
  static constexpr std::array<std::size_t, 3> order{0, 1, 2};  // of the states, as `Ode` has them
};
template <>
struct PlantFor<Hunting> {
  using Type = ClosedLoop<MassOnSurface, Pid>;
  static auto inputs() {
    InputsOf<Type, Signal> u;
    u.reference = 1.0;
    return u;
  }
  static constexpr std::array<std::size_t, 4> order{0, 1, 3, 2};
};

template <class Problem, bool Slopes>
std::vector<double> run(double tolerance, bool by_parts) {
  using Plant = typename PlantFor<Problem>::Type;
  using Kernel = KernelOf<true, Plant, LuGre>;
  CoupledSystem<Plant, LuGre> system({}, {preset<LuGre>(Problem::preset_name)}, PlantFor<Problem>::inputs());
  LoopRun& loop = system.run();
  std::vector<double> y = loop.initial_state();
  loop.start(0, y.data());
  SolveOptions options;
  options.tolerance = tolerance;
  const auto solve = by_parts ? &solve_by_parts : &solve_fixed<true, Kernel, FixedVariation<Kernel>>;
  LoopObserver none;
  none.idle_until = Problem::span * 2;
  if constexpr (!Slopes) {
    return solve(loop, y, 0, Problem::span, options, none).finished() ? y : std::vector<double>{};
  } else {
    std::vector<std::size_t> places;
    for (const char* name : slope_names) places.push_back(loop.loop().find_parameter(std::string("friction.") + name));
    LoopSensitivity slopes(loop, places);
    slopes.begin(loop, 0, y);
    if (!solve(loop, y, 0, Problem::span, options, slopes).finished()) return {};
    std::vector<double> ordered;
    for (const std::size_t n : PlantFor<Problem>::order)
      for (std::size_t k = 0; k < places.size(); ++k) ordered.push_back(slopes.slopes()[n * places.size() + k]);
    return ordered;
  }
}

template <bool Slopes>
SlopeRun prepare(Problem problem, bool by_parts) {
  return with_plant(problem, [=](auto plant) -> SlopeRun {
    return [=](double tolerance) { return run<decltype(plant), Slopes>(tolerance, by_parts); };
  });
}

}  // namespace

SlopeRun prepare_our_slopes(Problem problem, bool by_parts) { return prepare<true>(problem, by_parts); }
SlopeRun prepare_plain_run(Problem problem, bool by_parts) { return prepare<false>(problem, by_parts); }

}  // namespace stiction::peers
