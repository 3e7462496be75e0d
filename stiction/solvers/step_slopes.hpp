// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

namespace stiction {

/// How slopes \f$ S = dy/dp \f$ are carried over a step. They obey the variational equations
///
/// \f[ \dot S = G(t, S), \qquad G = f_y(t, y(t))\,S + f_p(t, y(t))                                      \tag{1} \f]
///
/// along the dense output of the step just taken. (1) is linear with the Jacobian of the step itself, so the method of
/// the step is applied to it as it is: the same stages, the same matrix, several columns at a time in the lanes of a
/// SIMD batch, and a dense output of the same kind. A linearly implicit method also needs \f$ \partial G/\partial t \f$
/// at the start of the step, S held.
///
/// What a step asks of a `Variation`:
///
/// | member                          | gives                                                                   |
/// |---------------------------------|-------------------------------------------------------------------------|
/// | `Slope`                         | a batch of columns                                                      |
/// | `rates(theta, s, ds)`           | G at the fraction theta of the step                                     |
/// | `begin(s, ds, drift)`           | G at its start, and dG/dt there                                         |
///
/// `s`, `ds` and `drift` point to one batch per state.
template <class Variation>
using SlopeOf = typename Variation::Slope;

/// What a step makes of the slopes of one state.
template <class Slope>
struct CarriedSlope {
  Slope end, error;            ///< at the end of the step, and the estimate of its error
  std::array<Slope, 3> terms;  ///< of the dense output: the coefficients that `dense_value` takes
};

}  // namespace stiction
