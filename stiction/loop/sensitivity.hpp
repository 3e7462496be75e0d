// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/solve_loop.hpp"
#include "stiction/solvers/linear_collocation.hpp"

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
/// (1) is linear in S, and f_y and f_p are known all along the dense output of a step: it is solved by collocation,
/// with three evaluations a step (linear_collocation.hpp), or in parts of the step where the error asks for it. No
/// differences are taken anywhere, and the run is the same, to the last bit, with slopes and without.
///
/// Times at which inputs have corners or controllers take samples may depend on p as well; there (2) holds without a
/// guard. Registers of a sampled controller carry slopes from sample to sample.
///
/// What cannot be differentiated is said by `obstacle`: the memory of laws that move by accepted pieces of motion, and
/// what an encoder reads in steps.
class LoopSensitivity final : public LoopObserver {
 public:
  /// `parameters` are places in `Loop::parameters()`. Throws InvalidInput where slopes do not exist.
  LoopSensitivity(const LoopRun& run, std::vector<std::size_t> parameters);

  /// Why slopes of this run by this parameter do not exist; empty where they do.
  static std::string obstacle(const LoopRun& run, std::size_t parameter);

  /// The parameters that are initial values of the states, in the order of y (without those of work).
  static std::vector<std::size_t> initial_states(const Loop& loop);

  /// From here on: initial values are those at this instant, which may lie anywhere in a run.
  void begin(const LoopRun& run, double t, std::span<const double> y);
  /// Other slopes to begin with.
  void set_slopes(const std::vector<double>& slopes);
  bool step(const LoopStep& step) override;
  void segment_ends() override;
  void event(const LoopRun& run, double t, std::span<const char> fired, std::span<const double> y) override;

  std::size_t parameter_count() const { return columns_.size(); }
  const std::vector<std::size_t>& parameters() const { return columns_.places; }
  const SlopeColumns& columns() const { return columns_; }
  /// dy/dp at the end of the last step: state n by parameter k at [n * parameter_count() + k]. At the end of a run that
  /// ended on its section they are those of the state on the section.
  std::vector<double> slopes() const;
  /// The same inside the last step, at a time of it [s].
  void slopes_at(double t, double* s) const;
  /// Slopes of the times of the events so far [s per unit]: one row per event.
  const std::vector<std::vector<double>>& event_slopes() const { return event_slopes_; }
  /// True when an event was met in which two guards triggered at once, or one was only touched: there the run may
  /// change its structure with p, and slopes hold on one side at best.
  bool structure_may_change() const { return doubtful_; }

 private:
  std::vector<double> rates_beside(const LoopRun& run, double t, std::span<const double> y, double ahead) const;
  double time_beside_kink(const LoopRun& run, std::span<const char> fired) const;
  void carry(const LoopStep& step, double from, double until, int depth);
  void linearise_at(const LoopStep& step, double since, std::size_t node);
  void unpad(const std::vector<double>& rows, double* s) const;
  /// At the first occasion after a stop, when the run has passed it.
  void settle_stop(const LoopRun& after);

  SlopeColumns columns_;
  std::size_t states_;
  LinearCollocation collocation_;
  std::vector<double> s_, scale_;  ///< slopes now, and the natural size of each, in rows as `collocation_` takes them
  double begin_ = 0;               ///< of the last step [s]
  /// A part of the last step, with the slopes in it; times since its begin.
  struct Piece {
    double start, length;
    LinearCollocation::Polynomial s;
  };
  std::vector<Piece> pieces_;
  std::size_t piece_count_ = 0;               ///< of the last step; the others are memory for later ones
  double tolerance_ = 0;                      ///< of the run
  double allowed_ = 0, strict_ = 0;           ///< errors of a piece: smooth, and where f_y bends
  double last_error_ = 0, last_length_ = 1;   ///< of the last piece; infinite after an event
  std::vector<std::array<double, 3>> terms_;  ///< of the dense output of the last step
  std::vector<double> inside_;                ///< states in it
  // Before an event: state, rates and guards of the old branch.
  const LoopRun* run_ = nullptr;
  double t_ = 0;
  std::vector<double> y_, rates_before_, guard_slopes_, guard_rates_;
  std::vector<double> event_time_slope_;
  Branch branch_before_;
  bool stopped_ = false;  ///< a segment has ended, without an event so far
  std::vector<MovingCorner> corners_;
  std::optional<LoopRun> before_stop_;  ///< where corners move
  bool start_known_ = false;            ///< f_y and f_p where the next step begins are those where the last one ended
  bool just_fired_ = false, doubtful_ = false;
  std::vector<std::vector<double>> event_slopes_;
};

}  // namespace stiction
