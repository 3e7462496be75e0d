// SPDX-License-Identifier: BSD-3-Clause
#include <arkode/arkode_arkstep.h>

#include <memory>

#include "benchmarks/peers/sundials_problem.hpp"

namespace stiction::peers {
namespace {

/// A diagonally implicit Runge-Kutta method of fifth order, the highest there is; it interpolates between its steps.
/// With stages solved no closer than by default its errors stop falling at 1e-5, whatever the tolerance.
template <class Plant>
class Arkode {
 public:
  Arkode() {
    ARKStepSetUserData(memory_, &problem_.system);
    ARKStepSetOrder(memory_, 5);
    ARKStepSetMaxNumSteps(memory_, 100'000'000);
    ARKStepSetMaxErrTestFails(memory_, 100);  // seven, the default, are too few where a body breaks away
    ARKStepSetLinearSolver(memory_, problem_.solver, problem_.matrix);
    ARKStepSetJacFn(memory_, problem_.slopes);
  }
  ~Arkode() { ARKStepFree(&memory_); }
  Arkode(const Arkode&) = delete;
  Arkode& operator=(const Arkode&) = delete;

  Run run(double tolerance) {
    problem_.start(tolerance);
    ARKStepReInit(memory_, nullptr, problem_.rates, 0, problem_.y);
    ARKStepSVtolerances(memory_, tolerance, problem_.allowed);
    ARKStepSetNonlinConvCoef(memory_, 1e-3);
    double reached = 0;
    return problem_.rows(1, [&](double t) { return ARKStepEvolve(memory_, t, problem_.y, &reached, ARK_NORMAL); });
  }

 private:
  SundialsProblem<Plant, CompiledSystem<Plant>> problem_;
  void* memory_ = ARKStepCreate(nullptr, problem_.rates, 0, problem_.y, problem_.context);
};

}  // namespace

Solver prepare_arkode(Problem problem) {
  return with_plant(problem, [](auto plant) -> Solver {
    auto arkode = std::make_shared<Arkode<decltype(plant)>>();
    return [arkode](double tolerance) { return arkode->run(tolerance); };
  });
}

}  // namespace stiction::peers
