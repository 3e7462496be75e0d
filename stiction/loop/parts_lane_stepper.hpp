// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/lane_factors.hpp"
#include "stiction/loop/quiet_stepper.hpp"
#include "stiction/solvers/rosenbrock_methods.hpp"
#include "stiction/solvers/step_error.hpp"

namespace stiction::inline STICTION_SIMD_TARGET {

/// Steps of runs whose parts were chosen by name, side by side.
class PartsLaneStepper final : public QuietStepper<PartsLaneStepper> {
 public:
  /// `laws`: one per contact.
  PartsLaneStepper(const LaneLayout& layout, const LanePlant& plant, const LaneLaw* laws,
                   const LaneController& controller)
      : l_(layout),
        layouts_(l_.contacts),
        plant_(plant),
        laws_(l_.contacts),
        controller_(controller),
        kernel_(l_, plant_, laws_.data(), controller_),
        plain_(l_),
        slopes_(l_),
        p_(l_.parameters),
        y_(n_()),
        scale_(n_()),
        f_(n_()),
        time_slope_(n_()),
        jacobian_(n_() * n_()),
        u_(stages * n_()),
        r_(n_()),
        end_(n_()),
        signals_(4 * signal_count() * lane_width),
        factors_(n_()) {
    for (std::size_t i = 0; i < l_.contacts; ++i) layouts_[i] = l_.laws[i], laws_[i] = laws[i];
    l_.laws = layouts_.data();
    find_lane_pattern(kernel_, l_, pattern_);
    factors_.plan(pattern_);
  }

  void set_runs(const double* branch, LaneSignals* signals) override {
    branch_ = branch, driven_by_ = signals;
    load(rows_.scale, scale_), load(rows_.p, p_);
    if (!driven_by_)
      for (std::size_t k = 0; k < signal_count(); ++k)
        set_signal(plain_.now, k, row(rows_.values, k), LaneNumber(0)),
            set_signal(slopes_.now, k, LaneSlopes(row(rows_.values, k)), LaneSlopes(LaneNumber(0)));
  }
  void dense_terms(std::size_t lane, double* terms) const override {
    for (std::size_t n = 0; n < n_(); ++n)
      detail::unroll<3>([&](auto m) { *terms++ = combined<Method::H[m], stages>(LaneNumber(0), n)[lane]; });
  }
  std::size_t parameters() const override { return l_.parameters; }

  void begin_steps() {
    t_ = LaneNumber::load(rows_.t);
    load(rows_.y, y_);
    if (driven_by_) read_slopes();
    linearise(rows_.begin);
    if (driven_by_) add_time_slopes(rows_.begin);
  }
  void take_steps() {
    const LaneNumber length = LaneNumber::load(rows_.h), inverse_h = LaneNumber(1) / length;
    factors_.factor(jacobian_.data(), inverse_h * LaneNumber(1 / Method::gamma), length * LaneNumber(Method::gamma));
    detail::unroll<stages>([&](auto i) {
      LaneNumber* const u = u_.data() + i * n_();
      const LaneNumber* f = f_.data();
      if constexpr (i > 0 && Method::A[i] != detail::Stages<stages>{}) {
        for (std::size_t n = 0; n < n_(); ++n) end_[n] = combined<Method::A[i], i>(y_[n], n);
        rates(t_ + LaneNumber(times[i]) * length, end_.data(), r_.data());
        f = r_.data();
      }
      for (std::size_t n = 0; n < n_(); ++n)
        u[n] = multiply_add(inverse_h, combined<Method::C[i], i>(LaneNumber(0), n), f[n]);
      if (driven_by_)
        for (std::size_t n = 0; n < n_(); ++n) u[n] += length * LaneNumber(weights[i]) * time_slope_[n];
      factors_.solve(u);
    });
    for (std::size_t n = 0; n < n_(); ++n) {
      end_[n] = combined<Method::b, stages>(y_[n], n), r_[n] = combined<Method::e, stages>(LaneNumber(0), n);
      end_[n].store(rows_.end.y + n * lane_width);
    }
    squared_relative_error<LaneNumber>(r_, scale_, y_, end_).store(rows_.end.squared_error);
    guards_at_end(t_ + length, rows_.end);
  }
  std::size_t states() const { return l_.states; }
  std::size_t guards() const { return l_.guards; }
  bool couples(std::size_t i, std::size_t j) const { return pattern_[i][j] && pattern_[j][i]; }

