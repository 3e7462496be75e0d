// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

namespace stiction::detail {

/// Fixed points of a map that draws together, from the pairs seen so far (Anderson 1965): the combination of past
/// points at which the linear map that fits them has its fixed point.
class Extrapolation {
 public:
  void clear() { points_.clear(), images_.clear(); }
  void add(const std::vector<double>& point, const std::vector<double>& image);
  /// None when there is nothing to go by yet, or it leads far away.
  std::optional<std::vector<double>> fixed_point() const;

 private:
  std::vector<std::vector<double>> points_{}, images_{};
};

}  // namespace stiction::detail
