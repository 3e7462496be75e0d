// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/assembly/controller_part.hpp"

#include <algorithm>

#include "stiction/solvers/rosenbrock_step.hpp"

namespace stiction {
namespace {

/// What a sample brings, held until the next one.
struct Held {
  const ControllerPart& part;
  const double* u;
  const double* du;
  const std::array<double, 2>& measured;
};

/// The equations of a controller in N states, its inputs held; states beyond its own rest at zero.
template <std::size_t N>
struct HeldEquations {
  static constexpr std::size_t size = N;
  const Held& held;

  Vector<N> rates(double, const Vector<N>& c) const {
    Vector<N> dc{};
    held.part.rate(c.data(), held.u, held.du, held.measured, dc.data());
    return dc;
  }
  /// Four columns at a time.
  void jacobian(double t, const Vector<N>& c, Vector<N>& dc, Matrix<double, N>& slopes) const {
    dc = rates(t, c);
    for (auto& row : slopes) row.fill(0.0);
    std::array<Slopes, AssemblyLimits::inputs> u, du;
    const std::size_t inputs = held.part.inputs.size(), count = held.part.states.size();
    std::copy_n(held.u, inputs, u.begin());
    std::copy_n(held.du, inputs, du.begin());
    const std::array<Slopes, 2> measured{held.measured[0], held.measured[1]};
    constexpr std::size_t width = std::tuple_size_v<decltype(Slopes::slope)>;
    for (std::size_t first = 0; first < count; first += width) {
      std::array<Slopes, N> moving, moved;
      for (std::size_t n = 0; n < count; ++n) moving[n] = Slopes(c[n]);
      const std::size_t columns = std::min(width, count - first);
      for (std::size_t k = 0; k < columns; ++k) moving[first + k].slope[k] = 1;
      held.part.rate(moving.data(), u.data(), du.data(), measured, moved.data());
      for (std::size_t n = 0; n < count; ++n)
        for (std::size_t k = 0; k < columns; ++k) slopes[n][first + k] = moved[n].slope[k];
    }
  }
  Vector<N> scale() const { return {}; }
  bool is_driven() const { return false; }
};

template <std::size_t N>
void advance(const Held& held, double* c, double sample_time) {
  Vector<N> from{}, to;
  const std::size_t count = held.part.states.size();
  std::copy_n(c, count, from.begin());
  RosenbrockStep<Ros2, HeldEquations<N>> step;
  step.begin_and_take(HeldEquations<N>{held}, 0.0, from, sample_time, to);
  std::copy_n(to.begin(), count, c);
}

}  // namespace

bool ControllerPart::step(double* c, double& force, const double* u, const double* du,
                          const std::array<double, 2>& measured, double sample_time) const {
  const auto all_finite = [](const double* numbers, std::size_t count) {
    return std::all_of(numbers, numbers + count, [](double x) { return std::isfinite(x); });
  };
  const std::size_t count = states.size();
  if (!all_finite(u, inputs.size()) || !all_finite(du, inputs.size()) || !all_finite(measured.data(), 2)) return false;
  std::array<double, AssemblyLimits::states> next{};
  std::copy_n(c, count, next.begin());
  const Held held{*this, u, du, measured};
  if (count > 4)
    advance<AssemblyLimits::states>(held, next.data(), sample_time);
  else if (count > 0)
    advance<4>(held, next.data(), sample_time);
  const double answer = output(next.data(), u, du, measured);
  if (!std::isfinite(answer) || !all_finite(next.data(), count)) return false;
  std::copy_n(next.begin(), count, c);
  force = answer;
  return true;
}

}  // namespace stiction
