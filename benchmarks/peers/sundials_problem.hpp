// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "benchmarks/peers/solvers.hpp"

namespace stiction::peers {

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

/// What every solver of SUNDIALS is given: vectors, a dense matrix, right-hand side and Jacobian.
template <class Plant, class System>
struct SundialsProblem {
  using State = std::array<double, Plant::size>;

  SundialsProblem() = default;
  SundialsProblem(const SundialsProblem&) = delete;
  SundialsProblem& operator=(const SundialsProblem&) = delete;
  ~SundialsProblem() {
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(allowed);
    N_VDestroy(y);
    SUNContext_Free(&context);
  }

  /// To rest, and to absolute tolerances that fit each state.
  void start(double tolerance) {
    const State scales = ode.scales();
    for (std::size_t i = 0; i < Plant::size; ++i) N_VGetArrayPointer_Serial(allowed)[i] = tolerance * scales[i];
    N_VConst(0, y);
  }
  /// All rows; `go_to(t)` moves y there, and returns less than 0 when it cannot.
  Run rows(std::size_t first_row, auto&& go_to) {
    Run result;
    result.reserve(row_count<Plant>);
    result.add(ode, 0.0, state_of(y));
    for (std::size_t row = first_row; row < row_count<Plant>; ++row) {
      const double end = static_cast<double>(row) * output_interval;
      if (go_to(end) < 0) break;
      result.add(ode, end, state_of(y));
    }
    return result;
  }

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

  System system;
  Ode<Plant> ode;
  SUNContext context = new_context();
  N_Vector y = N_VNew_Serial(Plant::size, context), allowed = N_VNew_Serial(Plant::size, context);
  SUNMatrix matrix = SUNDenseMatrix(Plant::size, Plant::size, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
};

}  // namespace stiction::peers
