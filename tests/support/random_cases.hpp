// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "stiction/models/friction_model.hpp"

/// Random admissible parameters, states and motions of any law, drawn from its own tables. Seeded: every run is the
/// same.
namespace stiction::testing {

class RandomCases {
 public:
  explicit RandomCases(unsigned seed) : engine_(seed) {}

  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
  double sign() { return uniform(-1, 1) < 0 ? -1.0 : 1.0; }

  /// Parameters within `decades` above and below the defaults, valid by range and rule.
  template <class Model>
  ParametersOf<Model> parameters(double decades) {
    while (true) {
      ParametersOf<Model> p = any_parameters<Model>(decades);
      if (is_valid(p)) return p;
    }
  }

  /// Parameters in range, whatever the rules say. Arrays keep their shape, which rules often ask for, most of the time.
  template <class Model>
  ParametersOf<Model> any_parameters(double decades) {
    ParametersOf<Model> p;
    for_each_row<ParametersOf<Model>>([&](const auto& row) {
      const double common = factor(row.unit == "1" ? std::min(decades, 0.5) : decades);
      const bool one_factor = uniform(0, 1) < 0.8;
      const bool keep = row.unit == "1" && number_count(row) > 1 && uniform(0, 1) < 0.5;
      for (std::size_t i = 0; i < number_count(row) && !keep; ++i) {
        double& x = stiction::detail::number_at(p.*row.member, i);
        const double candidate =
            std::isfinite(row.range.low) && std::isfinite(row.range.high)
                ? uniform(row.range.low, row.range.high)
                : (x == 0 && number_count(row) == 1 ? 0.3 : x) * (one_factor ? common : factor(std::min(decades, 0.3)));
        const double side = row.range.contains(-1.0) && uniform(0, 1) < 0.1 ? -1.0 : 1.0;
        if (row.range.contains(side * candidate)) x = side * candidate;
      }
    });
    return p;
  }

  /// A state within the law's own scale.
  template <class Model>
  StateOf<Model> state(const ParametersOf<Model>& p) {
    StateOf<Model> z = Model::template state_scale<double>(p);
    for_each_field(z,
                   [&](const auto& row, double& x, std::size_t) { x *= uniform(row.range.low >= 0 ? 0.01 : -1, 1); });
    return z;
  }

  std::mt19937_64& engine() { return engine_; }

 private:
  double factor(double decades) { return std::pow(10.0, uniform(-decades, decades)); }

  std::mt19937_64 engine_;
};

}  // namespace stiction::testing
