// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>

#include "stiction/scalar/math_functions.hpp"
#include "stiction/schema/unit.hpp"

namespace stiction::testing {

/// A number that carries its unit and refuses to add newtons to metres or to take the exponential of a force. Laws are
/// templates, so running one with it checks every equation and every unit in its table. Zero belongs to every unit.
struct UnitChecked {
  double value = 0;
  Unit unit{};

  UnitChecked() = default;
  UnitChecked(double v) : value(v) {}  // NOLINT(google-explicit-constructor)
  UnitChecked(double v, const Unit& u) : value(v), unit(u) {}

  friend UnitChecked operator-(const UnitChecked& a) { return {-a.value, a.unit}; }
  friend UnitChecked operator+(const UnitChecked& a, const UnitChecked& b) { return {a.value + b.value, common(a, b)}; }
  friend UnitChecked operator-(const UnitChecked& a, const UnitChecked& b) { return {a.value - b.value, common(a, b)}; }
  friend UnitChecked operator*(const UnitChecked& a, const UnitChecked& b) {
    return {a.value * b.value, a.unit * b.unit};
  }
  friend UnitChecked operator/(const UnitChecked& a, const UnitChecked& b) {
    return {a.value / b.value, a.unit / b.unit};
  }
  UnitChecked& operator+=(const UnitChecked& b) { return *this = *this + b; }
  UnitChecked& operator-=(const UnitChecked& b) { return *this = *this - b; }
  UnitChecked& operator*=(const UnitChecked& b) { return *this = *this * b; }
  UnitChecked& operator/=(const UnitChecked& b) { return *this = *this / b; }
  friend bool operator<(const UnitChecked& a, const UnitChecked& b) { return common(a, b), a.value < b.value; }
  friend bool operator>(const UnitChecked& a, const UnitChecked& b) { return common(a, b), a.value > b.value; }
  friend bool operator<=(const UnitChecked& a, const UnitChecked& b) { return common(a, b), a.value <= b.value; }
  friend bool operator>=(const UnitChecked& a, const UnitChecked& b) { return common(a, b), a.value >= b.value; }
  friend bool operator==(const UnitChecked& a, const UnitChecked& b) { return common(a, b), a.value == b.value; }
  friend bool operator!=(const UnitChecked& a, const UnitChecked& b) { return common(a, b), a.value != b.value; }

  friend UnitChecked abs(const UnitChecked& a) { return {std::abs(a.value), a.unit}; }
  friend UnitChecked floor(const UnitChecked& a) { return {std::floor(pure(a, "floor"))}; }
  friend UnitChecked exp(const UnitChecked& a) { return {std::exp(pure(a, "exp"))}; }
  friend UnitChecked expm1(const UnitChecked& a) { return {std::expm1(pure(a, "expm1"))}; }
  friend UnitChecked log(const UnitChecked& a) { return {std::log(pure(a, "log"))}; }
  friend UnitChecked sin(const UnitChecked& a) { return {std::sin(pure(a, "sin"))}; }
  friend UnitChecked cos(const UnitChecked& a) { return {std::cos(pure(a, "cos"))}; }
  friend UnitChecked atan(const UnitChecked& a) { return {std::atan(pure(a, "atan"))}; }
  friend UnitChecked tanh(const UnitChecked& a) { return {std::tanh(pure(a, "tanh"))}; }
  friend UnitChecked asinh(const UnitChecked& a) { return {std::asinh(pure(a, "asinh"))}; }
  friend UnitChecked pow(const UnitChecked& a, const UnitChecked& b) {
    return {std::pow(pure(a, "pow, base"), pure(b, "pow, exponent"))};
  }
  friend UnitChecked sqrt(const UnitChecked& a) {
    if (a.unit.metre % 2 != 0 || a.unit.kilogram % 2 != 0 || a.unit.second % 2 != 0)
      throw std::logic_error("sqrt of an odd power of a unit");
    return {std::sqrt(a.value), Unit{a.unit.metre / 2, a.unit.kilogram / 2, a.unit.second / 2}};
  }

 private:
  static Unit common(const UnitChecked& a, const UnitChecked& b) {
    if (a.value == 0) return b.unit;
    if (b.value == 0) return a.unit;
    if (!same_dimension(a.unit, b.unit)) throw std::logic_error("units differ: " + text(a) + " and " + text(b));
    return a.unit;
  }
  static double pure(const UnitChecked& a, const char* function) {
    if (!same_dimension(a.unit, Unit{})) throw std::logic_error(std::string(function) + " of " + text(a));
    return a.value;
  }
  static std::string text(const UnitChecked& a) {
    return std::to_string(a.value) + " m^" + std::to_string(a.unit.metre) + " kg^" + std::to_string(a.unit.kilogram) +
           " s^" + std::to_string(a.unit.second);
  }
};

}  // namespace stiction::testing
