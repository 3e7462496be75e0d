// SPDX-License-Identifier: BSD-3-Clause
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "benchmarks/peers/ensemble.hpp"
#include "stiction/scalar/dual_number.hpp"

namespace stiction::peers {
namespace {

template <class Real>
std::array<Real, 3> rates_of(const Variant& v, const std::array<Real, 3>& y) {
  const auto law = convert<ParametersOf<LuGre, Real>>(v.law);
  const Contact<Real> c = contact(y[1]);
  const LuGre::State<Real> z{y[2]}, dz = LuGre::rate(law, z, c);
  return {Real(v.pull_speed) - y[1], (Real(v.stiffness) * y[0] - LuGre::force(law, z, dz, c)) / Real(v.mass),
          dz.deflection};
}

int rates(double, N_Vector y, N_Vector dy, void* variant) {
  const double* x = N_VGetArrayPointer_Serial(y);
  const auto f = rates_of<double>(*static_cast<const Variant*>(variant), {x[0], x[1], x[2]});
  std::copy(f.begin(), f.end(), N_VGetArrayPointer_Serial(dy));
  return 0;
}
int slopes(double, N_Vector y, N_Vector, SUNMatrix matrix, void* variant, N_Vector, N_Vector, N_Vector) {
  using D = Dual<double, 3>;
  const double* x = N_VGetArrayPointer_Serial(y);
  const auto f = rates_of<D>(*static_cast<const Variant*>(variant),
                             {D::variable(x[0], 0), D::variable(x[1], 1), D::variable(x[2], 2)});
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) SUNDenseMatrix_Data(matrix)[j * 3 + i] = f[i].slope[j];
  return 0;
}

}  // namespace

Elongations by_cvode(const std::vector<Variant>& variants, double tolerance) {
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  N_Vector y = N_VNew_Serial(3, context), allowed = N_VNew_Serial(3, context);
  SUNMatrix matrix = SUNDenseMatrix(3, 3, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
  void* memory = CVodeCreate(CV_BDF, context);
  CVodeInit(memory, rates, 0, y);
  CVodeSetMaxNumSteps(memory, 100'000'000);
  CVodeSetLinearSolver(memory, solver, matrix);
  CVodeSetJacFn(memory, slopes);
  Elongations all;
  for (const Variant& v : variants) {
    double* const a = N_VGetArrayPointer_Serial(allowed);
    a[0] = tolerance, a[1] = tolerance * v.law.stribeck_velocity;
    a[2] = tolerance * LuGre::state_scale(v.law).deflection;
    N_VConst(0, y);
    CVodeReInit(memory, 0, y);
    CVodeSVtolerances(memory, tolerance, allowed);
    CVodeSetUserData(memory, const_cast<Variant*>(&v));  // NOLINT(cppcoreguidelines-pro-type-const-cast): C
    double reached = 0;
    CVodeSetStopTime(memory, variant_span);
    CVode(memory, variant_span, y, &reached, CV_NORMAL);
    all.push_back(N_VGetArrayPointer_Serial(y)[0]);
  }
  CVodeFree(&memory);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(allowed);
  N_VDestroy(y);
  SUNContext_Free(&context);
  return all;
}

}  // namespace stiction::peers
