// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/friction_model.hpp"

/// One interface to laws of every kind: for code that works on all of them.
namespace stiction {

/// dz/dt of a smooth or hybrid law.
template <class M, class Real>
constexpr StateOf<M, Real> rate_of(const ParametersOf<M, Real>& p, [[maybe_unused]] const ModeOf<M, Real>& m,
                                   const StateOf<M, Real>& z, const Contact<Real>& c)
  requires(!MemoryModel<M, Real>)
{
  if constexpr (HasModes<M, Real>)
    return M::rate(p, m, z, c);
  else
    return M::rate(p, z, c);
}

/// The friction force, rate and all.
template <class M, class Real>
constexpr Real force_of(const ParametersOf<M, Real>& p, [[maybe_unused]] const ModeOf<M, Real>& m,
                        const StateOf<M, Real>& z, const Contact<Real>& c) {
  if constexpr (MemoryModel<M, Real>)
    return M::force(p, z, c);
  else if constexpr (HasModes<M, Real>)
    return M::force(p, m, z, M::rate(p, m, z, c), c);
  else
    return M::force(p, z, M::rate(p, z, c), c);
}

/// One exact step of a law that has one; modes follow.
template <class M, class Real>
constexpr StateOf<M, Real> step_of(const ParametersOf<M, Real>& p, [[maybe_unused]] ModeOf<M, Real>& m,
                                   const StateOf<M, Real>& z, const Contact<Real>& c, const Real& h)
  requires HasExactStep<M, Real>
{
  if constexpr (HasModes<M, Real>)
    return M::exact_step(p, m, z, c, h);
  else
    return M::exact_step(p, z, c, h);
}

/// The smallest velocity that matters to a law [m/s]: what it says itself, or else the smallest velocity among its
/// parameters, since nothing finer than that happens. 0: it has none.
template <class M>
constexpr double smallest_speed(const ParametersOf<M>& p) {
  if constexpr (HasNaturalSpeed<M>) {
    return M::natural_speed(p);
  } else {
    double smallest = 0;
    for_each_field(p, [&](const auto& row, double v, std::size_t) {
      if (row.role == Role::velocity && v > 0 && (smallest == 0 || v < smallest)) smallest = v;
    });
    return smallest;
  }
}

}  // namespace stiction
