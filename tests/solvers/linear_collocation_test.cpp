// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/solvers/linear_collocation.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

/// S' = A(t) S + B(t) with n states and `columns` columns, made so that S(t) is known: column k of state r is
/// exp(-t) cos(r t) + k t^2 in the non-stiff problem, any A.
struct Known {
  std::size_t n, columns;
  double stiffness;

  double a(std::size_t r, std::size_t c, double t) const {
    const double base = std::sin(static_cast<double>(r + 2 * c) + t) / static_cast<double>(n);
    return r == c ? base - stiffness * static_cast<double>(r) : base;
  }
  double s(std::size_t r, std::size_t k, double t) const {
    return std::exp(-t) * std::cos(static_cast<double>(r) * t) + static_cast<double>(k) * t * t;
  }
  double ds(std::size_t r, std::size_t k, double t) const {
    const auto w = static_cast<double>(r);
    return std::exp(-t) * (-std::cos(w * t) - w * std::sin(w * t)) + 2 * static_cast<double>(k) * t;
  }
  void write(double t, LinearCollocation& to, std::size_t node) const {
    const std::size_t square = (n + 3) / 4 * 4;
    for (std::size_t r = 0; r < n; ++r) {
      double* row = to.coefficients(node) + r * to.row();
      for (std::size_t c = 0; c < n; ++c) row[c] = a(r, c, t);
      for (std::size_t k = 0; k < columns; ++k) {
        row[square + k] = ds(r, k, t);
        for (std::size_t c = 0; c < n; ++c) row[square + k] -= a(r, c, t) * s(c, k, t);
      }
    }
  }
  /// Largest error at t = 1 after `steps` steps; `inside`: largest one between the nodes.
  double error(std::size_t steps, double* inside = nullptr) const {
    LinearCollocation method(n, columns);
    LinearCollocation::Polynomial p;
    p.fill(std::vector<double>(n * method.stride(), 0.0));
    for (std::size_t r = 0; r < n; ++r)
      for (std::size_t k = 0; k < columns; ++k) p[0][r * method.stride() + k] = s(r, k, 0);
    const std::vector<double> scale(p[0].size(), 1.0);
    const double h = 1.0 / static_cast<double>(steps);
    write(0, method, 0);
    std::vector<double> middle(p[0].size());
    for (std::size_t i = 0; i < steps; ++i) {
      const double t = static_cast<double>(i) * h;
      for (std::size_t m = 0; m < 3; ++m) write(t + LinearCollocation::nodes[m] * h, method, m + 1);
      EXPECT_LT(method.take(h, p, scale.data()), 1.0);
      LinearCollocation::at(0.4, p, middle.data());
      for (std::size_t r = 0; inside && r < n; ++r)
        for (std::size_t k = 0; k < columns; ++k)
          *inside = std::max(*inside, std::abs(middle[r * method.stride() + k] - s(r, k, t + 0.4 * h)));
      method.advance();
      std::swap(p[0], p[3]);
    }
    double worst = 0;
    for (std::size_t r = 0; r < n; ++r)
      for (std::size_t k = 0; k < columns; ++k)
        worst = std::max(worst, std::abs(p[0][r * method.stride() + k] - s(r, k, 1)));
    return worst;
  }
};

// Every size that has code of its own, and those that have not; order 5 at the ends of steps, 4 inside (local).
TEST(LinearCollocation, HasItsOrder) {
  for (const std::size_t n : {1U, 2U, 3U, 4U, 5U, 6U, 9U})
    for (const std::size_t columns : {1U, 4U, 6U, 11U}) {
      const Known known{n, columns, 0};
      double coarse_inside = 0, fine_inside = 0;
      const double coarse = known.error(4, &coarse_inside), fine = known.error(8, &fine_inside);
      EXPECT_GT(std::log2(coarse / fine), 4.5) << n << " states, " << columns << " columns";
      EXPECT_GT(std::log2(coarse_inside / fine_inside), 3.3) << n << " states, " << columns << " columns";
    }
}

TEST(LinearCollocation, IsStableHoweverStiff) {
  for (const double stiffness : {1e3, 1e6, 1e9}) EXPECT_LT((Known{4, 6, stiffness}.error(8)), 1e-3) << stiffness;
}

// A step whose error is too large says so, and so does one that cannot be solved.
TEST(LinearCollocation, RefusesWhatIsNotAccurate) {
  LinearCollocation method(1, 1);
  LinearCollocation::Polynomial p;
  p.fill(std::vector<double>(method.stride(), 1.0));
  const std::vector<double> scale(method.stride(), 1e-30);
  for (std::size_t i = 0; i < 4; ++i) method.coefficients(i)[0] = i == 2 ? 5 : -3;
  EXPECT_GT(method.take(1.0, p, scale.data()), 1e-6);
  for (std::size_t i = 0; i < 4; ++i) method.coefficients(i)[0] = std::nan("");
  EXPECT_FALSE(method.take(1.0, p, scale.data()) < 1e6);
}

}  // namespace
}  // namespace stiction
