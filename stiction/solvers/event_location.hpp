// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bitset>
#include <cmath>
#include <optional>

#include "stiction/solvers/dense_output.hpp"
#include "stiction/solvers/step_rules.hpp"

/// Where, inside a step, guards fall through zero.
///
/// A guard has triggered when it is below minus its band; an event is located where it stands in the middle of the
/// band, so that what follows begins on the far side for certain, by an amount that does not matter.
namespace stiction {

/// Guards and their rates of change along the motion, at the start of a step.
template <OdeSystem System>
struct GuardState {
  GuardValues<System> value, slope;

  explicit GuardState(const System& system)
      : value(detail::SystemTypes<System>::guard_values(system)),
        slope(detail::SystemTypes<System>::guard_values(system)) {}

  void measure(const System& system, double t, const SystemState<System>& y, const SystemState<System>& rates) {
    if constexpr (RunTimeSystem<System>)
      system.measure_guards(t, y.data(), rates.data(), value.data(), slope.data());
    else
      measure_fixed(system, t, y, rates);
  }
  STICTION_FLATTEN void measure_fixed(const System& system, double t, const SystemState<System>& y,
                                      const SystemState<System>& rates)
    requires FixedSystem<System>
  {
    using D = Dual<double, 1>;
    Vector<System::size, D> moving;
    detail::unroll<System::size>([&](auto n) { moving[n].value = y[n], moving[n].slope[0] = rates[n]; });
    const auto guards = system.guards(D::variable(t, 0), moving);
    detail::unroll<System::guard_count>([&](auto i) { value[i] = guards[i].value, slope[i] = guards[i].slope[0]; });
  }

  bool any_triggered(const GuardValues<System>& bands) const {
    bool any = false;
    for (std::size_t i = 0; i < value.size(); ++i) any = any || guard_has_triggered(value[i], slope[i], bands[i]);
    return any;
  }
  /// Those that have triggered already, or stand on zero and fall. Takes memory where their number is not known when
  /// compiling.
  GuardMask<System> triggered(const System& system, const GuardValues<System>& bands) const {
    GuardMask<System> mask = detail::SystemTypes<System>::guard_mask(system);
    for (std::size_t i = 0; i < value.size(); ++i)
      if (guard_has_triggered(value[i], slope[i], bands[i])) mask.set(i);
    return mask;
  }
};

/// The first event inside a step.
template <OdeSystem System>
struct LocatedEvent {
  double fraction = 1;  ///< of the step
  GuardMask<System> guards;
};

template <HasGuards System, class Step>
class EventLocator {
 public:
  using Values = GuardValues<System>;

  EventLocator(const System& system, const StepView<Step>& view, const Values& bands)
      : system_(system),
        view_(view),
        bands_(bands),
        inside_(view.from),
        values_(detail::SystemTypes<System>::guard_values(system)) {}

  /// No guard of `start` may have triggered; `end` are the guards at the end of the step.
  std::optional<LocatedEvent<System>> first(const GuardState<System>& start, const Values& end) {
    std::optional<LocatedEvent<System>> found;
    for (std::size_t i = 0; i < end.size(); ++i) {
      double beyond = end[i] < -bands_[i] ? 1.0 : 0.0;
      if (beyond == 0 && guard_may_dip(start.value[i], start.slope[i], view_.length, end[i], bands_[i]))
        beyond = first_sample_below(i);
      if (beyond == 0) continue;
      const double fraction = root(i, beyond);
      if (found && fraction > found->fraction * (1 + 1e-12)) continue;
      if (!found || fraction < found->fraction * (1 - 1e-12))
        found = LocatedEvent<System>{fraction, detail::SystemTypes<System>::guard_mask(system_)};
      found->guards.set(i);
    }
    return found;
  }

 private:
  double value(std::size_t i, double fraction) {
    view_.at(fraction, inside_);
    if constexpr (RunTimeSystem<System>)
      system_.guards(view_.start + fraction * view_.length, inside_.data(), values_.data());
    else
      values_ = system_.guards(view_.start + fraction * view_.length, inside_);
    return values_[i] + 0.5 * bands_[i];
  }
  double first_sample_below(std::size_t i) {
    constexpr int samples = 16;
    for (int k = 1; k < samples; ++k) {
      const double fraction = static_cast<double>(k) / samples;
      if (value(i, fraction) < -0.5 * bands_[i]) return fraction;
    }
    return 0;
  }
  /// Illinois' rule on the dense output, with bisection where it stalls.
  double root(std::size_t i, double high) {
    double low = 0, at_low = value(i, low), at_high = value(i, high);
    if (at_low <= 0) return high * 1e-3;  // starts inside the band: go a little further and look again
    for (int k = 0; k < 100 && high - low > 1e-15; ++k) {
      double middle = high - at_high * (high - low) / (at_high - at_low);
      if (k % 8 == 7 || !(middle > low && middle < high)) middle = 0.5 * (low + high);
      const double at_middle = value(i, middle);
      if (std::abs(at_middle) < 0.1 * bands_[i]) return middle;
      if (at_middle < 0) {
        high = middle, at_high = at_middle, at_low *= 0.5;
      } else {
        low = middle, at_low = at_middle, at_high *= 0.5;
      }
    }
    return high;
  }

  const System& system_;
  const StepView<Step>& view_;
  const Values& bands_;
  SystemState<System> inside_;
  Values values_;
};

}  // namespace stiction
