// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "stiction/identification/friction_sizes.hpp"
#include "stiction/identification/recording.hpp"

/// Recordings as a regression: the measured force, terms that stand beside friction, what is fitted and what is held
/// out.
namespace stiction {

/// A term that is linear in its coefficient and stands beside friction: F = friction + sum coefficient * column.
struct ExtraTerm {
  std::string name, unit, doc;
  std::vector<std::vector<double>> columns;  ///< one per recording, sample by sample
  double about = 0;                          ///< what the coefficient is counted from: a lag is linearised about it
  double resolution = 0;                     ///< standard deviation that sampling leaves, however long the log
};

struct ForceDataOptions {
  bool inertia = true, offset = true;
  bool gravity = false;             ///< torque of an unbalanced load: sine and cosine of the angle
  bool asymmetric_drag = false;     ///< a force in proportion to the speed, in one direction: drag that differs with it
  bool spring = false;              ///< a force in proportion to the position
  double ripple = 0;                ///< period of a force that repeats with the position [m]; 0: none
  bool lag = false;                 ///< of the force behind the motion: see lag.hpp
  double lag_about = 0;             ///< the lag that the recordings have been freed of [s]
  double held_out = 0.3;            ///< fraction of each recording, its end, that is kept for the score
  double held_out_from = 1e300;     ///< instead: all samples from this time on [s]
  std::size_t test_recordings = 0;  ///< instead: so many recordings at the end of the list
};

class ForceData {
 public:
  ForceData(std::vector<Recording> recordings, const ForceDataOptions& options);

  const std::vector<Recording>& recordings() const { return *recordings_; }
  /// The recordings as far as a search needs them: those that are held out as a whole are empty.
  const std::vector<Recording>& searched() const { return *searched_; }
  /// True: the samples of `searched`, one after the other, are the fitted rows.
  bool fitted_in_order() const { return fitted_in_order_; }
  const std::vector<ExtraTerm>& extras() const { return extras_; }
  const ForceDataOptions& options() const { return options_; }

  /// Rows of the regression: samples after decimation. Those fitted first, then those held out.
  std::size_t train_rows() const { return train_; }
  std::size_t rows() const { return target_.size(); }
  const std::vector<double>& target() const { return target_; }
  /// Extra columns over all rows, one after the other.
  const std::vector<double>& extra_columns() const { return extra_columns_; }
  /// Over the fitted rows alone.
  std::vector<double> train_extras() const;

  /// From samples of all recordings, one after the other, to rows: decimation and order.
  std::vector<double> to_rows(const double* samples, bool fitted_only = false) const;
  std::size_t samples() const { return samples_; }

  /// Takes out of fitted rows what the extra terms can explain (variable projection: their coefficients follow).
  void project(double* train_column) const;
  /// An orthonormal basis of them over the fitted rows, column by column.
  const double* basis() const { return basis_.data(); }
  std::size_t basis_rank() const { return basis_rank_; }
  /// Coefficients of the extra terms for these fitted rows of what is left beside friction.
  std::vector<double> coefficients(const std::vector<double>& rest) const;

  /// Velocity, position, time and direction at each row.
  const std::vector<double>& row_velocity() const { return row_velocity_; }
  const std::vector<double>& row_position() const { return row_position_; }
  const std::vector<double>& row_time() const { return row_time_; }
  /// Recording of each row, and whether the row follows the one before it directly.
  const std::vector<std::size_t>& row_recording() const { return row_recording_; }

  /// A unit of translation as these recordings have it: "N" is "N.m" for a shaft that turns.
  std::string unit(std::string_view of_translation) const;

  double scale() const { return scale_; }  ///< root mean square of the target

  /// Every n-th sample of what is fitted, nothing held out: the same problem, rougher and quicker.
  ForceData thinned(std::size_t every) const;

  /// What each row says about a law with true rest. Rows made by decimation blend rest and motion; all are motion.
  const std::vector<Evidence>& row_evidence() const { return row_evidence_; }
  bool has_rest() const { return has_rest_; }
  /// A fitted row at rest that a law has to hold in this direction, with break-away itself at least.
  struct HeldRow {
    std::size_t row;
    int direction;
  };
  /// The same data for laws with true rest: rows at rest say nothing and are zero, target, terms beside friction and
  /// prediction; those in `held` are counted as if the body were about to break away.
  ForceData without_rest(const std::vector<HeldRow>& held = {}) const;
  /// Break-away happens between two samples, or a little earlier: the force there is their mean, uncertain by this
  /// standard deviation, of a uniform distribution over three samples [N].
  double breakaway_spread() const { return breakaway_spread_; }
  /// Fitted rows that count, and whether a row is one of them.
  std::size_t counted_rows() const { return counted_; }
  bool counts(std::size_t row) const { return left_out_.empty() || !left_out_[row]; }
  bool counts_all() const { return left_out_.empty(); }
  const std::vector<HeldRow>& held_rows() const { return held_; }
  double row_normal_force(std::size_t row) const {
    const Recording& r = recordings()[row_recording_[row]];
    return r.normal_force.empty() ? 0 : r.normal_force[row_sample_[row]];
  }

  friend FrictionSizes sizes_in(const ForceData& data);

 private:
  void find_basis();
  /// Found by the first that asks: several laws are fitted to the same data, from several threads.
  struct KeptSizes {
    std::once_flag once;
    FrictionSizes sizes;
  };

  std::shared_ptr<const std::vector<Recording>> recordings_, searched_;
  ForceDataOptions options_;
  std::vector<ExtraTerm> extras_;
  std::size_t samples_ = 0, train_ = 0, basis_rank_ = 0;
  /// Where each row comes from: recording, piece and place after decimation.
  struct Piece {
    std::size_t recording, first, count;  ///< first: of all samples
    std::vector<std::size_t> rows;        ///< row of each kept sample
    std::vector<std::size_t> kept;
    bool fitted = false;  ///< at least one row of it
  };
  std::vector<Piece> pieces_;
  std::vector<double> target_, extra_columns_, basis_;
  std::vector<double> row_velocity_, row_position_, row_time_;
  std::vector<std::size_t> row_recording_;
  std::vector<Evidence> row_evidence_;
  std::vector<std::size_t> row_sample_;  ///< in its recording
  std::vector<bool> left_out_;           ///< per row; empty: none
  std::vector<HeldRow> held_;
  std::size_t counted_ = 0;
  bool has_rest_ = false;
  double scale_ = 1, breakaway_spread_ = 0;
  bool fitted_in_order_ = false;
  std::shared_ptr<KeptSizes> kept_sizes_ = std::make_shared<KeptSizes>();
};

}  // namespace stiction
