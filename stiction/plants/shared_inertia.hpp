// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "stiction/plants/plant.hpp"

/// Contacts of bodies that share inertias, such as the joints of an arm: \f$ M(x)\,\dot v = F_e - F \f$ with a matrix
/// M, symmetric and positive definite.
///
/// What a contact at rest must carry then depends on the others. With s the contacts that move and r those that rest,
///
/// \f[ M_{ss}\,a_s = F_{e,s} - F_s, \quad a_r = 0, \quad F_r = F_{e,r} - M_{rs}\,a_s \tag{1} \f]
namespace stiction {

inline constexpr std::size_t most_shared = 3;  ///< contacts that may share inertias

/// A plant that says so: `contact_inertia(p, x)`, M row by row.
template <class P, class Real = double>
concept SharesInertia =
    contact_count<P> > 1 &&
    contact_count<P> <= most_shared&& requires(const ParametersOf<P, Real>& p, const StateOf<P, Real>& x) {
      { P::contact_inertia(p, x) } -> std::same_as<std::array<Real, contact_count<P> * contact_count<P>>>;
    };

template <class Real>
using SharedNumbers = std::array<Real, most_shared>;

/// Accelerations by (1) of n contacts, for the net forces F_e - F of those that are not held.
template <class Real>
constexpr SharedNumbers<Real> accelerations(std::size_t n, const Real* inertia,
                                            const std::array<bool, most_shared>& held, const SharedNumbers<Real>& net) {
  std::array<std::size_t, most_shared> moving{};
  std::size_t m = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (!held[i]) moving[m++] = i;
  std::array<Real, most_shared * most_shared> a{};
  SharedNumbers<Real> b{}, all{};
  for (std::size_t i = 0; i < m; ++i) {
    b[i] = net[moving[i]];
    for (std::size_t j = 0; j < m; ++j) a[i * most_shared + j] = inertia[moving[i] * n + moving[j]];
  }
  // Elimination without pivots: the matrix is positive definite.
  for (std::size_t k = 0; k < m; ++k)
    for (std::size_t i = k + 1; i < m; ++i) {
      const Real ratio = a[i * most_shared + k] / a[k * most_shared + k];
      for (std::size_t j = k; j < m; ++j)
        a[i * most_shared + j] = a[i * most_shared + j] - ratio * a[k * most_shared + j];
      b[i] = b[i] - ratio * b[k];
    }
  for (std::size_t k = m; k-- > 0;) {
    for (std::size_t j = k + 1; j < m; ++j) b[k] = b[k] - a[k * most_shared + j] * all[moving[j]];
    all[moving[k]] = b[k] / a[k * most_shared + k];
  }
  return all;
}

/// F_r of (1) of a contact, for its own applied force.
template <class Real>
constexpr Real force_at_rest(std::size_t n, const Real* inertia, std::size_t i, const Real& applied,
                             const SharedNumbers<Real>& accelerations) {
  Real force = applied;
  for (std::size_t j = 0; j < n; ++j) force = force - inertia[i * n + j] * accelerations[j];
  return force;
}

}  // namespace stiction
