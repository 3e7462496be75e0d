// SPDX-License-Identifier: BSD-3-Clause
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <memory>

#include "benchmarks/peers/solvers.hpp"

namespace stiction::peers {
namespace {

/// Right-hand side and Jacobian as compiled code.
template <class Plant>
struct CompiledSystem {
  using State = std::array<double, Plant::size>;
  Ode<Plant> ode;
  Jacobian<Plant> jacobian;

  State rates(const State& y) const { return ode.rates(y); }
  typename Jacobian<Plant>::Matrix slopes(const State& y) const { return jacobian(y); }
};

/// The same, hidden behind functions chosen at run time.
template <class Plant>
struct CallbackSystem {
  using State = std::array<double, Plant::size>;
  std::function<State(const State&)> rates = [ode = Ode<Plant>{}](const State& y) { return ode.rates(y); };
  std::function<typename Jacobian<Plant>::Matrix(const State&)> slopes =
      [jacobian = Jacobian<Plant>{}](const State& y) { return jacobian(y); };
};

template <class Plant, class System>
class Cvode {
 public:
  explicit Cvode(Output output) : first_row_(output == Output::every_row ? 1 : row_count<Plant> - 1) {
    CVodeInit(memory_, rates, 0, y_);
    CVodeSetUserData(memory_, &system_);
    CVodeSetMaxNumSteps(memory_, 100'000'000);
    CVodeSetLinearSolver(memory_, solver_, matrix_);
    CVodeSetJacFn(memory_, slopes);
  }
  ~Cvode() {
    CVodeFree(&memory_);
    SUNLinSolFree(solver_);
    SUNMatDestroy(matrix_);
    N_VDestroy(allowed_);
    N_VDestroy(y_);
    SUNContext_Free(&context_);
  }
  Cvode(const Cvode&) = delete;
  Cvode& operator=(const Cvode&) = delete;

  Run run(double tolerance) {
    const State scales = ode_.scales();
    for (std::size_t i = 0; i < Plant::size; ++i) N_VGetArrayPointer_Serial(allowed_)[i] = tolerance * scales[i];
    N_VConst(0, y_);
    CVodeReInit(memory_, 0, y_);
    CVodeSVtolerances(memory_, tolerance, allowed_);
    Run result;
    result.reserve(row_count<Plant>);
    result.add(ode_, 0.0, state_of(y_));
    for (std::size_t row = first_row_; row < row_count<Plant>; ++row) {
      const double end = static_cast<double>(row) * output_interval;
      double reached = 0;
      if (CVode(memory_, end, y_, &reached, CV_NORMAL) < 0) break;
      result.add(ode_, end, state_of(y_));
    }
    return result;
  }

 private:
  using State = std::array<double, Plant::size>;

  static State state_of(N_Vector vector) {
    State y;
    std::copy_n(N_VGetArrayPointer_Serial(vector), Plant::size, y.begin());
    return y;
  }
  static int rates(double, N_Vector y, N_Vector dy, void* system) {
    const State result = static_cast<const System*>(system)->rates(state_of(y));
    std::copy(result.begin(), result.end(), N_VGetArrayPointer_Serial(dy));
    return 0;
  }
  static int slopes(double, N_Vector y, N_Vector, SUNMatrix matrix, void* system, N_Vector, N_Vector, N_Vector) {
    const auto result = static_cast<const System*>(system)->slopes(state_of(y));
    double* by_columns = SUNDenseMatrix_Data(matrix);
    for (std::size_t i = 0; i < Plant::size; ++i)
      for (std::size_t j = 0; j < Plant::size; ++j) by_columns[j * Plant::size + i] = result[i][j];
    return 0;
  }
  static SUNContext new_context() {
    SUNContext context = nullptr;
    SUNContext_Create(nullptr, &context);
    return context;
  }

  static constexpr sunindextype size_ = Plant::size;
  const std::size_t first_row_;
  System system_;
  Ode<Plant> ode_;
  SUNContext context_ = new_context();
  N_Vector y_ = N_VNew_Serial(size_, context_), allowed_ = N_VNew_Serial(size_, context_);
  SUNMatrix matrix_ = SUNDenseMatrix(size_, size_, context_);
  SUNLinearSolver solver_ = SUNLinSol_Dense(y_, matrix_, context_);
  void* memory_ = CVodeCreate(CV_BDF, context_);
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
