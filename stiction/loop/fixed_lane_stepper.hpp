// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/fixed_pattern.hpp"
#include "stiction/loop/lane_slope.hpp"
#include "stiction/loop/quiet_stepper.hpp"
#include "stiction/scalar/simd_math.hpp"
#include "stiction/solvers/rosenbrock_step.hpp"
#include "stiction/solvers/step_error.hpp"

namespace stiction::inline STICTION_SIMD_TARGET {

/// Runs of a kernel whose parts are types, side by side: the same equations, in SIMD numbers. Signals that may change
/// are asked for at every instant, which keeps numbers out of registers: where all are constant the type says so.
template <class Kernel, bool Driven>
class LaneLoopSystem {
 public:
  static constexpr std::size_t size = Kernel::size;
  static constexpr bool never_driven = !Driven;
  using Real = Batch<double, lane_width>;
  static constexpr std::size_t parameter_count = [] {
    std::size_t count = Kernel::controller_parameters();
    if constexpr (Kernel::controlled) count += field_count<ParametersOf<typename Kernel::ControllerType>>;
    return count;
  }();
  static constexpr std::size_t signal_count = Kernel::input_count() + Kernel::controller_inputs;

  LaneLoopSystem() = default;
  LaneLoopSystem& operator=(const LaneLoopSystem&) = delete;
  /// Number by number: compilers then keep them in registers.
  LaneLoopSystem(const LaneLoopSystem& other) : branch_(other.branch_), signals_(other.signals_) {
    detail::unroll<parameter_count>([&](auto k) { p_[k] = other.p_[k]; });
    detail::unroll<signal_count>(
        [&](auto k) { constants_.values[k] = other.constants_.values[k], constants_.rates[k] = Real(0); });
  }

  void set(const LaneStepper::Rows& rows, const double* branch, LaneSignals* signals) {
    for (std::size_t k = 0; k < parameter_count; ++k) p_[k] = Real::load(rows.p + k * lane_width);
    branch_ = branch, signals_ = signals;
    if (Driven) return;
    for (std::size_t k = 0; k < signal_count; ++k)
      constants_.values[k] = Real::load(rows.values + k * lane_width), constants_.rates[k] = Real(0);
  }
  static constexpr bool is_driven() { return Driven; }
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
  void jacobian(const Real& t, const Vector<size, Real>& y, Vector<size, Real>& f, Matrix<Real, size>& j) const {
    using D = LaneDual<size>;
    Vector<size, D> seeded;
    detail::unroll<size>([&](auto n) {
      seeded[n] = D(y[n]);
      seeded[n].slope[n] = LaneSlope(1.0);
    });
    const Vector<size, D> dy = rates(D(t), seeded);
    detail::unroll<size>([&](auto r) {
      f[r] = dy[r].value;
      detail::unroll<size>([&](auto c) { j[r][c] = dy[r].slope[c].number; });
    });
  }
  /// All but the section.
  template <class Number>
  std::array<Number, Kernel::section> guards(const Number& t, const Vector<size, Number>& y) const {
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
    if constexpr (!Driven) {
      place<Number>(constants_, now);
    } else {
      Read read_now;
      if constexpr (std::is_same_v<Number, Real>)
        read(t, read_now, false);
      else
        read(t.value, read_now, std::is_same_v<Number, Dual<Real, 1>>);
      place<Number>(read_now, now);
    }
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
  Read constants_;
};

/// Steps of such runs.
template <class Kernel, bool Driven>
class LaneLoopSteps {
 public:
  using System = LaneLoopSystem<Kernel, Driven>;
  using Real = typename System::Real;
  static constexpr std::size_t size = System::size;

  void set(const LaneStepper::Rows& rows, const double* branch, LaneSignals* signals) {
    system_.set(rows, branch, signals);
    for (std::size_t n = 0; n < size; ++n) scale_[n] = at_row(rows.scale, n);
  }
  STICTION_FLATTEN void begin(const LaneStepper::Rows& rows) {
    t_ = Real::load(rows.t);
    for (std::size_t n = 0; n < size; ++n) y_[n] = at_row(rows.y, n);
    step_.begin_inline(system_, t_, y_);
    Real fastest(0);
    detail::unroll<size>([&](auto n) {
      step_.rates_at_begin()[n].store(rows.begin.rates + n * lane_width);
      detail::unroll<size>([&](auto k) {
        if constexpr (System::pattern()[n][k])
          step_.jacobian(n, k).store(rows.begin.jacobian + (n * size + k) * lane_width);
      });
      if constexpr (System::pattern()[n][n]) fastest = maximum(fastest, step_.jacobian(n, n));
    });
    fastest.store(rows.begin.growth);
    measure_guards(rows.begin);
  }
  STICTION_FLATTEN void take(const LaneStepper::Rows& rows) {
    const Real length = Real::load(rows.h);
    const System system = system_;  // a copy: what depends on its numbers alone is computed once for all stages
    Vector<size, Real> y, end, error;
    for (std::size_t n = 0; n < size; ++n) y[n] = y_[n];
    step_.take_inline(system, t_, y, length, end, error);
    for (std::size_t n = 0; n < size; ++n) end[n].store(rows.end.y + n * lane_width);
    squared_relative_error<Real>(error, scale_, y, end).store(rows.end.squared_error);
    const auto guards = system.guards(Real(t_ + length), end);
    for (std::size_t g = 0; g < guards.size(); ++g) guards[g].store(rows.end.guards + g * lane_width);
  }
  void dense_terms(std::size_t lane, double* terms) const {
    for (std::size_t n = 0; n < size; ++n) {
      const auto three = step_.dense_terms(n, Real(0), Real(0), Real(0));
      for (const Real& one : three) *terms++ = one[lane];
    }
  }

 private:
  static Real at_row(const double* rows, std::size_t n) { return Real::load(rows + n * lane_width); }
  void measure_guards(const LaneStepper::Begin& at) const {
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

template <class Kernel>
class FixedLaneStepper final : public QuietStepper<FixedLaneStepper<Kernel>> {
 public:
  using QuietStepper<FixedLaneStepper>::rows_;

  void set_runs(const double* branch, LaneSignals* signals) override {
    is_driven_ = signals != nullptr;
    visit([&](auto& steps) { steps.set(rows_, branch, signals); });
  }
  void dense_terms(std::size_t lane, double* terms) const override {
    is_driven_ ? driven_.dense_terms(lane, terms) : constant_.dense_terms(lane, terms);
  }
  std::size_t parameters() const override { return LaneLoopSystem<Kernel, false>::parameter_count; }

  void begin_steps() {
    visit([&](auto& steps) { steps.begin(rows_); });
  }
  void take_steps() {
    visit([&](auto& steps) { steps.take(rows_); });
  }
  static constexpr std::size_t states() { return Kernel::size; }
  static constexpr std::size_t guards() { return Kernel::section; }
  static constexpr bool couples(std::size_t i, std::size_t j) {
    constexpr auto pattern = kernel_pattern<Kernel>();
    return pattern[i][j] && pattern[j][i];
  }

 private:
  void visit(const auto& visitor) { is_driven_ ? visitor(driven_) : visitor(constant_); }

  bool is_driven_ = false;
  LaneLoopSteps<Kernel, false> constant_;
  LaneLoopSteps<Kernel, true> driven_;
};

}  // namespace stiction::inline STICTION_SIMD_TARGET
