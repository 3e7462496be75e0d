// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/stability_border.hpp"

#include "stiction/schema/violation.hpp"

namespace stiction {

std::vector<StabilityBorder> stability_borders(const std::function<double(double)>& number, double low, double high,
                                               int parts) {
  if (!(low < high) || parts < 1)
    throw InvalidInput("stability border", {{"range", "the range from " + number_text(low) + " to " +
                                                          number_text(high) + " must not be empty"}});
  std::vector<StabilityBorder> found;
  double a = low;
  bool below = number(a) < 0;
  for (int i = 1; i <= parts; ++i) {
    const double end = i == parts ? high : low + (high - low) * i / parts;
    const bool end_below = number(end) < 0;
    if (end_below != below) {
      double left = a, right = end;
      for (double middle = 0.5 * (left + right); middle > left && middle < right; middle = 0.5 * (left + right))
        ((number(middle) < 0) == below ? left : right) = middle;
      found.push_back({right, below});
    }
    a = end, below = end_below;
  }
  return found;
}

double stability_border(const std::function<double(double)>& number, double low, double high, int parts) {
  const auto found = stability_borders(number, low, high, parts);
  if (found.size() != 1)
    throw InvalidInput(
        "stability border",
        {{"range", (found.empty() ? "no border" : std::to_string(found.size()) + " borders") +
                       std::string(" of stability between ") + number_text(low) + " and " + number_text(high)}});
  return found.front().parameter;
}

}  // namespace stiction
