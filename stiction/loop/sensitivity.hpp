// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/radau_step.hpp"
#include "stiction/loop/solve_loop.hpp"

namespace stiction {

/// Slopes of a run by chosen parameters, \f$ S = dy/dp \f$, initial states among them. They obey
///
/// \f[ \dot S = f_y S + f_p                                                                    \tag{1} \f]
///
/// along the run, and jump where the run has an event whose time \f$ t^* \f$ depends on p. With the guard g, the rates
/// before and after the event, and the reset map r of the states (saltation),
///
/// \f[ t^*_p = -(g_y S + g_p) / (g_y f^- + g_t), \qquad
///     S^+ = r_y (S^- + f^- t^*_p) + r_p - f^+ t^*_p                                            \tag{2} \f]
///
/// (1) is integrated by the method of the run, over the same steps and with the same matrices (step_slopes.hpp). No
/// differences are taken anywhere. Errors of S take part in the control of the steps, with a tolerance
/// `slope_tolerance` times that of the states. Where f_y changes by much within a step and is stiff all along, as in
/// rate-and-state friction, shorter steps do not help; such a step is done by collocation (radau_step.hpp), which sees
/// f_y at its nodes, in parts of the step.
///
/// What cannot be differentiated is said by `obstacle`: the memory of laws that move by accepted pieces of motion, the
/// registers of sampled controllers, and the numbers of input signals.
class LoopSensitivity final : public LoopObserver {
 public:
  /// `parameters` are places in `Loop::parameters()`. Throws InvalidInput where slopes do not exist.
  LoopSensitivity(const LoopRun& run, std::vector<std::size_t> parameters);

  /// Why slopes of this run by this parameter do not exist; empty where they do.
  static std::string obstacle(const Loop& loop, std::size_t parameter);

  /// The parameters that are initial values of the states, in the order of y (without those of work).
  static std::vector<std::size_t> initial_states(const Loop& loop);

  /// From here on: initial values are those at this instant, which may lie anywhere in a run.
  void begin(const LoopRun& run, double t, std::span<const double> y);
  /// Other slopes to begin with.
  void set_slopes(std::vector<double> slopes) { s_ = std::move(slopes); }
  double examine(const LoopStep& step, double tolerance) override;
  bool step(const LoopStep& step) override;
  void segment_ends() override;
  void event(const LoopRun& run, double t, std::span<const char> fired, std::span<const double> y) override;

  std::size_t parameter_count() const { return table_.columns(); }
  const std::vector<std::size_t>& parameters() const { return table_.places; }
  /// dy/dp at the end of the last step: state n by parameter k at [n * parameter_count() + k]. At the end of a run that
  /// ended on its section they are those of the state on the section.
  const std::vector<double>& slopes() const { return s_; }
  /// The same inside the last step, at a time of it [s].
  void slopes_at(double t, double* s) const;
  /// Slopes of the times of the events so far [s per unit]: one row per event.
  const std::vector<std::vector<double>>& event_slopes() const { return event_slopes_; }
  /// True when an event was met in which two guards triggered at once, or one was only touched: there the run may
  /// change its structure with p, and slopes hold on one side at best.
  bool structure_may_change() const { return doubtful_; }

 private:
  void collocate(const LoopStep& step, double tolerance);
  void collocate(const LoopStep& step, double from, double until, double tolerance, int depth);
  void linearise_at(const LoopStep& step, double t, std::vector<double>& a, std::vector<double>& b);

  SlopeTable table_;  ///< over the last step
  /// A part of the last step that was done by collocation, and its polynomial.
  struct Piece {
    double start, length;
    std::vector<double> s0, stages;
  };
  std::vector<Piece> pieces_;
  RadauStep radau_;
  std::vector<double> a0_, b0_;  ///< f_y and f_p at the end of the last part
  std::size_t states_;
  std::vector<double> s_;                    ///< slopes now
  double rejected_at_ = -1e300;              ///< start of the step that was refused last
  double step_start_ = 0, step_length_ = 0;  ///< 0: there is no last step, or an event has ended it
  // Before an event: state, rates and guards of the old branch.
  const LoopRun* run_ = nullptr;
  double t_ = 0;
  std::vector<double> y_, rates_before_, guard_slopes_, guard_rates_;
  std::vector<double> event_time_slope_;
  Branch branch_before_;
  bool examined_ = false, just_fired_ = false, doubtful_ = false;
  std::vector<std::vector<double>> event_slopes_;
};

}  // namespace stiction
