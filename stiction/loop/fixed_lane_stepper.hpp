// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/fixed_pattern.hpp"
#include "stiction/loop/quiet_stepper.hpp"
#include "stiction/scalar/simd_math.hpp"
#include "stiction/solvers/rosenbrock_step.hpp"
#include "stiction/solvers/step_error.hpp"

namespace stiction::inline STICTION_SIMD_TARGET {

/// Runs of a kernel whose parts are types, side by side: the same equations, in SIMD numbers.
template <class Kernel>
class LaneLoopSystem {
 public:
  static constexpr std::size_t size = Kernel::size;
  using Real = Batch<double, lane_width>;
  static constexpr std::size_t parameter_count = [] {
    std::size_t count = Kernel::controller_parameters();
    if constexpr (Kernel::controlled) count += field_count<ParametersOf<typename Kernel::ControllerType>>;
    return count;
  }();
  static constexpr std::size_t signal_count = Kernel::input_count() + Kernel::controller_inputs;

  void set(const LaneStepper::Runs& runs) {
    for (std::size_t k = 0; k < parameter_count; ++k) p_[k] = Real::load(runs.p + k * lane_width);
    branch_ = runs.branch, signals_ = runs.signals;
    if (is_driven()) return;
    for (std::size_t k = 0; k < signal_count; ++k) constants_.values[k] = Real::load(runs.values + k * lane_width);
  }
  bool is_driven() const { return signals_ != nullptr; }
  static constexpr Pattern<size> pattern() { return kernel_pattern<Kernel>(); }
  Vector<size> scale() const;  ///< nobody asks: errors are judged outside

  template <class Number>
  Vector<size, Number> rates(const Number& t, const Vector<size, Number>& y) const {
    Vector<size, Number> dy;
    typename Kernel::template Instant<Number> now;
    read_signals(t, now);
    coupled_rates(Kernel{}, t, y.data(), p_.data(), branch_, dy.data(), now);
    return dy;
  }
  /// All but the section.
  template <class Number>
  STICTION_FLATTEN std::array<Number, Kernel::section> guards(const Number& t, const Vector<size, Number>& y) const {
    Vector<size, Number> law_rates;
    typename Kernel::template Instant<Number> now;
    read_signals(t, now);
    evaluate(Kernel{}, t, y.data(), p_.data(), branch_, law_rates.data(), now);
    std::array<Number, Kernel::guard_count> all;
    coupled_guards(Kernel{}, y.data(), p_.data(), branch_, all.data(), now);
    std::array<Number, Kernel::section> own;
    detail::unroll<Kernel::section>([&](auto g) { own[g] = all[g]; });
    return own;
  }
  Vector<size, Real> time_slope(const Real& t, const Vector<size, Real>& y) const {
    using D = Dual<Real, 1>;
    Vector<size, D> constant, dy;
    for (std::size_t n = 0; n < size; ++n) constant[n] = D(y[n]);
    dy = rates(D::variable(t, 0), constant);
    Vector<size, Real> slope;
    for (std::size_t n = 0; n < size; ++n) slope[n] = dy[n].slope[0];
    return slope;
  }

