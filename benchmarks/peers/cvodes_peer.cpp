// SPDX-License-Identifier: BSD-3-Clause
// CVODES with forward sensitivities: BDF, staggered, exact Jacobian and exact sensitivity rates, errors of the slopes
// controlled with the parameters' own sizes, as its manual recommends.
#include <cvodes/cvodes.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <memory>

#include "benchmarks/peers/slope_run.hpp"

namespace stiction::peers {
namespace {

constexpr std::size_t count = slope_names.size();

template <class Plant>
class Cvodes {
 public:
  Cvodes() {
    N_VConst(0, y_);
    for (std::size_t k = 0; k < count; ++k) N_VConst(0, slopes_[k]);
    for (std::size_t k = 0; k < count; ++k) {
      D& moving = *slope_parameters(by_parameters_.law)[k];
      sizes_[k] = moving.value != 0 ? moving.value : 1;
      moving.slope[k] = 1;
    }
    CVodeInit(memory_, rates, 0, y_);
    CVodeSetUserData(memory_, this);
    CVodeSetMaxNumSteps(memory_, 100'000'000);
    CVodeSetMaxHnilWarns(memory_, -1);
    CVodeSetLinearSolver(memory_, solver_, matrix_);
    CVodeSetJacFn(memory_, jacobian);
    CVodeSensInit(memory_, static_cast<int>(count), CV_STAGGERED, slope_rates, slopes_);
    CVodeSetSensParams(memory_, nullptr, sizes_.data(), nullptr);
    CVodeSetSensErrCon(memory_, SUNTRUE);
  }
  ~Cvodes() {
    CVodeFree(&memory_);
    SUNLinSolFree(solver_);
    SUNMatDestroy(matrix_);
    N_VDestroyVectorArray(slopes_, static_cast<int>(count));
    N_VDestroy(allowed_);
    N_VDestroy(y_);
    SUNContext_Free(&context_);
  }
  Cvodes(const Cvodes&) = delete;
  Cvodes& operator=(const Cvodes&) = delete;

  std::vector<double> run(double tolerance) {
    const auto scales = ode_.scales();
    for (std::size_t i = 0; i < Plant::size; ++i) N_VGetArrayPointer_Serial(allowed_)[i] = tolerance * scales[i];
    N_VConst(0, y_);
    for (std::size_t k = 0; k < count; ++k) N_VConst(0, slopes_[k]);
    CVodeReInit(memory_, 0, y_);
    CVodeSensReInit(memory_, CV_STAGGERED, slopes_);
    CVodeSVtolerances(memory_, tolerance, allowed_);
    CVodeSensEEtolerances(memory_);
    double reached = 0;
    if (CVode(memory_, Plant::span, y_, &reached, CV_NORMAL) < 0) return {};
    CVodeGetSens(memory_, &reached, slopes_);
    std::vector<double> all;
    for (std::size_t n = 0; n < Plant::size; ++n)
      for (std::size_t k = 0; k < count; ++k) all.push_back(N_VGetArrayPointer_Serial(slopes_[k])[n]);
    return all;
  }

 private:
  using State = std::array<double, Plant::size>;
  using D = Dual<double, count>;

  static State state_of(N_Vector vector) {
    State y;
    std::copy_n(N_VGetArrayPointer_Serial(vector), Plant::size, y.begin());
    return y;
  }
  static int rates(double, N_Vector y, N_Vector dy, void* self) {
    const State result = static_cast<const Cvodes*>(self)->ode_.rates(state_of(y));
    std::copy(result.begin(), result.end(), N_VGetArrayPointer_Serial(dy));
    return 0;
  }
  static int jacobian(double, N_Vector y, N_Vector, SUNMatrix matrix, void* self, N_Vector, N_Vector, N_Vector) {
    const auto result = static_cast<const Cvodes*>(self)->jacobian_(state_of(y));
    double* by_columns = SUNDenseMatrix_Data(matrix);
    for (std::size_t i = 0; i < Plant::size; ++i)
      for (std::size_t j = 0; j < Plant::size; ++j) by_columns[j * Plant::size + i] = result[i][j];
    return 0;
  }
  /// All columns at once: f_y S by the Jacobian, f_p by dual numbers.
  static int slope_rates(int, double, N_Vector y, N_Vector, N_Vector* s, N_Vector* ds, void* given, N_Vector,
                         N_Vector) {
    const auto* self = static_cast<const Cvodes*>(given);
    const State state = state_of(y);
    const auto by_state = self->jacobian_(state);
    std::array<D, Plant::size> constant;
    for (std::size_t n = 0; n < Plant::size; ++n) constant[n] = D(state[n]);
    const auto by_parameter = self->by_parameters_.rates(constant);
    for (std::size_t k = 0; k < count; ++k) {
      const double* from = N_VGetArrayPointer_Serial(s[k]);
      double* to = N_VGetArrayPointer_Serial(ds[k]);
      for (std::size_t n = 0; n < Plant::size; ++n) {
        to[n] = by_parameter[n].slope[k];
        for (std::size_t m = 0; m < Plant::size; ++m) to[n] += by_state[n][m] * from[m];
      }
    }
    return 0;
  }
  static SUNContext new_context() {
    SUNContext context = nullptr;
    SUNContext_Create(nullptr, &context);
    return context;
  }

  static constexpr sunindextype size_ = Plant::size;
  Ode<Plant> ode_;
  Jacobian<Plant> jacobian_;
  Ode<Plant, D> by_parameters_;
  std::array<double, count> sizes_{};
  SUNContext context_ = new_context();
  N_Vector y_ = N_VNew_Serial(size_, context_), allowed_ = N_VNew_Serial(size_, context_);
  N_Vector* slopes_ = N_VCloneVectorArray(static_cast<int>(count), y_);
  SUNMatrix matrix_ = SUNDenseMatrix(size_, size_, context_);
  SUNLinearSolver solver_ = SUNLinSol_Dense(y_, matrix_, context_);
  void* memory_ = CVodeCreate(CV_BDF, context_);
};

}  // namespace

SlopeRun prepare_cvodes(Problem problem) {
  return with_plant(problem, [](auto plant) -> SlopeRun {
    auto cvodes = std::make_shared<Cvodes<decltype(plant)>>();
    return [cvodes](double tolerance) { return cvodes->run(tolerance); };
  });
}

}  // namespace stiction::peers
