// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/fixed_solvers.hpp"

#include "stiction/control/pid.hpp"
#include "stiction/loop/coupled_system.hpp"
#include "stiction/models/lugre.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/plants/pulled_mass.hpp"

namespace stiction {
namespace {

template <class P, class Law>
FixedSolve solver_for(const LoopParts& parts) {
  using Types = detail::PlantOfType<P>;
  const ControllerPart* controller = nullptr;
  if constexpr (!std::is_same_v<typename Types::Controller, NoController>)
    controller = &controller_part<typename Types::Controller>();
  const bool same = parts.plant == &plant_part<typename Types::Plant>() && parts.contacts.size() == 1 &&
                    parts.contacts.front() == &contact_part<Law>() && parts.controller == controller &&
                    parts.account_work == Types::work;
  return same ? &solve_fixed<true, KernelOf<true, P, Law>> : nullptr;
}

}  // namespace

// Each costs some seconds of compiling. A run from the command line accounts for work, an analysis does not.
FixedSolve find_fixed_solver(const LoopParts& parts) {
  if (parts.sampled) return nullptr;
  using Servo = ClosedLoop<MassOnSurface, Pid>;
  for (const auto find : {&solver_for<Servo, LuGre>, &solver_for<WithWork<Servo>, LuGre>,
                          &solver_for<PulledMass, LuGre>, &solver_for<WithWork<PulledMass>, LuGre>})
    if (const FixedSolve found = find(parts)) return found;
  return nullptr;
}

}  // namespace stiction
