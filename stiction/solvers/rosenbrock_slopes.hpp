// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/solvers/rosenbrock_methods.hpp"
#include "stiction/solvers/sparse_matrix.hpp"
#include "stiction/solvers/step_slopes.hpp"

namespace stiction {

/// Slopes over a step of a Rosenbrock method, (1) of step_slopes.hpp by (1)-(4) of rosenbrock_methods.hpp.
///
/// `size` is the number of states, a number or an integral constant; `solve(b)` solves with the matrix of the step;
/// `work` holds size * (stages + 3) slopes.
template <class Method, class Variation, class Size, class Solve>
inline void carry_slopes_by(Variation& variation, Size size, double h, const SlopeOf<Variation>* s,
                            CarriedSlope<SlopeOf<Variation>>* carried, SlopeOf<Variation>* work, Solve&& solve) {
  using Slope = SlopeOf<Variation>;
  constexpr std::size_t stages = Method::stages;
  constexpr auto times = detail::stage_times(Method::gamma, Method::A, Method::C);
  constexpr auto weights = detail::time_weights(Method::gamma, Method::C);
  const std::size_t n = size;
  Slope* const u = work;  // stage i of state m stands at u[m * stages + i]
  Slope *const drift = work + n * stages, *const inside = drift + n, *const r = inside + n;
  // The first Count stages with constant weights times a factor, on top of `sum`; zero weights vanish.
  const auto combine = [&]<detail::Stages<stages> weight, std::size_t Count>(Slope sum, const Slope* of,
                                                                             double factor) {
    detail::unroll<Count>([&](auto j) {
      if constexpr (weight[j] != 0) sum += Slope(weight[j] * factor) * of[j];
    });
    return sum;
  };
  detail::unroll<stages>([&](auto i) {
    if constexpr (i == 0) {
      variation.begin(s, r, drift);
    } else {
      for (std::size_t m = 0; m < n; ++m)
        inside[m] = combine.template operator()<Method::A[i], i>(s[m], u + m * stages, 1.0);
      variation.rates(times[i], inside, r);
      for (std::size_t m = 0; m < n; ++m)
        r[m] = combine.template operator()<Method::C[i], i>(r[m], u + m * stages, 1 / h);
    }
    for (std::size_t m = 0; m < n; ++m) r[m] += Slope(h * weights[i]) * drift[m];
    solve(r);
    for (std::size_t m = 0; m < n; ++m) u[m * stages + i] = r[m];
  });
  for (std::size_t m = 0; m < n; ++m) {
    const Slope* const own = u + m * stages;
    carried[m].end = combine.template operator()<Method::b, stages>(s[m], own, 1.0);
    carried[m].error = combine.template operator()<Method::e, stages>(Slope(0), own, 1.0);
    carried[m].terms = {Slope(0), Slope(0), Slope(0)};
    detail::unroll<Method::dense_terms>(
        [&](auto k) { carried[m].terms[k] = combine.template operator()<Method::H[k], stages>(Slope(0), own, 1.0); });
  }
}

}  // namespace stiction
