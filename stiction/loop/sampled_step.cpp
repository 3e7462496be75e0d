// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/sampled_step.hpp"

#include <algorithm>

#include "stiction/solvers/rosenbrock_step.hpp"

namespace stiction {
namespace {

/// What a sample brings, held until the next one.
struct Held {
  const ControllerPart& part;
  const double* p;
  const double* u;
  const double* du;
  const Measured<double>& measured;
};

/// The equations of a controller in N states, its inputs held; states beyond its own stay at zero.
template <std::size_t N>
struct HeldEquations {
  static constexpr std::size_t size = N;
  const Held& held;

  Vector<N> rates(double, const Vector<N>& c) const {
    Vector<N> dc{};
    held.part.tables.plain.rate(held.p, c.data(), held.u, held.du, held.measured.data(), dc.data());
    return dc;
  }
  /// Four columns at a time.
  void jacobian(double t, const Vector<N>& c, Vector<N>& dc, Matrix<double, N>& slopes) const {
    dc = rates(t, c);
    for (auto& row : slopes) row.fill(0.0);
    const std::size_t inputs = number_total(held.part.inputs), count = number_total(held.part.states);
    const std::vector<Slopes> p(held.p, held.p + number_total(held.part.parameters));
    const std::vector<Slopes> u(held.u, held.u + inputs), du(held.du, held.du + inputs);
    const Measured<Slopes> measured{held.measured[0], held.measured[1]};
    constexpr std::size_t width = 4;
    for (std::size_t first = 0; first < count; first += width) {
      std::array<Slopes, N> moving, moved;
      for (std::size_t n = 0; n < count; ++n) moving[n] = Slopes(c[n]);
      const std::size_t columns = std::min(width, count - first);
      for (std::size_t k = 0; k < columns; ++k) set_slope(moving[first + k], k, 1);
      held.part.tables.slopes.rate(p.data(), moving.data(), u.data(), du.data(), measured.data(), moved.data());
      for (std::size_t n = 0; n < count; ++n)
        for (std::size_t k = 0; k < columns; ++k) slopes[n][first + k] = slope_along(moved[n], k);
    }
  }
  Vector<N> scale() const { return {}; }
  bool is_driven() const { return false; }
};

template <std::size_t N>
void advance(const Held& held, double* c, double sample_time) {
  Vector<N> from{}, to;
  const std::size_t count = number_total(held.part.states);
  std::copy_n(c, count, from.begin());
  RosenbrockStep<Ros2, HeldEquations<N>> step;
  step.begin_and_take(HeldEquations<N>{held}, 0.0, from, sample_time, to);
  std::copy_n(to.begin(), count, c);
}

}  // namespace

bool sampled_step(const ControllerPart& part, const double* p, double* c, double& force, const double* u,
                  const double* du, const Measured<double>& measured, double sample_time) {
  const auto all_finite = [](const double* numbers, std::size_t count) {
    return std::all_of(numbers, numbers + count, [](double x) { return std::isfinite(x); });
  };
  const std::size_t count = number_total(part.states), inputs = number_total(part.inputs);
  if (!all_finite(u, inputs) || !all_finite(du, inputs) || !all_finite(measured.data(), 2)) return false;
  std::array<double, largest_controller> next{};
  std::copy_n(c, count, next.begin());
  const Held held{part, p, u, du, measured};
  if (count > 4)
    advance<largest_controller>(held, next.data(), sample_time);
  else if (count > 0)
    advance<4>(held, next.data(), sample_time);
  const double answer = part.tables.plain.output(p, next.data(), u, du, measured.data());
  if (!std::isfinite(answer) || !all_finite(next.data(), count)) return false;
  std::copy_n(next.begin(), count, c);
  force = answer;
  return true;
}

}  // namespace stiction
