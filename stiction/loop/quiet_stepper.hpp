// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/lane_stepper.hpp"
#include "stiction/scalar/simd_math.hpp"
#include "stiction/solvers/rosenbrock_methods.hpp"
#include "stiction/solvers/step_rules.hpp"
#include "stiction/solvers/weak_damping.hpp"

namespace stiction::inline STICTION_SIMD_TARGET {

using LaneMethod = Rodas5P;

/// A stepper that also controls steps in which nothing happens. A `Stepper` begins and takes steps (`begin_steps`, of
/// the sizes h `take_steps`), and knows how many `states` and `guards` there are, and which states may drive each other
/// (`couples`).
template <class Stepper>
class QuietStepper : public LaneStepper {
 public:
  void work_on(const Rows& rows, const Quiet& quiet) final { rows_ = rows, quiet_ = quiet; }

  Pause advance(Lanes used) final {
    for (;;) {
      own().begin_steps();
      const Lanes chosen = choose_steps();
      if (const Lanes others = used & ~chosen) return {false, others};
      own().take_steps();
      if (const Lanes others = used & ~accept_steps()) return {true, others};
    }
  }
  Lanes take(Lanes used) final {
    own().take_steps();
    return used & ~accept_steps();
  }

 protected:
  Rows rows_{};

 private:
  using Real = Batch<double, lane_width>;
  using Mask = Real::MaskType;
  Stepper& own() { return static_cast<Stepper&>(*this); }
  const Stepper& own() const { return static_cast<const Stepper&>(*this); }
  static STICTION_INLINE Real row(const double* rows, std::size_t n = 0) { return Real::load(rows + n * lane_width); }

  Lanes choose_steps() {
    const Real most = minimum(row(quiet_.wanted), row(quiet_.largest));
    const Real wanted = within_growth(most, row(rows_.begin.growth));
    Mask ok = row(quiet_.left) > Real(0) && wanted > row(quiet_.resolution) &&
              !reaches(row(rows_.t), wanted, row(quiet_.until));
    for (std::size_t g = 0; g < own().guards(); ++g)
      ok = ok &&
           !guard_has_triggered(row(rows_.begin.guards, g), row(rows_.begin.guard_slopes, g), row(quiet_.bands, g));
    const Real to_look = row(quiet_.to_look);
    const Mask due = ok && to_look <= Real(0);
    if (any(due)) {
      const Mask nothing = nothing_to_see();
      select(due && nothing, Real(static_cast<double>(quiet_.look_every)), to_look).store(quiet_.to_look);
      ok = ok && (!due || nothing);
    }
    chosen_ = ok;
    select(ok, wanted, row(rows_.h)).store(rows_.h);
    return bits(ok);
  }
  STICTION_INLINE Mask nothing_to_see() const {
    Real largest(0);
    for (std::size_t n = 0; n < own().states(); ++n) largest = maximum(largest, Real(abs(row(rows_.y, n))));
    const auto jacobian = [&](std::size_t i, std::size_t j)
                              STICTION_INLINE_LAMBDA { return row(rows_.begin.jacobian, i * own().states() + j); };
    const auto couples = [&](std::size_t i, std::size_t j) STICTION_INLINE_LAMBDA { return own().couples(i, j); };
    return largest <= Real(quiet_.unwatched_size) &&
           surely_damped(own().states(), couples, jacobian, row(quiet_.slowest));
  }

  /// Accepts the steps that were chosen here, or refuses them for their error. Which of them.
  Lanes accept_steps() {
    const Real h = row(rows_.h), q = row(rows_.end.squared_error) * row(quiet_.per_tolerance);
    Mask accepted = chosen_ && q <= Real(1);
    const Mask rejected = chosen_ && q > Real(1) && q < Real(1e30);
    for (std::size_t g = 0; g < own().guards(); ++g)
      accepted = accepted && guard_stays_quiet(row(rows_.begin.guards, g), row(rows_.begin.guard_slopes, g), h,
                                               row(rows_.end.guards, g), row(quiet_.bands, g));
    for (std::size_t g = 0; g < own().guards(); ++g) {
      const Real before = row(quiet_.excursions, g), slope = row(rows_.begin.guard_slopes, g);
      const Real most = maximum(maximum(before, row(rows_.begin.guards, g)), Real(h * slope));
      select(accepted, most, before).store(quiet_.excursions + g * lane_width);
    }
    select(accepted, Real(row(rows_.t) + h), row(rows_.t)).store(rows_.t);
    for (std::size_t n = 0; n < own().states(); ++n)
      select(accepted, row(rows_.end.y, n), row(rows_.y, n)).store(rows_.y + n * lane_width);
    choose_next(h, q, accepted, rejected);
    return bits(accepted || rejected);
  }
  STICTION_INLINE void choose_next(const Real& h, const Real& q, const Mask& accepted, const Mask& rejected) {
    const Mask done = accepted || rejected;
    const Real factor = step_factor<LaneMethod::order>(Real(select(done, q, Real(1))));
    const Real before = row(quiet_.after_rejection);
    const Real next = next_step(h, factor, Real(select(before > Real(0), Real(1), Real(step_growth))));
    select(accepted, next, Real(select(rejected, retried_step(h, factor), row(quiet_.wanted)))).store(quiet_.wanted);
    const Real yes = select(accepted, Real(1), Real(0)), no = select(rejected, Real(1), Real(0));
    select(done, no, before).store(quiet_.after_rejection);
    Real(row(quiet_.accepted) + yes).store(quiet_.accepted);
    Real(row(quiet_.to_look) - yes).store(quiet_.to_look);
    Real(row(quiet_.rejected) + no).store(quiet_.rejected);
    Real(row(quiet_.left) - yes - no).store(quiet_.left);
  }

  Quiet quiet_{};
  Mask chosen_{};
};

}  // namespace stiction::inline STICTION_SIMD_TARGET
