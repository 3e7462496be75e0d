// SPDX-License-Identifier: BSD-3-Clause
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>

#include <algorithm>
#include <memory>

#include "benchmarks/peers/solvers.hpp"

namespace stiction::peers {
namespace {

/// `msbdf`: backward differences of variable order in Nordsieck form, the method GSL names for stiff problems. It has
/// no dense output, so that steps end on the output grid.
template <class Plant>
class Gsl {
 public:
  Run run(double tolerance) {
    const auto scales = ode_.scales();
    gsl_set_error_handler_off();  // a run that fails has rows missing
    gsl_odeiv2_system system{rates, slopes, Plant::size, this};
    // Tolerance for state i: absolute x scale[i] + relative x |y_i|.
    const std::unique_ptr<gsl_odeiv2_driver, decltype(&gsl_odeiv2_driver_free)> driver(
        gsl_odeiv2_driver_alloc_scaled_new(&system, gsl_odeiv2_step_msbdf, 1e-6, tolerance, tolerance, 1, 0,
                                           scales.data()),
        gsl_odeiv2_driver_free);
    std::array<double, Plant::size> y{};
    double t = 0;
    Run result;
    result.reserve(row_count<Plant>);
    result.add(ode_, 0.0, y);
    for (std::size_t row = 1; row < row_count<Plant>; ++row) {
      const double end = static_cast<double>(row) * output_interval;
      if (gsl_odeiv2_driver_apply(driver.get(), &t, end, y.data()) != GSL_SUCCESS) break;
      result.add(ode_, end, y);
    }
    return result;
  }

 private:
  static std::array<double, Plant::size> state_of(const double* y) {
    std::array<double, Plant::size> state;
    std::copy_n(y, Plant::size, state.begin());
    return state;
  }
  static int rates(double, const double* y, double* dy, void* self) {
    const auto result = static_cast<const Gsl*>(self)->ode_.rates(state_of(y));
    std::copy(result.begin(), result.end(), dy);
    return GSL_SUCCESS;
  }
  static int slopes(double, const double* y, double* by_rows, double* by_time, void* self) {
    const auto result = static_cast<const Gsl*>(self)->jacobian_(state_of(y));
    for (std::size_t i = 0; i < Plant::size; ++i) by_rows = std::copy(result[i].begin(), result[i].end(), by_rows);
    std::fill_n(by_time, Plant::size, 0.0);
    return GSL_SUCCESS;
  }

  Ode<Plant> ode_;
  Jacobian<Plant> jacobian_;
};

}  // namespace

Solver prepare_gsl(Problem problem) {
  return with_plant(problem, [](auto plant) -> Solver {
    auto gsl = std::make_shared<Gsl<decltype(plant)>>();
    return [gsl](double tolerance) { return gsl->run(tolerance); };
  });
}

}  // namespace stiction::peers