 private:
  using Method = LaneMethod;
  static constexpr std::size_t stages = Method::stages;
  static constexpr auto times = detail::stage_times(Method::gamma, Method::A, Method::C);
  static constexpr auto weights = detail::time_weights(Method::gamma, Method::C);

  std::size_t n_() const { return l_.states; }
  std::size_t signal_count() const { return l_.inputs + l_.references; }
  static LaneNumber row(const double* rows, std::size_t k) { return LaneNumber::load(rows + k * lane_width); }
  static void load(const double* rows, LaneRow<LaneNumber>& to) {
    for (std::size_t k = 0; k < to.size(); ++k) to[k] = row(rows, k);
  }

  /// The first Count stages of a state with constant weights, on top of `sum`; zero weights vanish.
  template <detail::Stages<stages> weight, std::size_t Count>
  LaneNumber combined(LaneNumber sum, std::size_t n) const {
    detail::unroll<Count>([&](auto j) {
      if constexpr (weight[j] != 0) sum = multiply_add(LaneNumber(weight[j]), u_[j * n_() + n], sum);
    });
    return sum;
  }

  // --- signals: inputs of the plant, then references of the controller ---

  void set_signal(auto& now, std::size_t k, const auto& value, const auto& rate) const {
    if (k < l_.inputs)
      now.inputs[k] = now.driven[k] = value, now.input_rates[k] = rate;
    else
      now.references[k - l_.inputs] = value, now.reference_rates[k - l_.inputs] = rate;
  }
  void read_at(const LaneNumber& t, bool slopes) {
    double now[lane_width];
    t.store(now);
    double* const all = signals_.data();
    const std::size_t size = signal_count() * lane_width;
    driven_by_->read(now, all, all + size, slopes ? all + 2 * size : nullptr, slopes ? all + 3 * size : nullptr);
  }
  const double* signal_rows(std::size_t kind) const { return signals_.data() + kind * signal_count() * lane_width; }
  /// At the beginning of a step; slopes by time are kept for `add_time_slopes`.
  void read_slopes() {
    read_at(t_, true);
    for (std::size_t k = 0; k < signal_count(); ++k)
      set_signal(slopes_.now, k, LaneSlopes(row(signal_rows(0), k)), LaneSlopes(row(signal_rows(1), k)));
  }
  void read_values(const LaneNumber& t) {
    read_at(t, false);
    for (std::size_t k = 0; k < signal_count(); ++k)
      set_signal(plain_.now, k, row(signal_rows(0), k), row(signal_rows(1), k));
  }

  // --- equations ---

  void rates(const LaneNumber& t, const LaneNumber* y, LaneNumber* dy) {
    if (driven_by_) read_values(t);
    coupled_rates(kernel_, t, y, p(), branch_, dy, plain_.now);
  }
  STICTION_FLATTEN void guards_at_end(const LaneNumber& t, const End& at) {
    if (driven_by_) read_values(t);
    const LaneNumber* const y = end_.data();
    evaluate(kernel_, t, y, p(), branch_, plain_.dy.data(), plain_.now);
    coupled_guards(kernel_, y, p(), branch_, plain_.guards.data(), plain_.now);
    for (std::size_t g = 0; g < l_.guards; ++g) plain_.guards[g].store(at.guards + g * lane_width);
  }
  STICTION_FLATTEN void guards_with_slopes() {
    coupled_guards(kernel_, y_with_slopes(), p(), branch_, slopes_.guards.data(), slopes_.now);
  }
  const LaneNumber* p() const { return p_.data(); }
  const LaneSlopes* y_with_slopes() const { return slopes_.y.data(); }

