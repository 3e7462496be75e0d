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

namespace {
/// x with m x = b in dual numbers, in the place of b; no rows are exchanged, as in the step itself.
void solve_small(std::size_t n, std::vector<Slopes> m, std::vector<Slopes>& b) {
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t r = k + 1; r < n; ++r) {
      const Slopes factor = m[r * n + k] / m[k * n + k];
      for (std::size_t c = k; c < n; ++c) m[r * n + c] = m[r * n + c] - factor * m[k * n + c];
      b[r] = b[r] - factor * b[k];
    }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t c = k + 1; c < n; ++c) b[k] = b[k] - m[k * n + c] * b[c];
    b[k] = b[k] / m[k * n + k];
  }
}
}  // namespace

Slopes sampled_step(const ControllerPart& part, const Slopes* p, Slopes* c, const Slopes* u, const Slopes* du,
                    const Measured<Slopes>& measured, const Slopes& sample_time) {
  // Ros2 on dual numbers. Its Jacobian has slopes too: it comes from dual numbers of dual numbers, column by column.
  const std::size_t n = number_total(part.states), inputs = number_total(part.inputs);
  using Nested = ControllerPart::NestedSlopes;
  const std::vector<Nested> pn(p, p + number_total(part.parameters)), un(u, u + inputs), dun(du, du + inputs);
  const Measured<Nested> seen{Nested(measured[0]), Nested(measured[1])};
  const Slopes scaled = Slopes(Ros2::gamma) * sample_time;
  std::vector<Slopes> matrix(n * n), first(n), second(n), inside(n);
  for (std::size_t k = 0; k < n; ++k) {
    std::vector<Nested> cn(c, c + n), rates(n);
    cn[k].slope[0] = Slopes(1.0);
    part.rate_slopes(pn.data(), cn.data(), un.data(), dun.data(), seen.data(), rates.data());
    for (std::size_t r = 0; r < n; ++r) {
      matrix[r * n + k] = (r == k ? Slopes(1.0) / scaled : Slopes(0.0)) - rates[r].slope[0];
      first[r] = rates[r].value;
    }
  }
  solve_small(n, matrix, first);
  for (std::size_t r = 0; r < n; ++r) inside[r] = c[r] + Slopes(Ros2::A[1][0]) * first[r];
  if (n > 0) part.tables.slopes.rate(p, inside.data(), u, du, measured.data(), second.data());
  for (std::size_t r = 0; r < n; ++r) second[r] = second[r] + Slopes(Ros2::C[1][0]) / sample_time * first[r];
  solve_small(n, matrix, second);
  for (std::size_t r = 0; r < n; ++r) c[r] = c[r] + Slopes(Ros2::b[0]) * first[r] + Slopes(Ros2::b[1]) * second[r];
  return part.tables.slopes.output(p, c, u, du, measured.data());
}

}  // namespace stiction
