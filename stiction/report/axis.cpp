// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/axis.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "stiction/report/axis_label.hpp"
#include "stiction/report/markup_text.hpp"
#include "stiction/schema/number_text.hpp"

namespace stiction {
namespace {

/// A number with a minus sign, not a hyphen.
std::string printed_number(std::string text) {
  if (text.starts_with('-')) {
    if (text.find_first_of("123456789") == std::string::npos) return text.substr(1);  // "-0.0"
    text.replace(0, 1, "\u2212");
  }
  return text;
}

std::string fixed_text(double x, int decimals) {
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", decimals, x);
  std::string safe = text;
  std::replace(safe.begin(), safe.end(), ',', '.');  // a locale may print a decimal comma
  return safe;
}

/// Without rounding errors, and 1000 rather than 1e3.
std::string plain_number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.13g", x);
  return text;
}

double step_of(const std::vector<double>& values) { return values.size() < 2 ? 0 : values[1] - values[0]; }

}  // namespace

void Span::include(double x) {
  if (std::isfinite(x)) low = std::min(low, x), high = std::max(high, x);
}
void Span::include(const Span& other) { include(other.low), include(other.high); }

std::vector<double> round_ticks(double low, double high, int count) {
  const double raw = (high / count) - (low / count), power = std::pow(10.0, std::floor(std::log10(raw)));
  if (!(raw > 0) || !std::isnormal(power)) return {};
  const double step = power * (raw / power < 1.5 ? 1 : raw / power < 3.5 ? 2 : raw / power < 7.5 ? 5 : 10);
  const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
  if (!std::isfinite(step) || std::max(std::abs(first), std::abs(last)) > 1e15) return {};
  std::vector<double> ticks;
  for (double k = first; k <= last; k += 1) {
    char text[40];  // 3 * 0.1 is not the double that prints as 0.3
    std::snprintf(text, sizeof text, "%.15g", k * step);
    ticks.push_back(std::strtod(text, nullptr));
  }
  return ticks;
}

Axis::Axis(std::string_view label, Scale scale, Span data, double margin, Direction direction, double length,
           const std::optional<Limits>& limits)
    : scale_(scale), label_(printed_label(label)) {
  choose_range(data, margin, limits);
  const bool decades = scale == Scale::logarithmic && high_ - low_ > 0.9;
  for (int most = std::max(2, static_cast<int>(length / (direction == Direction::upward ? 36
                                                         : decades                      ? 45
                                                                                        : 62)));
       most > 0; --most) {
    const bool log = scale == Scale::logarithmic;
    if (decades)
      label_decades(most);
    else if (!label_linear(
                 log ? round_ticks(std::pow(10.0, low_), std::pow(10.0, high_), most) : round_ticks(low_, high_, most),
                 label))
      continue;
    if (ticks_fit(direction, length)) return;
  }
  while (!ticks_fit(direction, length))  // a very short axis: every second one goes
    for (std::size_t i = 1; i < ticks_.size(); ++i) ticks_.erase(ticks_.begin() + static_cast<std::ptrdiff_t>(i));
}

void Axis::choose_range(Span data, double margin, const std::optional<Limits>& limits) {
  const auto scaled = [&](double x) { return scale_ == Scale::logarithmic ? std::log10(x) : x; };
  Span range;
  if (limits)
    range.include(scaled(limits->first)), range.include(scaled(limits->second));
  else if (!data.empty())
    range.include(scaled(data.low)), range.include(scaled(data.high));
  if (range.empty()) range = {0, 1};
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  const double width = range.high / 2 - range.low / 2;  // halves: the difference of two large numbers may overflow
  const bool one_value = width <= 4 * std::numeric_limits<double>::epsilon() * size || width < 1e-300;
  const double room = one_value ? (scale_ == Scale::logarithmic ? 0.5
                                   : size < 1e-300              ? 1
                                                                : 0.1 * size)
                                : (limits ? 0 : 2 * margin * width);
  low_ = std::max(range.low - room, std::numeric_limits<double>::lowest());
  high_ = std::min(range.high + room, std::numeric_limits<double>::max());
}

double Axis::place(double value) const {
  const double x = scale_ == Scale::logarithmic ? std::log10(value) : value;
  const double fraction = (x / 2 - low_ / 2) / (high_ / 2 - low_ / 2);
  return std::isfinite(fraction) ? fraction : std::numeric_limits<double>::quiet_NaN();
}

double Axis::widest_label() const {
  double width = 0;
  for (const Tick& tick : ticks_) width = std::max(width, text_width(tick.label));
  return width;
}

/// Ticks at these values. Long numbers are shortened: a power of ten moves to the label, and so does a constant when
/// the axis shows small changes of a large number.
bool Axis::label_linear(std::vector<double> values, std::string_view label) {
  if (values.size() < 2) return false;
  const double step = step_of(values);
  const double largest = std::max(std::abs(values.front()), std::abs(values.back()));
  double offset = 0;
  if (largest / step > 2e4) {
    const double unit = std::pow(10.0, std::ceil(std::log10(values.back() - values.front())) + 1);
    offset = std::floor(values.front() / unit * (1 + 1e-15)) * unit;
  }
  const double shown = offset == 0 ? largest : values.back() - offset;
  int exponent = 3 * static_cast<int>(std::floor(std::log10(shown * (1 + 1e-9)) / 3));
  if (exponent == 3 && shown < 9.99e4) exponent = 0;
  if (exponent == -3 && shown > 0.0999) exponent = 0;
  const double factor = std::pow(10.0, exponent);
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step / factor) + 1e-6)));
  ticks_.clear();
  for (const double v : values) ticks_.push_back({v, printed_number(fixed_text((v - offset) / factor, decimals))});
  label_ = scaled_label(label, exponent, offset == 0 ? "" : plain_number(offset));
  return true;
}

void Axis::label_decades(double most) {
  const int first = static_cast<int>(std::ceil(low_ - 1e-9)), last = static_cast<int>(std::floor(high_ + 1e-9));
  const int stride = std::max(1, static_cast<int>(std::ceil((last - first) / most)));
  const bool plain = first >= -3 && last <= 4;
  ticks_.clear();
  minor_.clear();
  for (int e = first - 1; e <= last; ++e) {
    const double decade = std::pow(10.0, e);
    if (e >= first && (e - first) % stride == 0)
      ticks_.push_back({decade, plain ? number_text(decade) : "10" + superscript(e)});
    else if (e >= first)
      minor_.push_back(decade);
    for (int k = 2; k <= 9 && stride == 1; ++k)
      if (const double at = std::log10(k * decade); at >= low_ && at <= high_) minor_.push_back(k * decade);
  }
}

bool Axis::ticks_fit(Direction direction, double length) const {
  if (direction == Direction::upward || ticks_.size() < 2) return true;
  const double distance = std::abs(place(ticks_[1].value) - place(ticks_[0].value)) * length;
  return widest_label() + 10 <= distance;
}

}  // namespace stiction
