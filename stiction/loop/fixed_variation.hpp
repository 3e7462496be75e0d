// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/fixed_kernel.hpp"
#include "stiction/loop/variation.hpp"

namespace stiction {

/// The same of a run whose parts are types: twelve columns of (f_y, f_p) in one evaluation.
template <class Kernel>
class FixedVariation {
 public:
  static constexpr std::size_t size = Kernel::size, width = 12;
  using Number = PackedDual<width>;

  explicit FixedVariation(const LoopRun& run) : run_(run), p_(run.parameters().begin(), run.parameters().end()) {}

  void at(double t, const double* y, const SlopeColumns& columns, double* rows) {
    const std::vector<std::size_t>& places = columns.places;
    if (seeded_ != places.data())
      of_signals_ = std::any_of(places.begin(), places.end(), [&](std::size_t k) { return run_.is_of_signal(k); });
    if (of_signals_) {
      seeded_ = places.data();
      run_.variation(t, y, columns, rows);
      return;
    }
    const std::size_t row = square + (places.size() + 3) / 4 * 4;
    for (std::size_t n = 0; n < size; ++n) y_[n].value = y[n];
    for (std::size_t first = 0; first < row; first += width) {
      seed(places, first);
      evaluate(Number(t));
      if (first + width <= row) {
        for (std::size_t n = 0; n < size; ++n) dy_[n].slope[0].store(rows + n * row + first);
      } else {
        std::array<double, width> lanes;
        for (std::size_t n = 0; n < size; ++n) {
          dy_[n].slope[0].store(lanes.data());
          std::copy_n(lanes.begin(), row - first, rows + n * row + first);
        }
      }
    }
  }

 private:
  static constexpr std::size_t square = (size + 3) / 4 * 4;

  /// Gives the columns from `first` on to the lanes. As a rule all columns fit, and are given once.
  void seed(const std::vector<std::size_t>& places, std::size_t first) {
    if (seeded_ == places.data() && first_ == first) return;
    seeded_ = places.data(), first_ = first;
    for (Number& y : y_) y = Number(y.value);
    for (Number& p : p_) p = Number(p.value);
    for (std::size_t k = 0; k < width; ++k) {
      const std::size_t c = first + k;
      if (c < size) set_slope(y_[c], k, 1);
      if (c >= square && c - square < places.size()) set_slope(p_[places[c - square]], k, 1);
    }
  }
  STICTION_FLATTEN void evaluate(const Number& t) {
    typename Kernel::template Instant<Number> now;
    run_.read_signals(t, now);
    coupled_rates(Kernel{}, t, std::as_const(y_).data(), std::as_const(p_).data(), run_.branch().data(), dy_.data(),
                  now);
  }

  const LoopRun& run_;
  std::vector<Number> p_;
  std::array<Number, size> y_, dy_;
  const std::size_t* seeded_ = nullptr;
  std::size_t first_ = 0;
  bool of_signals_ = false;  ///< slopes of signals are taken by parts
};

}  // namespace stiction
