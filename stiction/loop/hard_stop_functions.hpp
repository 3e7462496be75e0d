// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/hard_stops.hpp"
#include "stiction/schema/packing.hpp"

namespace stiction {

/// Hard stops as functions of numbers in a row, as plants are in plant_functions.hpp: `p` are the parameters of the
/// stops alone, `place` the position and the velocity where the drive of the plant acts.
struct HardStopFunctions {
  /// True where no stop is touched: their force and its slopes are zero.
  template <class Number, class P>
  static constexpr bool is_free(const P* p, const Number* place) {
    const HardStops<Number> s = stops<Number>(p);
    return all(s.lower_stop < place[0]) && all(place[0] < s.upper_stop);
  }
  template <class Number, class P>
  static constexpr Number force(const P* p, const Number* place) {
    return stops<Number>(p).force(place[0], place[1]);
  }
  /// The same on top of an input.
  template <class Number, class P>
  static constexpr void push(const P* p, const Number* place, Number* input) {
    *input = *input + force(p, place);
  }
  template <class Number, class P>
  static constexpr void kinks(const P* p, const Number* place, Number* all) {
    const auto values = stops<Number>(p).kinks(place[0], place[1]);
    for (std::size_t i = 0; i < values.size(); ++i) all[i] = values[i];
  }
  template <class Number, class P>
  static constexpr Number energy(const P* p, const Number* place) {
    return stops<Number>(p).energy(place[0]);
  }
  /// The plant's own power, into which all of the force went as an input, less what the springs of the stops give to
  /// the body out of their energy [W].
  template <class Number, class P>
  static constexpr void subtract_elastic_power(const P* p, const Number* place, Number* power) {
    *power = *power - stops<Number>(p).elastic_force(place[0]) * place[1];
  }

 private:
  template <class Number, class P>
  static constexpr auto stops(const P* p) {
    return unpacked<HardStops<Number>>(p);
  }
};

}  // namespace stiction
