// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/friction_model.hpp"

namespace stiction {

/// No friction at all: to see what friction does. It is no law of the handbook, so no list of laws names it.
struct NoFriction {
  static constexpr ModelInfo info{
      .name = "none", .type = "NoFriction", .description = "No friction at all.", .source = {}, .phenomena = {}};

  template <class Real>
  using Parameters = Nothing;
  template <class Real>
  using State = Nothing;

  template <class Real>
  static constexpr Nothing rate(const Nothing&, const Nothing&, const Contact<Real>&) {
    return {};
  }
  template <class Real>
  static constexpr Real force(const Nothing&, const Nothing&, const Nothing&, const Contact<Real>&) {
    return Real(0);
  }
  template <class Real>
  static constexpr Real steady_force(const Nothing&, const Contact<Real>&) {
    return Real(0);
  }
  /// A size for tolerances, as there is no force to make them from: one newton.
  template <class Real = double>
  static constexpr Real coulomb_level(const Nothing&) {
    return Real(1);
  }
  static constexpr Nothing state_scale(const Nothing&) { return {}; }
};

}  // namespace stiction
