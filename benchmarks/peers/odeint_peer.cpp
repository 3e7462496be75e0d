// SPDX-License-Identifier: BSD-3-Clause
// uBLAS checks every index unless NDEBUG is set, which makes it thirteen times slower; CMake sets it for this file.
#include <utility>

#include "benchmarks/peers/odeint_with_cpp20.hpp"
#include "benchmarks/peers/solvers.hpp"

namespace stiction::peers {
namespace {

using Vector = boost::numeric::ublas::vector<double>;
using Matrix = boost::numeric::ublas::matrix<double>;

template <class Plant>
class Rosenbrock4 {
 public:
  Run run(double tolerance) const {
    namespace odeint = boost::numeric::odeint;
    const auto rates = [this](const Vector& y, Vector& dy, double) {
      const auto result = ode_.rates(state_of(y));
      std::copy(result.begin(), result.end(), &dy[0]);
    };
    const auto slopes = [this](const Vector& y, Matrix& matrix, double, Vector& by_time) {
      const auto result = jacobian_(state_of(y));
      for (std::size_t i = 0; i < Plant::size; ++i)
        for (std::size_t j = 0; j < Plant::size; ++j) matrix(i, j) = result[i][j];
      std::fill_n(&by_time[0], Plant::size, 0.0);
    };
    const auto system = std::make_pair(rates, slopes);
    auto stepper = odeint::make_dense_output<odeint::rosenbrock4<double>>(tolerance * ode_.scales()[2], tolerance);
    Vector y(Plant::size, 0.0);
    stepper.initialize(y, 0.0, 1e-6);
    Run result;
    result.reserve(row_count<Plant>);
    result.add(ode_, 0.0, state_of(y));
    for (std::size_t row = 1; row < row_count<Plant>; ++row) {
      const double t = static_cast<double>(row) * output_interval;
      while (stepper.current_time() < t) stepper.do_step(system);
      stepper.calc_state(t, y);
      result.add(ode_, t, state_of(y));
    }
    return result;
  }

 private:
  static std::array<double, Plant::size> state_of(const Vector& vector) {
    std::array<double, Plant::size> y;
    std::copy_n(&vector[0], Plant::size, y.begin());
    return y;
  }

  Ode<Plant> ode_;
  Jacobian<Plant> jacobian_;
};

}  // namespace

Solver prepare_odeint(Problem problem) {
  return with_plant(problem, [](auto plant) -> Solver {
    return [solver = Rosenbrock4<decltype(plant)>{}](double tolerance) { return solver.run(tolerance); };
  });
}

}  // namespace stiction::peers
