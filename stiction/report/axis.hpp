// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "stiction/report/figure.hpp"

namespace stiction {

/// Lowest and highest of all finite numbers that were included.
struct Span {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  bool empty() const { return !(low <= high); }
  void include(double x);
  void include(const Span& other);
};

struct Tick {
  double value = 0;
  std::string label;
};

/// The direction of an axis decides how many ticks have room.
enum class Direction { across, upward };

/// Numbers to places along one side of a panel: scale, round ticks, and a label that says which power of ten or which
/// constant the ticks leave out.
class Axis {
 public:
  /// `margin` is the empty fraction at both ends, `length` the side of the panel [px]; `limits` overrule data and
  /// margin.
  Axis(std::string_view label, Scale scale, Span data, double margin, Direction direction, double length,
       const std::optional<Limits>& limits = std::nullopt);

  /// 0 at the low end, 1 at the high end; NaN for what has no place, such as -1 on a logarithmic axis.
  double place(double value) const;
  Scale scale() const { return scale_; }
  const std::string& label() const { return label_; }
  const std::vector<Tick>& ticks() const { return ticks_; }
  const std::vector<double>& minor_ticks() const { return minor_; }
  double widest_label() const;  ///< [px]

 private:
  void choose_range(Span data, double margin, const std::optional<Limits>& limits);
  bool label_linear(std::vector<double> values, std::string_view label);
  void label_decades(double most);
  bool ticks_fit(Direction direction, double length) const;

  Scale scale_;
  double low_ = 0, high_ = 1;  // on the scale: decades of a logarithmic axis
  std::string label_;
  std::vector<Tick> ticks_;
  std::vector<double> minor_;
};

/// Round numbers in [low, high], about `count` of them: multiples of 1, 2 or 5 times a power of ten.
std::vector<double> round_ticks(double low, double high, int count);

}  // namespace stiction
