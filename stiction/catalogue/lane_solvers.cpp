// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/lane_solvers.hpp"

#include "stiction/catalogue/lane_kernels.hpp"
#include "stiction/catalogue/lane_steppers.hpp"
#include "stiction/catalogue/loop_in_lanes.hpp"
#include "stiction/loop/lanes_under_way.hpp"

namespace stiction {
namespace {

bool has_avx2() {
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

/// For the widest registers there are; null: none that would be worth it.
std::unique_ptr<LaneStepper> stepper_of_types(detail::LaneKernel kernel) {
  LaneStepper* made = nullptr;
#if defined(__x86_64__) && defined(__GNUC__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    made = detail::avx512_lane_stepper(kernel);
#endif
  if (!made && has_avx2()) made = detail::avx2_lane_stepper(kernel);
  return std::unique_ptr<LaneStepper>(made);
}

/// Empty where the parts are others.
template <class Kernel>
LaneSolve solver_of_types(const Loop& loop, detail::LaneKernel kernel) {
  const LoopParts& parts = loop.parts();
  const ControllerPart* controller = nullptr;
  if constexpr (Kernel::controlled) controller = &controller_part<typename Kernel::ControllerType>();
  const bool same = parts.plant == &plant_part<typename Kernel::PlantType>() && parts.contacts.size() == 1 &&
                    parts.contacts.front() == &contact_part<typename Kernel::template Law<0>>() &&
                    parts.controller == controller && !parts.account_work && !parts.sampled;
  if (!same || !stepper_of_types(kernel)) return {};
  return [kernel, &loop](LaneTasks& tasks) {
    LanesUnderWay<SizesOfTypes<Kernel>>(loop, *stepper_of_types(kernel), tasks).run();
  };
}

}  // namespace

LaneSolve find_lane_solver_by_parts(const Loop& loop, std::string* why_not) {
  const auto described = std::make_shared<const LoopInLanes>(loop);
  const auto make = [described] {
    return std::unique_ptr<LaneStepper>(detail::avx2_parts_stepper(described->layout()));
  };
  std::string obstacle = described->obstacle();
  if (obstacle.empty() && !(has_avx2() && make()))
    obstacle = "this processor has no AVX2 and FMA, or SIMD lanes are left out of this build";
  if (why_not) *why_not = obstacle;
  if (!obstacle.empty()) return {};
  return [make, &loop](LaneTasks& tasks) { solve_in_lanes(loop, *make(), tasks); };
}

LaneSolve find_lane_solver(const Loop& loop, std::string* why_not) {
  using detail::LaneKernel;
  if (auto pulled = solver_of_types<detail::PulledMassWithLuGre>(loop, LaneKernel::pulled_mass_with_lugre))
    return pulled;
  if (auto servo = solver_of_types<detail::ServoWithLuGre>(loop, LaneKernel::servo_with_lugre)) return servo;
  return find_lane_solver_by_parts(loop, why_not);
}

}  // namespace stiction
