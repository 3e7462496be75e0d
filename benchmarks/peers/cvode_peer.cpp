// SPDX-License-Identifier: BSD-3-Clause
#include <cvode/cvode.h>

#include <memory>

#include "benchmarks/peers/sundials_problem.hpp"

namespace stiction::peers {
namespace {

template <class Plant, class System>
class Cvode {
 public:
  explicit Cvode(Output output) : first_row_(output == Output::every_row ? 1 : row_count<Plant> - 1) {
    CVodeInit(memory_, problem_.rates, 0, problem_.y);
    CVodeSetUserData(memory_, &problem_.system);
    CVodeSetMaxNumSteps(memory_, 100'000'000);
    CVodeSetLinearSolver(memory_, problem_.solver, problem_.matrix);
    CVodeSetJacFn(memory_, problem_.slopes);
  }
  ~Cvode() { CVodeFree(&memory_); }
  Cvode(const Cvode&) = delete;
  Cvode& operator=(const Cvode&) = delete;

  Run run(double tolerance) {
    problem_.start(tolerance);
    CVodeReInit(memory_, 0, problem_.y);
    CVodeSVtolerances(memory_, tolerance, problem_.allowed);
    double reached = 0;
    return problem_.rows(first_row_, [&](double t) { return CVode(memory_, t, problem_.y, &reached, CV_NORMAL); });
  }

 private:
  const std::size_t first_row_;
  SundialsProblem<Plant, System> problem_;
  void* memory_ = CVodeCreate(CV_BDF, problem_.context);
};

template <template <class> class System>
Solver prepare(Problem problem, Output output) {
  return with_plant(problem, [=](auto plant) -> Solver {
    using Plant = decltype(plant);
    auto cvode = std::make_shared<Cvode<Plant, System<Plant>>>(output);
    return [cvode](double tolerance) { return cvode->run(tolerance); };
  });
}

}  // namespace

Solver prepare_cvode(Problem problem, Output output) { return prepare<CompiledSystem>(problem, output); }
Solver prepare_cvode_callback(Problem problem) { return prepare<CallbackSystem>(problem, Output::every_row); }

}  // namespace stiction::peers
