// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "stiction/scalar/dual_number.hpp"
#include "stiction/scalar/simd_math.hpp"
#include "stiction/schema/field_info.hpp"
#include "stiction/schema/packing.hpp"
#include "stiction/schema/violation.hpp"

/// What the tables of plants, laws and controllers share; see parts.hpp.
namespace stiction {

using Slopes = Dual<double, 4>;  ///< Jacobians and slopes by parameters, four columns at a time
using Lanes = Batch<double, 8>;  ///< what is recorded, eight samples at a time

/// The tables of a part for the number types that runs need.
template <template <class> class Table>
struct Tables {
  Table<double> plain{};
  Table<Slopes> slopes{};
  Table<Lanes> lanes{};

  template <class Number>
  const Table<Number>& in() const {
    if constexpr (std::is_same_v<Number, double>)
      return plain;
    else if constexpr (std::is_same_v<Number, Slopes>)
      return slopes;
    else
      return lanes;
  }
};

/// How many numbers rows hold in all, and their defaults in a row.
std::size_t number_total(std::span<const FieldInfo> rows);
std::vector<double> default_numbers(std::span<const FieldInfo> rows);

namespace detail {

/// Tables for lanes can be left out (STICTION_NO_LANES): builds under sanitizers take minutes for them, and signals are
/// then derived one sample after the other.
template <class Number>
inline constexpr bool has_table =
#ifdef STICTION_NO_LANES
    !std::is_same_v<Number, Lanes>;
#else
    true;
#endif

template <class Struct>
std::vector<Violation> violations_in(const double* p) {
  return violations(unpacked<Struct>(p));
}

}  // namespace detail

}  // namespace stiction
