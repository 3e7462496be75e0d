// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "stiction/scalar/packed_dual.hpp"
#include "stiction/solvers/dense_output.hpp"
#include "stiction/solvers/step_slopes.hpp"

namespace stiction {

/// Slopes of the states by some parameters over one step: state n by parameter k at [n * columns + k].
struct SlopeTable {
  std::vector<std::size_t> places;  ///< of the parameters, in `Loop::parameters()`
  std::vector<double> from, to;     ///< at the start and at the end of the step
  std::vector<double> terms;        ///< of the dense output: three numbers for every slope
  std::vector<double> scale;        ///< natural size of every slope, from which its tolerance is made

  std::size_t columns() const { return places.size(); }
  /// All slopes at the fraction theta of the step.
  void at(double theta, double* s) const {
    for (std::size_t i = 0; i < to.size(); ++i)
      s[i] = dense_value(from[i], to[i], {terms[3 * i], terms[3 * i + 1], terms[3 * i + 2]}, theta);
  }
};

/// A state over a step, as a variation needs it.
struct StateOverStep {
  double from, to, rate;  ///< rate: at the start of the step
  std::array<double, 3> terms;
};

/// Numbers of an evaluation of the variational equations, one per state: `Row` is an array or a vector.
template <class Packed, template <class> class Row>
struct VariationNumbers {
  using Number = Packed;
  using Moving = Dual<Number, 1>;  ///< slopes, and their rates of change along the motion
  using Slope = std::remove_cvref_t<decltype(Number().slope[0])>;

  Row<StateOverStep> state{};
  Row<Number> y{}, dy{};
  Row<Moving> moving_y{}, moving_dy{};
  Row<Slope> s{};
  Row<CarriedSlope<Slope>> carried{};
};

/// W columns of the variational equations along a step (step_slopes.hpp), from the text of the rates: `Rates` evaluates
/// it in packed dual numbers, whose parameters carry the slopes of those columns.
template <class Rates>
class StepVariation {
 public:
  using Number = typename Rates::Number;
  using Slope = typename Rates::Slope;
  using Moving = typename Rates::Moving;

  template <class View>
  StepVariation(Rates& rates, const View& view)
      : rates_(rates), start_(view.start), length_(view.length), size_(view.from.size()) {
    const auto& f = view.step().rates_at_begin();
    for (std::size_t n = 0; n < size_; ++n) {
      rates_.state[n] = {view.from[n], view.to[n], f[n], view.terms(n)};
    }
  }
  void rates(double theta, const Slope* s, Slope* ds) {
    for (std::size_t n = 0; n < size_; ++n) {
      const auto& y = rates_.state[n];
      rates_.y[n].value = dense_value(y.from, y.to, y.terms, theta);
      rates_.y[n].slope[0] = s[n];
    }
    rates_.evaluate(Number(start_ + theta * length_));
    for (std::size_t n = 0; n < size_; ++n) ds[n] = rates_.dy[n].slope[0];
  }
  void begin(const Slope* s, Slope* ds, Slope* drift) {
    for (std::size_t n = 0; n < size_; ++n) {
      Moving& y = rates_.moving_y[n];
      y.value.value = rates_.state[n].from, y.value.slope[0] = s[n];
      y.slope[0] = Number(rates_.state[n].rate);
    }
    rates_.evaluate(Moving::variable(Number(start_), 0));
    for (std::size_t n = 0; n < size_; ++n) {
      ds[n] = rates_.moving_dy[n].value.slope[0];
      drift[n] = rates_.moving_dy[n].slope[0].slope[0];
    }
  }

 private:
  Rates& rates_;
  double start_, length_;
  std::size_t size_;
};

/// Carries a table of slopes over a step of a method that can do so. Returns the mean square of the relative errors.
template <class View, class Rates>
double carry_slopes(const View& view, Rates& rates, SlopeTable& table) {
  using Variation = StepVariation<Rates>;
  using Slope = typename Variation::Slope;
  constexpr std::size_t width = Slope::size();
  const std::size_t n = view.from.size(), columns = table.columns();
  Variation variation(rates, view);
  double square = 0;
  for (std::size_t first = 0; first < columns; first += width) {
    const std::size_t count = std::min(width, columns - first);
    rates.choose_columns(table.places, first, count);
    std::array<double, width> lanes{}, ends, errors;
    std::array<std::array<double, width>, 3> terms;
    for (std::size_t i = 0; i < n; ++i) {
      std::copy_n(&table.from[i * columns + first], count, lanes.data());
      rates.s[i] = Slope::load(lanes.data());
    }
    view.step().carry_slopes(variation, view.length, rates.s.data(), rates.carried.data());
    for (std::size_t i = 0; i < n; ++i) {
      const CarriedSlope<Slope>& own = rates.carried[i];
      own.end.store(ends.data());
      own.error.store(errors.data());
      for (std::size_t m = 0; m < 3; ++m) own.terms[m].store(terms[m].data());
      for (std::size_t k = 0; k < count; ++k) {
        const std::size_t place = i * columns + first + k;
        const double size = table.scale[place] + std::max(std::abs(table.from[place]), std::abs(ends[k]));
        table.to[place] = ends[k];
        for (std::size_t m = 0; m < 3; ++m) table.terms[3 * place + m] = terms[m][k];
        square += errors[k] * errors[k] / (size * size);
      }
    }
  }
  return square / static_cast<double>(n * columns);
}

}  // namespace stiction
