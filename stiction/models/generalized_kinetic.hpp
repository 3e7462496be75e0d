// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/asymmetric_curve.hpp"
#include "stiction/models/set_valued.hpp"
#include "stiction/models/stribeck_curve.hpp"
#include "stiction/models/table_curve.hpp"

/// The generalised kinetic friction model (KFM) \cite Dumitriu (1): any curve F(v) in motion, true rest at v = 0.
namespace stiction {

struct GeneralizedKinetic : SetValued<StribeckCurve, PowerDrag> {
  static constexpr ModelInfo info{.name = "generalized_kinetic",
                                  .type = "GeneralizedKinetic",
                                  .description = "Stribeck curve of any exponent in motion, true rest.",
                                  .source = "Dumitriu, (1); Astrom2008, (4)",
                                  .phenomena = {.stribeck = true, .true_stick = true}};
};

struct GeneralizedKineticLorentzian : SetValued<LorentzianCurve, PowerDrag> {
  static constexpr ModelInfo info{.name = "generalized_kinetic_lorentzian",
                                  .type = "GeneralizedKineticLorentzian",
                                  .description = "Lorentzian Stribeck curve in motion, true rest.",
                                  .source = "Dumitriu, (1); Armstrong1994",
                                  .phenomena = {.stribeck = true, .true_stick = true}};
};

/// N measured points.
template <std::size_t N>
struct GeneralizedKineticTableOf : SetValued<TableCurve<N>, LinearDrag> {
  static constexpr std::size_t list_length = N, shortest_list = TableCurve<N>::shortest_list;
  template <std::size_t M>
  using WithLength = GeneralizedKineticTableOf<M>;
  template <class Real>
  static constexpr void leave_out(typename SetValued<TableCurve<N>, LinearDrag>::template Parameters<Real>& p,
                                  std::size_t from) {
    TableCurve<N>::template leave_out<Real>(p, from);
  }

  static constexpr ModelInfo info{.name = "generalized_kinetic_table",
                                  .type = "GeneralizedKineticTable",
                                  .description = "Measured friction-speed points in motion, true rest.",
                                  .source = "Dumitriu, (1); FritschCarlson1980",
                                  .phenomena = {.stribeck = true, .true_stick = true}};
};
using GeneralizedKineticTable = GeneralizedKineticTableOf<8>;

struct GeneralizedKineticAsymmetric : SetValued<Asymmetric<StribeckCurve>, LinearDrag> {
  static constexpr ModelInfo info{.name = "generalized_kinetic_asymmetric",
                                  .type = "GeneralizedKineticAsymmetric",
                                  .description = "A Stribeck curve for each direction, true rest.",
                                  .source = "Dumitriu, (1); CanudasDeWit1995, section II",
                                  .phenomena = {.stribeck = true, .true_stick = true},
                                  .symmetric = false};
};

/// Tustin: exponential Stribeck curve and linear drag \cite Dumitriu (2).
struct Tustin : SetValued<TustinCurve, LinearDrag> {
  static constexpr ModelInfo info{.name = "tustin",
                                  .type = "Tustin",
                                  .description = "Exponential Stribeck curve and linear drag, true rest.",
                                  .source = "Dumitriu, (1)-(2)",
                                  .phenomena = {.stribeck = true, .true_stick = true}};
};

}  // namespace stiction
