// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>

/// A number along a path, from points: straight lines between them, and beyond the ends either their values or the same
/// again after every period.
///
/// A run holds the piece it is on between two points, number k from point k to point k + 1, so that everything is
/// smooth there; guards end it. Points of a path that repeats are counted on: point n is the first one, a period
/// further on.
namespace stiction {

template <class N>
class PositionTable {
 public:
  /// Positions, then the values there; then the period, if the path repeats.
  PositionTable(const N* numbers, std::size_t points, bool repeats)
      : positions_(numbers), values_(numbers + points), points_(static_cast<long>(points)), repeats_(repeats) {}

  N value(double piece, const N& x) const {
    const long k = static_cast<long>(piece);
    if (!repeats_ && k < 0) return values_[0];
    if (!repeats_ && k >= points_ - 1) return values_[points_ - 1];
    const N from = position(k), slope = (value_at(k + 1) - value_at(k)) / (position(k + 1) - from);
    return value_at(k) + slope * (x - from);
  }
  /// Positive on the piece: how far behind its first point, and how far before its last one.
  N behind_first(double piece, const N& x) const {
    const long k = static_cast<long>(piece);
    return !repeats_ && k < 0 ? N(1) : N(x - position(k));
  }
  N before_last(double piece, const N& x) const {
    const long k = static_cast<long>(piece);
    return !repeats_ && k >= points_ - 1 ? N(1) : N(position(k + 1) - x);
  }
  /// The piece at a place.
  static double piece_at(const PositionTable<double>& table, double x) {
    long k = 0;
    if (table.repeats_) k = table.points_ * static_cast<long>(std::floor((x - table.positions_[0]) / table.period()));
    if (!table.repeats_ && x < table.position(0)) return -1;
    const long end = k + table.points_ - 1;
    while (k < end && x >= table.position(k + 1)) ++k;
    return static_cast<double>(k);
  }

 private:
  template <class>
  friend class PositionTable;

  const N& period() const { return values_[points_]; }
  /// Of point k in the list, and the periods before it.
  long around(long k) const { return k >= 0 ? k / points_ : -((points_ - 1 - k) / points_); }
  N position(long k) const {
    if (!repeats_) return positions_[k];
    return positions_[k - around(k) * points_] + N(static_cast<double>(around(k))) * period();
  }
  const N& value_at(long k) const { return repeats_ ? values_[k - around(k) * points_] : values_[k]; }

  const N* positions_;
  const N* values_;
  long points_;
  bool repeats_;
};

}  // namespace stiction
