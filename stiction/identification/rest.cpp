// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/rest.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

struct Stretch {
  std::size_t begin, end;
};

double mean(const std::vector<double>& values, std::size_t from, std::size_t until) {
  double sum = 0;
  for (std::size_t i = from; i < until; ++i) sum += values[i];
  return sum / static_cast<double>(std::max<std::size_t>(until - from, 1));
}

class RestFinder {
 public:
  explicit RestFinder(const RestSearch& s) : s_(s), x_(s.signal), n_(s.signal.size()) {
    const auto [low, high] = std::minmax_element(x_.begin(), x_.end());
    const double tiny = 1e-9 * (*high - *low);
    band_ = std::max({s.is_position ? 8 * s.noise : 4 * s.noise, 1.5 * s.quantum, tiny});
    const double a = std::max(s.acceleration, 1e-300);
    // A reversal x = a t^2 / 2 stays within the band for 2 sqrt(2 band / a), its velocity for 2 band / a.
    const double passing = s.is_position ? 2 * std::sqrt(2 * band_ / a) : 2 * band_ / a;
    shortest_ = 3 * passing;
  }

  std::vector<Evidence> found() const {
    std::vector<Evidence> all(n_, Evidence::motion);
    std::vector<Stretch> stretches;
    for (std::size_t k = 0; k < n_;) {
      const std::size_t end = s_.is_position ? end_of_band(k) : end_below_band(k);
      const bool rests =
          end - k >= 5 && s_.time[end - 1] - s_.time[k] >= shortest_ && !drifts(k, end) && stands_out({k, end});
      if (rests && !stretches.empty() && is_same_rest(stretches.back(), {k, end}))
        stretches.back().end = end;
      else if (rests)
        stretches.push_back({k, end});
      k = rests ? end : k + std::max<std::size_t>(1, (end - k) / 4);
    }
    for (const Stretch& one : stretches) mark(trimmed(one), one, all);
    return all;
  }

 private:
  double level(Stretch one) const {
    const std::size_t quarter = (one.end - one.begin) / 4;
    return mean(x_, one.begin + quarter, one.end - quarter);
  }
  /// A single outlier of the noise does not end a rest.
  bool is_same_rest(Stretch before, Stretch now) const {
    return s_.time[now.begin] - s_.time[before.end - 1] < shortest_ &&
           std::abs(level(now) - level(before)) < 0.5 * band_;
  }
  std::size_t end_of_band(std::size_t k) const {
    double low = x_[k], high = x_[k];
    for (; k < n_; ++k) {
      low = std::min(low, x_[k]), high = std::max(high, x_[k]);
      if (high - low > band_) return k;
    }
    return n_;
  }
  /// Two samples in a row may be outside: noise has tails.
  std::size_t end_below_band(std::size_t k) const {
    std::size_t end = k;
    if (std::abs(x_[k]) > band_) return end;
    for (; k < n_ && k <= end + 2; ++k)
      if (std::abs(x_[k]) <= band_) end = k + 1;
    return end;
  }
  /// An encoder stays on one count in slow sliding too, but then as long on those before and after. Beside a rest the
  /// body moves, within the same time, clearly more than its noise.
  bool stands_out(Stretch one) const {
    if (!s_.is_position || (one.begin == 0 && one.end == n_)) return true;
    const std::size_t length = one.end - one.begin, from = one.begin - std::min(one.begin, length),
                      until = std::min(n_, one.end + length);
    const double middle = level(one);
    for (std::size_t i = from; i < until; ++i)
      if (std::abs(x_[i] - middle) > 4 * band_) return true;
    return false;
  }
  bool drifts(std::size_t from, std::size_t until) const {
    const std::size_t quarter = std::max<std::size_t>((until - from) / 4, 1);
    if (s_.is_position) {
      const double first = mean(x_, from, from + quarter), last = mean(x_, until - quarter, until);
      const double middle = mean(x_, from + quarter, until - quarter);
      // The top of a slow turn is an arc: half a band from its ends to its middle.
      const bool turns = std::abs(0.5 * (first + last) - middle) > 0.35 * band_;
      return turns || std::abs(last - first) > 0.35 * band_;
    }
    const double middle = mean(x_, from + quarter, until - quarter);
    return std::abs(middle) > 5 * s_.noise / std::sqrt(2.0 * static_cast<double>(quarter)) + 0.01 * band_;
  }
  /// Without the ends, in which the body is coming to rest or has begun to move.
  Stretch trimmed(Stretch all) const {
    if (!s_.is_position) return all;
    const double middle = level(all), near = std::max(0.25 * band_, s_.quantum);
    while (all.begin + 3 < all.end && std::abs(x_[all.begin] - middle) > near) ++all.begin;
    while (all.begin + 3 < all.end && std::abs(x_[all.end - 1] - middle) > near) --all.end;
    return all;
  }
  void mark(Stretch rest, Stretch around, std::vector<Evidence>& all) const {
    const std::size_t from = around.begin - std::min(around.begin, s_.margin),
                      until = std::min(n_, around.end + s_.margin);
    for (std::size_t i = from; i < until; ++i)
      if (all[i] == Evidence::motion) all[i] = Evidence::doubtful;
    // The last samples may have broken away already, without having moved visibly.
    for (std::size_t i = rest.begin; i + 2 < rest.end; ++i)
      if (s_.time[i] < s_.time[rest.end - 1] - shortest_ / 3) all[i] = Evidence::rest;
    if (const int direction = motion_after(rest.end); direction != 0 && rises_slowly(rest.end))
      all[rest.end - 1] = direction > 0 ? Evidence::breakaway_forward : Evidence::breakaway_backward;
  }
  int motion_after(std::size_t k) const {
    const double from = s_.is_position ? x_[k - 1] : 0, clear = s_.is_position ? 2 * band_ : band_;
    for (; k < n_; ++k)
      if (std::abs(x_[k] - from) > clear) return x_[k] > from ? 1 : -1;
    return 0;
  }
  /// The instant of break-away is known to a few samples; so is the force then, if it changes little over them.
  bool rises_slowly(std::size_t end) const {
    const std::size_t reach = s_.is_position ? 2 : 1, before = end - std::min(end, reach + 1),
                      after = std::min(n_ - 1, end - 1 + reach);
    return std::abs(s_.force[after] - s_.force[before]) <= 0.1 * std::abs(s_.force[end - 1]);
  }

  const RestSearch& s_;
  const std::vector<double>& x_;
  std::size_t n_;
  double band_ = 0, shortest_ = 0;
};

}  // namespace

std::vector<Evidence> evidence_of(const RestSearch& search) {
  if (search.signal.empty()) return {};
  return RestFinder(search).found();
}

}  // namespace stiction
