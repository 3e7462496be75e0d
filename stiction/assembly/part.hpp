// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "stiction/models/friction_model.hpp"
#include "stiction/scalar/dual_number.hpp"
#include "stiction/schema/violation.hpp"

/// Parts a run is put together from at run time: a plant, a law per contact, a controller, each behind virtual calls.
///
/// The text of a law or plant is the one in models/ and plants/; a part evaluates it with two kinds of numbers, plain
/// ones and ones with four slopes. A few passes of the latter give a Jacobian of any size, so what is compiled grows
/// with the number of laws plus plants plus controllers, not with their product.
namespace stiction {

using Slopes = Dual<double, 4>;

/// Name and unit of a number a part carries.
struct PartRow {
  std::string name, unit;
};

/// The most a run put together at run time can hold.
struct AssemblyLimits {
  static constexpr std::size_t states = 24, contacts = 2, inputs = 8, guards = 24;
  static constexpr std::size_t small_guards = 12;  ///< in an assembly of few states
};

namespace detail {

/// A struct from numbers that stand in a row.
template <class Struct, class Number>
Struct taken_from(const Number* numbers) {
  Struct s;
  for_each_field(s, [&](const auto&, auto& x, std::size_t) { x = *numbers++; });
  return s;
}
template <class Struct, class Number>
void put_into(const Struct& s, Number* numbers) {
  for_each_field(s, [&](const auto&, const auto& x, std::size_t) { *numbers++ = x; });
}

/// Parameters in both kinds of numbers, converted once.
template <class Part>
class BothParameters {
 public:
  explicit BothParameters(const ParametersOf<Part>& p)
      : plain_(p), with_slopes_(convert<ParametersOf<Part, Slopes>>(p)) {}

  template <class Number>
  const ParametersOf<Part, Number>& in() const {
    if constexpr (std::is_same_v<Number, double>)
      return plain_;
    else
      return with_slopes_;
  }

 private:
  ParametersOf<Part> plain_;
  ParametersOf<Part, Slopes> with_slopes_;
};

}  // namespace detail
}  // namespace stiction