 private:
  using Row = std::array<Real, signal_count + 1>;
  struct Read {
    Row values, rates, value_slopes, rate_slopes;
  };
  /// With the slopes of signals by time where time itself is what slopes are taken by.
  template <class Number>
  void read_signals(const Number& t, auto& now) const {
    if (!is_driven()) return place<Number>(constants_, now);
    Read read_now;
    if constexpr (std::is_same_v<Number, Real>)
      read(t, read_now, false);
    else
      read(t.value, read_now, std::is_same_v<Number, Dual<Real, 1>>);
    place<Number>(read_now, now);
  }
  void read(const Real& t, Read& all, bool slopes) const {
    double times[lane_width], numbers[4][(signal_count + 1) * lane_width];
    t.store(times);
    signals_->read(times, numbers[0], numbers[1], slopes ? numbers[2] : nullptr, slopes ? numbers[3] : nullptr);
    for (std::size_t k = 0; k < signal_count; ++k) {
      all.values[k] = Real::load(numbers[0] + k * lane_width), all.rates[k] = Real::load(numbers[1] + k * lane_width);
      if (!slopes) continue;
      all.value_slopes[k] = Real::load(numbers[2] + k * lane_width);
      all.rate_slopes[k] = Real::load(numbers[3] + k * lane_width);
    }
  }
  template <class Number>
  static void place(const Read& all, auto& now) {
    const auto number = [&](const Row& values, [[maybe_unused]] const Row& slopes, std::size_t k) {
      Number x(values[k]);
      if constexpr (std::is_same_v<Number, Dual<Real, 1>>) x.slope[0] = slopes[k];
      return x;
    };
    constexpr std::size_t inputs = Kernel::input_count();
    for (std::size_t i = 0; i < inputs; ++i) {
      now.inputs[i] = now.driven[i] = number(all.values, all.value_slopes, i);
      now.input_rates[i] = number(all.rates, all.rate_slopes, i);
    }
    for (std::size_t i = 0; i < Kernel::controller_inputs; ++i) {
      now.references[i] = number(all.values, all.value_slopes, inputs + i);
      now.reference_rates[i] = number(all.rates, all.rate_slopes, inputs + i);
    }
  }
  std::array<Real, parameter_count> p_;
  const double* branch_ = nullptr;
  LaneSignals* signals_ = nullptr;
  Read constants_{};
};

template <class Kernel>
class FixedLaneStepper final : public QuietStepper {
 public:
  using System = LaneLoopSystem<Kernel>;
  using Real = typename System::Real;
  static constexpr std::size_t size = System::size;

  void begin(const Runs& runs, const Begin& at) override {
    system_.set(runs);
    t_ = Real::load(runs.t);
    for (std::size_t n = 0; n < size; ++n) y_[n] = at_row(runs.y, n), scale_[n] = at_row(runs.scale, n);
    step_.begin(system_, t_, y_);
    Real fastest(0);
    for (std::size_t n = 0; n < size; ++n) {
      step_.rates_at_begin()[n].store(at.rates + n * lane_width);
      for (std::size_t k = 0; k < size; ++k) step_.jacobian(n, k).store(at.jacobian + (n * size + k) * lane_width);
      fastest = maximum(fastest, step_.jacobian(n, n));
    }
    fastest.store(at.growth);
    measure_guards(at);
  }
  void take(const double* h, const End& at) override {
    const Real length = Real::load(h);
    Vector<size, Real> end, error;
    step_.take(system_, t_, y_, length, end, error);
    for (std::size_t n = 0; n < size; ++n) end[n].store(at.y + n * lane_width);
    squared_relative_error<Real>(error, scale_, y_, end).store(at.squared_error);
    const auto guards = system_.guards(Real(t_ + length), end);
    for (std::size_t g = 0; g < guards.size(); ++g) guards[g].store(at.guards + g * lane_width);
  }
  void dense_terms(std::size_t lane, double* terms) const override {
    for (std::size_t n = 0; n < size; ++n) {
      const auto three = step_.dense_terms(n, Real(0), Real(0), Real(0));
      for (const Real& one : three) *terms++ = one[lane];
    }
  }
  std::size_t parameters() const override { return System::parameter_count; }

 private:
  static Real at_row(const double* rows, std::size_t n) { return Real::load(rows + n * lane_width); }
  STICTION_FLATTEN void measure_guards(const Begin& at) const {
    using D = Dual<Real, 1>;
    Vector<size, D> moving;
    for (std::size_t n = 0; n < size; ++n) moving[n].value = y_[n], moving[n].slope[0] = step_.rates_at_begin()[n];
    const auto guards = system_.guards(D::variable(t_, 0), moving);
    for (std::size_t g = 0; g < guards.size(); ++g)
      guards[g].value.store(at.guards + g * lane_width), guards[g].slope[0].store(at.guard_slopes + g * lane_width);
  }

  System system_;
  RosenbrockStep<LaneMethod, System, Real> step_;
  Real t_;
  Vector<size, Real> y_, scale_;
};

}  // namespace stiction::inline STICTION_SIMD_TARGET
