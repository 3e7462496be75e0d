// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "stiction/identification/traced_number.hpp"

namespace stiction::detail {
namespace {

/// Goes backwards through a trace and carries how much the number at its end changes with each place.
class Backwards {
 public:
  Backwards(const Traced& number, std::span<const Traced> by)
      : trace_(*number.trace()),
        size_(static_cast<std::size_t>(number.node()) + 1),
        matters_(size_, false),
        slope_(size_),
        guarded_(size_, false) {
    for (const Traced& x : by)
      if (static_cast<std::size_t>(x.node()) < size_) matters_[static_cast<std::size_t>(x.node())] = true;
    for (std::size_t i = 0; i < size_; ++i)
      for (const int from : trace_.nodes()[i].from)
        if (from >= 0 && matters_[static_cast<std::size_t>(from)]) matters_[i] = true;
    slope_.back() = Traced(1);
    for (std::size_t i = size_; i-- > 0;)
      if (matters_[i] && !slope_[i].is(0)) pass_on(i);
  }
  Traced slope(const Traced& x) const {
    return static_cast<std::size_t>(x.node()) < size_ ? slope_[static_cast<std::size_t>(x.node())] : Traced(0);
  }

 private:
  /// `steep`: the slope may be infinite here. A branch that is not taken, or a direction that does not move this place,
  /// still contributes nothing: below, zero times infinity is zero.
  void give(int to, const Traced& slope, bool guarded, bool steep = false) {
    const auto i = static_cast<std::size_t>(to);
    if (!matters_[i]) return;
    slope_[i] += slope;
    if (guarded || steep) guarded_[i] = true;
  }
  void pass_on(std::size_t i) {
    using O = Operation;
    const Trace::Node node = trace_.nodes()[i];  // a copy: slopes are added to the same list
    const Traced g = slope_[i], y(trace_, static_cast<int>(i));
    const bool guarded = guarded_[i];
    const auto at = [&](std::size_t k) {
      const Trace::Node& from = trace_[node.from[k]];
      return from.what == O::constant ? Traced(from.number) : Traced(trace_, node.from[k]);
    };
    const auto times = [&](const Traced& factor, bool steep = false) {
      return Traced::of(guarded || steep ? O::guarded_product : O::multiply, g, factor);
    };
    const auto matters = [&](std::size_t k) { return matters_[static_cast<std::size_t>(node.from[k])]; };
    const auto one = [&](const Traced& factor, bool steep = false) {
      give(node.from[0], times(factor, steep), guarded, steep);
    };
    switch (node.what) {
      case O::add:
        give(node.from[0], g, guarded), give(node.from[1], g, guarded);
        break;
      case O::subtract:
        give(node.from[0], g, guarded), give(node.from[1], -g, guarded);
        break;
      case O::multiply:
        if (matters(0)) give(node.from[0], times(at(1)), guarded);
        if (matters(1)) give(node.from[1], times(at(0)), guarded);
        break;
      case O::divide: {
        const Traced share = times(Traced(1) / at(1));
        give(node.from[0], share, guarded);
        if (matters(1)) give(node.from[1], -Traced::of(guarded ? O::guarded_product : O::multiply, share, y), guarded);
        break;
      }
      case O::negate:
        give(node.from[0], -g, guarded);
        break;
      case O::abs:
        one(select(at(0) < Traced(0), Traced(-1), Traced(1)));
        break;
      case O::sqrt:
        one(Traced(0.5) / y, true);
        break;
      case O::exp:
        one(y, true);
        break;
      case O::decayed:
        give(node.from[0], -times(y), guarded);
        break;
      case O::expm1:
        one(y + Traced(1));
        break;
      case O::log:
        one(Traced(1) / at(0), true);
        break;
      case O::sin:
        one(cos(at(0)));
        break;
      case O::cos:
        one(-sin(at(0)));
        break;
      case O::tanh:
        one(Traced(1) - y * y);
        break;
      case O::asinh: {
        const Traced x = at(0), size = abs(x);
        one(Traced(1) / select(size > Traced(1e9), size, sqrt(x * x + Traced(1))));
        break;
      }
      case O::pow: {
        const Traced x = at(0), e = at(1);
        if (matters(0)) one(select(e == Traced(0), Traced(0), e * pow(x, e - Traced(1))), true);
        if (matters(1)) give(node.from[1], times(select(x > Traced(0), y * log(x), Traced(0)), true), guarded, true);
        break;
      }
      case O::select: {
        const Traced::Mask first{at(0)};
        give(node.from[1], select(first, g, Traced(0)), true);
        give(node.from[2], select(first, Traced(0), g), true);
        break;
      }
      case O::guarded_product:
        if (matters(0)) give(node.from[0], times(at(1), true), true);
        if (matters(1)) give(node.from[1], times(at(0), true), true);
        break;
      default:
        break;  // steps and flags: slope zero
    }
  }

  Trace& trace_;
  std::size_t size_;
  std::vector<bool> matters_;
  std::vector<Traced> slope_;
  std::vector<bool> guarded_;
};

}  // namespace

std::vector<Traced> slopes_of(const Traced& number, std::span<const Traced> by) {
  std::vector<Traced> found(by.size(), Traced(0));
  if (number.is_constant()) return found;
  const Backwards backwards(number, by);
  std::transform(by.begin(), by.end(), found.begin(), [&](const Traced& x) { return backwards.slope(x); });
  return found;
}

}  // namespace stiction::detail
