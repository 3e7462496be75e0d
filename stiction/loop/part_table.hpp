// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "stiction/scalar/packed_dual.hpp"
#include "stiction/schema/field_info.hpp"
#include "stiction/schema/packing.hpp"
#include "stiction/schema/violation.hpp"
#include "stiction/solvers/flatten.hpp"

/// What the tables of plants, laws and controllers share; see parts.hpp.
namespace stiction {

using Slopes = PackedDual<4>;    ///< Jacobians and slopes by parameters, four columns at a time
using Lanes = Batch<double, 8>;  ///< what is recorded, eight samples at a time

/// Time as what slopes are taken by, in column 0.
inline Slopes moving_time(double t) { return packed_variable<4>(t, 0); }

/// A function in the table of a part: of a type, or of a part that was made from another one at run time.
template <class Signature>
class PartFunction;
template <class R, class... A>
class PartFunction<R(A...)> {
 public:
  constexpr PartFunction() = default;
  constexpr PartFunction(R (*of_type)(A...))
      : of_type_(of_type) {}  // NOLINT(google-explicit-constructor): as a pointer
  constexpr PartFunction(R (*made)(A..., const void* from), const void* from) : made_(made), from_(from) {}

  R operator()(A... a) const { return made_ ? made_(a..., from_) : of_type_(a...); }
  explicit operator bool() const { return made_ || of_type_; }

 private:
  R (*of_type_)(A...) = nullptr;
  R (*made_)(A..., const void* from) = nullptr;
  const void* from_ = nullptr;
};

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

/// Rates and events are evaluated in plain numbers and slopes only; what is recorded, in lanes too.
template <class Number>
inline constexpr bool is_for_steps = !std::is_same_v<Number, Lanes>;

/// A function of a part as it stands in a table: in plain numbers and slopes, where runs spend their time, everything
/// it calls is inlined into it. In other numbers that would double the size of the library for little.
template <auto Function>
struct Flattened;
template <class Result, class... Arguments, Result (*Function)(Arguments...)>
struct Flattened<Function> {
  STICTION_FLATTEN static Result call(Arguments... arguments) { return Function(arguments...); }
};
template <class Number, auto Function>
inline constexpr auto flattened = [] {
  if constexpr (is_for_steps<Number>)
    return &Flattened<Function>::call;
  else
    return Function;
}();

template <class Struct>
std::vector<Violation> violations_in(const double* p) {
  return violations(unpacked<Struct>(p));
}

}  // namespace detail

}  // namespace stiction
