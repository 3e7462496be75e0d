// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/lane_stepper.hpp"
#include "stiction/scalar/simd_math.hpp"
#include "stiction/solvers/rosenbrock_methods.hpp"
#include "stiction/solvers/step_rules.hpp"

namespace stiction::inline STICTION_SIMD_TARGET {

using LaneMethod = Rodas5P;

/// A stepper that also controls steps in which nothing happens.
class QuietStepper : public LaneStepper {
 public:
  void choose_steps(const Quiet& quiet, const Rows& rows) const final {
    const Real most = minimum(row(quiet.wanted), row(quiet.largest));
    const Real wanted = within_growth(most, row(rows.begin.growth));
    auto ok =
        row(quiet.left) > Real(0) && wanted > row(quiet.resolution) && !reaches(row(rows.t), wanted, row(quiet.until));
    for (std::size_t g = 0; g < quiet.guards; ++g)
      ok = ok && !guard_has_triggered(row(rows.begin.guards, g), row(rows.begin.guard_slopes, g), row(quiet.bands, g));
    select(ok, wanted, row(rows.h)).store(rows.h);
    select(ok, Real(1), Real(0)).store(quiet.chosen);
  }

  void accept_steps(const Quiet& quiet, const Rows& rows) const final {
    const Real h = row(rows.h), q = row(rows.end.squared_error) * row(quiet.per_tolerance);
    const auto chosen = row(quiet.chosen) > Real(0);
    auto accepted = chosen && q <= Real(1);
    const auto rejected = chosen && q > Real(1) && q < Real(1e30);
    for (std::size_t g = 0; g < quiet.guards; ++g)
      accepted = accepted && guard_stays_quiet(row(rows.begin.guards, g), row(rows.begin.guard_slopes, g), h,
                                               row(rows.end.guards, g), row(quiet.bands, g));
    for (std::size_t g = 0; g < quiet.guards; ++g) {
      const Real before = row(quiet.excursions, g), slope = row(rows.begin.guard_slopes, g);
      const Real most = maximum(maximum(before, row(rows.begin.guards, g)), Real(h * slope));
      select(accepted, most, before).store(quiet.excursions + g * lane_width);
    }
    select(accepted, Real(row(rows.t) + h), row(rows.t)).store(rows.t);
    for (std::size_t n = 0; n < quiet.states; ++n)
      select(accepted, row(rows.end.y, n), row(rows.y, n)).store(rows.y + n * lane_width);
    choose_next(quiet, h, q, accepted, rejected);
  }

 private:
  using Real = Batch<double, lane_width>;
  static STICTION_INLINE Real row(const double* rows, std::size_t n = 0) { return Real::load(rows + n * lane_width); }

  static STICTION_INLINE void choose_next(const Quiet& quiet, const Real& h, const Real& q, const auto& accepted,
                                          const auto& rejected) {
    double factors[lane_width];
    select(accepted || rejected, q, Real(1)).store(factors);
    for (double& factor : factors) factor = step_factor<LaneMethod::order>(factor);
    const Real factor = row(factors), before = row(quiet.after_rejection);
    const Real next = next_step(h, factor, Real(select(before > Real(0), Real(1), Real(step_growth))));
    select(accepted, next, Real(select(rejected, retried_step(h, factor), row(quiet.wanted)))).store(quiet.wanted);
    const Real yes = select(accepted, Real(1), Real(0)), no = select(rejected, Real(1), Real(0)), done = yes + no;
    select(accepted || rejected, no, before).store(quiet.after_rejection);
    Real(row(quiet.accepted) + yes).store(quiet.accepted);
    Real(row(quiet.rejected) + no).store(quiet.rejected);
    Real(row(quiet.left) - done).store(quiet.left);
    done.store(quiet.taken);
  }
};

}  // namespace stiction::inline STICTION_SIMD_TARGET
