// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Units as text: "N.s/m" to SI exponents, other spellings to SI, translation to rotation.
///
/// The spelling is that of FMI: factors joined by '.', one '/' before all that divides, whole exponents behind the
/// symbol ("kg.m2/s2"). Radians count as 1, as in the SI.
namespace stiction {

/// SI exponents and the factor to the SI unit: 1 mm = 0.001 m.
struct Unit {
  int metre = 0;
  int kilogram = 0;
  int second = 0;
  double factor = 1.0;
  int kelvin = 0;
  int ampere = 0;

  friend constexpr bool same_dimension(const Unit& a, const Unit& b) {
    return a.metre == b.metre && a.kilogram == b.kilogram && a.second == b.second && a.kelvin == b.kelvin &&
           a.ampere == b.ampere;
  }
  friend constexpr bool operator==(const Unit&, const Unit&) = default;
  friend constexpr Unit operator*(const Unit& a, const Unit& b) {
    return {a.metre + b.metre,   a.kilogram + b.kilogram, a.second + b.second,
            a.factor * b.factor, a.kelvin + b.kelvin,     a.ampere + b.ampere};
  }
  friend constexpr Unit operator/(const Unit& a, const Unit& b) {
    return {a.metre - b.metre,   a.kilogram - b.kilogram, a.second - b.second,
            a.factor / b.factor, a.kelvin - b.kelvin,     a.ampere - b.ampere};
  }
};

namespace detail {

/// A symbol without exponent, with or without an SI prefix.
inline std::optional<Unit> unit_symbol(std::string_view text) {
  struct Named {
    std::string_view symbol;
    Unit unit;
    bool takes_prefix;
  };
  constexpr double pi = 3.141592653589793;
  static constexpr Named known[] = {
      {"1", {}, false},
      {"%", {0, 0, 0, 0.01}, false},
      {"rad", {}, true},
      {"deg", {0, 0, 0, pi / 180}, false},
      {"rev", {0, 0, 0, 2 * pi}, false},
      {"m", {1, 0, 0}, true},
      {"g", {0, 1, 0, 1e-3}, true},
      {"s", {0, 0, 1}, true},
      {"min", {0, 0, 1, 60}, false},
      {"h", {0, 0, 1, 3600}, false},
      {"Hz", {0, 0, -1}, true},
      {"rpm", {0, 0, -1, 2 * pi / 60}, false},
      {"N", {1, 1, -2}, true},
      {"Nm", {2, 1, -2}, true},
      {"Pa", {-1, 1, -2}, true},
      {"J", {2, 1, -2}, true},
      {"W", {2, 1, -3}, true},
      {"K", {0, 0, 0, 1, 1}, true},
      {"A", {0, 0, 0, 1, 0, 1}, true},
      {"V", {2, 1, -3, 1, 0, -1}, true},
      {"Ohm", {2, 1, -3, 1, 0, -2}, true},
      {"H", {2, 1, -2, 1, 0, -2}, true},
  };
  struct Prefix {
    std::string_view symbol;
    double factor;
  };
  static constexpr Prefix prefixes[] = {{"n", 1e-9}, {"u", 1e-6}, {"\u00b5", 1e-6}, {"\u03bc", 1e-6}, {"m", 1e-3},
                                        {"c", 1e-2}, {"k", 1e3},  {"M", 1e6},       {"G", 1e9}};
  for (const Named& n : known)
    if (n.symbol == text) return n.unit;
  for (const Prefix& p : prefixes)
    if (text.starts_with(p.symbol))
      for (const Named& n : known)
        if (n.takes_prefix && text.substr(p.symbol.size()) == n.symbol) return n.unit * Unit{.factor = p.factor};
  return std::nullopt;
}

/// A symbol with an optional whole exponent: "s2", "m-1".
inline std::optional<Unit> unit_factor(std::string_view text) {
  const std::size_t digits = text == "1" ? std::string_view::npos : text.find_first_of("-0123456789");
  const std::optional<Unit> base = unit_symbol(text.substr(0, digits));
  if (!base || digits == std::string_view::npos) return base;
  const bool inverse = text[digits] == '-';
  const std::string_view power = text.substr(digits + (inverse ? 1 : 0));
  if (power.size() != 1 || power[0] < '1' || power[0] > '9') return std::nullopt;
  Unit unit;
  for (char k = '0'; k < power[0]; ++k) unit = inverse ? unit / *base : unit * *base;
  return unit;
}

/// Calls visit(symbol_with_exponent, divides) for every factor; false when the text is malformed.
template <class Visitor>
bool for_each_unit_factor(std::string_view text, Visitor visit) {
  bool divides = false;
  while (true) {
    const std::size_t end = text.find_first_of("./");
    if (!visit(text.substr(0, end), divides)) return false;
    if (end == std::string_view::npos) return true;
    if (text[end] == '/') {
      if (divides) return false;
      divides = true;
    }
    text.remove_prefix(end + 1);
  }
}

}  // namespace detail

/// The unit a text names, or nothing when the text is no unit: parse_unit("N/mm")->factor == 1000.
inline std::optional<Unit> parse_unit(std::string_view text) {
  Unit unit;
  const bool understood = detail::for_each_unit_factor(text, [&](std::string_view symbol, bool divides) {
    const std::optional<Unit> factor = detail::unit_factor(symbol);
    if (factor) unit = divides ? unit / *factor : unit * *factor;
    return factor.has_value();
  });
  return understood ? std::optional(unit) : std::nullopt;
}

/// The unit of the same quantity in rotation: "N.s/m" becomes "N.m.s/rad". Laws are written for translation; the same
/// code serves rotation with forces read as torques, metres as radians and masses as inertias.
inline std::string rotational(std::string_view translational) {
  std::string above, below;
  detail::for_each_unit_factor(translational, [&](std::string_view symbol, bool divides) {
    std::string& side = divides ? below : above;
    if (!side.empty()) side += '.';
    if (symbol.starts_with("m") && (symbol.size() == 1 || symbol[1] <= '9'))
      side += "rad", side += symbol.substr(1);
    else
      side += symbol == "N" ? "N.m" : symbol == "kg" ? "kg.m2" : std::string(symbol);
    return true;
  });
  return below.empty() ? above : above + "/" + below;
}

}  // namespace stiction
