// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "stiction/identification/recording.hpp"

/// Recordings as a regression: the measured force, terms that stand beside friction, what is fitted and what is held
/// out.
namespace stiction {

/// A term that is linear in its coefficient and stands beside friction: F = friction + sum coefficient * column.
struct ExtraTerm {
  std::string name, unit, doc;
  std::vector<std::vector<double>> columns;  ///< one per recording, sample by sample
};

struct ForceDataOptions {
  bool inertia = true, offset = true;
  bool gravity = false;             ///< torque of an unbalanced load: sine and cosine of the angle
  bool asymmetric_drag = false;     ///< a force in proportion to the speed, in one direction: drag that differs with it
  bool spring = false;              ///< a force in proportion to the position
  double ripple = 0;                ///< period of a force that repeats with the position [m]; 0: none
  double held_out = 0.3;            ///< fraction of each recording, its end, that is kept for the score
  double held_out_from = 1e300;     ///< instead: all samples from this time on [s]
  std::size_t test_recordings = 0;  ///< instead: so many recordings at the end of the list
};

class ForceData {
 public:
  ForceData(std::vector<Recording> recordings, const ForceDataOptions& options);

  const std::vector<Recording>& recordings() const { return recordings_; }
  /// The recordings as far as a search needs them: those that are held out as a whole are empty.
  const std::vector<Recording>& searched() const { return searched_; }
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
  /// Coefficients of the extra terms for these fitted rows of what is left beside friction.
  std::vector<double> coefficients(const std::vector<double>& rest) const;

  /// Velocity, position, time and direction at each row.
  const std::vector<double>& row_velocity() const { return row_velocity_; }
  const std::vector<double>& row_position() const { return row_position_; }
  const std::vector<double>& row_time() const { return row_time_; }
  /// Recording of each row, and whether the row follows the one before it directly.
  const std::vector<std::size_t>& row_recording() const { return row_recording_; }

  double scale() const { return scale_; }  ///< root mean square of the target

 private:
  std::vector<Recording> recordings_, searched_;
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
  double scale_ = 1;
};

}  // namespace stiction