  /// Rates, Jacobian, guards and their slopes along the motion, some columns at a time.
  void linearise(const Begin& at) {
    LaneScratch<LaneSlopes>& s = slopes_;
    for (std::size_t n = 0; n < n_(); ++n) s.y[n] = LaneSlopes(y_[n]);
    for (std::size_t first = 0; first < n_(); first += lane_columns) {
      const std::size_t columns = n_() - first < lane_columns ? n_() - first : lane_columns;
      for (std::size_t k = 0; k < columns; ++k) s.y[first + k].slope[k] = LaneNumber(1);
      coupled_rates(kernel_, LaneSlopes(t_), y_with_slopes(), p(), branch_, s.dy.data(), s.now);
      guards_with_slopes();
      if (first == 0)
        for (std::size_t n = 0; n < n_(); ++n) f_[n] = s.dy[n].value, f_[n].store(at.rates + n * lane_width);
      for (std::size_t k = 0; k < columns; ++k) {
        const std::size_t c = first + k;
        s.y[c].slope[k] = LaneNumber(0);
        for (std::size_t r = 0; r < n_(); ++r)
          if (pattern_[r][c]) {
            jacobian_[r * n_() + c] = s.dy[r].slope[k];
            s.dy[r].slope[k].store(at.jacobian + (r * n_() + c) * lane_width);
          }
        for (std::size_t g = 0; g < l_.guards; ++g) {
          if (c == 0) s.guards[g].value.store(at.guards + g * lane_width);
          const LaneNumber before = c == 0 ? LaneNumber(0) : row(at.guard_slopes, g);
          LaneNumber(before + s.guards[g].slope[k] * f_[c]).store(at.guard_slopes + g * lane_width);
        }
      }
    }
    LaneNumber fastest(0);
    for (std::size_t n = 0; n < n_(); ++n)
      if (pattern_[n][n]) fastest = maximum(fastest, jacobian_[n * n_() + n]);
    fastest.store(at.growth);
  }
  /// What changes while the states stand still.
  void add_time_slopes(const Begin& at) {
    LaneScratch<LaneSlopes>& s = slopes_;
    for (std::size_t k = 0; k < signal_count(); ++k) {
      LaneSlopes value(row(signal_rows(0), k)), rate(row(signal_rows(1), k));
      value.slope[0] = row(signal_rows(2), k), rate.slope[0] = row(signal_rows(3), k);
      set_signal(s.now, k, value, rate);
    }
    coupled_rates(kernel_, LaneSlopes::variable(t_, 0), y_with_slopes(), p(), branch_, s.dy.data(), s.now);
    guards_with_slopes();
    for (std::size_t n = 0; n < n_(); ++n) time_slope_[n] = s.dy[n].slope[0];
    for (std::size_t g = 0; g < l_.guards; ++g)
      LaneNumber(row(at.guard_slopes, g) + s.guards[g].slope[0]).store(at.guard_slopes + g * lane_width);
  }

  LaneLayout l_;
  LaneRow<LaneLayout::Law> layouts_;
  LanePlant plant_;
  LaneRow<LaneLaw> laws_;
  LaneController controller_;
  LaneKernel kernel_;
  LaneScratch<LaneNumber> plain_;
  LaneScratch<LaneSlopes> slopes_;
  LaneRow<LaneNumber> p_, y_, scale_, f_, time_slope_, jacobian_;
  LaneRow<LaneNumber> u_;  ///< stage i of state n at i * states + n
  LaneRow<LaneNumber> r_, end_;
  LaneRow<double> signals_;  ///< values, rates and slopes of both, as [signal][lane]
  LanePattern pattern_{};
  LaneFactors factors_;
  LaneNumber t_{};
  const double* branch_ = nullptr;
  LaneSignals* driven_by_ = nullptr;
};

}  // namespace stiction::inline STICTION_SIMD_TARGET
